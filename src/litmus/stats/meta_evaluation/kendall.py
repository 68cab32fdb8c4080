"""Kendall's tau-b of long vectors, in n log n steps."""

import math

import numpy as np

from litmus.arrays import Floats, Ints


def kendall(left: Floats, right: Floats) -> float | None:
    """Kendall's tau-b: concordant less discordant pairs, corrected for ties on either side.

    None with fewer than two points, or where one side is all ties.

    >>> kendall(np.array([1.0, 2, 3, 3]), np.array([1.0, 3, 2, 2]))
    0.2
    """
    n = len(left)
    codes = [_codes(side) for side in (left, right)]
    ties = [_tied_pairs(side) for side in codes]
    pairs = n * (n - 1) // 2
    if any(tied == pairs for tied in ties):
        return None
    order = np.lexsort((codes[1], codes[0]))  # ties on the left are in order on the right
    discordant = inversions(codes[1][order])
    both = _tied_pairs(_codes(codes[0] * n + codes[1]))
    concordant = pairs - ties[0] - ties[1] + both - discordant
    room = math.sqrt(pairs - ties[0]) * math.sqrt(pairs - ties[1])
    return round((concordant - discordant) / room, 12)


def inversions(values: Ints) -> int:
    """How many pairs stand in the wrong order; values are whole numbers from 0.

    Bit by bit from the highest: among values that are the same so far, each 1 before a 0 is one.

    >>> inversions(np.array([2, 0, 1, 1]))
    3
    """
    found = 0
    for bit in reversed(range(int(values.max(initial=0)).bit_length())):
        groups = values >> (bit + 1)
        values = values[np.argsort(groups, kind="stable")]
        groups = values >> (bit + 1)
        ones = (values >> bit) & 1
        before = np.cumsum(ones) - ones
        starts = np.flatnonzero(np.r_[True, groups[1:] != groups[:-1]])
        sizes = np.diff(np.r_[starts, len(values)])
        found += int((before - np.repeat(before[starts], sizes))[ones == 0].sum())
    return found


def _codes(values: Floats | Ints) -> Ints:
    codes: Ints = np.unique(values, return_inverse=True)[1].astype(np.int64)
    return codes


def _tied_pairs(codes: Ints) -> int:
    n = np.bincount(codes)
    return int((n * (n - 1) // 2).sum())
