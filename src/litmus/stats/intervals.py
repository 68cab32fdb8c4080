"""Intervals: where the score would fall had other segments of the same kind been tested."""

import math

import numpy as np

from litmus.arrays import Floats

CONFIDENCE = 0.95


def percentiles(values: Floats) -> tuple[Floats, Floats]:
    """The 2.5 and 97.5 percentiles over axis 0, trials without evidence left out."""
    low = np.full(values.shape[1:], np.nan)
    high = np.full(values.shape[1:], np.nan)
    has_evidence = ~np.isnan(values)
    everywhere = has_evidence.all(axis=0)
    tail = (1 - CONFIDENCE) / 2
    if everywhere.any():
        low[everywhere], high[everywhere] = np.quantile(
            values[:, everywhere], [tail, 1 - tail], axis=0
        )
    for index in zip(*np.nonzero(has_evidence.any(axis=0) & ~everywhere), strict=True):
        column = values[(slice(None), *index)]
        low[index], high[index] = np.quantile(column[~np.isnan(column)], [tail, 1 - tail])
    return low, high


def wilson(rate: float, n: float) -> tuple[float, float]:
    """Wilson's interval of a rate (0-1) over n cases.

    For 0 of 20 a bootstrap knows only zeros and would claim certainty; this does not.

    >>> [round(x, 3) for x in wilson(0.0, 20)]
    [0.0, 0.161]
    """
    z = 1.959963984540054
    middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)
