"""Compares metrics with human scores: systems, segments, error spans."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from litmus import __version__
from litmus.annotate.agree.rows import Maker, Row
from litmus.annotate.agree.score_rows import SEGMENTS, SYSTEMS, Draws, segment_rows, system_rows
from litmus.annotate.agree.score_tests import segment_tests, system_tests
from litmus.annotate.agree.scored import HumanScores, MetricScores
from litmus.annotate.agree.span_rows import SPANS, span_rows
from litmus.annotate.error_weights import mqm_weights
from litmus.corpus.ratings import Rating
from litmus.stages import counted
from litmus.stats.meta_evaluation.segment_pairs import Calibrated, SegmentPairs, segment_pairs
from litmus.wording import count


@dataclass(frozen=True)
class ScoreAgreement:
    """All rows, and what a reader should know; as `Agreement` is for labels."""

    heading: str
    metrics: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...]


def compare_scores(
    human: HumanScores,
    metrics: Sequence[MetricScores],
    *,
    spans: Sequence[Rating] = (),
    judged: Sequence[Rating] = (),
    notes: Sequence[str] = (),
    n_draws: int = 2000,
    seed: int = 12345,
) -> ScoreAgreement:
    """Everything that scores allow to say. `spans` are people's, `judged` those of metrics."""
    draws = Draws.of(human, n_draws, seed)
    rows = list(_human_rows(human, draws, _signature(human, n_draws, seed)))
    found: list[tuple[SegmentPairs, Calibrated]] = []
    in_segments = [metric for metric in metrics if metric.scores is not None]
    for metric in counted(metrics, "resampling", "metrics", len(metrics)):
        signature = _signature(human, n_draws, seed, metric)
        rows += system_rows(Maker(SYSTEMS, signature), human, metric, draws)
        if metric.scores is not None:
            own, calibrated = segment_rows(Maker(SEGMENTS, signature), human, metric, draws)
            rows += own
            found.append((segment_pairs(human.scores, metric.scores), calibrated))
    tested = _signature(human, n_draws, seed)
    rows += system_tests(Maker(SYSTEMS, tested), human, metrics, seed)
    rows += segment_tests(Maker(SEGMENTS, tested), human, in_segments, found, seed)
    rows += span_rows(Maker(SPANS, tested), spans, judged, human.segments, draws)
    names = tuple(metric.name for metric in metrics)
    return ScoreAgreement(
        _heading(human), names, tuple(rows), (*notes, *_notes(human, in_segments))
    )


def _human_rows(human: HumanScores, draws: Draws, signature: str) -> Iterator[Row]:
    """What people say of each system."""
    make = Maker(SYSTEMS, signature)
    for k, system in enumerate(human.systems):
        scores = human.scores[k]
        n = int((~np.isnan(scores)).sum())
        found = draws.of_means(scores, human.segments)
        total = None if np.isnan(human.totals[k]) else float(human.totals[k])
        yield make.row(human.name, found._replace(value=total, n=n), system=system)


def _heading(human: HumanScores) -> str:
    raters = {rating.annotator for rating in human.ratings} - {""}
    by = f" by {count(len(raters), 'rater')}" if raters else ""
    n_documents = len(np.unique(human.segments.documents))
    return (
        f"Human scores ({human.name}){by}: {count(human.n_rated, 'segment')} of "
        f"{count(len(human.segments.ids), 'segment')} in {count(n_documents, 'document')}, "
        f"{count(len(human.systems), 'system')}"
    )


def _signature(
    human: HumanScores, n_draws: int, seed: int, metric: MetricScores | None = None
) -> str:
    parts = {"gold": human.name, "scores": f"#{human.digest}"}
    if any(rating.score is None for rating in human.ratings):
        parts["weights"] = f"mqm.v{mqm_weights().version}"
    if metric is not None and metric.signature:
        parts["metric"] = f"({metric.signature})"
    parts |= {"by": "document", "draws": str(n_draws), "seed": str(seed), "v": __version__}
    return "agree|" + "|".join(f"{key}:{value}" for key, value in parts.items())


def _notes(human: HumanScores, metrics: Sequence[MetricScores]) -> Iterator[str]:
    rated = ~np.isnan(human.scores)
    if len(human.systems) < 2:
        yield "There is one system: pairs of systems, and correlations over them, are n/a."
    unrated = int((~rated.any(axis=0)).sum())
    if unrated:
        yield f"{count(unrated, 'segment')} without a human score: left out."
    for metric in metrics:
        assert metric.scores is not None
        missing = int((rated & np.isnan(metric.scores)).sum())
        if missing:
            yield (
                f"{metric.name}: no score for {missing:,} of {int(rated.sum()):,} rated "
                "translations; they are left out."
            )
        values = metric.scores[rated & ~np.isnan(metric.scores)]
        if len(values) and values.min() == values.max():
            yield f"{metric.name}: the same score everywhere; its correlations are n/a."
