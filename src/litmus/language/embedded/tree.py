"""Head scores -> a tree with one root."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from litmus.arrays import Bools

Scores = NDArray[np.floating]
Nodes = NDArray[np.integer]


def best_trees(scores: Scores, lengths: Nodes) -> list[list[int]]:
    """The tree of each sentence, `scores[sentence, word, head]` padded to the longest.

    Padded heads must score less than all others. Nearly all sentences are done at once: the best
    heads of their words are a tree.
    """
    heads = scores.argmax(2)
    heads[np.arange(heads.shape[1]) >= lengths[:, None]] = -1
    found = zip(heads.tolist(), _are_trees(heads), lengths.tolist(), strict=True)
    return [
        row[:n] if is_tree else best_tree(scores[at, :n, : n + 1])
        for at, (row, is_tree, n) in enumerate(found)
    ]


def best_tree(scores: Scores) -> list[int]:
    """The head of each word, counting from 1 (0: the root), of the best tree with one root.

    `scores[word, head]` are logarithms of probabilities, head 0 is the root.

    >>> best_tree(np.log([[0.1, 0.0001, 0.9], [0.6, 0.4, 0.0001]]))
    [2, 0]
    """
    heads = scores.argmax(1)
    if _are_trees(heads[None])[0]:
        return [int(head) for head in heads]
    exact = scores.astype(np.float64)
    # Trees with one root pay the same price for it. With one between what it is worth to the two
    # words that want it most, it is the best head of one word, and little is left to be done.
    if len(exact) > 1:
        *_, second, first = np.sort(exact[:, 0] - exact[:, 1:].max(1))
        exact[:, 0] -= (first + second) / 2
    found = _arborescence(exact)
    if found.count(0) == 1:
        return found
    # With the root made so dear that a second one never pays, the best tree has one root.
    exact[:, 0] -= (exact.max() - exact.min() + 1) * len(exact)
    return _arborescence(exact)


def _are_trees(heads: Nodes) -> Bools:
    """Whether a sentence has exactly one root, and every word leads to it; -1 is no word."""
    count, size = heads.shape
    one_root = (heads == 0).sum(1) == 1
    roots = np.arange(count)[:, None] * (size + 1)  # the nodes of all sentences in a row
    above = np.concatenate((roots, np.maximum(heads, 0) + roots), 1).ravel()
    for _ in range(size.bit_length()):  # all words upwards at once, two steps a time
        above = above[above]
    found: Bools = one_root & (above.reshape(count, size + 1) == roots).all(1)
    return found


class _Cycle(NamedTuple):
    """A circle that was made one node, its first member."""

    members: Nodes
    heads: Nodes  # of the members, within the circle
    entered: Nodes  # for every head outside: the member (by place) that hangs there best
    left: Nodes  # for every word outside: the member (by place) it hangs on best


def _arborescence(scores: Scores) -> list[int]:
    """Chu-Liu and Edmonds: the best tree rooted at 0. Circles are made one node each, in place."""
    n = len(scores) + 1
    weight = np.full((n, n), -np.inf)  # weight[word, head]
    weight[1:, :] = scores
    np.fill_diagonal(weight, -np.inf)
    heads = weight.argmax(1)
    heads[0] = 0
    cycles: list[_Cycle] = []
    state = [2] + [0] * (n - 1)  # 0 new, 1 on this way, 2 done
    for start in range(1, n):
        at = start
        way: list[int] = []
        while state[at] != 2:
            if state[at] == 1:
                place = way.index(at)
                cycles.append(_contract(np.array(way[place:]), weight, heads))
                for member in way[place + 1 :]:
                    state[member] = 2  # no longer there
                del way[place:]
            state[at] = 1
            way.append(at)
            at = int(heads[at])
        for node in way:
            state[node] = 2
    for members, inside, entered, left in reversed(cycles):
        whole = members[0]
        outside = np.nonzero(heads == whole)[0]
        heads[outside] = members[left[outside]]
        over = heads[whole]
        heads[members] = inside
        heads[members[entered[over]]] = over
    return [int(head) for head in heads[1:]]


def _contract(members: Nodes, weight: Scores, heads: Nodes) -> _Cycle:
    """Puts the first member in the place of all; what enters replaces the link of its word."""
    whole, inside = members[0], heads[members]
    rows = weight[members] - weight[members, inside][:, None]
    columns = weight[:, members]
    entered, left = rows.argmax(0), columns.argmax(1)
    weight[:, members] = weight[members] = -np.inf
    weight[whole] = rows.max(0)
    weight[:, whole] = columns.max(1)
    weight[whole, members] = -np.inf
    hanging = np.zeros(len(heads), bool)
    hanging[members] = True
    heads[hanging[heads]] = whole
    heads[whole] = weight[whole].argmax()
    return _Cycle(members, inside, entered, left)
