"""Are these segments right: a suite, its segments.jsonl, or a data set that litmus imports?"""

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from litmus.checks.report import Checker, Findings, Languages, reader
from litmus.corpus.segment import Segment, from_json, to_json
from litmus.corpus.suite import read_suite
from litmus.errors import DataError, UsageError
from litmus.files.jsonl import read_objects
from litmus.files.text import read_lines
from litmus.idioms.in_place import Located
from litmus.importers import FORMATS, import_suite
from litmus.importers.formats import tsv
from litmus.language.knowledge import language_pair
from litmus.wording import count


def _suite(path: Path, findings: Findings, _: Languages) -> None:
    suite = read_suite(path)
    labels = _count(suite.segments(findings.complain), findings)
    lines = sum(1 for _ in read_lines(path / "segments.jsonl", complain=_ignore, any_line_end=True))
    if unused := len(suite.facts.keys() - labels):
        findings.notes.append(f"{count(unused, 'label')} in idioms.jsonl, but in no segment.")
    for name, output in suite.systems.items():
        _output(name, output, lines, path, findings)
    if not findings.n_problems:
        try:
            language_pair(f"{suite.info.source}-{suite.info.target}")
        except UsageError as error:
            findings.complain(DataError(f"{path / 'suite.toml'}: {error.message.template}"))


def _output(name: str, output: Path, lines: int, suite: Path, findings: Findings) -> None:
    findings.counts["systems"] += 1
    n_lines = n_empty = 0
    for line in read_lines(output, complain=findings.complain):
        n_lines += 1
        n_empty += not line.strip()
    if n_lines != lines:
        findings.complain(
            DataError(
                f"{output} has {count(n_lines, 'line')}, but {suite / 'segments.jsonl'} has "
                f"{lines}.\n"
                "Every segment needs exactly one output."
            )
        )
    if n_empty:
        findings.counts["empty output lines"] += n_empty
        findings.notes.append(f"{name}: {count(n_empty, 'empty output')}.")


def _count(segments: Iterable[Segment], findings: Findings) -> set[str]:
    """Count what segments hold; their labels come back."""
    labels: set[str] = set()
    documents: set[str] = set()
    for segment in segments:
        findings.counts["segments"] += 1
        findings.counts["references"] += len(segment.references)
        findings.counts["idioms"] += len(segment.idioms)
        findings.counts["entities"] += len(segment.entities)
        labels.update(segment.labels)
        if segment.terms:
            findings.counts["terms"] += len(segment.terms)
        if segment.document is not None:
            documents.add(segment.document)
    findings.counts["labels"] += len(labels)
    findings.counts["documents"] += len(documents)
    return labels


def _segment_lines(path: Path, findings: Findings, _: Languages) -> None:
    def segments() -> Iterator[Segment]:
        for number, value in read_objects(path, findings.complain):
            try:
                yield from_json(f"{path}:{number}", value)
            except DataError as error:
                findings.complain(error)

    _count(segments(), findings)


def _table(path: Path, findings: Findings, languages: Languages) -> None:
    segments: Iterable[Segment] = tsv.read_table(
        path, findings.complain, note=findings.notes.append
    )
    found = Located(segments, languages[0]) if languages else None
    _count(segments if found is None else found, findings)
    findings.notes += found.notes() if found else []


def _data_set(format: str, path: Path, findings: Findings, languages: Languages) -> None:
    """Import the whole data set, every part of it."""
    pair = (languages[0], languages[1]) if languages else None
    if format in ("ctxpro", "contrapro", "winomt"):  # their languages are not needed to read them
        pair = pair or ("und", "und")
    parts_of = getattr(FORMATS.find(format), "parts_of", None)
    parts = list(parts_of(path)) if parts_of and path.is_dir() else []
    for part in parts or [None]:
        options = {} if part is None else {"part": part}
        imported = import_suite(format, path, languages=pair, **options)
        _count(map(_checked, imported.segments), findings)
        findings.notes += [f"{part}: {note}" if len(parts) > 1 else note for note in imported.notes]
        for outputs in imported.systems.values():
            findings.counts["systems"] += 1
            findings.counts["empty output lines"] += sum(not text.strip() for text in outputs)


def _checked(segment: Segment) -> Segment:
    """The segment, if it is what a suite demands."""
    return from_json(f"segment {segment.id!r}", to_json(segment))


def _ignore(_: DataError) -> None:
    """For a second pass: the first has said it."""


def data_set_checker(format: str, summary: str = "") -> Checker:
    """The checker of a format that litmus imports."""
    return reader(format, summary, partial(_data_set, format))


CHECKERS = (
    reader("suite", "a suite's folder", _suite),
    reader("segments", "segments.jsonl of a suite", _segment_lines),
    reader("tsv", tsv.SUMMARY, _table),
    *(
        data_set_checker(entry.name, entry.summary)
        for entry in FORMATS.ours()
        if entry.name not in ("tmx", "tsv")  # which have readers that go on after a problem
    ),
)
