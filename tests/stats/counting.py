"""What the tests of the statistics share: counts by hand, and the value of a rate."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from litmus.stats.averages import Counts

Array = npt.NDArray[np.float64]


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
