"""Tables whose columns have names: which column is the source, which the reference, and so on.

What CSV, Parquet and Hugging Face data sets share. A column may lie inside another: the text of
`translation: {"en": ..., "de": ...}` is `translation.en`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from litmus.corpus.blanks import Blanks
from litmus.corpus.collection.ways import INSIDE, follow, leads, names_of
from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError, UnknownName
from litmus.files.text import one_line
from litmus.importers.imported import Anew, Imported
from litmus.importers.table_rows import COLUMNS, blank_rows, is_blank, segment_of
from litmus.wording import Message, count, option

OPTIONS: Mapping[str, str] = {
    "source": "the column of the source (default: source, src, or the code of the language)",
    "reference": "columns of references: A+B, none (default: reference, ref, target, tgt, or the "
    "code)",
    "id": "the column of ids (default: id; without one, numbers of rows)",
    "doc": "the column of documents (default: doc, document, docid, doc_id, document_id)",
    "label": "the column of idioms (default: label)",
    "columns": "other columns to keep, for --by-column: A+B, all",
    "sys": "columns of outputs, to keep as systems: A+B",
    "skip": "a column that is true in rows to leave out (default: is_bad_source; none)",
}
_BAD = "is_bad_source"  # as WMT24++ marks canaries and damaged sources


class TableRow(NamedTuple):
    """Where a row is, for messages; its number among the rows, from 1; its values by column."""

    where: str
    number: int
    values: Mapping[str, Any]


@dataclass(frozen=True)
class Table:
    """A table with names: `columns` has the names as keys, of nested ones objects as values."""

    shown: str  # what messages call it: a file with the line of its header, a split
    columns: Mapping[str, Any]
    rows: Callable[[], Iterator[TableRow]]


def import_table(table: Table, info: SuiteInfo, **chosen: str) -> Imported:
    """The suite of a table; `chosen` are the `OPTIONS`. Line ends inside texts become spaces."""
    picked = _pick(table, info, chosen)
    notes = _left_out(table, picked)

    def segments() -> Iterator[Segment]:
        joined = skipped = blank = 0
        blanks = Blanks((f"the column {'.'.join(way)} of {table.shown}" for way in picked.sides),
                        "row {}")  # fmt: skip
        for row in table.rows():
            if _is_blank(row):
                blank += 1
                continue
            if picked.skips(row):
                skipped += 1
                continue
            segment, lines = picked.segment(row)
            joined += lines
            blanks.add(row.number, [_joined(follow(row.values, way)) for way in picked.sides])
            yield segment
        blanks.finish()
        if skipped:
            shown = ".".join(picked.skip)
            notes.append(f"Left out: {count(skipped, 'row')} where {shown} is true.")
        if blank:
            notes.append(blank_rows(blank))
        if joined:
            notes.append(f"Line ends inside {count(joined, 'text')} became spaces.")

    def outputs(way: Sequence[str]) -> Anew[str]:
        return Anew(lambda: (_text(row.where, "output", follow(row.values, way))[0]
                             for row in table.rows()
                             if not _is_blank(row) and not picked.skips(row)))  # fmt: skip

    systems = {".".join(way): outputs(way) for way in picked.systems}
    return Imported(info, Anew(segments), systems=systems, notes=notes)


@dataclass(frozen=True)
class _Picked:
    fields: Mapping[str, Sequence[str]]  # the keys that lead to each of COLUMNS but the reference
    references: Sequence[Sequence[str]]
    kept: Sequence[Sequence[str]]
    systems: Sequence[Sequence[str]]
    skip: Sequence[str] = ()

    @property
    def sides(self) -> list[Sequence[str]]:
        """The source and its references."""
        return [self.fields["source"], *self.references]

    def skips(self, row: TableRow) -> bool:
        """Whether a row is marked as one to leave out; in CSV the mark is a word."""
        return bool(self.skip) and _cell(follow(row.values, self.skip)).lower() in ("true", "1")

    def segment(self, row: TableRow) -> tuple[Segment, int]:
        """The segment of a row, and how many of its texts had line ends."""
        where, number, values = row
        source, joined = _text(where, "source", follow(values, self.fields["source"]))
        references = []
        for way in self.references:
            found = follow(values, way)
            for value in found if isinstance(found, list) else [found]:
                text, lines = _text(where, "reference", value)
                references.append(text)
                joined += lines
        cells = {
            name: _cell(follow(values, way))
            for name, way in self.fields.items()
            if name != "source"
        }
        columns = {".".join(way): _cell(follow(values, way)) for way in self.kept}
        segment = segment_of(where, number, cells | {"source": source}, references, columns)
        return segment, joined


def _is_blank(row: TableRow) -> bool:
    return is_blank(map(_cell, row.values.values()))


def _text(where: str, what: str, value: Any) -> tuple[str, int]:
    """The text on one line, and 1 if it was on several."""
    if value is None:
        return "", 0
    if not isinstance(value, str):
        raise DataError(f"{where}: the {what} is no text, but {type(value).__name__}.")
    line = one_line(value)
    return (line, 1) if line != value.strip() else (value, 0)


def _joined(value: Any) -> str:
    """A text, or all of several references."""
    return " ".join(map(_cell, value if isinstance(value, list) else [value]))


def _cell(value: Any) -> str:
    return "" if value is None else one_line(str(value))


def _pick(table: Table, info: SuiteInfo, chosen: Mapping[str, str]) -> _Picked:
    languages = {"source": info.source, "reference": info.target}
    fields: dict[str, list[str]] = {}
    references: list[list[str]] = []
    for name in COLUMNS:
        if name in chosen:
            ways = [] if chosen[name] == "none" else _named(table, chosen[name])
        else:
            ways = _by_habit(table, name, languages.get(name))
        if not ways and name == "source":
            raise _no_source(table, info.source)
        if name == "reference":
            references = ways
        elif ways:
            fields[name] = ways[0]
    systems = _named(table, chosen["sys"]) if "sys" in chosen else []
    used = [*fields.values(), *references, *systems]
    if chosen.get("columns") == "all" and "all" not in table.columns:
        kept = [[name] for name in table.columns if [name] not in used]
        kept = [way for way in kept if not any(way == one[:1] for one in used)]
    else:
        kept = _named(table, chosen["columns"]) if "columns" in chosen else []
    skip = chosen.get("skip", _BAD if _BAD in table.columns else "none")
    marks = [] if skip == "none" else _named(table, skip)[0]
    return _Picked(fields, references, kept, systems, marks)


def _named(table: Table, names: str) -> list[list[str]]:
    """The keys that lead to each of the columns A+B, or to the one called so."""
    if found := _way(table, names):
        return [found]
    ways = []
    for name in names.split("+"):
        way = _way(table, name.strip())
        if way is None:
            raise UnknownName(f"column of {table.shown}", name, _known(table))
        ways.append(way)
    return ways


def _by_habit(table: Table, name: str, code: str | None) -> list[list[str]]:
    """The column that usually holds a field, and further references (reference2)."""
    if name in ("source", "reference"):
        names = names_of(name, code)
    else:
        names = (*names_of("document", None), "doc") if name == "doc" else (name,)
    ways = [way for one in names if (way := _way(table, one))]
    if name != "reference":
        return ways[:1]
    first = ways[:1]
    rest = [[one] for one in table.columns if one.lower().startswith("reference")
            and one.lower()[len("reference"):].isdigit()]  # fmt: skip
    return first + [way for way in rest if way not in first]


def _way(table: Table, name: str) -> list[str] | None:
    """The keys that lead to a column, by its name as it is or, failing that, in other case."""
    if name in table.columns:
        return [name]
    if leads(table.columns, name.split(".")):
        return name.split(".")
    alike = [one for one in table.columns if one.lower() == name.lower()]
    return [alike[0]] if len(alike) == 1 else None


def _known(table: Table) -> list[str]:
    inside = table.columns.get(INSIDE)
    return [*table.columns, *(f"{INSIDE}.{code}" for code in inside or ())]


def _no_source(table: Table, code: str) -> DataError:
    return DataError(
        f"{table.shown} has no column for the source ({', '.join(names_of('source', code))}); it "
        f"has {_listed(_known(table))}.\nName it: {option('source', 'COLUMN')}"
    )


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names)) or "none"


def _left_out(table: Table, picked: _Picked) -> list[str]:
    """Notes on what the suite does not hold."""
    notes = [] if picked.references else ["There is no reference."]
    used = {
        way[0]
        for way in (*picked.fields.values(), *picked.references, *picked.kept, *picked.systems)
    } | {*picked.skip[:1]}
    if rest := [name for name in table.columns if name not in used]:
        keep = option("columns", "+".join(rest))
        notes.append(Message(f"Left out: {', '.join(rest)} (to keep: {keep})."))
    return notes
