"""Pairs of systems on the same segment: accuracy with calibrated ties, and Kendall's tau.

Scores are matrices (systems, segments), nan where there is none. A pair counts where people and
the metric have scored both.
"""

from dataclasses import dataclass

import numpy as np

from litmus.arrays import Array, Bools, Floats, Ints

_EPSILON = 1e-12  # sums of shares that differ by less are the same


@dataclass(frozen=True)
class SegmentPairs:
    """Every pair: its segment, which of the two people prefer (-1, 0, 1), the metric's difference.

    `places` are the pairs among all that there could be, so that metrics can be told apart on the
    same ones.
    """

    n_segments: int
    places: Ints
    segments: Ints
    gold: Array
    metric: Floats

    @property
    def per_segment(self) -> Ints:
        """How many pairs each segment has."""
        return np.bincount(self.segments, minlength=self.n_segments)

    def means(self, values: Floats | Bools) -> Floats:
        """The mean of something of pairs, for every segment; nan without any."""
        sums = np.bincount(self.segments, weights=values, minlength=self.n_segments)
        n = self.per_segment
        means: Floats = np.divide(sums, n, out=np.full(self.n_segments, np.nan), where=n > 0)
        return means


def segment_pairs(gold: Floats, metric: Floats) -> SegmentPairs:
    """The pairs of two matrices of scores."""
    n_segments = gold.shape[1]
    first, second = np.triu_indices(len(gold), k=1)
    difference = (metric[first] - metric[second]).ravel()
    preferred = (gold[first] - gold[second]).ravel()
    places = np.flatnonzero(~np.isnan(difference) & ~np.isnan(preferred))
    return SegmentPairs(
        n_segments,
        places,
        places % n_segments if n_segments else places,
        np.sign(preferred[places]),
        difference[places],
    )


@dataclass(frozen=True)
class Calibrated:
    """Pairwise accuracy where a metric's differences up to `epsilon` are ties.

    `right` is about each pair, `by_segment` the accuracy on each segment (nan: no pairs).
    """

    value: float | None
    epsilon: float | None
    right: Bools
    by_segment: Floats


def calibrated_accuracy(pairs: SegmentPairs) -> Calibrated:
    """Accuracy of pairs with tie calibration (acc-eq), the mean over segments.

    A pair is right where people and the metric prefer the same system, or neither any. The metric
    has a tie where its scores differ by no more than a threshold: the one of all that gives it the
    highest accuracy, the smallest of several such. Deutsch et al. (2023), "Ties Matter".

    Exact in n log n steps: sorted by difference, pairs become ties one after the other.
    """
    n = pairs.per_segment
    rated = int((n > 0).sum())
    if not rated:
        return Calibrated(None, None, np.zeros(0, bool), np.full(pairs.n_segments, np.nan))
    size = np.abs(pairs.metric)
    right = pairs.gold == np.sign(pairs.metric)
    tied = pairs.gold == 0
    share = 1.0 / (n[pairs.segments] * rated)
    order = np.argsort(size, kind="stable")
    ordered = size[order]
    gain = np.cumsum(((tied.astype(np.int8) - right) * share)[order])
    ends = np.flatnonzero(np.r_[ordered[1:] != ordered[:-1], True])
    # Without new ties first: where no difference is 0, a threshold of 0 is not among them.
    thresholds, gains = np.r_[0.0, ordered[ends]], np.r_[0.0, gain[ends]]
    best = int(np.flatnonzero(gains >= gains.max() - _EPSILON)[0])
    epsilon = float(thresholds[best])
    right = np.where(size <= epsilon, tied, right) if best else right
    by_segment = pairs.means(right)
    return Calibrated(float(np.nanmean(by_segment)), epsilon, right, by_segment)


def kendall_by_segment(pairs: SegmentPairs) -> Floats:
    """Kendall's tau-b of the systems on every segment; nan where one side has ties only."""
    sides = [pairs.gold, np.sign(pairs.metric)]
    agreed = pairs.means(sides[0] * sides[1])
    room = np.sqrt(pairs.means(sides[0] != 0)) * np.sqrt(pairs.means(sides[1] != 0))
    values: Floats = np.divide(agreed, room, out=np.full(len(room), np.nan), where=room > 0)
    return values


def kendall_like(gold: Floats, metric: Floats, least: float = 25.0) -> float | None:
    """WMT's tau-like figure for direct assessments (Mathur et al. 2020, DARR).

    Over pairs of one segment that people's scores tell apart by `least` points: concordant less
    all others, per pair. A metric's tie counts against it.
    """
    first, second = np.triu_indices(len(gold), k=1)
    preferred, difference = gold[first] - gold[second], metric[first] - metric[second]
    counted = (np.abs(preferred) >= least) & ~np.isnan(difference)
    n = int(counted.sum())
    concordant = int((np.sign(preferred) == np.sign(difference))[counted].sum())
    return (2 * concordant - n) / n if n else None
