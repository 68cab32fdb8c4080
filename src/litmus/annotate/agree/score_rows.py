"""Rows of agreement between metrics and human scores: of whole systems, and of segments.

Intervals come from a bootstrap of documents.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from litmus.annotate.agree.rows import Maker, Row
from litmus.annotate.agree.scored import HumanScores, MetricScores, Segments, resampled_means
from litmus.arrays import Floats
from litmus.stats.agreement import Estimate
from litmus.stats.correlation import pearson, spearman
from litmus.stats.intervals import percentiles
from litmus.stats.meta_evaluation.by_segment import pearson_by_segment, spearman_by_segment
from litmus.stats.meta_evaluation.kendall import kendall
from litmus.stats.meta_evaluation.segment_pairs import (
    Calibrated,
    calibrated_accuracy,
    kendall_by_segment,
    kendall_like,
    segment_pairs,
)
from litmus.stats.meta_evaluation.system_pairs import (
    pairwise_accuracy,
    soft_accuracy,
    surely_better,
)
from litmus.stats.resampling import bootstrap_weights

SYSTEMS, SEGMENTS = "score-systems", "score-segments"
FEWEST_DOCUMENTS = 10
_SCALE = 100.0  # direct assessments go from 0 to it


@dataclass(frozen=True)
class Draws:
    """Resamples of documents: how often each is drawn, (draws, documents)."""

    weights: Floats

    @classmethod
    def of(cls, human: HumanScores, n_draws: int, seed: int) -> "Draws":
        """None are drawn where people rated too few documents for an interval to mean anything."""
        n = human.segments.n_documents
        rated = np.unique(human.segments.documents[~np.isnan(human.scores).all(axis=0)])
        chunks = bootstrap_weights(n, n_draws, seed) if len(rated) >= FEWEST_DOCUMENTS else ()
        return cls(np.concatenate([np.zeros((0, n)), *chunks]))

    def interval(self, value: float | None, trials: Floats, n: int) -> Estimate:
        """A value with the interval of what it is on resamples."""
        if value is None or np.isnan(value):
            return Estimate(None, None, None, n)
        if not len(trials) or np.isnan(trials).all():
            return Estimate(float(value), None, None, n)
        low, high = (float(end[0]) for end in percentiles(trials[:, None]))
        return Estimate(float(value), low, high, n)

    def of_means(self, values: Floats, segments: Segments) -> Estimate:
        """The mean of a value of each segment; nan is left out."""
        known = ~np.isnan(values)
        n = int(known.sum())
        if not n:
            return Estimate(None, None, None, 0)
        columns = np.stack([np.where(known, values, 0.0), known.astype(float)], axis=1)
        drawn = self.weights @ segments.by_document(columns)
        trials = np.divide(
            drawn[:, 0], drawn[:, 1], out=np.full(len(drawn), np.nan), where=drawn[:, 1] > 0
        )
        return self.interval(float(values[known].mean()), trials, n)


def system_rows(
    make: Maker, human: HumanScores, metric: MetricScores, draws: Draws
) -> Iterator[Row]:
    """Pairs of systems, soft and hard, and correlations of the systems' scores."""
    known = ~(np.isnan(human.totals) | np.isnan(metric.totals))
    gold, own = human.totals[known], metric.totals[known]
    n = int(known.sum())
    trials: Mapping[str, Floats] = {}
    if metric.resampled is not None and n > 1 and len(draws.weights):
        drawn = resampled_means(human.scores, human.segments)(draws.weights)[:, known]
        trials = _system_trials(drawn, metric.resampled(draws.weights)[:, known])
    values = {
        "accuracy": float(pairwise_accuracy(gold, own)),
        "pearson": pearson(gold, own),
        "kendall": kendall(gold, own),
        "spearman": spearman(gold, own),
    }
    for measure, value in values.items():
        found = draws.interval(value, trials.get(measure, np.zeros(0)), n)
        yield make.row(measure, found, metric=metric.name)
    soft = Estimate(None, None, None, n)
    if metric.scores is not None:
        value = soft_accuracy(human.scores[known], metric.scores[known])
        soft = draws.interval(value, _soft_trials(human, metric.scores, known, draws), n)
    yield make.row("soft_accuracy", soft, metric=metric.name)


def _system_trials(gold: Floats, own: Floats) -> dict[str, Floats]:
    """The same figures for rows of drawn scores (draws, systems)."""
    signs = [_signs(side) for side in (gold, own)]
    products = (signs[0] * signs[1]).sum(axis=1)
    room = np.sqrt((signs[0] != 0).sum(axis=1) * (signs[1] != 0).sum(axis=1))
    return {
        "accuracy": pairwise_accuracy(gold, own),
        "pearson": pearson_by_segment(gold.T, own.T),
        "kendall": np.divide(products, room, out=np.full(len(room), np.nan), where=room > 0),
        "spearman": spearman_by_segment(gold.T, own.T),
    }


def _signs(scores: Floats) -> Floats:
    first, second = np.triu_indices(scores.shape[1], k=1)
    signs: Floats = np.sign(scores[:, first] - scores[:, second])
    return signs


def _soft_trials(human: HumanScores, own: Floats, known: Any, draws: Draws) -> Floats:
    """Soft pairwise accuracy of the systems that are known, on resamples, with p-values by the
    normal curve."""
    gold, scores = human.scores[known], own[known]
    complete = ~(np.isnan(gold) | np.isnan(scores)).any(axis=0)
    if len(scores) < 2 or not complete.any():
        return np.zeros(0)
    p_values = []
    for side in (gold, scores):
        first, second = np.triu_indices(len(side), k=1)
        difference = np.where(complete, side[first] - side[second], 0.0).T
        sums, squares = (
            draws.weights @ human.segments.by_document(power)
            for power in (difference, difference * difference)
        )
        p_values.append(surely_better(sums, squares))
    trials: Floats = 1 - np.abs(p_values[0] - p_values[1]).mean(axis=1)
    return trials


def segment_rows(
    make: Maker, human: HumanScores, metric: MetricScores, draws: Draws
) -> tuple[list[Row], Calibrated]:
    """Accuracy with calibrated ties; correlations over all segments, and within each."""
    assert metric.scores is not None
    gold, own = human.scores, metric.scores
    pairs = segment_pairs(gold, own)
    calibrated = calibrated_accuracy(pairs)
    both = ~(np.isnan(gold) | np.isnan(own))
    n = int(both.sum())
    plain = {"kendall": kendall(gold[both], own[both]), "spearman": spearman(gold[both], own[both])}
    if _is_direct(gold):
        plain["kendall_like"] = kendall_like(gold, own)
    accuracy = draws.of_means(calibrated.by_segment, human.segments)
    found = {
        "acc_eq": accuracy,
        "epsilon": Estimate(calibrated.epsilon, None, None, accuracy.n),
        "pearson": draws.interval(
            pearson(gold[both], own[both]), _pearson_trials(gold, own, human.segments, draws), n
        ),
        **{name: Estimate(value, None, None, n) for name, value in plain.items()},
        "pearson_item": draws.of_means(pearson_by_segment(gold, own), human.segments),
        "kendall_item": draws.of_means(kendall_by_segment(pairs), human.segments),
        "spearman_item": draws.of_means(spearman_by_segment(gold, own), human.segments),
    }
    rows = [make.row(measure, one, metric=metric.name) for measure, one in found.items()]
    return rows, calibrated


def _is_direct(gold: Floats) -> bool:
    """Whether the scores are on the scale of direct assessments."""
    known = gold[~np.isnan(gold)]
    return bool(len(known) and known.min() >= 0 and 1 < known.max() <= _SCALE)


def _pearson_trials(gold: Floats, own: Floats, segments: Segments, draws: Draws) -> Floats:
    """Pearson's r over all scores, for every resample: from sums by document."""
    both = ~(np.isnan(gold) | np.isnan(own))
    if not both.any():
        return np.zeros(0)
    # Centred first: sums of squares of large numbers would lose what their differences tell.
    a = np.where(both, gold - gold[both].mean(), 0.0)
    b = np.where(both, own - own[both].mean(), 0.0)
    sums = [side.sum(axis=0) for side in (both.astype(float), a, b, a * a, b * b, a * b)]
    n, x, y, xx, yy, xy = (draws.weights @ segments.by_document(np.stack(sums, axis=1))).T
    n = np.maximum(n, 1)
    room = np.sqrt(np.maximum(xx - x * x / n, 0) * np.maximum(yy - y * y / n, 0))
    trials: Floats = np.divide(xy - x * y / n, room, out=np.full(len(n), np.nan), where=room > 0)
    return trials
