"""Span files: where the idiom is in each source line. Both forms in use are read, and a third.

Text:  `label<TAB>[(35, 48), (60, 66)]`, each pair an occurrence of the label. A blank line or `[]`
       marks nothing. The list is parsed as data and never evaluated.
JSON:  `{"label": "break the ice", "spans": [[35, 48]]}` or a list of such objects; the spans of
       one object are the pieces of *one* occurrence.
Mined: what `litmus mine` wrote, `{"line": 3, "idiom": "break the ice", "span": [35, 48], ...}`;
       only lines with an idiom are there. Doubtful matches mark nothing.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from litmus.corpus.segment import Idiom, check_spans, idiom_from_json
from litmus.errors import DataError
from litmus.files.jsonl import field, parse, read_objects, strings
from litmus.files.text import Complain, decoded_lines, read_lines, refuse

# Flags of a match that make it likelier than not that the words are there by chance, or literally.
DOUBTFUL = frozenset(("apart", "capitals", "far", "quantity"))

_PAIR = r"[(\[]\s*+([0-9]{1,9})\s*+,\s*+([0-9]{1,9})\s*+[)\]]"
_PAIRS = re.compile(rf"\[\s*+(?:{_PAIR}\s*+(?:,\s*+)?)*\]")  # one way to match each blank


def read_spans(path: Path, complain: Complain = refuse) -> Iterator[tuple[Idiom, ...]]:
    """The idioms marked on each line, offsets not yet compared with the text."""
    lines = read_lines(path, any_line_end=True, complain=complain)
    for number, line in enumerate(lines, start=1):
        try:
            idioms = parse_spans(f"{path}:{number}", line)
        except DataError as error:
            complain(error)
            idioms = ()
        yield idioms


def is_mined(path: Path) -> bool:
    """Whether it is what `litmus mine` wrote; never a pipe, which is read only once."""
    if not path.is_file():
        return False
    first = next(decoded_lines(path), "")
    if not first.lstrip(" ").startswith("{"):
        return False
    try:
        value = parse(str(path), first)
    except DataError:
        return False
    return isinstance(value, dict) and {"line", "idiom", "span"} <= value.keys()


class Mined:
    """The marks of a file of `litmus mine`, asked for line by line, from the first on."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rows = read_objects(path)
        self._next = self._read(0)

    def of(self, number: int, source: str) -> tuple[Idiom, ...]:
        """The idioms of the next line."""
        idioms = []
        while self._next is not None and self._next[1] == number:
            where, line, row = self._next
            idiom = _mined_idiom(where, row)
            start, end = idiom.spans[0][0], idiom.spans[-1][1]
            if row.get("text", source[start:end]) != source[start:end]:
                raise DataError(
                    f"{where}: line {number:,} of the source has no {row['text']!r} there.\n"
                    "Give the text that was mined; a line was added or lost."
                )
            check_spans(where, source, idiom.spans)
            if DOUBTFUL.isdisjoint(strings(where, row, "flags")):
                idioms.append(idiom)
            self._next = self._read(line)
        return tuple(idioms)

    def finish(self, number: int) -> None:
        """After the last line."""
        if self._next is not None:
            where, line, _ = self._next
            raise DataError(
                f"{where} names line {line:,}, but the source ends at line {number:,}.\n"
                "Give the text that was mined."
            )

    def _read(self, before: int) -> tuple[str, int, dict[str, Any]] | None:
        for number, row in self._rows:
            where = f"{self._path}:{number}"
            line = field(where, row, "line", int, 0)
            if line < max(before, 1):
                raise DataError(f"{where}: line {line} comes after line {before}; sort the rows.")
            return where, line, row
        return None


def _mined_idiom(where: str, row: dict[str, Any]) -> Idiom:
    spans = row.get("pieces") or [row.get("span")]
    return idiom_from_json(where, {"label": row.get("idiom"), "spans": spans})


def parse_spans(where: str, line: str) -> tuple[Idiom, ...]:
    """The idioms of one line in either form."""
    if not line.strip():
        return ()
    if line.lstrip(" ").startswith(("{", "[")):
        return _from_json(where, line)
    return _from_text(where, line)


def check_against(where: str, source: str, idioms: tuple[Idiom, ...]) -> None:
    """Every span must lie inside the source; see `check_spans`."""
    for idiom in idioms:
        check_spans(where, source, idiom.spans)


def _from_text(where: str, line: str) -> tuple[Idiom, ...]:
    label, tab, rest = line.partition("\t")
    if not tab or not label.strip() or not _PAIRS.fullmatch(rest.strip()):
        raise DataError(
            f"{where} is not a span line.\n"
            "Write label<TAB>[(start, end), ...] or JSON "
            '{"label": "...", "spans": [[start, end]]}; leave the line blank to mark nothing.'
        )
    pairs = re.findall(_PAIR, rest)
    return tuple(Idiom(label.strip(), ((int(start), int(end)),)) for start, end in pairs)


def _from_json(where: str, line: str) -> tuple[Idiom, ...]:
    value = parse(where, line)
    idioms = []
    for item in value if isinstance(value, list) else [value]:
        idiom = idiom_from_json(where, item)
        if not idiom.spans:
            raise DataError(f"{where}: an idiom needs at least one span.")
        idioms.append(idiom)
    return tuple(idioms)
