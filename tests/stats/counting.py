"""What the tests of the statistics share: counts by hand, and the value of a rate."""

from collections.abc import Callable, Sequence
from itertools import product

import numpy as np
import numpy.typing as npt

from litmus.stats.averages import Counts

Array = npt.NDArray[np.float64]
Pair = tuple[float, float]
# counts of different sizes, so that hardly any two swaps tie
C = [(3, 7), (1, 9), (5, 6), (2, 2), (8, 9), (1, 3), (4, 7), (6, 11), (0, 4), (5, 8)]
D = [(2, 7), (3, 9), (2, 6), (0, 2), (7, 9), (3, 3), (1, 7), (5, 11), (1, 4), (2, 8)]


def plain_rate(rows: Sequence[Pair]) -> float:
    return 100 * sum(row[0] for row in rows) / sum(row[1] for row in rows)


def all_swaps(
    left: Sequence[Pair], right: Sequence[Pair], value: Callable[[Sequence[Pair]], float]
) -> tuple[float, Array]:
    """By how much right is above left, as it is and in all 2^n ways to swap."""
    pairs = list(zip(left, right, strict=True))
    found = []
    for swaps in product((False, True), repeat=len(pairs)):
        sides = zip(*(p[::-1] if s else p for p, s in zip(pairs, swaps, strict=True)), strict=True)
        one, other = map(value, sides)
        found.append(other - one)
    return found[0], np.array(found)


def rate(totals: Array) -> Array:
    """100 x first column / second; nan where there is nothing below."""
    top, bottom = totals[..., 0], totals[..., 1]
    return np.divide(100 * top, bottom, out=np.full(top.shape, np.nan), where=bottom > 0)


def paired_counts(
    *systems: Sequence[tuple[float, float]], labels: Sequence[int] | None = None
) -> Counts:
    """One unit a row of counts; `labels` gives each unit one label."""
    dense = np.array(systems, float).transpose(1, 0, 2)
    if labels is None:
        none = np.empty(0, np.int64)
        return Counts(dense, np.empty((0, *dense.shape[1:])), none, none, none)
    order = np.argsort(labels, kind="stable")
    codes, starts = np.unique(np.array(labels)[order], return_index=True)
    return Counts(dense, dense[order], order, codes, starts)
