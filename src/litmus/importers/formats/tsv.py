"""A table: `source<TAB>reference[<TAB>label]`, or columns that a header line names."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from litmus.corpus.blanks import Blanks
from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError, UnknownName
from litmus.files.text import Complain, read_columns, read_lines, refuse
from litmus.importers.imported import Anew, Imported, pair_for, title
from litmus.importers.sample import Sample
from litmus.importers.table_rows import COLUMNS, blank_rows, is_blank, segment_of

NAME = "tsv"
SUMMARY = "source<TAB>reference[<TAB>label], or columns named in a header line"
OPTIONS: Mapping[str, str] = {"columns": "other columns to keep, for --by-column: A+B"}
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
    notes: list[str] = []
    return Imported(info, Anew(lambda: read_table(path, kept=kept, note=notes.append)), notes=notes)


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
    path: Path,
    complain: Complain = refuse,
    kept: Sequence[str] = (),
    note: Callable[[str], None] = lambda text: None,
) -> Iterator[Segment]:
    """The segments of a table. A label gets a span where the source holds it as it is written.
    Rows of tabs alone are left out, with a note."""
    blank = 0
    header = header_of(path, kept)
    names = header or ["source", "reference", "label"]
    widths = {len(names)} if header else {2, 3}
    expected = ", ".join(names if header else ["source", "reference", "label (optional)"])
    texts = ["source", *(name for name in names if name.startswith("reference"))]
    blanks = Blanks(f"the column {name} of {path}" for name in texts)
    for number, cells in read_columns(path, widths, expected, complain):
        if header and number == 1:
            continue
        if is_blank(cells):
            blank += 1
            continue
        values = dict(zip(names, cells, strict=False))
        references = [
            cell for name, cell in zip(names, cells, strict=False) if name.startswith("reference")
        ]
        columns = {name: values[name] for name in kept}
        try:
            segment = segment_of(
                f"{path}:{number}", number - bool(header), values, references, columns
            )
        except DataError as error:
            complain(error)
        else:
            blanks.add(number, (segment.source, *segment.references))
            yield segment
    try:
        blanks.finish()
    except DataError as error:
        complain(error)
    if blank:
        note(blank_rows(blank))
