"""Segment: a source sentence, its references, and the marks a targeted metric looks at."""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from dataclasses import field as member
from typing import Any, Literal

from litmus.corpus.expected import ExpectedWord, expected_from_json, expected_to_json
from litmus.errors import DataError
from litmus.files.jsonl import check_keys, field, strings
from litmus.files.text import one_line

Span = tuple[int, int]
GENDERS = ("male", "female", "neutral")
STEREOTYPES = ("pro", "anti", "none")
_Form = Literal["NFC", "NFD"]
_FORMS: tuple[_Form, ...] = ("NFC", "NFD")


@dataclass(frozen=True, slots=True)
class Idiom:
    """One occurrence: its canonical label and its pieces, half-open offsets into the source."""

    label: str
    spans: tuple[Span, ...]
    equivalents: tuple[str, ...] = ()
    meaning: str = ""

    def text(self, source: str) -> str:
        """The marked words, pieces joined by a space."""
        return " ".join(source[start:end] for start, end in self.spans)


@dataclass(frozen=True, slots=True)
class Entity:
    """Somebody whom the source speaks of: where, if that is known, and of which gender (one of
    `GENDERS`).

    `stereotype` says whether that gender is the one that people expect of the role ("pro"), the
    other one ("anti"), or neither ("none").
    """

    span: Span | None
    gender: str
    stereotype: str = "none"


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the source and what it may be translated by; each span is one occurrence.

    Without spans nobody has looked where it stands.
    """

    source: str
    targets: tuple[str, ...]
    note: str = ""
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Segment:
    """One line of a suite.

    `required` holds alternatives: a translation should contain all words of at least one; the
    first is this segment's own. `group` ties the segments that are variants of one item, and
    `weight` is their share, so that every item weighs 1 in all. `context` and
    `reference_context` are the sentences before, `contrastive` wrong variants of the reference.
    `columns` is what else is known of it, such as its domain: what results can be broken down by.
    `expected` are words of the translation that the context decides, `entities` those whose gender
    it must keep, `terms` those whose translation is prescribed.
    """

    id: str
    source: str
    references: tuple[str, ...] = ()
    document: str | None = None
    idioms: tuple[Idiom, ...] = ()
    blacklist: tuple[str, ...] = ()
    required: tuple[tuple[str, ...], ...] = ()
    weight: float = 1.0
    group: str | None = None
    context: tuple[str, ...] = ()
    reference_context: tuple[str, ...] = ()
    contrastive: tuple[str, ...] = ()
    columns: Mapping[str, str] = member(default_factory=dict, hash=False)
    expected: tuple[ExpectedWord, ...] = ()
    entities: tuple[Entity, ...] = ()
    terms: tuple[Term, ...] = ()

    @property
    def is_blank(self) -> bool:
        """Whether it has no text at all: an empty line, which keeps its place and is not judged."""
        return not any(text.strip() for text in (self.source, *self.references))

    @property
    def labels(self) -> tuple[str, ...]:
        """Its idiom labels, each once, in order."""
        return tuple(dict.fromkeys(idiom.label for idiom in self.idioms))


KEYS = (
    "id", "doc", "source", "references", "idioms", "blacklist", "required", "weight", "group",
    "context", "reference_context", "contrastive", "columns", "expected", "entities", "terms",
)  # fmt: skip
IDIOM_KEYS = ("label", "spans", "equivalents", "meaning")
ENTITY_KEYS = ("span", "gender", "stereotype")
TERM_KEYS = ("source", "targets", "note", "spans")


def from_json(where: str, value: dict[str, Any]) -> Segment:
    """A segment from one object of `segments.jsonl`, checked; `where` opens error messages."""
    check_keys(where, value, KEYS)
    for key in ("id", "source"):
        if key not in value:
            raise DataError(f"{where}: the key {key!r} is missing.")
    source = field(where, value, "source", str, "")
    document = value.get("doc")
    group = value.get("group")
    for key, found in (("doc", document), ("group", group)):
        if found is not None and not isinstance(found, str):
            raise DataError(f"{where}: {key!r} must be a string, but is {type(found).__name__}.")
    weight = field(where, value, "weight", float, 1.0)
    if not 0 < weight < float("inf"):
        raise DataError(f"{where}: 'weight' must be a positive number, but is {weight}.")
    segment = Segment(
        id=field(where, value, "id", str, ""),
        source=source,
        references=strings(where, value, "references"),
        document=document,
        idioms=tuple(
            _idiom(where, source, item) for item in field(where, value, "idioms", list, [])
        ),
        blacklist=strings(where, value, "blacklist"),
        required=_required(where, value),
        weight=weight,
        group=group,
        context=strings(where, value, "context"),
        reference_context=strings(where, value, "reference_context"),
        contrastive=strings(where, value, "contrastive"),
        columns=_columns(where, value),
        expected=expected_from_json(where, value),
        entities=_entities(where, source, field(where, value, "entities", list, [])),
        terms=tuple(_term(where, source, item) for item in field(where, value, "terms", list, [])),
    )
    check_text(where, segment)
    return segment


def check_text(where: str, segment: Segment) -> None:
    """Source and references must fit on a line, as outputs have one line per segment."""
    named = [("source", segment.source)] + [("reference", text) for text in segment.references]
    for name, text in named:
        if one_line(text) != text.strip():
            raise DataError(
                f"{where}: the {name} holds a line end; outputs have one line per segment.\n"
                "Replace it by a space."
            )


def _required(where: str, value: dict[str, Any]) -> tuple[tuple[str, ...], ...]:
    found = field(where, value, "required", list, [])
    required = tuple(strings(where, {"required": item}, "required") for item in found)
    if not all(required):
        raise DataError(
            f"{where}: 'required' holds an empty alternative, which every translation would meet.\n"
            "Remove it."
        )
    return required


def _columns(where: str, value: dict[str, Any]) -> dict[str, str]:
    columns: dict[str, str] = field(where, value, "columns", dict, {})
    for name, found in columns.items():
        if not isinstance(found, str):
            raise DataError(
                f"{where}: the value of a column is a string, but {name!r} has {found!r}."
            )
    return columns


def _idiom(where: str, source: str, item: Any) -> Idiom:
    idiom = idiom_from_json(where, item)
    check_spans(where, source, idiom.spans)
    return idiom


def idiom_from_json(where: str, item: Any) -> Idiom:
    """An idiom from its object; its spans are not yet compared with a text."""
    if not isinstance(item, dict):
        raise DataError(f"{where}: an idiom must be an object with 'label' and 'spans'.")
    check_keys(where, item, IDIOM_KEYS)
    spans = _spans(where, item)
    label = field(where, item, "label", str, "")
    if not label:
        raise DataError(f"{where}: an idiom needs a label.")
    meaning = field(where, item, "meaning", str, "")
    return Idiom(label, spans, strings(where, item, "equivalents"), meaning)


def _spans(where: str, item: dict[str, Any]) -> tuple[Span, ...]:
    spans = [_span(where, pair) for pair in field(where, item, "spans", list, [])]
    return tuple(spans)


def _term(where: str, source: str, item: Any) -> Term:
    """A term from its object; its spans lie inside the source."""
    if not isinstance(item, dict):
        raise DataError(f"{where}: a term must be an object with 'source' and 'targets'.")
    check_keys(where, item, TERM_KEYS)
    found = field(where, item, "source", str, "")
    targets = strings(where, item, "targets")
    if not found.strip():
        raise DataError(f"{where}: the 'source' of a term is empty.")
    if not targets or not all(target.strip() for target in targets):
        raise DataError(f"{where}: the term {found!r} needs 'targets', none of them empty.")
    spans = _spans(where, item)
    check_spans(where, source, spans)
    return Term(found, targets, field(where, item, "note", str, ""), spans)


def _span(where: str, pair: Any) -> Span:
    if not (isinstance(pair, list) and len(pair) == 2 and all(type(n) is int for n in pair)):
        raise DataError(f"{where}: a span is two whole numbers [start, end]; found {pair!r}.")
    return pair[0], pair[1]


def _entities(where: str, source: str, items: list[Any]) -> tuple[Entity, ...]:
    entities = tuple(_entity(where, item) for item in items)
    check_spans(where, source, (entity.span for entity in entities if entity.span))
    return entities


def _entity(where: str, item: Any) -> Entity:
    if not isinstance(item, dict):
        raise DataError(f"{where}: an entity must be an object with 'gender' and 'span'.")
    check_keys(where, item, ENTITY_KEYS)
    if "gender" not in item:
        raise DataError(f"{where}: an entity lacks the key 'gender'.")
    gender = field(where, item, "gender", str, "")
    stereotype = field(where, item, "stereotype", str, "none")
    for key, found, known in (
        ("gender", gender, GENDERS),
        ("stereotype", stereotype, STEREOTYPES),
    ):
        if found not in known:
            raise DataError(f"{where}: {key!r} must be one of {', '.join(known)}, not {found!r}.")
    span = item.get("span")
    return Entity(None if span is None else _span(where, span), gender, stereotype)


def to_json(segment: Segment) -> dict[str, Any]:
    """The object that `from_json` reads back; empty marks are left out."""
    value: dict[str, Any] = {"id": segment.id}
    if segment.document is not None:
        value["doc"] = segment.document
    value["source"] = segment.source
    value["references"] = list(segment.references)
    if segment.idioms:
        value["idioms"] = [
            {"label": idiom.label, "spans": [list(span) for span in idiom.spans]}
            | ({"equivalents": list(idiom.equivalents)} if idiom.equivalents else {})
            | ({"meaning": idiom.meaning} if idiom.meaning else {})
            for idiom in segment.idioms
        ]
    if segment.required:
        value["required"] = [list(words) for words in segment.required]
    if segment.weight != 1.0:
        value["weight"] = segment.weight
    if segment.group is not None:
        value["group"] = segment.group
    for key in ("blacklist", "context", "reference_context", "contrastive"):
        if found := getattr(segment, key):
            value[key] = list(found)
    if segment.columns:
        value["columns"] = dict(segment.columns)
    if segment.expected:
        value["expected"] = [expected_to_json(expected) for expected in segment.expected]
    if segment.entities:
        value["entities"] = [
            ({"span": list(entity.span)} if entity.span else {})
            | {"gender": entity.gender}
            | ({"stereotype": entity.stereotype} if entity.stereotype != "none" else {})
            for entity in segment.entities
        ]
    if segment.terms:
        value["terms"] = [
            {"source": term.source, "targets": list(term.targets)}
            | ({"note": term.note} if term.note else {})
            | ({"spans": [list(span) for span in term.spans]} if term.spans else {})
            for term in segment.terms
        ]
    return value


def check_spans(where: str, text: str, spans: Iterable[Span]) -> None:
    """Spans must lie inside the text, hold something, not overlap, and fit its normal form."""
    previous = 0
    for start, end in sorted(spans):
        if start < 0 or end > len(text) or start >= end:
            other = _other_form(text, start, end)
            if other:
                raise DataError(_normal_form_message(where, text, (start, end), other))
            raise DataError(
                f"{where}: the span ({start}, {end}) is outside its text of {len(text)} "
                "characters, or empty.\n"
                "Spans are half-open character offsets [start, end) counted from 0."
            )
        if start < previous:
            raise DataError(f"{where}: the span ({start}, {end}) overlaps the one before it.")
        previous = end
        if not _on_word_edges(text, start, end):
            other = _other_form(text, start, end)
            if other:
                raise DataError(_normal_form_message(where, text, (start, end), other))


def _normal_form_message(where: str, text: str, span: Span, form: _Form) -> str:
    return (
        f"{where}: the span {span} cuts a word of the text, "
        f"but fits its {form} form: {unicodedata.normalize(form, text)[slice(*span)]!r}.\n"
        f"Spans and text must use one Unicode normal form; normalise the text to {form} "
        "or count the spans anew."
    )


def _other_form(text: str, start: int, end: int) -> _Form | None:
    """NFC or NFD, if the text is in the other one and the span falls on word edges there."""
    for form in _FORMS:
        other = unicodedata.normalize(form, text)
        if other != text and 0 <= start < end <= len(other) and _on_word_edges(other, start, end):
            return form
    return None


def _on_word_edges(text: str, start: int, end: int) -> bool:
    def inside(position: int) -> bool:
        if position <= 0 or position >= len(text):
            return False
        return _letter(text[position - 1]) and _letter(text[position])

    return not (inside(start) or inside(end)) and not text[start].isspace()


def _letter(character: str) -> bool:
    return character.isalnum() or bool(unicodedata.combining(character))


def with_facts(segment: Segment, facts: Mapping[str, "IdiomFacts"]) -> Segment:
    """The segment with what the suite's idiom list says of its labels filled in."""
    if not facts or not segment.idioms:
        return segment
    idioms = tuple(
        replace(
            idiom,
            equivalents=idiom.equivalents or facts[idiom.label].equivalents,
            meaning=idiom.meaning or facts[idiom.label].meaning,
        )
        if idiom.label in facts
        else idiom
        for idiom in segment.idioms
    )
    blacklist = segment.blacklist or tuple(
        dict.fromkeys(
            word for label in segment.labels if label in facts for word in facts[label].blacklist
        )
    )
    return replace(segment, idioms=idioms, blacklist=blacklist)


@dataclass(frozen=True, slots=True)
class IdiomFacts:
    """What a suite knows of a label, whatever the sentence."""

    label: str
    equivalents: tuple[str, ...] = ()
    blacklist: tuple[str, ...] = ()
    meaning: str = ""
    literal: str = ""
    training_frequency: int | None = None
