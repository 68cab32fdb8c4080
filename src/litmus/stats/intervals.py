"""Intervals: where the score would fall had other segments of the same kind been tested."""

import math

import numpy as np

from litmus.arrays import Floats, Ints

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
    somewhere = has_evidence.any(axis=0) & ~everywhere
    if somewhere.any():
        ordered = np.sort(values[:, somewhere], axis=0)  # nan comes last
        n = has_evidence[:, somewhere].sum(axis=0)
        low[somewhere], high[somewhere] = (_quantile(ordered, n, q) for q in (tail, 1 - tail))
    return low, high


def _quantile(ordered: Floats, n: Ints, share: float) -> Floats:
    """`np.quantile` of the first n values of each column, for all columns at once."""
    place = (n - 1) * share
    below = np.floor(place).astype(np.int64)
    above = np.minimum(below + 1, n - 1)
    low, high = (np.take_along_axis(ordered, row[None], axis=0)[0] for row in (below, above))
    gamma, step = place - below, high - low
    # The nearer end is what one goes from, as NumPy does: the other way rounds differently.
    quantile: Floats = np.where(gamma < 0.5, low + step * gamma, high - step * (1 - gamma))
    return quantile


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
