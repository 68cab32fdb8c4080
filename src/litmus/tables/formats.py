"""Tables as text, JSON, TSV, LaTeX and Markdown: one renderer for all commands."""

import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from litmus.errors import UnknownName
from litmus.tables import FORMATS
from litmus.tables.cells import (
    escape_latex,
    escape_markdown,
    escape_tsv,
    latex_number,
    markdown_code,
    markdown_number,
    pad,
    plain,
    text_width,
)
from litmus.tables.colour import BOLD, DIM, paint, paint_cell

WIDTH = 100  # of a terminal
INTERVAL = "[low, high]: 95 % interval."
_GAP = "  "  # between columns

# A score is a number with an interval, and perhaps a star: on a terminal it is aligned to the left,
# so that values line up; elsewhere to the right, like other numbers.
Kind = Literal["text", "number", "score"]


@dataclass(frozen=True, slots=True)
class Column:
    """What a table has in one column; `min_width` is for a terminal."""

    head: str
    kind: Kind
    min_width: int = 0


def columns(kind: Kind, *heads: str) -> tuple[Column, ...]:
    """Columns of one kind."""
    return tuple(Column(head, kind) for head in heads)


@dataclass(frozen=True, slots=True)
class Table:
    """Cells of text under their heads.

    `foot` are rows below a rule, with a symbol in their first cell. The cells whose (row, column)
    is in `strong` are bold, on a terminal if it shows colours. There, `notes` follow the table, and
    if it is too wide, a table that may `fold` continues below, so many columns in front again.
    """

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    foot: Sequence[Sequence[str]] = ()
    strong: Container[tuple[int, int]] = ()
    notes: Sequence[str] = ()
    fold: int = 0

    @property
    def heads(self) -> tuple[str, ...]:
        """The heads of the columns."""
        return tuple(column.head for column in self.columns)


@dataclass(frozen=True)
class Sheet:
    """All that a command prints: tables for people, records with these fields for programs.

    Tables and records are read once, and only those that a format shows.
    """

    heading: str
    tables: Iterable[Table]
    fields: Sequence[str]
    records: Iterable[Mapping[str, object]]
    about: Sequence[str] = ()
    notes: Sequence[str] = ()
    signatures: Sequence[str] = ()
    indent: int = 0  # of tables, on a terminal


def records(
    rows: Iterable[object], fields: Sequence[str], **same: object
) -> Iterator[dict[str, object]]:
    """The fields of every row, and what is the same for all, as plain objects."""
    for row in rows:
        yield {field: getattr(row, field) for field in fields} | same


def render(sheet: Sheet, format: str, *, colour: bool = False) -> str:
    """The sheet in one of `FORMATS`, ending in a newline; `colour` is for a terminal."""
    if format not in FORMATS:
        raise UnknownName("format", format, FORMATS)
    lines = _text(sheet, colour=colour) if format == "text" else _RENDERERS[format](sheet)
    return "\n".join(lines) + "\n"


def _text(sheet: Sheet, *, colour: bool) -> Iterator[str]:
    painted = paint if colour else _unpainted
    yield painted(plain(sheet.heading), BOLD)
    yield from map(plain, sheet.about)
    for table in sheet.tables:
        yield ""
        if table.title:
            yield plain(table.title)
        yield from (" " * sheet.indent + line for line in _text_table(table, colour=colour))
        yield from table.notes
    yield ""
    yield from (painted(plain(line), DIM) for line in (*sheet.notes, *sheet.signatures))


def _unpainted(text: str, code: str) -> str:
    return text


def _text_table(table: Table, *, colour: bool) -> Iterator[str]:
    grid = [[*map(plain, row)] for row in (table.heads, *table.rows, *table.foot)]
    widths = [
        max(column.min_width, *map(text_width, cells))
        for column, *cells in zip(table.columns, *grid, strict=True)
    ]

    def line(row: int, shown: Iterable[int]) -> str:
        in_body = 0 < row <= len(table.rows)
        cells = []
        for k in shown:
            text, kind = grid[row][k], table.columns[k].kind
            cell = pad(text, widths[k], right=kind == "number")
            if colour and in_body and text and kind != "text":
                cell = cell.replace(text, paint_cell(text, best=(row - 1, k) in table.strong))
            cells.append(cell)
        joined = _GAP.join(cells).rstrip()
        return joined if in_body or not colour else paint(joined, DIM)

    parts = _folds(widths, table.fold) if table.fold else [range(len(widths))]
    for part, shown in enumerate(parts):
        if part:
            yield ""
        yield from (line(row, shown) for row in range(len(grid)))


def _folds(widths: Sequence[int], n_front: int) -> Iterator[Sequence[int]]:
    """The columns that fit a terminal side by side, the first ones in front of each part."""
    part = list(range(n_front))
    for k in range(n_front, len(widths)):
        if len(part) > n_front and sum(widths[j] + len(_GAP) for j in (*part, k)) > WIDTH:
            yield part
            part = list(range(n_front))
        part.append(k)
    yield part


def _json(sheet: Sheet) -> Iterator[str]:
    rows = ({field: record[field] for field in sheet.fields} for record in sheet.records)
    yield "["
    yield ",\n".join(" " + json.dumps(row, ensure_ascii=False) for row in rows)
    yield "]"


def _tsv(sheet: Sheet) -> Iterator[str]:
    yield "\t".join(sheet.fields)
    for record in sheet.records:
        values = (record[field] for field in sheet.fields)
        yield "\t".join("" if value is None else escape_tsv(str(value)) for value in values)


def _markdown(sheet: Sheet) -> Iterator[str]:
    yield f"**{escape_markdown(sheet.heading)}**"
    if sheet.about:
        yield from ("", *map(escape_markdown, sheet.about))
    for table in sheet.tables:
        yield from ("", *markdown_table(table))
    if sheet.notes:
        yield from ("", *(f"{escape_markdown(note)}  " for note in sheet.notes))
    if sheet.signatures:
        yield from ("", *(f"{markdown_code(signature)}  " for signature in sheet.signatures))


def markdown_table(table: Table) -> Iterator[str]:
    """The lines of a table in Markdown, with its title if it has one."""
    if table.title:
        yield from (f"**{escape_markdown(table.title)}**", "")
    yield f"| {' | '.join(map(escape_markdown, table.heads))} |"
    yield f"|{'|'.join('---' if c.kind == 'text' else '---:' for c in table.columns)}|"
    for number, row in enumerate((*table.rows, *table.foot)):
        yield f"| {' | '.join(_escaped(table, number, row, escape_markdown, markdown_number))} |"


def _latex(sheet: Sheet) -> Iterator[str]:
    yield "% needs \\usepackage{booktabs}"
    for number, table in enumerate(sheet.tables):
        if number:
            yield ""
        if table.title:
            yield f"% {plain(table.title)}"
        yield from _latex_table(table)
    for line in (sheet.heading, *sheet.about, *sheet.notes, *sheet.signatures):
        yield f"% {plain(line)}"


def _latex_table(table: Table) -> Iterator[str]:
    sides = "".join("l" if column.kind == "text" else "r" for column in table.columns)
    yield from (f"\\begin{{tabular}}{{{sides}}}", "\\toprule")
    yield from (f"{' & '.join(map(escape_latex, table.heads))} \\\\", "\\midrule")
    for number, row in enumerate(table.rows):
        yield f"{' & '.join(_escaped(table, number, row, escape_latex, latex_number))} \\\\"
    if table.foot:
        yield "\\midrule"
    for number, row in enumerate(table.foot, start=len(table.rows)):
        symbol, *cells = _escaped(table, number, row, escape_latex, latex_number)
        yield f"{' & '.join([f'${symbol}$', *cells])} \\\\"
    yield from ("\\bottomrule", "\\end{tabular}")


class _Number(Protocol):
    """How a format writes a number."""

    def __call__(self, text: str, *, best: bool) -> str:
        """The number, escaped; the best one is bold."""


def _escaped(
    table: Table, at: int, row: Sequence[str], text: Callable[[str], str], number: _Number
) -> Iterator[str]:
    for k, (column, cell) in enumerate(zip(table.columns, row, strict=True)):
        yield text(cell) if column.kind == "text" else number(cell, best=(at, k) in table.strong)


_RENDERERS: Mapping[str, Callable[[Sheet], Iterator[str]]] = {
    "json": _json, "tsv": _tsv, "latex": _latex, "md": _markdown,
}  # fmt: skip
