"""The rows of a file of text, TSV, JSONL or Parquet; those that cannot be used, with the reason."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from litmus.corpus.collection.found import CorpusFile
from litmus.corpus.collection.parquet import parquet_columns, read_parquet
from litmus.corpus.collection.ways import INSIDE, NAMES, follow, leads, names_of
from litmus.errors import DataError, UsageError
from litmus.files.text import STRAY_LINE_ENDS, read_lines
from litmus.wording import count, option

_PATIENCE = 100  # rows of JSONL that may lack a column before it is taken for misnamed


class Row(NamedTuple):
    """A row by its number in the file, from 1, and the texts of the fields that are wanted."""

    number: int
    texts: tuple[str, ...]


class Rejected(NamedTuple):
    """A row that cannot be used."""

    number: int
    reason: str


@dataclass(frozen=True)
class Fields:
    """What is wanted of a row: `text`, or `source` and `reference`, and maybe the `document`.

    `languages` are those of the texts by field, `columns` the columns that the user has named.
    """

    wanted: tuple[str, ...]
    languages: Mapping[str, str]
    columns: Mapping[str, str] = field(default_factory=dict)
    blank: bool = False  # whether texts may be blank

    def __post_init__(self) -> None:
        for name in self.columns:
            if name not in self.wanted:
                raise UsageError(
                    f"{option('columns')} names {name!r}; the fields are {', '.join(self.wanted)}."
                )

    def names(self, wanted: str) -> tuple[str, ...]:
        """What the column of a field may be called, the likeliest first."""
        if wanted in self.columns:
            return (self.columns[wanted],)
        return names_of(wanted, self.languages.get(wanted))

    def missing(self, wanted: str, there: Iterable[str], path: Path) -> DataError:
        """No column for a field."""
        return DataError(
            f"{path} has no column for the {wanted} ({', '.join(self.names(wanted))}); it has "
            f"{', '.join(there) or 'none'}.\nName it: {option('columns', f'{wanted}=NAME')}"
        )


def read_columns_named(items: Sequence[str]) -> dict[str, str]:
    """What the user says of columns: `source=en`, `document=url`.

    >>> read_columns_named(["source=en", "document=meta.url"])
    {'source': 'en', 'document': 'meta.url'}
    """
    named = dict(item.partition("=")[::2] for item in items)
    for name, column in named.items():
        if not column or name not in NAMES:
            raise UsageError(
                f"{option('columns')} is such as source=en or document=url; the fields are "
                f"{', '.join(NAMES)}."
            )
    return named


def read_rows(file: CorpusFile, paths: Sequence[Path], fields: Fields) -> Iterator[Row | Rejected]:
    """Every row of a file once, in order; `paths` are its places on this machine."""
    if file.format == "Parquet":
        found = _parquet(paths[0], fields)
    elif file.format == "JSONL":
        found = _jsonl(paths[0], fields)
    elif file.format == "TSV":
        found = _tsv(paths[0], fields)
    else:
        found = _text(paths, fields)
    for number, values in found:
        if isinstance(values, str):
            yield Rejected(number, values)
            continue
        reason = _unfit(values, fields)
        yield Rejected(number, reason) if reason else Row(number, tuple(map(str, values)))


# The number of a row, and its values or what is wrong with it.
_Found = Iterator[tuple[int, Sequence[Any] | str]]


def _lines(path: Path) -> Iterator[tuple[str, str]]:
    """Every line, and what is wrong with it."""
    complaints: list[str] = []
    lines = read_lines(
        path, any_line_end=True, drop_bom=True, complain=lambda error: complaints.append(str(error))
    )
    for line in lines:
        # The file and line are known; what follows is the reason, and how to mend the file.
        reason = complaints[0].partition("\n")[0] if complaints else ""
        complaints.clear()
        yield line, reason


def _text(paths: Sequence[Path], fields: Fields) -> _Found:
    if len(paths) != len(fields.wanted):
        raise UsageError(
            f"{paths[0]} is plain text, but {' and '.join(fields.wanted)} are needed.\n"
            "Give a file for each of them, or TSV, JSONL or Parquet."
        )
    number = 0
    for number, row in enumerate(zip_longest(*map(_lines, paths)), start=1):
        if None in row:
            short = paths[row.index(None)]
            long = next(path for path, one in zip(paths, row, strict=True) if one is not None)
            raise DataError(
                f"{short} has {count(number - 1, 'line')}, but {long} has more; they should go "
                "line by line."
            )
        reasons = [reason for _, reason in row if reason]
        yield number, reasons[0] if reasons else [line for line, _ in row]


def _tsv(path: Path, fields: Fields) -> _Found:
    lines: Iterator[tuple[int, tuple[str, str]]] = enumerate(_lines(path), start=1)
    first = next(lines, None)
    if first is None:
        return
    header = first[1][0].split("\t")
    places = _in_header(header, fields)
    if places is None:
        if any(not column.isdigit() for column in fields.columns.values()):
            wanted = next(name for name, c in fields.columns.items() if c not in header)
            raise fields.missing(wanted, map(repr, header), path)
        places = [
            int(fields.columns.get(name, k)) - 1 for k, name in enumerate(fields.wanted, start=1)
        ]
        lines = chain([first], lines)
    for number, (line, reason) in lines:
        cells = line.split("\t")
        short = [name for name, k in zip(fields.wanted, places, strict=True) if k >= len(cells)]
        if short and not reason:
            reason = f"no {short[0]} among {count(len(cells), 'tab-separated column')}"
        yield number, reason or [cells[k] for k in places]


def _in_header(header: list[str], fields: Fields) -> list[int] | None:
    """Where the fields are, if the first line names them all."""
    places = []
    for wanted in fields.wanted:
        named = [header.index(name) for name in fields.names(wanted) if name in header]
        if not named:
            return None
        places.append(named[0])
    return places


def _jsonl(path: Path, fields: Fields) -> _Found:
    ways: list[list[str]] | None = None
    lost: DataError | None = None  # no row so far has the columns
    for number, (line, reason) in enumerate(_lines(path), start=1):
        value, reason = _object(line) if not reason else ({}, reason)
        if not reason and ways is None:
            try:
                ways = _ways(value, fields, path)
            except DataError as error:
                lost, reason = error, "columns are missing"
                if number >= _PATIENCE:
                    raise
        yield number, reason or [follow(value, way) for way in ways or ()]
    if ways is None and lost is not None:
        raise lost


def _object(line: str) -> tuple[Mapping[str, Any], str]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {}, f"not JSON: {error}"
    return (value, "") if isinstance(value, dict) else ({}, "not an object of JSON")


def _parquet(path: Path, fields: Fields) -> _Found:
    ways = _ways(parquet_columns(path), fields, path)
    columns = list(dict.fromkeys(way[0] for way in ways))
    for number, value in enumerate(read_parquet(path, columns), start=1):
        yield number, [follow(value, way) for way in ways]


def _ways(value: Mapping[str, Any], fields: Fields, path: Path) -> list[list[str]]:
    """The keys that lead to each field."""
    ways = []
    for wanted in fields.wanted:
        for name in fields.names(wanted):
            way = [name] if name in value else name.split(".")
            if leads(value, way):
                ways.append(way)
                break
        else:
            inside = value.get(INSIDE)
            there = [f"{INSIDE}.{code}" for code in inside] if isinstance(inside, dict) else []
            raise fields.missing(wanted, [*value, *there], path)
    return ways


def _unfit(values: Sequence[Any], fields: Fields) -> str:
    """Why a row cannot be used."""
    for name, value in zip(fields.wanted, values, strict=True):
        if value is None:
            return f"no {name}"
        if name == "document" and isinstance(value, int):
            continue
        if not isinstance(value, str):
            return f"the {name} is no text"
        if not value.strip() and (name == "document" or not fields.blank):
            return f"the {name} is blank"
        if not value.isascii() or not value.isprintable():
            odd = _odd(value)
            if odd:
                return f"the {name} holds {odd}"
    return ""


def _odd(text: str) -> str:
    for character, what in (("\n", "a line end"), ("\r", "a carriage return"), ("\0", "a NUL")):
        if character in text:
            return what
    for character, name in STRAY_LINE_ENDS.items():
        if character in text:
            return f"{name}, which other programs take for a line end"
    try:
        text.encode()
    except UnicodeEncodeError:
        return "half a character"
    return ""
