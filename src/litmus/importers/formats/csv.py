"""CSV with a header: quoted cells with a comma or semicolon between, as spreadsheets write."""

import csv
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError, UsageError
from litmus.files.text import decoded_lines
from litmus.importers.imported import Imported, pair_for, title
from litmus.importers.named_columns import OPTIONS as NAMED
from litmus.importers.named_columns import Table, TableRow, import_table
from litmus.importers.sample import Sample
from litmus.wording import count, option

NAME = "csv"
SUMMARY = "columns named in a header line, with a comma, semicolon, tab or bar between them"
OPTIONS: Mapping[str, str] = {
    **NAMED,
    "separator": "what is between cells: comma, semicolon, tab, bar (default: what the header has)",
}
_SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|"}
_HINT = "sep="  # the first line by which Excel is told the separator


def recognises(sample: Sample) -> bool:
    """A file that is called so, and whose header names a source."""
    if sample.suffix != ".csv":
        return False
    header = sample.first_line.lower()
    return any(name in ("source", "src") for name in _cells(header, _likeliest(header)))


def read(
    path: Path,
    *,
    languages: tuple[str, str] | None,
    name: str | None,
    separator: str | None = None,
    **chosen: str,
) -> Imported:
    """The suite: one segment per row."""
    source, target = pair_for(NAME, languages, path.name)
    if separator is not None and separator not in _SEPARATORS:
        raise UsageError(
            f"{option('separator')} is one of {', '.join(_SEPARATORS)}, not {separator!r}."
        )
    start, between, header = _header(path, separator)
    table = Table(
        f"{path}:{start}", dict.fromkeys(header), lambda: _rows(path, between, header, start)
    )
    return import_table(table, SuiteInfo(title(path, name), source, target), **chosen)


def _header(path: Path, separator: str | None) -> tuple[int, str, list[str]]:
    """The line that names the columns, what is between cells, and the names."""
    hint, start = "", 1
    records = _lines(path)
    first = next(records, "")
    if first.lower().startswith(_HINT) and len(first.strip()) == len(_HINT) + 1:
        hint, start = first.strip()[-1], 2
        first = next(records, "")
    if not first.strip():
        raise DataError(f"{path}:{start} is blank. A header that names the columns was expected.")
    between = _SEPARATORS[separator] if separator else hint or _likeliest(first)
    header = [cell.strip() for cell in _cells(first, between)]
    for name, times in Counter(header).items():
        if times > 1:
            shown = f"the column {name!r}" if name else "a column without a name"
            raise DataError(f"{path}:{start}: the header has {shown} {times} times.")
    return start, between, header


def _likeliest(header: str) -> str:
    """The separator that cuts the header into most cells; a comma if none does."""
    return max(_SEPARATORS.values(), key=lambda between: len(_cells(header, between)))


def _cells(line: str, between: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=between), [])
    except csv.Error:
        return []


def _lines(path: Path) -> Iterator[str]:
    """Lines with their ends, which may be inside cells; the mark of Excel's UTF-8 goes."""
    for number, line in enumerate(decoded_lines(path), start=1):
        yield line.removeprefix("\ufeff") if number == 1 else line


def _rows(path: Path, between: str, header: list[str], start: int) -> Iterator[TableRow]:
    """Every row after the header; blank lines are none."""
    reader = csv.reader(islice(_lines(path), start, None), delimiter=between, strict=True)
    number, line = 0, start + 1  # of the segment; where the row begins
    try:
        for cells in reader:
            where, line = f"{path}:{line}", start + reader.line_num + 1
            if not cells:
                continue
            if len(cells) != len(header):
                raise DataError(
                    f"{where} has {count(len(cells), 'cell')}, but the header names "
                    f"{count(len(header), 'column')}: {', '.join(header)}.\n"
                    'A cell with a separator or a line end in it needs quotes ("...").'
                )
            number += 1
            yield TableRow(where, number, dict(zip(header, cells, strict=True)))
    except csv.Error as error:
        raise DataError(
            f"{path}:{line} is not CSV: {error}.\n"
            'A quote inside a quoted cell is doubled (""); every quote must be closed.'
        ) from error
    if number == 0:
        raise DataError(f"{path} has a header, but no row; nothing was imported.")
