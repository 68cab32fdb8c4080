"""Where a word without a link most likely stands: what a span is asked for when nothing is sure.

An idiom's words often have no partner of their own (keep tabs - surveiller). Two signs are left:
the best partner, however weak, and the words without a link in the same place, between the partners
of the nearest linked words on either side.
"""

import numpy as np
from numpy.typing import NDArray

from litmus.align.links import Link

_LEAST = 0.001  # mean posterior of a best partner that is no mere noise


def guesses(
    posterior: NDArray[np.float64],
    linked: NDArray[np.bool_],
    source: NDArray[np.bool_],
    target: NDArray[np.bool_],
) -> set[Link]:
    """(source, target) places for source words without a link.

    `posterior` and `linked` are (target, source), `source` and `target` say what is a word and no
    punctuation.
    """
    lonely, free = (np.logical_not(linked.any(side, keepdims=True)).ravel() for side in (0, 1))
    free = free & target
    found: set[Link] = set()
    for i in np.flatnonzero(lonely & source).tolist():
        j = int(posterior[:, i].argmax())
        if posterior[j, i] > _LEAST and target[j]:
            found.add((i, j))
    for first, last in _runs(lonely):
        low = int(np.flatnonzero(linked[:, first - 1]).max()) + 1 if first else 0
        high = len(linked)
        if last < len(lonely):
            high = int(np.flatnonzero(linked[:, last]).min())
        between = [low + int(j) for j in np.flatnonzero(free[low:high])]
        found.update((i, j) for i in range(first, last) if source[i] for j in between)
    return found


def _runs(marks: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Where unbroken stretches of True begin and end."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], marks, [False])).astype(np.int8)))
    return [(int(a), int(b)) for a, b in edges.reshape(-1, 2)]
