"""From an answer to a verdict: a score, errors in their places, a label; or why there is none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from litmus.annotate.error_weights import mqm_weights
from litmus.annotate.judgements import plain
from litmus.corpus.ratings import ErrorSpan, Rating
from litmus.errors import DataError
from litmus.files.text import one_line
from litmus.judging.items import Item
from litmus.judging.places import Place, find
from litmus.judging.task import Task, filled, placeholders
from litmus.systems.engine import Answer, Engine
from litmus.systems.reading.small_talk import without_thoughts
from litmus.systems.reading.structured import NotJson, read_json

CUT_OFF = frozenset(("length", "max_tokens", "max_output_tokens", "model_length"))
REFUSED = frozenset(("content_filter", "refusal", "safety", "recitation", "blocklist"))
_MOST_COMMENT = 1000


@dataclass(frozen=True, slots=True)
class Unplaced:
    """An error whose words are in no text; its cost counts all the same."""

    text: str
    category: str
    severity: str
    in_source: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judge says of one item: a score or a label, errors where it was asked for them."""

    score: float | None = None
    label: str | None = None
    spans: tuple[ErrorSpan, ...] | None = None
    unplaced: tuple[Unplaced, ...] = ()
    comment: str = ""


class NoVerdict(ValueError):
    """An answer that cannot be used; its text goes on from "it": "holds no JSON"."""


def read_verdict(task: Task, item: Item, answer: Answer, engine: Engine | None = None) -> Verdict:
    """The verdict in an answer of an engine, or a `NoVerdict`."""
    if _ended(answer, engine, "is_refused", REFUSED):
        raise NoVerdict(f"was refused ({answer.finish})")
    # A draft among thoughts is no verdict. Texts may speak of such tags, and be quoted.
    text = without_thoughts(answer.text.strip(), f"{item.source}\n{item.translation}")
    try:
        if not text:
            raise NotJson("is empty")
        value = read_json(text, task.schema)
    except NotJson as error:
        is_cut = _ended(answer, engine, "is_cut_off", CUT_OFF)
        raise NoVerdict(f"was cut off ({answer.finish})" if is_cut else str(error)) from None
    return made(task, item, value)


def _ended(answer: Answer, engine: Engine | None, question: str, known: frozenset[str]) -> bool:
    """Whether an answer ended so, by what its engine's file says or by what many services say."""
    says = getattr(engine, question, None)
    return answer.finish.lower() in known or (says is not None and bool(says(answer)))


def of_empty(task: Task, item: Item) -> Verdict:
    """The verdict on an empty translation, which nobody is asked about."""
    if task.empty is None:
        raise NoVerdict("is empty")
    return made(task, item, _filled(task.empty, item.values))


def _filled(value: Any, values: Mapping[str, str]) -> Any:
    """The same with the placeholders in its texts filled."""
    if isinstance(value, str):
        return filled(value, values) if placeholders(value) else value
    if isinstance(value, Mapping):
        return {key: _filled(one, values) for key, one in value.items()}
    return [_filled(one, values) for one in value] if isinstance(value, list) else value


def made(task: Task, item: Item, value: Mapping[str, Any]) -> Verdict:
    """The verdict that a value says, which fits the schema of the task."""
    comment = one_line(plain(str(value.get("reason") or "")))[:_MOST_COMMENT]
    if task.gives == "label":
        return Verdict(label=str(value["label"]), comment=comment)
    if task.gives == "score":
        return Verdict(score=_number(value["score"]), comment=comment)
    spans, unplaced = _placed(task, item, value["errors"])
    return Verdict(_cost(spans, unplaced), None, spans, unplaced, comment)


def _number(value: Any) -> float:
    try:
        if not isinstance(value, bool) and isinstance(value, int | float) and isfinite(value):
            return float(value)
    except OverflowError:
        pass  # an integer that no float can hold
    raise NoVerdict("holds a score that is no number")


def _cost(spans: Sequence[ErrorSpan], unplaced: Sequence[Unplaced]) -> float:
    """Minus what all errors cost, wherever they are."""
    lost = (ErrorSpan(0, 0, one.category, one.severity) for one in unplaced)
    try:
        score = mqm_weights().score(Rating("", "", spans=(*spans, *lost)))
    except DataError as error:
        raise NoVerdict(str(error).partition("\n")[0].removeprefix(": ")) from error
    assert score is not None
    return score


def _placed(
    task: Task, item: Item, errors: Any
) -> tuple[tuple[ErrorSpan, ...], tuple[Unplaced, ...]]:
    """Errors where their words are: on the side that the judge says, else on the other one."""
    if not isinstance(errors, list) or not all(isinstance(one, dict) for one in errors):
        raise NoVerdict("holds 'errors' that are no list of objects")
    sides = {False: task.fenced(item.translation), True: task.fenced(item.source)}
    taken: dict[bool, list[Place]] = {False: [], True: []}
    spans, unplaced = list[ErrorSpan](), list[Unplaced]()
    for error in errors:
        quote, context = str(error.get("text") or ""), str(error.get("context") or "")
        category = one_line(plain(str(error.get("category") or ""))).strip().lower()
        severity = str(error.get("severity") or "").strip().lower()
        in_source = error.get("in") == "source"
        for side in (in_source, not in_source):
            place = find(quote, sides[side], context=context, taken=taken[side])
            if place is not None:
                taken[side].append(place)
                spans.append(ErrorSpan(*place, category, severity, side))
                break
        else:
            words = one_line(plain(quote))[:_MOST_COMMENT]
            unplaced.append(Unplaced(words, category, severity, in_source))
    return tuple(spans), tuple(unplaced)
