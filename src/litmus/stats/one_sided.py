"""One-sided paired tests: is a system worse than another, and is it not worse by a margin?

Both go by *goodness*, a value of which more is better. That a system is worse is an alarm, shown
where equal systems would seldom differ so much in that direction. That it is not worse by a margin
must itself be shown (non-inferiority): systems that differ by exactly the margin would seldom look
as good. Swapping outputs makes systems equal, not different by a margin, so the second test is a
bootstrap, of differences centred on the observed one.
"""

from collections.abc import Iterator

import numpy as np

from litmus.arrays import Floats
from litmus.stats.averages import MICRO, Counts, Value, value_of
from litmus.stats.paired import observed, units_used
from litmus.stats.resampling import bootstrap_weights, swap_masks
from litmus.stats.swaps import Swaps

_EPSILON = 1e-9


def worse_by_swaps(
    counts: Counts, goodness: Value, average: str, *, n_trials: int, seed: int, first: int
) -> Floats:
    """(cells, systems): p that a system is worse than the one numbered `first`, by approximate
    randomisation; ties count half, as in the two-sided test."""
    actual = _difference(observed(counts, goodness, average), first)
    less, equal = np.zeros(actual.shape), np.zeros(actual.shape)
    swaps = Swaps(counts, goodness, average)
    width = 0 if average == MICRO else counts.label_width
    for masks in swap_masks(len(counts.dense), n_trials, seed, width):
        ((base, other),) = swaps.values(masks, [first])
        trial = other - base
        close = np.abs(trial - actual) <= _EPSILON
        equal += close.sum(axis=0)
        less += (~close & (trial < actual)).sum(axis=0)
    return _known((less + (equal + 1) / 2) / (n_trials + 1), actual)


def worse_by_bootstrap(
    counts: Counts, goodness: Value, average: str, *, n_trials: int, seed: int, first: int
) -> Floats:
    """(cells, systems): p that a system is worse than the one numbered `first`, by bootstrap."""
    actual = _difference(observed(counts, goodness, average), first)
    return _known(
        _share_beyond(counts, goodness, average, -actual, n_trials, seed, first, sign=-1), actual
    )


def not_worse_by(
    counts: Counts,
    goodness: Value,
    average: str,
    *,
    margin: float,
    n_trials: int,
    seed: int,
    first: int,
) -> Floats:
    """(cells, systems): p of the hypothesis that a system is worse than the one numbered `first` by
    the margin or more; a small p shows that it is not."""
    actual = _difference(observed(counts, goodness, average), first)
    return _known(
        _share_beyond(counts, goodness, average, actual + margin, n_trials, seed, first, sign=1),
        actual,
    )


def largest_loss(
    counts: Counts,
    goodness: Value,
    average: str,
    *,
    n_trials: int,
    seed: int,
    first: int,
    level: float = 0.05,
) -> Floats:
    """(cells, systems): by how much a system could be worse than the one numbered `first`, the
    one-sided bound of `not_worse_by`: larger margins have p < `level` there, and only they."""
    actual = _difference(observed(counts, goodness, average), first)
    away = np.concatenate([*_away(counts, goodness, average, n_trials, seed, first)])
    highest_first = -np.sort(-away, axis=0)  # what has no value comes last
    n = (~np.isnan(away)).sum(axis=0)
    place = np.ceil(level * (n + 1)).astype(int) - 2  # so many may be beyond, and no more
    at = np.take_along_axis(highest_first, np.maximum(place, 0)[None], axis=0)[0]
    return np.where(place < 0, np.inf, at - actual)


def _share_beyond(
    counts: Counts,
    goodness: Value,
    average: str,
    distance: Floats,
    n_trials: int,
    seed: int,
    first: int,
    *,
    sign: int,
) -> Floats:
    """How often a resampled difference is that far from the observed one, up or down by `sign`."""
    hits, n = np.zeros(distance.shape), np.zeros(distance.shape)
    for trials in _away(counts, goodness, average, n_trials, seed, first):
        away = sign * trials
        n += (~np.isnan(away)).sum(axis=0)
        hits += (away >= distance - _EPSILON).sum(axis=0)
    return np.asarray((hits + 1) / (n + 1))


def _away(
    counts: Counts, goodness: Value, average: str, n_trials: int, seed: int, first: int
) -> Iterator[Floats]:
    """(trials, cells, systems): how far resampled differences are from the observed one."""
    actual = _difference(observed(counts, goodness, average), first)
    n_used = units_used(counts, average)
    widen = np.sqrt(n_used / np.maximum(n_used - 1, 1))
    width = 0 if average == MICRO else counts.label_width
    for weights in bootstrap_weights(len(counts.dense), n_trials, seed, width):
        values = value_of(counts, weights, goodness, average)
        yield (values - values[:, :, [first]] - actual) * widen


def _difference(values: Floats, first: int) -> Floats:
    return np.asarray(values - values[:, [first]])


def _known(p: Floats, actual: Floats) -> Floats:
    return np.where(np.isnan(actual), np.nan, np.minimum(p, 1.0))
