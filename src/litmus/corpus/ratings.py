"""Ratings: what one person, or one metric, says of one translation: a score, error spans, or both.

As JSON lines: `{"id", "system", "annotator", "score", "spans": [{"start", "end", "category",
"severity", "in": "source"}]}`. Spans are half-open character offsets into the translation, or into
the source. An empty one (start = end) is an error that covers no character, such as an omission.
A row that says why there is no verdict ("unjudged", of `litmus judge`) is no rating, and neither
is an attention check ("check_of"): its translation was damaged on purpose.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litmus.errors import DataError
from litmus.files.jsonl import check_keys, field, read_objects
from litmus.files.text import Complain, refuse

SPAN_KEYS = ("start", "end", "category", "severity", "in", "score")
SOURCE, TARGET = "source", "target"
UNJUDGED = "unjudged"  # why a judge gave no verdict
CHECK_OF = "check_of"  # the item whose translation was damaged for an attention check


@dataclass(frozen=True, slots=True)
class ErrorSpan:
    """One error. `penalty` is what its file says it costs; None where only weights can tell."""

    start: int
    end: int
    category: str = ""
    severity: str = ""
    in_source: bool = False
    penalty: float | None = None


@dataclass(frozen=True, slots=True)
class Rating:
    """Of one translation, by one annotator; for a metric's, `metric` is its name.

    `spans` is None where errors were not asked for, and empty where there are none. `document` and
    `position` (from 1) say where the segment is, in files that do not know its id.
    """

    id: str
    system: str
    annotator: str = ""
    score: float | None = None
    spans: tuple[ErrorSpan, ...] | None = None
    metric: str | None = None
    document: str | None = None
    position: int | None = None
    where: str = ""

    @property
    def by(self) -> str:
        """Whoever says so, a person or a metric."""
        return self.annotator or self.metric or ""


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating with what it is of: the texts, and where they are in the suite, counted from 1.

    `document` is the segment's id where it has no document.
    """

    rating: Rating
    source: str
    target: str
    document: str
    position: int
    line: int


def read_ratings(path: Path, complain: Complain = refuse) -> Iterator[Rating]:
    """Rows of JSON lines; unknown keys of a row are passed over, those of a span are errors."""
    for number, row in read_objects(path, complain):
        if says_nothing(row):
            continue
        try:
            yield rating_from_json(f"{path}:{number}", row)
        except DataError as error:
            complain(error)


def says_nothing(row: Mapping[str, Any]) -> bool:
    """Whether a row is about no translation of a system, or has no verdict on it."""
    return bool(row.get(UNJUDGED)) or row.get(CHECK_OF) is not None


def rating_from_json(where: str, row: dict[str, Any]) -> Rating:
    """A rating from its object, checked."""
    identity, system, annotator = (
        "" if row.get(key) is None else str(row[key]) for key in ("id", "system", "annotator")
    )
    for key, found in (("id", identity), ("system", system)):
        if not found:
            raise DataError(f"{where}: the key {key!r} is missing. A rating needs id and system.")
    if row.get("score") is None and row.get("spans") is None:
        raise DataError(f"{where} has neither 'score' nor 'spans'. A rating needs one of them.")
    spans = None
    if row.get("spans") is not None:
        items = field(where, row, "spans", list, [])
        for item in items:
            if isinstance(item, dict):
                check_keys(where, item, SPAN_KEYS)
        spans = spans_from_json(where, items)
    metric = field(where, row, "metric", str, "") or None
    score = finite(where, row, "score")
    return Rating(identity, system, annotator, score, spans, metric=metric, where=where)


def finite(where: str, row: dict[str, Any], key: str) -> float | None:
    """The number under a key, checked; None where there is none."""
    if row.get(key) is None:
        return None
    value: float = field(where, row, key, float, 0.0)
    if not math.isfinite(value):
        raise DataError(f"{where}: {key!r} must be a finite number, but is {value}.")
    return value


def spans_from_json(where: str, items: Any) -> tuple[ErrorSpan, ...]:
    """Spans from a list of objects, checked; keys that no span has are passed over."""
    if not isinstance(items, list | tuple):
        raise DataError(f"{where}: spans must be a list, but are {type(items).__name__}.")
    return tuple(_span(where, item) for item in items)


def _span(where: str, item: Any) -> ErrorSpan:
    if not isinstance(item, dict):
        raise DataError(f"{where}: a span must be an object with 'start' and 'end'.")
    for key in ("start", "end"):
        if key not in item:
            raise DataError(f"{where}: a span has no {key!r}.")
    side = item.get("in", TARGET)
    if side not in (SOURCE, TARGET):
        raise DataError(f"{where}: 'in' must be {SOURCE!r} or {TARGET!r}, but is {side!r}.")
    span = ErrorSpan(
        field(where, item, "start", int, 0),
        field(where, item, "end", int, 0),
        field(where, item, "category", str, ""),
        field(where, item, "severity", str, ""),
        side == SOURCE,
        finite(where, item, "score"),
    )
    if not 0 <= span.start <= span.end:
        raise DataError(
            f"{where}: the span ({span.start}, {span.end}) is none.\n"
            "Spans are half-open character offsets [start, end) counted from 0."
        )
    return span


def rating_to_json(rating: Rating) -> dict[str, Any]:
    """The object that `rating_from_json` reads back; what there is not is left out."""
    value: dict[str, Any] = {"id": rating.id, "system": rating.system}
    if rating.annotator:
        value["annotator"] = rating.annotator
    if rating.metric:
        value["metric"] = rating.metric
    if rating.score is not None:
        value["score"] = rating.score
    if rating.spans is not None:
        value["spans"] = [span_to_json(span) for span in rating.spans]
    return value


def span_to_json(span: ErrorSpan) -> dict[str, Any]:
    """The object that `spans_from_json` reads back; what there is not is left out.

    >>> span_to_json(ErrorSpan(4, 9, "Accuracy/Omission", "major", in_source=True))
    {'start': 4, 'end': 9, 'category': 'Accuracy/Omission', 'severity': 'major', 'in': 'source'}
    """
    value: dict[str, Any] = {"start": span.start, "end": span.end}
    value |= {"category": span.category} if span.category else {}
    value |= {"severity": span.severity} if span.severity else {}
    value |= {"in": SOURCE} if span.in_source else {}
    return value if span.penalty is None else value | {"score": span.penalty}


def errors_of(spans: Sequence[ErrorSpan]) -> Iterator[list[ErrorSpan]]:
    """Spans by error: of the pieces of one, all but the first cost nothing, as in MQM's tables.

    >>> [len(error) for error in errors_of([ErrorSpan(0, 1), ErrorSpan(3, 4, penalty=0.0)])]
    [2]
    """
    error: list[ErrorSpan] = []
    for span in spans:
        if error and not _continues(error, span):
            yield error
            error = []
        error.append(span)
    if error:
        yield error


def _continues(error: Sequence[ErrorSpan], span: ErrorSpan) -> bool:
    first = error[0]
    return (
        first.penalty is None
        and span.penalty == 0.0
        and (first.category, first.severity) == (span.category, span.severity)
        and all(
            piece.in_source != span.in_source or span.start >= piece.end or span.end <= piece.start
            for piece in error
        )
    )


def judge_of(row: dict[str, Any]) -> str:
    """The judge whose row it is, whatever the draw; "" for a row that no judge wrote."""
    if "judge" not in row or not isinstance(row.get("annotator"), str):
        return ""
    return str(row["annotator"]).removesuffix(f"#{row.get('draw')}")


def check_inside(rating: Rating, texts: Mapping[str, str]) -> None:
    """Spans must lie inside the "source" and "target" that `texts` has."""
    for span in rating.spans or ():
        side = SOURCE if span.in_source else TARGET
        text = texts.get(side)
        if text is not None and span.end > len(text):
            raise DataError(
                f"{rating.where}: the span ({span.start}, {span.end}) is outside the {side} of "
                f"segment {rating.id!r} of {rating.system!r}, which has {len(text)} characters.\n"
                "Spans are half-open character offsets [start, end) of the text that was rated."
            )
