"""An answer as the page sends it, checked: label, marked errors, score, time spent."""

import math
from collections.abc import Mapping
from typing import Any

from litmus.annotate.label_sets import LabelSet
from litmus.annotate.server.security import MOST_COMMENT, Refused, text_in
from litmus.annotate.span_rules import SpanRules, crowded, fault
from litmus.annotate.store.database import Standing
from litmus.corpus.ratings import ErrorSpan

_KEYS = {"start", "end", "severity", "category", "in"}
MOST_SECONDS = 24 * 3600.0


def answer_in(body: Mapping[str, Any], labels: LabelSet, texts: Mapping[str, str]) -> Standing:
    """What a request says of an item with this "source" and "target"; Refused says what is wrong.

    What the task does not ask for must not be there: it would be lost in silence.
    """
    for key, asked in (("label", labels.labels), ("spans", labels.spans), ("score", labels.slider)):
        if not asked and body.get(key) not in (None, ""):
            raise Refused(400, f"{key!r} was sent, but this task does not ask for it.")
    label = body.get("label") or ""
    if labels.labels and label not in labels.keys:
        raise Refused(400, f"'label' is one of {', '.join(labels.keys)}.")
    return Standing(
        label,
        text_in(dict(body), "comment", MOST_COMMENT),
        _spans(body.get("spans"), labels.spans, texts) if labels.spans else None,
        _score(body.get("score"), labels) if labels.slider else None,
        _seconds(body.get("seconds")),
    )


def _score(value: Any, labels: LabelSet) -> float:
    assert labels.slider
    least, most = labels.slider.least, labels.slider.most
    if type(value) is not int or not least <= value <= most:
        raise Refused(400, f"'score' must be a whole number from {least} to {most}.")
    return float(value)


def _seconds(value: Any) -> float | None:
    if value is None:
        return None
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value) or not 0 <= value <= MOST_SECONDS:
        raise Refused(400, f"'seconds' must be a number from 0 to {MOST_SECONDS:.0f}.")
    return round(float(value), 1)


def _spans(value: Any, rules: SpanRules, texts: Mapping[str, str]) -> tuple[ErrorSpan, ...]:
    if not isinstance(value, list):
        raise Refused(400, "'spans' must be a list of the marked errors; it may be empty.")
    if len(value) > rules.most:
        raise Refused(400, f"At most {rules.most} errors can be marked, not {len(value)}.")
    spans = tuple(_span(number, item, rules, texts) for number, item in enumerate(value, start=1))
    for number, span in enumerate(spans, start=1):
        if span.start < span.end and span in spans[number:]:
            raise Refused(400, f"Error {number} is marked twice.")
    if problem := crowded(rules, spans):
        raise Refused(400, problem)
    return spans


def _span(number: int, item: Any, rules: SpanRules, texts: Mapping[str, str]) -> ErrorSpan:
    if not isinstance(item, dict) or set(item) - _KEYS:
        raise Refused(400, f"Error {number} must have start, end, severity, category and in.")
    start, end, side = item.get("start"), item.get("end"), item.get("in", "target")
    if side != "target" and not (side == "source" and rules.source):
        raise Refused(400, f"Error {number}: errors cannot be marked there.")
    if type(start) is not int or type(end) is not int:
        raise Refused(400, f"Error {number}: 'start' and 'end' must be whole numbers.")
    length = len(texts[side])
    if not 0 <= start <= end <= length:
        raise Refused(
            400,
            f"Error {number} ({start}, {end}) is not inside the {side}, which has {length} "
            "characters.",
        )
    severity, name = item.get("severity"), item.get("category", "")
    if severity not in [one.key for one in rules.severities]:
        known = ", ".join(one.key for one in rules.severities)
        raise Refused(400, f"Error {number}: 'severity' is one of {known}.")
    span = ErrorSpan(start, end, name, severity, side == "source")
    if problem := fault(rules, span, length):
        raise Refused(400, f"Error {number}{problem}")
    return span
