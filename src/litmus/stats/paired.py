"""Paired tests: would two systems that are really equal differ this much by chance?

Both give a two-sided p-value. Few cases mean many ties: trials that differ exactly as much as was
observed. They count in full in the bootstrap and by half (mid-p, Lancaster 1961) in approximate
randomisation, which is discrete; counting them in full there halves the nominal rate at 30 cases,
and not at all, as some tools do, doubles it. See docs/statistics.md for the measured rates.
"""

from collections.abc import Sequence

import numpy as np

from litmus.arrays import Floats
from litmus.stats.averages import LABELS, MICRO, Counts, Value, value_of
from litmus.stats.resampling import bootstrap_weights, swap_masks
from litmus.stats.swaps import Swaps

FEWEST_CASES = 30  # below this, no p-value
# Units with evidence: swaps of 5 give 6 % false alarms, a bootstrap of 10 gives 9 %, of 2 41 %.
FEWEST_UNITS = {"ar": 6, "bs": 30}
_EPSILON = 1e-9


def observed(counts: Counts, value: Value, average: str) -> Floats:
    """(cells, systems): the values on the whole set."""
    values: Floats = value_of(counts, np.ones((1, len(counts.dense))), value, average)[0]
    return values


def approximate_randomisation(
    counts: Counts,
    value: Value,
    average: str,
    *,
    n_trials: int,
    seed: int,
    firsts: Sequence[int] = (0,),
) -> Floats:
    """(firsts, cells, systems): p-values of every system against each of `firsts` (own: nan).

    In each trial every unit's outputs of the two systems change places with chance 1/2.
    """
    actual = observed(counts, value, average)
    more, equal = (np.zeros((len(firsts), *actual.shape)) for _ in range(2))
    swaps = Swaps(counts, value, average)
    width = 0 if average == MICRO else counts.label_width
    for masks in swap_masks(len(counts.dense), n_trials, seed, width):
        for k, (left, right) in enumerate(swaps.values(masks, firsts)):
            base = actual[:, [firsts[k]]]
            _count(np.abs(left - right), np.abs(base - actual), more[k], equal[k])
    return _finish((more + (equal + 1) / 2) / (n_trials + 1), actual, firsts)


def bootstrap(
    counts: Counts,
    value: Value,
    average: str,
    *,
    n_trials: int,
    seed: int,
    firsts: Sequence[int] = (0,),
) -> Floats:
    """(firsts, cells, systems): p-values against each of `firsts`, from centred differences.

    Resamples without any evidence for a cell are left out. Drawing n units from n makes
    differences too small by sqrt((n - 1) / n), which is put right.
    """
    actual = observed(counts, value, average)
    more, equal, n = (np.zeros((len(firsts), *actual.shape)) for _ in range(3))
    n_used = units_used(counts, average)
    widen = np.sqrt(n_used / np.maximum(n_used - 1, 1))
    width = 0 if average == MICRO else counts.label_width
    for weights in bootstrap_weights(len(counts.dense), n_trials, seed, width):
        values = value_of(counts, weights, value, average)
        for k, first in enumerate(firsts):
            difference = actual - actual[:, [first]]
            centred = np.abs(values - values[:, :, [first]] - difference) * widen
            n[k] += (~np.isnan(centred)).sum(axis=0)
            _count(centred, np.abs(difference), more[k], equal[k])
    return _finish((more + equal + 1) / (n + 1), actual, firsts)


def units_used(counts: Counts, average: str) -> Floats:
    """(cells, 1): how many units have any counts."""
    if average != LABELS:
        used = (counts.dense != 0).any(axis=(1, 2)).sum(dtype=float)
        return np.full((1, 1), used)
    used = (counts.by_label != 0).any(axis=(1, 2)).astype(float)
    return np.add.reduceat(used, counts.starts)[:, None]


def _count(trial: Floats, actual: Floats, more: Floats, equal: Floats) -> None:
    close = np.abs(trial - actual) <= _EPSILON * np.maximum(1.0, actual)
    equal += close.sum(axis=0)
    more += (~close & (trial > actual)).sum(axis=0)


def _finish(p: Floats, actual: Floats, firsts: Sequence[int]) -> Floats:
    base = np.moveaxis(actual[:, list(firsts)], 1, 0)[..., None]  # (firsts, cells, 1)
    p = np.where(np.abs(actual - base) <= _EPSILON, 1.0, np.minimum(p, 1.0))
    p[np.isnan(actual) | np.isnan(base)] = np.nan
    for k, first in enumerate(firsts):
        p[k, :, first] = np.nan
    return p


def holm(p_values: list[float]) -> list[float]:
    """Holm's correction: p-values that stay valid when all tests are read together.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    adjusted, highest = [0.0] * len(p_values), 0.0
    for rank, index in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = highest
    return adjusted
