"""Estimates for a whole set from a stratified sample of judged items.

Shao et al. (2018) judged everything that a metric flagged and a sample of all else: two strata,
and an item stands for (size of its stratum) / (items judged in it) items of the set.

Intervals come from a Bayesian bootstrap (Rubin 1981): every group of items that belong together (a
segment) gets a random weight, and in every stratum half an item of each verdict is added. For items
on their own this is Jeffreys' interval of each stratum's rate: 0 errors in 100 judged is not taken
for certainty about the 1,049 items they stand for, as resampling the 100 would.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from litmus.arrays import Bools, Floats, Ints
from litmus.stats.agreement import Estimate, kappa_of
from litmus.stats.intervals import percentiles

PRIOR = 0.5  # items added to each verdict: Jeffreys
_CHUNK = 1 << 21  # random weights in memory at a time


@dataclass(frozen=True)
class Sample:
    """Judged items: the stratum of each, how large the strata are, and which belong together."""

    stratum: Ints  # (items,)
    sizes: Floats  # (strata,), in items of the whole set
    group: Ints  # (items,)
    kind: Ints | None = None  # (strata,), equal for those that differ by system alone

    def __post_init__(self) -> None:
        judged = np.bincount(self.stratum, minlength=len(self.sizes))
        assert (judged > 0).all(), "a stratum without judged items has no estimate"

    @property
    def weights(self) -> Floats:
        """(items,): how many items of the whole set each stands for."""
        judged = np.bincount(self.stratum, minlength=len(self.sizes))
        weights: Floats = (self.sizes / judged)[self.stratum]
        return weights

    def by_group(self, values: Floats) -> Floats:
        """(groups, strata, ...): values (items, ...) summed by group and stratum."""
        _, group = np.unique(self.group, return_inverse=True)
        shape = (int(group.max()) + 1, len(self.sizes), *values.shape[1:])
        sums = np.zeros(shape)
        np.add.at(sums, (group, self.stratum), values)
        return sums

    @property
    def prior(self) -> Floats:
        """(strata,): how much of the half item each stratum gets; strata of one kind share it.

        So the whole of many systems is not drawn to the middle more than one of them would be.
        """
        if self.kind is None:
            return np.full(len(self.sizes), PRIOR)
        of_kind = np.bincount(self.kind, self.sizes)
        prior: Floats = PRIOR * self.sizes / of_kind[self.kind]
        return prior

    def choose(self, chosen: Bools) -> "Sample":
        """Some of the items, each representing as many of the whole set as before.

        They are a domain of the set: how many items of a stratum are in it is estimated, too.
        """
        weights = self.weights[chosen]
        strata, stratum = np.unique(self.stratum[chosen], return_inverse=True)
        sizes = np.bincount(stratum, weights, minlength=len(strata)).astype(np.float64)
        kind = None if self.kind is None else self.kind[strata]
        return Sample(stratum.astype(np.int64), sizes, self.group[chosen], kind)

    def draws(
        self, values: Floats, n_draws: int, seed: int
    ) -> Iterator[tuple[Floats, np.random.Generator]]:
        """Chunks (draws, strata, ...) of values summed with a random weight for every group.

        With them comes the generator from which the prior is drawn.
        """
        rng = np.random.default_rng([seed, 3])
        sums = self.by_group(values)
        flat = sums.reshape(len(sums), -1)
        rows = max(1, _CHUNK // max(flat.shape))
        for start in range(0, n_draws, rows):
            weights = rng.standard_exponential((min(rows, n_draws - start), len(sums)))
            yield (weights @ flat).reshape(-1, *sums.shape[1:]), rng


def label_shares(sample: Sample, verdicts: Floats, *, n_draws: int, seed: int) -> list[Estimate]:
    """The share (0-100) of each label in the whole set, from verdicts (items, labels).

    An item's row sums to 1: several annotators who differ share it among labels.
    """
    n_labels = verdicts.shape[1]
    value = 100 * (sample.weights @ verdicts) / sample.sizes.sum()
    draws = []
    for cells, rng in sample.draws(verdicts, n_draws, seed):
        shape = 2 * sample.prior[:, None] / n_labels  # one item in all, over the labels
        cells += rng.standard_gamma(shape, cells.shape)
        shares = cells / cells.sum(axis=-1, keepdims=True)
        draws.append(100 * (sample.sizes @ shares) / sample.sizes.sum())
    low, high = percentiles(np.concatenate(draws))
    n = len(sample.stratum)
    return [_estimate(*numbers, n) for numbers in zip(value, low, high, strict=True)]


MEASURES = ("precision", "recall", "f1", "kappa")
CELLS = ("true_positive", "false_positive", "false_negative", "true_negative")


class Detection(NamedTuple):
    """How well flags find the errors people found; `cells` are estimates for the whole set."""

    cells: dict[str, Estimate]
    measures: dict[str, Estimate]
    best: float  # share of draws (0-100) in which no other detector has a higher F1


def detection(
    sample: Sample, truth: Floats, flags: Floats, *, n_draws: int, seed: int
) -> list[Detection]:
    """Precision, recall, F1 (0-100) and kappa of several detectors.

    Truth is (items,), flags (items, detectors); both are between 0 and 1; a truth of 0.5 is a
    tie among annotators. All detectors are compared on the same draws.
    """
    actual = _cells(sample.weights, truth, flags)
    both = np.stack([flags, 1 - flags], axis=-1)  # (items, detectors, flagged or not)
    states = np.stack([truth, 1 - truth], axis=-1)  # (items, true or not)
    single = both[..., None] * states[:, None, None, :]
    drawn = np.concatenate(
        [_whole(sums, sample, rng) for sums, rng in sample.draws(single, n_draws, seed)]
    )
    values, trials = _measures(actual), _measures(drawn)
    f1 = np.nan_to_num(trials[..., 2], nan=0.0)
    best = 100 * (f1 >= f1.max(axis=1, keepdims=True) - 1e-12).mean(axis=0)
    results = []
    n = len(truth)
    for d in range(flags.shape[1]):
        cells = _named(CELLS, actual[d], drawn[:, d], n)
        measures = _named(MEASURES, values[d], trials[:, d], n)
        results.append(Detection(cells, measures, float(best[d])))
    return results


class CrossTable(NamedTuple):
    """How verdicts of several kinds go together; `cells` (said, truly) are of the whole set."""

    cells: Floats
    same: Estimate  # the share (0-100) of verdicts of the same kind
    kappa: Estimate


def cross_table(
    sample: Sample, said: Floats, truth: Floats, *, n_draws: int, seed: int
) -> CrossTable:
    """Verdicts against the truth, both (items, kinds); rows sum to 1."""
    single = said[:, :, None] * truth[:, None, :]
    actual: Floats = np.tensordot(sample.weights, single, 1)
    drawn = []
    for cells, rng in sample.draws(single, n_draws, seed):
        shape = 2 * sample.prior[:, None, None] / actual.size  # one item in all, over the cells
        cells += rng.standard_gamma(shape, cells.shape)
        cells /= cells.sum(axis=(-2, -1), keepdims=True)
        drawn.append(np.einsum("h,dhkl->dkl", sample.sizes, cells))
    estimates = []
    for value in (_same, kappa_of):
        low, high = percentiles(value(np.concatenate(drawn))[:, None])
        one = float(value(actual[None])[0])
        estimates.append(_estimate(one, float(low[0]), float(high[0]), len(said)))
    return CrossTable(actual, *estimates)


def _same(tables: Floats) -> Floats:
    return _rate(np.trace(tables, axis1=-2, axis2=-1), tables.sum(axis=(-2, -1)))


def _cells(weights: Floats, truth: Floats, flags: Floats) -> Floats:
    """(detectors, 4): sums of weights, in the order of `CELLS`."""
    yes, no = weights * truth, weights * (1 - truth)
    return np.stack([yes @ flags, no @ flags, yes @ (1 - flags), no @ (1 - flags)], axis=-1)


def _whole(sums: Floats, sample: Sample, rng: np.random.Generator) -> Floats:
    """(draws, detectors, 4), from sums (draws, strata, detectors, flagged, true) of the sample.

    How many of a stratum are flagged is drawn without a prior (a stratum of flagged items has no
    others), what they truly are is drawn with one.
    """
    # One draw for all detectors: what differs between them should be their flags alone.
    shape = sample.prior[:, None, None, None]
    prior = rng.standard_gamma(shape, (*sums.shape[:2], 1, 2, 2))
    flagged = sums.sum(axis=-1)
    share = flagged / flagged.sum(axis=-1, keepdims=True)
    state = sums + prior
    state /= state.sum(axis=-1, keepdims=True)
    whole: Floats = np.einsum("h,dhkf,dhkft->dkft", sample.sizes, share, state, optimize=True)
    return whole.reshape(*whole.shape[:2], len(CELLS))


def _measures(cells: Floats) -> Floats:
    """(..., 4): precision, recall, F1 and kappa; nan where there is nothing to divide by."""
    hit, alarm, miss, quiet = np.moveaxis(cells, -1, 0)
    tables = np.stack([np.stack([hit, alarm], -1), np.stack([miss, quiet], -1)], -2)
    return np.stack(
        [
            _rate(hit, hit + alarm),
            _rate(hit, hit + miss),
            _rate(2 * hit, 2 * hit + alarm + miss),
            kappa_of(tables),
        ],
        axis=-1,
    )


def _rate(top: Floats, bottom: Floats) -> Floats:
    rate: Floats = np.divide(100 * top, bottom, out=np.full(top.shape, np.nan), where=bottom > 0)
    return rate


def _named(names: Sequence[str], values: Floats, trials: Floats, n: int) -> dict[str, Estimate]:
    low, high = percentiles(trials)
    return {name: _estimate(values[k], low[k], high[k], n) for k, name in enumerate(names)}


def _estimate(value: float, low: float, high: float, n: int) -> Estimate:
    """The interval always holds the value: at 0 and 100 the half item added lies inside."""
    if np.isnan(value) or np.isnan(low):
        return Estimate(None, None, None, n)
    return Estimate(float(value), float(min(low, value)), float(max(high, value)), n)
