"""Head scores -> a tree with one root."""

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.floating]


def best_tree(scores: Scores) -> list[int]:
    """The head of each word, counting from 1 (0: the root), of the best tree with one root.

    `scores[word, head]` are logarithms of probabilities, head 0 is the root.

    >>> best_tree(np.log([[0.1, 0.0001, 0.9], [0.6, 0.4, 0.0001]]))
    [2, 0]
    """
    heads = scores.argmax(1)
    if _is_tree(heads):
        return [int(head) for head in heads]
    exact = scores.astype(np.float64)
    found = _arborescence(exact)
    if found.count(0) == 1:
        return found
    # With the root made so dear that a second one never pays, the best tree has one root.
    exact[:, 0] -= (exact.max() - exact.min() + 1) * len(exact)
    return _arborescence(exact)


def _is_tree(heads: NDArray[np.integer]) -> bool:
    """Exactly one root, and every word leads to it."""
    if np.count_nonzero(heads == 0) != 1:
        return False
    above = np.concatenate(([0], heads))  # follow all words upwards at once, two steps a time
    for _ in range(len(heads).bit_length()):
        above = above[above]
    return not above.any()


def _arborescence(scores: Scores) -> list[int]:
    """Chu-Liu and Edmonds: the best tree rooted at 0; all cycles of a round contracted at once."""
    n = len(scores) + 1
    weight = np.full((n, n), -np.inf)  # weight[word, head]
    weight[1:, :] = scores
    np.fill_diagonal(weight, -np.inf)
    heads = weight.argmax(1)
    heads[0] = 0
    cycles = _cycles(heads)
    if not cycles:
        return [int(head) for head in heads[1:]]
    # Nodes of the smaller graph: what is on no cycle (0 stays 0), then one for each cycle.
    loose = np.ones(n, bool)
    for cycle in cycles:
        loose[cycle] = False
    groups = [np.array([node]) for node in np.nonzero(loose)[0]] + cycles
    starts = np.cumsum([0, *(len(group) for group in groups[:-1])])
    order = np.concatenate(groups)
    # What enters a cycle replaces the link of the word it enters.
    gain = weight - np.where(loose, 0.0, weight[np.arange(n), heads])[:, None]
    gain = gain[np.ix_(order, order)]
    small = np.maximum.reduceat(np.maximum.reduceat(gain, starts, 0), starts, 1)
    np.fill_diagonal(small, -np.inf)
    found = [0, *_arborescence(small[1:, :])]
    for node in range(1, len(groups)):
        into, out = groups[node], groups[found[node]]
        link = gain[starts[node] :, starts[found[node]] :][: len(into), : len(out)]
        word, head = np.unravel_index(link.argmax(), link.shape)
        heads[into[word]] = out[head]
    return [int(head) for head in heads[1:]]


def _cycles(heads: NDArray[np.integer]) -> list[NDArray[np.intp]]:
    """The words on each circle."""
    state = np.zeros(len(heads), int)  # 0 new, 1 on this way, 2 done
    state[0] = 2
    found = []
    for start in range(1, len(heads)):
        at, way = start, []
        while state[at] == 0:
            state[at] = 1
            way.append(at)
            at = int(heads[at])
        if state[at] == 1:
            found.append(np.array(way[way.index(at) :]))
        state[way] = 2
    return found
