"""TOML files as dataclasses: keys, types and limits are checked by the annotations of the fields.

A field is read by its type: `str`, `int`, `float`, `bool`, `Path` (relative to the file's folder),
`Literal` (one of some texts), `tuple[X, ...]` (a list), `frozenset[str]` (words between spaces, or
a list), `Mapping[str, X]` and dataclasses (tables), `X | None`, `Any`. `key` adds limits or
another reader. A field without a default is required, and a required text is not empty.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from litmus.errors import DataError
from litmus.failures import reading
from litmus.files.text import read_text, write_text
from litmus.wording import did_you_mean

T = TypeVar("T")
_EXPECTED = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    Path: "the name of a file",
}
# a.b.c = 1: the parser's time grows with the square of the parts.
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DOTTED = re.compile(rf"{_PART}(?:[ \t]*+\.[ \t]*+{_PART})*")
_MOST_DOTS = 100
_PARTS = re.compile(_PART)
_KEY_LINE = re.compile(
    rf"[ \t]*+(\[{{0,2}}+)[ \t]*+({_PART}(?:[ \t]*+\.[ \t]*+{_PART})*+)[ \t]*+[\]=]"
)
_LONG_TEXT = re.compile(r"\"\"\"|'''")


@dataclass(frozen=True, slots=True)
class Place:
    """A key of a file, such as `data.train[0].source`; the file itself if there is no key.

    `lines` are those of the keys, if messages are to name them.
    """

    file: Path
    key: str = ""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    def below(self, key: str | int) -> "Place":
        """A key of this table, or an item of this list."""
        if isinstance(key, int):
            return Place(self.file, f"{self.key}[{key}]", self.lines)
        return Place(self.file, f"{self.key}.{key}" if self.key else key, self.lines)

    @property
    def where(self) -> str:
        """The file, with the line of the key or of the table that it is in, where that is known."""
        key = self.key.partition("[")[0]
        while key and key not in self.lines:
            key = key.rpartition(".")[0]
        return f"{self.file}:{self.lines[key]}" if key else str(self.file)

    def error(self, text: str) -> DataError:
        """What is wrong with this key: `text` goes on from its name."""
        return DataError(f"{self.where}: {repr(self.key) if self.key else 'the file'} {text}")

    def wrong(self, expected: str, value: Any, longest: int = 60) -> DataError:
        """A value that is not what the key asks for."""
        shown = repr(value) if not isinstance(value, bool) else str(value).lower()
        shown = shown if len(shown) <= longest else f"{shown[:longest]} ..."
        return self.error(f"must be {expected}, not {shown}.")


Reader = Callable[[Place, Any], Any]


def key(
    default: Any = MISSING,
    *,
    least: float | None = None,
    most: float | None = None,
    reads: Reader | None = None,
    name: str | None = None,
) -> Any:
    """A dataclass field with limits, a reader of its own, or another name in the file."""
    metadata = {"least": least, "most": most, "reads": reads, "name": name}
    if isinstance(default, dict):
        return field(default_factory=default.copy, metadata=metadata, hash=False)
    return field(default=default, metadata=metadata)


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a file, unchecked."""
    return parse_toml(path, read_text(path))


def parse_toml(path: Path, text: str) -> dict[str, Any]:
    """The tables of a file that has been read, unchecked."""
    for key in _DOTTED.finditer(text):
        if key[0].count(".") > _MOST_DOTS:
            line = text.count("\n", 0, key.start()) + 1
            raise DataError(f"{path}:{line} has a key of more than {_MOST_DOTS} parts.")
    with reading(path, "TOML"):
        return tomllib.loads(text)


def key_lines(text: str) -> dict[str, int]:
    """Key -> the line it is on, for keys that begin a line, and for headings of tables.

    >>> key_lines("a = 1\\n[b.'c d']\\ne.f = \'\'\'\\ng = 2\\n\'\'\'\\n")
    {'a': 1, 'b.c d': 2, 'b.c d.e.f': 3}
    """
    found: dict[str, int] = {}
    table, inside = "", ""
    for number, line in enumerate(text.split("\n"), start=1):
        was_inside = inside
        for mark in _LONG_TEXT.findall(line):
            inside = mark if not inside else "" if inside == mark else inside
        match = None if was_inside else _KEY_LINE.match(line)
        if match is None:
            continue
        name = ".".join(part.strip("\"'") for part in _PARTS.findall(match[2]))
        if match[1]:
            table = name
        elif table:
            name = f"{table}.{name}"
        found.setdefault(name, number)
    return found


def write_toml(path: Path, table: Mapping[str, Any]) -> None:
    """A file of texts, numbers, lists and, at the end, tables of them."""
    with write_text(path) as out:
        for name, value in table.items():
            if isinstance(value, Mapping):
                out.write(f"\n[{name}]\n")
                out.writelines(f"{_toml(k)} = {_toml(item)}\n" for k, item in value.items())
            else:
                out.write(f"{name} = {_toml(value)}\n")


def _toml(value: Any) -> str:
    """A JSON string, number or list is one of TOML, but for one character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def read_table(path: Path, kind: type[T], given: Mapping[str, Any] | None = None) -> T:
    """A file as a dataclass. `given` are the fields whose values are not in the file."""
    return check_table(Place(path), read_toml(path), kind, given)


def check_table(
    place: Place, table: Any, kind: type[T], given: Mapping[str, Any] | None = None
) -> T:
    """A table as a dataclass; whatever does not fit is an error that names the key."""
    check_mapping(place, table)
    values = dict(given or {})
    readers = {
        name: item for name, item in _readers(cast(Any, kind)).items() if item.field not in values
    }
    check_keys(place, table, readers)
    for name, item in readers.items():
        if name in table:
            values[item.field] = item.read(place.below(name), table[name])
        if item.required and table.get(name) in (None, ""):
            raise DataError(f"{place.where}: the key {place.below(name).key!r} is missing.")
    return kind(**values)


def check_tables(place: Place, tables: Any, kind: type[T]) -> tuple[T, ...]:
    """A list of tables as dataclasses, in their order."""
    if not isinstance(tables, list):
        raise place.wrong(f"a list of tables: [[{place.key}]]", tables)
    return tuple(check_table(place.below(n), table, kind) for n, table in enumerate(tables))


def check_mapping(place: Place, table: Any) -> Mapping[str, Any]:
    """A table whose keys are not checked."""
    if not isinstance(table, Mapping):
        heading = "" if place.key.endswith("]") else f": [{place.key}]"  # items have none
        raise place.wrong(f"a table{heading}", table)
    return table


def check_keys(place: Place, table: Iterable[str], known: Iterable[str]) -> None:
    """Unknown keys are errors: a misspelt one would otherwise silently say nothing."""
    known = list(known)
    for name in table:
        if name not in known:
            listed = ", ".join(sorted(known))
            raise DataError(
                f"{place.below(name).where}: unknown key {place.below(name).key!r}."
                f"{did_you_mean(name, known)}\nKnown: {listed}"
            )


def read_words(place: Place, value: Any) -> tuple[str, ...]:
    """Words of one text, or of a list."""
    if isinstance(value, str):
        return tuple(value.split())
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise place.wrong("words in one text, or a list of texts", value)
    return tuple(value)


@dataclass(frozen=True, slots=True)
class _Item:
    """How one key is read."""

    field: str
    required: bool
    read: Reader


@cache
def _readers(kind: Any) -> dict[str, _Item]:
    """Key of the file -> how it is read."""
    hints = get_type_hints(kind)
    readers = {}
    for item in fields(kind):
        required = item.default is MISSING and item.default_factory is MISSING
        read = item.metadata.get("reads") or _reader(hints[item.name])
        least, most = item.metadata.get("least"), item.metadata.get("most")
        if least is not None or most is not None:
            read = _limited(read, least, most)
        name = item.metadata.get("name") or item.name
        readers[name] = _Item(item.name, required, read)
    return readers


@cache
def _reader(kind: Any) -> Reader:
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return lambda place, value: value
    if origin in (Union, UnionType):
        (kind,) = (part for part in parts if part is not NoneType)
        return _reader(kind)
    if origin is Literal:
        return _choice(parts)
    if origin is frozenset:
        return lambda place, value: frozenset(read_words(place, value))
    if origin is tuple and is_dataclass(parts[0]):
        return lambda place, value: check_tables(place, value, parts[0])
    if origin is tuple:
        return _list(_reader(parts[0]), texts=parts[0] is str)
    if origin in (Mapping, dict):
        return _mapping(_reader(parts[1]))
    if isinstance(kind, type) and is_dataclass(kind):
        return lambda place, value: check_table(place, value, kind)
    return _path if kind is Path else _scalar(kind)


def _scalar(kind: type) -> Reader:
    def read(place: Place, value: Any) -> Any:
        if kind is float and type(value) is int:
            return _float(place, value)
        if type(value) is not kind:  # true is a whole number to Python
            raise place.wrong(_EXPECTED[kind], value)
        return value

    return read


def _float(place: Place, value: int) -> float:
    try:
        return float(value)
    except OverflowError as error:
        raise place.error("is too large a number.") from error


def _path(place: Place, value: Any) -> Path:
    if not isinstance(value, str):
        raise place.wrong(_EXPECTED[Path], value)
    return place.file.parent / Path(value).expanduser()


def _choice(choices: tuple[str, ...]) -> Reader:
    listed = ", ".join(map(repr, choices[:-1])) + f" or {choices[-1]!r}"

    def read(place: Place, value: Any) -> Any:
        if value not in choices:
            raise place.wrong(listed, value)
        return value

    return read


def _list(read_item: Reader, texts: bool) -> Reader:
    def read(place: Place, value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise place.wrong("a list of texts" if texts else "a list", value)
        return tuple(read_item(place.below(n), item) for n, item in enumerate(value))

    return read


def _mapping(read_item: Reader) -> Reader:
    def read(place: Place, value: Any) -> dict[str, Any]:
        table = check_mapping(place, value)
        return {name: read_item(place.below(name), item) for name, item in table.items()}

    return read


def _limited(read: Reader, least: float | None, most: float | None) -> Reader:
    def read_limited(place: Place, value: Any) -> Any:
        number = read(place, value)
        if least is not None and number < least:
            raise place.wrong(f"at least {least}", value)
        if most is not None and number > most:
            raise place.wrong(f"at most {most}", value)
        return number

    return read_limited
