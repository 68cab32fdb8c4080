"""Correlation: does a label's rate go with its frequency?"""

import numpy as np

from litmus.arrays import Floats


def pearson(left: Floats, right: Floats) -> float | None:
    """Pearson's r; None with fewer than two points or no variation.

    >>> pearson(np.array([1.0, 2, 3]), np.array([2.0, 4, 6]))
    1.0
    """
    if len(left) < 2:
        return None
    a, b = left - left.mean(), right - right.mean()
    norm = float(np.sqrt((a @ a) * (b @ b)))
    return round(float(a @ b) / norm, 12) if norm > 0 else None


def spearman(left: Floats, right: Floats) -> float | None:
    """Spearman's rho, ties given their mean rank."""
    return pearson(_ranks(left), _ranks(right))


def _ranks(values: Floats) -> Floats:
    _, inverse, n = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(n)
    return ((ends - n + 1 + ends) / 2)[inverse]
