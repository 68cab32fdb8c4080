"""A table: `source<TAB>reference[<TAB>label]`, or columns that a header line names."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from litmus.corpus.formats.spans import parse_spans
from litmus.corpus.segment import Idiom, Segment, check_spans
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError, UnknownName
from litmus.files.text import Complain, read_columns, read_lines, refuse
from litmus.importers.imported import Anew, Imported, pair_for, title
from litmus.importers.sample import Sample

NAME = "tsv"
SUMMARY = "source<TAB>reference[<TAB>label], or columns named in a header line"
OPTIONS: Mapping[str, str] = {"columns": "other columns to keep, for --by-column: A+B"}
COLUMNS = ("source", "reference", "label", "spans", "doc", "id", "blacklist", "required")
_REFERENCE = re.compile(r"reference\d*")


def recognises(sample: Sample) -> bool:
    """Any table; other formats are asked first."""
    return sample.form == "table"


def read(
    path: Path,
    *,
    languages: tuple[str, str] | None,
    name: str | None,
    columns: str | None = None,
) -> Imported:
    """The suite: one segment per line."""
    source, target = pair_for(NAME, languages, path.name)
    info = SuiteInfo(title(path, name), source, target)
    kept = [column.strip().lower() for column in columns.split("+")] if columns else []
    header = header_of(path, kept)
    for column in kept:
        if column not in (header or ()):
            raise UnknownName(f"column of {path.name}", column, header or [])
    return Imported(info, Anew(lambda: read_table(path, kept=kept)))


def header_of(path: Path, kept: Sequence[str] = ()) -> list[str] | None:
    """The columns that the first line names, or None if it is data."""
    cells = next(read_lines(path, any_line_end=True)).split("\t")
    names = [cell.strip().lower() for cell in cells]
    if "source" not in names:
        return None
    for name in names:
        if name not in (*COLUMNS, *kept) and not _REFERENCE.fullmatch(name):
            raise DataError(
                f"{path}:1: the header names an unknown column {name!r}.\n"
                f"Known: {', '.join(COLUMNS)} (reference2, reference3 for more references)"
            )
    for name, times in Counter(names).items():
        if times > 1 and name != "reference":
            raise DataError(f"{path}:1: the header names the column {name!r} {times} times.")
    return names


def read_table(
    path: Path, complain: Complain = refuse, kept: Sequence[str] = ()
) -> Iterator[Segment]:
    """The segments of a table. A label gets a span where the source holds it as it is written."""
    header = header_of(path, kept)
    names = header or ["source", "reference", "label"]
    widths = {len(names)} if header else {2, 3}
    expected = ", ".join(names if header else ["source", "reference", "label (optional)"])
    for number, cells in read_columns(path, widths, expected, complain):
        if header and number == 1:
            continue
        try:
            segment = _segment(f"{path}:{number}", str(number - bool(header)), names, cells)
            values = dict(zip(names, cells, strict=False))
            columns = {name: value for name in kept if (value := values[name].strip())}
            segment = replace(segment, columns=columns)
        except DataError as error:
            complain(error)
        else:
            yield segment


def _segment(where: str, number: str, names: list[str], cells: list[str]) -> Segment:
    row = dict(zip(names, cells, strict=False))
    source = row["source"]
    references = [
        cell for name, cell in zip(names, cells, strict=False) if name.startswith("reference")
    ]
    if not source.strip() or not all(text.strip() for text in references):
        raise DataError(f"{where}: the source or a reference is empty. Fill it in.")
    required = row.get("required", "")
    return Segment(
        row.get("id", "").strip() or number,
        source,
        tuple(references),
        row.get("doc", "").strip() or None,
        _idioms(where, source, row.get("label", "").strip(), row.get("spans", "")),
        tuple(_words(row.get("blacklist", ""))),
        tuple(words for part in required.split("|") if (words := tuple(_words(part)))),
    )


def _words(cell: str) -> Iterator[str]:
    return (word.strip() for word in cell.split(",") if word.strip())


def _idioms(where: str, source: str, label: str, spans: str) -> tuple[Idiom, ...]:
    """Marks from the spans cell; without one, where the label is in the source."""
    if spans.strip():
        as_json = spans.lstrip().startswith(("{", "[{"))
        if not as_json and not label:
            raise DataError(f"{where}: spans need a label in the column 'label'.")
        idioms = parse_spans(where, spans if as_json else f"{label}\t{spans}")
        for idiom in idioms:
            check_spans(where, source, idiom.spans)
        return idioms
    if not label:
        return ()
    pattern = rf"(?<!\w){re.escape(label)}(?!\w)" if label.isascii() else re.escape(label)
    match = re.search(pattern, source, re.IGNORECASE)
    return (Idiom(label, (match.span(),) if match else ()),)
