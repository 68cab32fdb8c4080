"""Rows of agreement on error spans: between raters, and between a metric and people."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

import numpy as np

from litmus.annotate.agree.rows import Maker, Row
from litmus.annotate.agree.score_rows import FEWEST_DOCUMENTS, Draws
from litmus.annotate.agree.scored import Segments
from litmus.arrays import Floats
from litmus.corpus.ratings import ErrorSpan, Rating
from litmus.stats.meta_evaluation.span_overlap import Overlap, overlap, precision_recall_f

SPANS = "score-spans"
PEOPLE = "people"
Marked = Mapping[tuple[str, str], tuple[ErrorSpan, ...]]  # (id, system) -> spans


def span_rows(
    make: Maker,
    ratings: Iterable[Rating],
    judged: Iterable[Rating],
    segments: Segments,
    draws: Draws,
) -> Iterator[Row]:
    """Of every two raters (the first as truth), then of every metric against all raters.

    Spans in the source are left out: most metrics have none.
    """
    people, metrics = _by_rater(ratings), _by_rater(judged)
    places = {identity: k for k, identity in enumerate(segments.ids)}
    for first, second in combinations(people, 2):
        found = _overlaps([people[first]], people[second])
        if found:
            yield from _rows(make, found, places, segments, draws, None, f"{first}, {second}")
    for metric, own in metrics.items() if people else ():
        found = _overlaps(people.values(), own)
        yield from _rows(make, found, places, segments, draws, metric, PEOPLE)


def _by_rater(ratings: Iterable[Rating]) -> dict[str, Marked]:
    found: dict[str, dict[tuple[str, str], tuple[ErrorSpan, ...]]] = defaultdict(dict)
    for rating in ratings:
        if rating.spans is not None:
            key = rating.metric or rating.annotator
            found[key][rating.id, rating.system] = rating.spans
    return dict(found)


def _overlaps(truths: Iterable[Marked], own: Marked) -> list[tuple[str, Overlap]]:
    """The segment, and how far the spans overlap, for every translation that both have rated."""
    return [
        (key[0], _overlap(truth[key], own[key])) for truth in truths for key in truth if key in own
    ]


def _overlap(gold: Iterable[ErrorSpan], found: Iterable[ErrorSpan]) -> Overlap:
    sides = [
        [(span.start, span.end, span.severity) for span in spans if not span.in_source]
        for spans in (gold, found)
    ]
    length = max((end for side in sides for _, end, _ in side), default=0)
    return overlap(length, *sides)


def _rows(
    make: Maker,
    found: list[tuple[str, Overlap]],
    places: Mapping[str, int],
    segments: Segments,
    draws: Draws,
    metric: str | None,
    verdict: str,
) -> Iterator[Row]:
    sums: Floats = np.zeros((len(segments.ids), 3))
    for identity, one in found:
        sums[places[identity]] += one
    totals = precision_recall_f(sums.sum(axis=0))
    by_document = segments.by_document(sums)
    marked = int(by_document.any(axis=1).sum())
    weights = draws.weights if marked >= FEWEST_DOCUMENTS else draws.weights[:0]
    trials = precision_recall_f(weights @ by_document)
    for measure, value, drawn in zip(("precision", "recall", "f1"), totals, trials, strict=True):
        estimate = draws.interval(float(value), np.asarray(drawn), len(found))
        yield make.row(measure, estimate, metric=metric, verdict=verdict)
