"""What metrics say of segments and systems: from an EvalSet, from rows in a file, from counts."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from litmus.annotate.agree.scored import (
    HumanScores,
    MetricScores,
    Segments,
    matrix,
    nan_mean,
    resampled_means,
)
from litmus.arrays import Floats
from litmus.corpus.formats.evalset import EvalSet
from litmus.corpus.ratings import CHECK_OF, UNJUDGED, Rating, judge_of, rating_from_json
from litmus.errors import DataError
from litmus.files.jsonl import field as checked
from litmus.files.jsonl import read_objects
from litmus.metrics.base import SPANS, Metric, evidence_spans

Counts = dict[str, dict[str, tuple[float, ...]]]  # system -> id -> counts
_SAME = 1e-6  # a system's score that differs from the mean of its segments by less is the mean


@dataclass
class Found:
    """What a file says, by metric: scores of segments and systems, counts, error spans."""

    segments: dict[str, dict[str, dict[str, float]]] = field(default_factory=dict)
    systems: dict[str, dict[str, float]] = field(default_factory=dict)
    counts: dict[str, dict[str, dict[str, Mapping[str, float]]]] = field(default_factory=dict)
    spans: list[Rating] = field(default_factory=list)
    judged: set[tuple[str, str]] = field(default_factory=set)  # (id, system) that judges scored


def read_metric_rows(path: Path) -> Found:
    """Rows `{"id", "system", "metric", "score" or "spans"}`, without an id for a whole system;
    those of `litmus score --segments`, with counts, and perhaps spans in their evidence; those of
    `litmus judge`, draws averaged.
    """
    found, draws = Found(), Draws()
    for number, row in read_objects(path):
        if row.get(CHECK_OF) is not None:  # of a damaged translation, not of the system's
            continue
        where = f"{path}:{number}"
        if judge := judge_of(row):
            draws.add(judge, where, row, found)
            continue
        metric, system = (checked(where, row, key, str, "") for key in ("metric", "system"))
        if not metric or not system:
            raise DataError(f"{where}: a score of a metric needs 'metric' and 'system'.")
        system = system.removeprefix("@")
        if "counts" in row:
            by_system = found.counts.setdefault(metric, defaultdict(dict))
            by_system[system][str(row.get("id"))] = checked(where, row, "counts", dict, {})
            evidence = checked(where, row, "evidence", dict, {})
            if SPANS in evidence:
                spans = evidence_spans(where, evidence)
                found.spans.append(
                    Rating(str(row.get("id")), system, spans=spans, metric=metric, where=where)
                )
        elif row.get("id") is None:
            score = checked(where, row, "score", float, None)
            if not math.isfinite(score):
                raise DataError(f"{where}: the score of a system must be a number.")
            if system in found.systems.setdefault(metric, {}):
                raise DataError(f"{where}: {metric} has scored {system} before. Remove one.")
            found.systems[metric][system] = score
        else:
            rating = rating_from_json(where, row)
            if rating.score is not None:
                by_id = found.segments.setdefault(metric, defaultdict(dict))[system]
                if rating.id in by_id:
                    raise DataError(
                        f"{where}: {metric} has scored segment {rating.id!r} of {system} before. "
                        "Remove one."
                    )
                by_id[rating.id] = rating.score
            if rating.spans is not None:
                found.spans.append(rating)
    draws.finish(found)
    return found


class Draws:
    """What a judge says of a translation each time it is asked; its score is the mean."""

    def __init__(self) -> None:
        self._scores: dict[tuple[str, str, str], list[float]] = defaultdict(list)

    def add(self, judge: str, where: str, row: dict[str, Any], found: Found) -> None:
        """A row; one without a verdict says nothing."""
        if row.get(UNJUDGED):
            return
        rating = rating_from_json(where, row)
        rating = replace(rating, system=rating.system.removeprefix("@"))
        if rating.score is not None:
            self._scores[judge, rating.system, rating.id].append(rating.score)
        if rating.spans is not None:  # those of every draw are compared
            found.spans.append(replace(rating, metric=rating.annotator))

    def finish(self, found: Found) -> None:
        """The means."""
        for (judge, system, identity), scores in self._scores.items():
            by_system = found.segments.setdefault(judge, defaultdict(dict))
            by_system[system][identity] = fmean(scores)
            found.judged.add((identity, system))


def scores_of_rows(found: Found, human: HumanScores, where: str) -> list[MetricScores]:
    """The metrics of a file whose rows have scores."""
    metrics = []
    for name in dict.fromkeys((*found.segments, *found.systems)):
        by_segment, by_system = found.segments.get(name), found.systems.get(name)
        for there in (by_segment, by_system):
            if there is not None:
                check_systems(where, name, there, human)
        scores = None
        if by_segment is not None:
            scores = matrix(by_segment, human.systems, human.segments.ids)
        totals = None
        if by_system is not None:
            totals = np.array([by_system[system] for system in human.systems])
        metrics.append(metric_scores(name, scores, totals, human.segments))
    return metrics


def scores_of_evalset(found: EvalSet, human: HumanScores) -> list[MetricScores]:
    """All metrics whose scores lie in an EvalSet."""
    by_segment, by_system = found.metric_files("seg"), found.metric_files("sys")
    metrics = []
    for name in sorted({*by_segment, *by_system}):
        scores = totals = None
        if path := by_segment.get(name):
            own = found.segment_scores(path)
            check_systems(str(path), name, own, human)
            scores = _array([own[system] for system in human.systems])
        if path := by_system.get(name):
            whole = found.system_scores(path)
            check_systems(str(path), name, whole, human)
            totals = _array([whole[system] for system in human.systems])
        metrics.append(metric_scores(name, scores, totals, human.segments))
    return metrics


def metric_scores(
    name: str, scores: Floats | None, totals: Floats | None, segments: Segments
) -> MetricScores:
    """A metric by its scores; those of systems are the means of segments unless they are given.

    Scores of systems that are no means (corpus BLEU) cannot be had for resamples.
    """
    if scores is None:
        assert totals is not None
        return MetricScores(name, None, totals)
    means = nan_mean(scores)
    whole = means if totals is None else totals
    is_mean = bool(np.allclose(means, whole, rtol=_SAME, atol=_SAME, equal_nan=True))
    return MetricScores(name, scores, whole, resampled_means(scores, segments) if is_mean else None)


def scores_of_counts(
    name: str,
    metric: Metric[Any],
    counts: Mapping[str, Mapping[str, Mapping[str, float]]],
    human: HumanScores,
    *,
    totals: Mapping[str, float | None] | None = None,
    signature: str = "",
) -> MetricScores:
    """A metric that litmus knows, from the counts of segments; turned so that higher is better.

    `totals` are its scores of systems, where they are more than the value of summed counts.
    """
    segments = human.segments
    shape = len(human.systems), len(segments.ids), len(metric.columns)
    table = np.zeros(shape)
    for s, system in enumerate(human.systems):
        own = counts.get(system, {})
        for k, identity in enumerate(segments.ids):
            if identity in own:
                table[s, k] = [own[identity].get(column, 0.0) for column in metric.columns]
    sign = 1.0 if metric.higher_is_better else -1.0
    by_document = np.stack([segments.by_document(own) for own in table], axis=1)

    def resampled(weights: Floats) -> Floats:
        sums = np.tensordot(weights, by_document, axes=1)
        drawn: Floats = sign * metric.value(sums)
        return drawn

    is_plain = metric.average == "micro"
    whole = metric.value(table.sum(axis=1))
    if totals is not None:
        whole = _array([[totals.get(system) for system in human.systems]])[0]
    return MetricScores(
        name, sign * metric.segment_value(table), sign * whole, resampled if is_plain else None,
        signature,
    )  # fmt: skip


def check_systems(where: str, metric: str, there: Iterable[str], human: HumanScores) -> None:
    """Every system that people scored must be scored, or figures could not be compared."""
    missing = [system for system in human.systems if system not in set(there)]
    if missing:
        raise DataError(
            f"{where}: {metric} has no score of {', '.join(missing)}, which people scored.\n"
            "Add it, or remove the metric: on other systems its figures would say nothing here."
        )


def _array(values: Sequence[Any]) -> Floats:
    return np.array(values, dtype=np.float64)  # None becomes nan
