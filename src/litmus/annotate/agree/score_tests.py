"""Which metrics agree with people better than others? Tests of every two, and ranks from them."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from litmus.annotate.agree.rows import Maker, Row
from litmus.annotate.agree.scored import HumanScores, MetricScores
from litmus.arrays import Bools, Floats, Ints
from litmus.stats.agreement import Estimate
from litmus.stats.meta_evaluation.metric_tests import (
    pearson_rows,
    ranks,
    swapped_pearson,
    swapped_scores,
    swapped_verdicts,
)
from litmus.stats.meta_evaluation.segment_pairs import Calibrated, SegmentPairs
from litmus.stats.meta_evaluation.system_pairs import pairwise_accuracy

TRIALS = 1000  # as in WMT's metrics task
Pairs = list[tuple[int, int]]


def system_tests(
    make: Maker, human: HumanScores, metrics: Sequence[MetricScores], seed: int
) -> Iterator[Row]:
    """Of pairwise accuracy and Pearson, over the systems that all metrics and people have."""
    known = ~np.isnan(human.totals)
    for metric in metrics:
        known &= ~np.isnan(metric.totals)
    if known.sum() < 2 or len(metrics) < 2:
        return
    gold = human.totals[known]
    scores = np.stack([metric.totals[known] for metric in metrics])
    for measure, value in (("accuracy", pairwise_accuracy), ("pearson", pearson_rows)):
        values = [float(one) for one in value(gold, scores)]
        p_values = [
            swapped_scores(gold, scores[i], scores[j], value, n_trials=TRIALS, seed=seed)
            for i, j in _leading(values)
        ]
        yield from _rows(make, measure, metrics, values, p_values, int(known.sum()))


def segment_tests(
    make: Maker,
    human: HumanScores,
    metrics: Sequence[MetricScores],
    found: Sequence[tuple[SegmentPairs, Calibrated]],
    seed: int,
) -> Iterator[Row]:
    """Of accuracy with calibrated ties and Pearson, where all metrics have a score."""
    scored = [metric.scores for metric in metrics if metric.scores is not None]
    if len(scored) < 2:
        return
    common, verdicts = _common(found)
    if len(common):
        n = found[0][0].n_segments
        values = [float(np.nanmean(_means(right, common % n, n))) for right in verdicts]
        p_values = swapped_verdicts(
            verdicts, common % n, _leading(values), n_trials=TRIALS, seed=seed
        )
        yield from _rows(make, "acc_eq", metrics, values, p_values, len(np.unique(common % n)))
    both = ~np.isnan(human.scores)
    for scores in scored:
        both &= ~np.isnan(scores)
    if both.sum() < 2:
        return
    gold, own = human.scores[both], np.stack([scores[both] for scores in scored])
    values = [float(one) for one in pearson_rows(gold, own)]
    p_values = swapped_pearson(gold, own, _leading(values), n_trials=TRIALS, seed=seed)
    yield from _rows(make, "pearson", metrics, values, p_values, int(both.sum()))


def _common(found: Sequence[tuple[SegmentPairs, Calibrated]]) -> tuple[Ints, list[Bools]]:
    """The pairs that all metrics have, and whether each metric is right about them."""
    common = found[0][0].places
    for pairs, _ in found[1:]:
        common = np.intersect1d(common, pairs.places, assume_unique=True)
    verdicts = [
        calibrated.right[np.searchsorted(pairs.places, common)] for pairs, calibrated in found
    ]
    return common, verdicts


def _means(right: Bools, segments: Ints, n: int) -> Floats:
    counts = np.bincount(segments, minlength=n)
    sums = np.bincount(segments, weights=right, minlength=n)
    means: Floats = np.divide(sums, counts, out=np.full(n, np.nan), where=counts > 0)
    return means


def _leading(values: Sequence[float]) -> Pairs:
    """Every two metrics, the better one first."""
    return [
        (i, j) if values[i] >= values[j] else (j, i) for i, j in combinations(range(len(values)), 2)
    ]


def _rows(
    make: Maker,
    measure: str,
    metrics: Sequence[MetricScores],
    values: Sequence[float],
    p_values: Sequence[float],
    n: int,
) -> Iterator[Row]:
    pairs = _leading(values)
    by_pair = dict(zip(pairs, p_values, strict=True))
    ranked = ranks(values, lambda i, j: by_pair.get((i, j), 1.0))
    for metric, rank in zip(metrics, ranked, strict=True):
        yield make.row(f"{measure}_rank", Estimate(rank, None, None, n), metric=metric.name)
    for (i, j), p in by_pair.items():
        yield make.row(
            f"{measure}_p", Estimate(p, None, None, n), metric=metrics[i].name,
            verdict=metrics[j].name,
        )  # fmt: skip
