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
    found = _arborescence(scores)
    if found.count(0) == 1:
        return found
    # With the root made so dear that a second one never pays, the best tree has one root.
    dear = scores.copy()
    dear[:, 0] -= (scores.max() - scores.min() + 1) * len(scores)
    return _arborescence(dear)


def _is_tree(heads: NDArray[np.integer]) -> bool:
    """Exactly one root, and every word leads to it."""
    if np.count_nonzero(heads == 0) != 1:
        return False
    above = np.concatenate(([0], heads))  # follow all words upwards at once, two steps a time
    for _ in range(len(heads).bit_length()):
        above = above[above]
    return not above.any()


def _arborescence(scores: Scores) -> list[int]:
    """Chu-Liu and Edmonds: the best tree rooted at 0, cycles contracted one after another."""
    n = len(scores) + 1
    weight = np.full((n, n), -np.inf)  # weight[word, head]
    weight[1:, :] = scores
    np.fill_diagonal(weight, -np.inf)
    heads = weight.argmax(1)
    heads[0] = 0
    cycle = _cycle(heads)
    if cycle is None:
        return [int(head) for head in heads[1:]]
    inside = np.zeros(n, bool)
    inside[cycle] = True
    kept = np.nonzero(~inside)[0]  # 0 is always among them
    size = len(kept)
    # One node stands for the cycle; what enters it replaces the link of the word it enters.
    small = np.full((size + 1, size + 1), -np.inf)
    small[:size, :size] = weight[np.ix_(kept, kept)]
    leaving = weight[np.ix_(kept, cycle)]
    small[:size, size] = leaving.max(1)
    entering = weight[np.ix_(cycle, kept)] - weight[cycle, heads[cycle]][:, None]
    small[size, :size] = entering.max(0)
    found = [0, *_arborescence(small[1:, :])]
    for word in range(1, size):
        head = found[word]
        heads[kept[word]] = cycle[leaving[word].argmax()] if head == size else kept[head]
    entry = found[size]
    broken = cycle[entering[:, entry].argmax()]
    heads[broken] = kept[entry]
    return [int(head) for head in heads[1:]]


def _cycle(heads: NDArray[np.integer]) -> NDArray[np.intp] | None:
    """Words on a circle, or None."""
    state = np.zeros(len(heads), int)  # 0 new, 1 on this way, 2 done
    state[0] = 2
    for start in range(1, len(heads)):
        at, way = start, []
        while state[at] == 0:
            state[at] = 1
            way.append(at)
            at = int(heads[at])
        if state[at] == 1:
            return np.array(way[way.index(at) :])
        state[way] = 2
    return None
