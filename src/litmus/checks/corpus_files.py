"""Is this file right? Everything is read as every command reads it, and all problems are kept."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from litmus.corpus.formats.sgm import read_sgm
from litmus.corpus.formats.tmx import Pairs, read_tmx
from litmus.corpus.jsonl import read_objects
from litmus.corpus.pharaoh import read_pharaoh
from litmus.corpus.segment import Segment, from_json, to_json
from litmus.corpus.spans import read_spans
from litmus.corpus.suite import read_suite
from litmus.corpus.tags import read_rows
from litmus.corpus.text import read_lines, uses_windows_line_ends
from litmus.errors import DataError, UnknownName
from litmus.importers import FORMATS, import_suite
from litmus.importers.formats import wmt
from litmus.importers.formats.tsv import read_table
from litmus.importers.recognise import recognise
from litmus.importers.test_sets import idiom_ds, idiom_mt, muda

_ALWAYS = {"segments", "lines", "units", "objects"}  # counts that are shown even if zero
SHOWN = 20  # problems kept in a report; the others are counted


@dataclass(frozen=True)
class Report:
    """What a file was taken for, what is in it, and what is wrong with it.

    `problems` holds at most `SHOWN` of the `n_problems`; each is a whole message, most of them
    starting with "file:line".
    """

    path: Path
    kind: str
    counts: Mapping[str, int]
    problems: tuple[str, ...] = ()
    n_problems: int = 0
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.n_problems


@dataclass
class _Findings:
    """A report while it is made."""

    counts: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    n_problems: int = 0
    notes: list[str] = field(default_factory=list)

    def complain(self, error: DataError) -> None:
        """Keep a problem and go on."""
        self.n_problems += 1
        if len(self.problems) < SHOWN:
            self.problems.append(str(error))


_Check = Callable[[Path, _Findings, tuple[str, str] | None], None]


def check(
    path: Path, *, kind: str | None = None, languages: tuple[str, str] | None = None
) -> Report:
    """Read a file or folder to its end. `kind` is one of `KINDS`; otherwise it is recognised."""
    if kind is not None and kind not in KINDS:
        raise UnknownName("kind of file", kind, KINDS)
    if not path.exists():
        raise DataError(f"{path} does not exist.")
    chosen = kind or recognise(path)
    found = _Findings()
    try:
        _CHECKS.get(chosen, _importer(chosen))(path, found, languages)
    except DataError as error:
        found.complain(error)
    counts = {name: count for name, count in found.counts.items() if count or name in _ALWAYS}
    return Report(path, chosen, counts, tuple(found.problems), found.n_problems, tuple(found.notes))


def _suite(path: Path, found: _Findings, _: tuple[str, str] | None) -> None:
    suite = read_suite(path)
    labels = _segments(suite.segments(found.complain), found)
    lines = sum(1 for _ in read_lines(path / "segments.jsonl", complain=_ignore, any_line_end=True))
    unused = len(suite.facts.keys() - labels)
    if unused:
        found.notes.append(f"{unused} labels of idioms.jsonl are in no segment.")
    for name, output in suite.systems.items():
        found.counts["systems"] += 1
        count = empty = 0
        for line in read_lines(output, complain=found.complain):
            count += 1
            empty += not line.strip()
        if count != lines:
            found.complain(
                DataError(
                    f"{output} has {count} lines, but {path / 'segments.jsonl'} has {lines}.\n"
                    "Every segment needs exactly one output."
                )
            )
        if empty:
            found.counts["empty output lines"] += empty
            found.notes.append(f"{empty} outputs of {name} are empty.")


def _segments(segments: Iterable[Segment], found: _Findings) -> set[str]:
    """Count what segments hold; their labels come back."""
    labels: set[str] = set()
    documents: set[str] = set()
    for segment in segments:
        found.counts["segments"] += 1
        found.counts["references"] += len(segment.references)
        found.counts["idioms"] += len(segment.idioms)
        labels.update(segment.labels)
        if segment.document is not None:
            documents.add(segment.document)
    found.counts["labels"] += len(labels)
    found.counts["documents"] += len(documents)
    return labels


def _segment_lines(path: Path, found: _Findings, _: tuple[str, str] | None) -> None:
    def segments() -> Iterator[Segment]:
        for number, value in read_objects(path, found.complain):
            try:
                yield from_json(f"{path}:{number}", value)
            except DataError as error:
                found.complain(error)

    _segments(segments(), found)


def _table(path: Path, found: _Findings, _: tuple[str, str] | None) -> None:
    _segments(read_table(path, found.notes, found.complain), found)


def _text(path: Path, found: _Findings, _: tuple[str, str] | None) -> None:
    for line in read_lines(path, any_line_end=True, complain=found.complain):
        found.counts["lines"] += 1
        found.counts["empty lines"] += not line.strip()
    if uses_windows_line_ends(path):
        found.notes.append("Lines end in CRLF (Windows); files used beside it must, too.")


def _docids(path: Path, found: _Findings, _: tuple[str, str] | None) -> None:
    seen: set[str] = set()
    previous = None
    for number, line in enumerate(read_lines(path, any_line_end=True, complain=found.complain), 1):
        found.counts["lines"] += 1
        if not line.strip():
            found.complain(DataError(f"{path}:{number} is empty. Every line needs a document id."))
        elif line != previous and line in seen:
            found.complain(
                DataError(
                    f"{path}:{number}: document {line!r} goes on after another began.\n"
                    "The lines of a document must stand together, or its context is wrong."
                )
            )
        seen.add(line)
        previous = line
    found.counts["documents"] = len(seen - {""})


def _spans(path: Path, found: _Findings, _: tuple[str, str] | None) -> None:
    labels: set[str] = set()
    for idioms in read_spans(path, found.complain):
        found.counts["lines"] += 1
        found.counts["lines without an idiom"] += not idioms
        found.counts["idioms"] += len(idioms)
        labels.update(idiom.label for idiom in idioms)
    found.counts["labels"] = len(labels)
    found.notes.append("Spans were not held against a text; litmus score does that.")


def _links(path: Path, found: _Findings, _: tuple[str, str] | None) -> None:
    for links in read_pharaoh(path, complain=found.complain):
        found.counts["lines"] += 1
        found.counts["sure links"] += len(links.sure)
        found.counts["possible links"] += len(links.possible)


def _tags(path: Path, found: _Findings, _: tuple[str, str] | None) -> None:
    for sentence in read_rows(path, found.complain):
        found.counts["lines"] += 1
        found.counts["tokens"] += len(sentence.tokens)
        found.counts["tagged tokens"] += sum(map(bool, sentence.tags))


def _objects(path: Path, found: _Findings, _: tuple[str, str] | None) -> None:
    for _number, _value in read_objects(path, found.complain):
        found.counts["objects"] += 1


def _sgm(path: Path, found: _Findings, _: tuple[str, str] | None) -> None:
    for _document, side in read_sgm(path):
        found.counts["documents"] += 1
        found.counts["segments"] += len(side.texts)


def _tmx(path: Path, found: _Findings, languages: tuple[str, str] | None) -> None:
    if languages is not None:
        pairs = Pairs(path, *languages)
        found.counts["segments"] = sum(1 for _ in pairs)
        found.counts["units"], found.counts["skipped units"] = pairs.units, pairs.skipped
        return
    names: Counter[str] = Counter()
    for unit in read_tmx(path):
        found.counts["units"] += 1
        names.update(unit.texts.keys())
    found.notes += [f"{count} units have text in {name}." for name, count in sorted(names.items())]


def _importer(format: str) -> _Check:
    """Import the whole data set, every part of it."""

    def run(path: Path, found: _Findings, languages: tuple[str, str] | None) -> None:
        if format in ("ctxpro", "contrapro"):  # their languages are not needed to read them
            languages = languages or ("und", "und")
        parts = _PARTS[format](path) if format in _PARTS and path.is_dir() else []
        for part in parts if len(parts) > 1 else [None]:
            options = {} if part is None else {"part": part}
            imported = import_suite(format, path, languages=languages, **options)
            _segments(map(_checked, imported.segments), found)
            found.notes += [f"{part}: {note}" if part else note for note in imported.notes]
            for outputs in imported.systems.values():
                found.counts["systems"] += 1
                found.counts["empty output lines"] += sum(not text.strip() for text in outputs)

    return run


def _checked(segment: Segment) -> Segment:
    """The segment, held to what a suite demands."""
    return from_json(f"segment {segment.id!r}", to_json(segment))


def _ignore(_: DataError) -> None:
    """For a second pass: the first has said it."""


_PARTS: Mapping[str, Callable[[Path], Collection[str]]] = {
    "muda": muda.parts_of,
    "idiom-mt": idiom_mt.parts_of,
    "idiom-ds": idiom_ds.parts_of,
    "wmt": wmt.parts_of,
}
_CHECKS: Mapping[str, _Check] = {
    "suite": _suite, "segments": _segment_lines, "text": _text, "docids": _docids,
    "spans": _spans, "pharaoh": _links, "jsonl": _objects, "sgm": _sgm, "tmx": _tmx, "tsv": _table,
    "tags": _tags,
}  # fmt: skip
KINDS: Mapping[str, str] = {
    "suite": "a suite's folder",
    "segments": "segments.jsonl of a suite",
    "text": "plain text, one segment a line",
    "docids": "document ids, one a line",
    "spans": "span file: where the idiom stands in each line",
    "pharaoh": "word alignment, i-j links",
    "tags": "rows of litmus tag",
    "jsonl": "JSON lines",
    "sgm": "SGM: a srcset, refset or tstset",
    **FORMATS,
}
