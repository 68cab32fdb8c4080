"""Average precision: how well scores rank what they should find above the rest."""

import numpy as np

from litmus.arrays import Bools, Floats


def average_precision(scores: Floats, relevant: Bools) -> float | None:
    """The mean of the precision at every relevant item, from the highest score down.

    From 0 to 1; items in random order have about the share that is relevant. Equal scores are one
    step: all of them are above the threshold, or none is. None where nothing is relevant.

    >>> average_precision(np.array([0.9, 0.8, 0.7, 0.6]), np.array([True, False, True, False]))
    0.8333333333333333
    """
    total = int(relevant.sum())
    if not total:
        return None
    order = np.argsort(-scores, kind="stable")
    found = np.cumsum(relevant[order])
    # The last item of each run of equal scores: where a threshold can be.
    ends = np.flatnonzero(np.append(np.diff(scores[order]) != 0, True))
    steps = np.diff(found[ends], prepend=0)
    return float((steps * found[ends] / (ends + 1)).sum() / total)
