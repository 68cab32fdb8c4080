"""Span files: where the idiom is in each source line. Both forms in use are read.

Text:  `label<TAB>[(35, 48), (60, 66)]`, each pair an occurrence of the label. A blank line or `[]`
       marks nothing. The list is parsed as data and never evaluated.
JSON:  `{"label": "break the ice", "spans": [[35, 48]]}` or a list of such objects; the spans of
       one object are the pieces of *one* occurrence.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from litmus.corpus.segment import Idiom, check_spans, idiom_from_json
from litmus.errors import DataError
from litmus.files.jsonl import parse
from litmus.files.text import Complain, read_lines, refuse

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
