"""Test sets of WMT in XML: `dataset > doc > src, ref, hyp > seg`. See `sgm` for those before 2021.

Documents stream; everything is looked up by document and segment id, never by position.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from litmus.corpus.formats.markup import (
    Event,
    primary,
    read_events,
    texts_inside,
    wrong_root,
)
from litmus.errors import DataError, UsageError
from litmus.files.text import one_line
from litmus.wording import option


@dataclass(frozen=True, slots=True)
class WmtSegment:
    """A source segment with its references and outputs, by translator and by system."""

    id: str
    source: str
    references: Mapping[str, str] = field(default_factory=dict)
    outputs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WmtDocument:
    """A document, its languages as the file names them (target: None without any translation)."""

    id: str
    languages: tuple[str, str | None]
    segments: tuple[WmtSegment, ...]
    columns: Mapping[str, str] = field(default_factory=dict)  # such as its domain


@dataclass
class Side:
    """One `src`, `ref` or `hyp` of a document while it is read: segment id -> text."""

    kind: str
    name: str
    language: str
    line: int
    texts: dict[str, str] = field(default_factory=dict)

    def add(self, path: Path, line: int, document: str, key: str | None, text: str) -> None:
        """Take a segment; its id must be there, and new."""
        if key is None:
            raise DataError(f"{path}:{line}: a <seg> of document {document!r} has no id.")
        if key in self.texts:
            raise DataError(
                f"{path}:{line}: segment {key!r} is twice in document {document!r} ({self}).\n"
                "Ids must be distinct within a document; number the segments anew."
            )
        self.texts[key] = one_line(text)

    def __str__(self) -> str:
        names = {"src": "source", "ref": "reference", "hyp": "system"}
        return f"{names[self.kind]} {self.name!r}" if self.name else names[self.kind]


def read_wmt(
    path: Path,
    *,
    languages: tuple[str, str] | None = None,
    references: frozenset[str] | None = None,
    systems: frozenset[str] | None = None,
) -> Iterator[WmtDocument]:
    """The documents of a WMT XML file, in order.

    `references` and `systems` keep only those names. Every document must have the same ones: the
    first document says which.
    """
    first: WmtDocument | None = None
    seen: set[str] = set()
    for line, name, sides, columns in _documents(path):
        where = f"{path}:{line}: document {name!r}"
        if name in seen:
            raise DataError(f"{where} is in the file twice. Rename one of them.")
        seen.add(name)
        kept = [side for side in sides if _wanted(side, references, systems)]
        document = assemble(where, path, name, _choose(where, kept, languages))
        document = replace(document, columns=columns)
        first = first or document
        _check_same(where, first, document)
        yield document
    if first is None:
        raise DataError(f"{path} is a WMT file, but holds no document.")


def _wanted(side: Side, references: frozenset[str] | None, systems: frozenset[str] | None) -> bool:
    names = {"ref": references, "hyp": systems}.get(side.kind)
    return names is None or side.name in names


def _documents(path: Path) -> Iterator[tuple[int, str, list[Side], dict[str, str]]]:
    """Line, id, sides and columns of every document; what is inside `supplemental` is left out."""
    events = read_events(path)
    root = next(events)
    if root.tag != "dataset":
        raise wrong_root(path, root.tag, "dataset", "wmt")
    collection = None
    for event in events:
        if event.tag == "collection":
            collection = event.attributes.get("id") if event.kind == "start" else None
        elif event.kind == "start" and event.tag == "doc":
            name = event.attributes.get("id")
            if not name:
                raise DataError(f"{path}:{event.line}: a <doc> has no id.")
            known = {"domain": event.attributes.get("domain"), "collection": collection}
            columns = {key: value for key, value in known.items() if value}
            yield event.line, name, _sides(path, name, events), columns


def _sides(path: Path, document: str, events: Iterator[Event]) -> list[Side]:
    sides: list[Side] = []
    side: Side | None = None
    for event in events:
        if event.kind == "end" and event.tag == "doc":
            return sides
        if event.kind == "end" and event.tag in ("src", "ref", "hyp"):
            side = None
        if event.kind != "start":
            continue
        if event.tag == "supplemental":
            _skip(events, "supplemental")
        elif event.tag in ("src", "ref", "hyp"):
            side = _side(path, document, event)
            sides.append(side)
        elif event.tag == "seg" and side is not None:
            text = "".join(texts_inside(events, "seg"))
            side.add(path, event.line, document, event.attributes.get("id"), text)
    raise AssertionError("the XML parser refuses a document that does not end")


def _side(path: Path, document: str, event: Event) -> Side:
    attributes = event.attributes
    language = attributes.get("lang") or attributes.get("language")
    if not language:
        raise DataError(f"{path}:{event.line}: <{event.tag}> of document {document!r} has no lang.")
    name = attributes.get({"ref": "translator", "hyp": "system"}.get(event.tag, ""), "")
    return Side(event.tag, name, language, event.line)


def _skip(events: Iterator[Event], tag: str) -> None:
    for _ in texts_inside(events, tag):
        pass


def _choose(where: str, sides: list[Side], languages: tuple[str, str] | None) -> list[Side]:
    """The sides of one language pair, the source first."""
    sources = [side for side in sides if side.kind == "src"]
    others = [side for side in sides if side.kind != "src"]
    if languages is not None:
        source, target = map(primary, languages)
        found = ", ".join(dict.fromkeys(side.language for side in sources)) or "none"
        sources = [side for side in sources if primary(side.language) == source]
        if not sources:
            raise DataError(
                f"{where} has no source in {languages[0]!r}; it has: {found}.\n"
                f"Name the languages of the file: {option('languages', 'SOURCE-TARGET')}"
            )
        others = [side for side in others if primary(side.language) == target]
    if len(sources) != 1:
        raise DataError(f"{where} has {len(sources)} sources, not one.")
    targets = dict.fromkeys(primary(side.language) for side in others)
    if len(targets) > 1:
        pair = f"{primary(sources[0].language)}-{next(iter(targets))}"
        raise UsageError(
            f"{where} is translated into several languages: {', '.join(targets)}.\n"
            f"Choose one: {option('languages', pair)}"
        )
    return sources + others


def assemble(where: str, path: Path, name: str, sides: list[Side]) -> WmtDocument:
    """A document from its sides, the source first; their segment ids must agree."""
    source, *others = sides
    if not source.texts:
        raise DataError(f"{where} has no segment in its source.")
    names: set[tuple[str, str]] = set()
    for side in others:
        if (side.kind, side.name) in names:
            raise DataError(f"{path}:{side.line}: {side} is twice in document {name!r}.")
        names.add((side.kind, side.name))
        check_partners(path, name, source, side)
    segments = []
    for key, text in source.texts.items():
        references = {side.name: side.texts[key] for side in others if side.kind == "ref"}
        outputs = {side.name: side.texts[key] for side in others if side.kind == "hyp"}
        segments.append(WmtSegment(key, text, references, outputs))
    target = primary(others[0].language) if others else None
    return WmtDocument(name, (primary(source.language), target), tuple(segments))


def check_partners(path: Path, document: str, source: Side, side: Side) -> None:
    """Source and translation must hold the same segment ids."""
    for ours, theirs in ((source, side), (side, source)):
        for key in ours.texts:
            if key not in theirs.texts:
                raise DataError(
                    f"{path}:{side.line}: segment {key!r} of document {document!r} is in its "
                    f"{ours}, but not in its {theirs}.\n"
                    "Every segment needs its partner; complete the file, or leave out that "
                    f"{'system' if side.kind == 'hyp' else 'reference'}."
                )


def _check_same(where: str, first: WmtDocument, document: WmtDocument) -> None:
    """Every document must have the references and systems of the first."""
    ours, theirs = first.segments[0], document.segments[0]
    for kind, role, expected, found in (
        ("reference", "ref", ours.references, theirs.references),
        ("output of the system", "sys", ours.outputs, theirs.outputs),
    ):
        common = "+".join(sorted(expected.keys() & found.keys())) or "none"
        for name in sorted(expected.keys() ^ found.keys()):
            have, lack = (first.id, document.id) if name in expected else (document.id, first.id)
            raise DataError(
                f"{where}: the {kind} {name!r} is in document {have!r}, but not in {lack!r}.\n"
                f"Keep only what every document has, for example: {role}={common}"
            )
    if first.languages != document.languages:
        shown = ["-".join(map(str, pair)) for pair in (document.languages, first.languages)]
        raise DataError(
            f"{where} is {shown[0]}, but those before it are {shown[1]}.\n"
            f"Split the file: one pair per file."
        )
