"""WMT's MQM tables: one error per row, marked in the text with <v> and </v>.

The layouts of all years differ only in the names of two columns (seg_id or globalSegId, doc_id or
docSegId) and in what follows the severity, which is not read.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from litmus.corpus.ratings import ErrorSpan, Rating
from litmus.errors import DataError
from litmus.files.text import STRAY_LINE_ENDS, decoded_lines

NEEDED = ("system", "rater", "source", "target", "category", "severity")
SEGMENTS = ("globalSegId", "seg_id")
_MARK = re.compile(r"</?v>")
_BLANKS = {ord(character): " " for character in ("\ufeff", *STRAY_LINE_ENDS)}
NO_ERROR = frozenset(("no-error", "no error"))


def is_mqm(columns: list[str]) -> bool:
    """Whether a header is one of these tables'."""
    return set(NEEDED) <= set(columns) and any(name in columns for name in SEGMENTS)


@dataclass
class _Rated:
    """What one rater marked in one translation, and where the first row is."""

    where: str
    document: str | None
    spans: list[ErrorSpan] = field(default_factory=list)


def read_mqm(path: Path) -> Iterator[Rating]:
    """A rating for every segment, system and rater, in the order of their first rows.

    An error in several pieces is one span for each; only the first costs something.
    """
    rated: dict[tuple[str, str, str], _Rated] = {}
    for where, row in _rows(path):
        segment = next(row[name] for name in SEGMENTS if name in row)
        key = segment, row["system"], row["rater"]
        if key not in rated:
            rated[key] = _Rated(where, row.get("doc"))
        rated[key].spans.extend(_spans(row))
    for (segment, system, rater), found in rated.items():
        yield Rating(
            segment, system, rater, None, tuple(found.spans), document=found.document,
            where=found.where,
        )  # fmt: skip


def _rows(path: Path) -> Iterator[tuple[str, Mapping[str, str]]]:
    columns: list[str] = []
    for number, line in enumerate(decoded_lines(path), start=1):
        cells = line.rstrip("\r\n").translate(_BLANKS).split("\t")
        if number == 1:
            columns = [cell.strip() for cell in cells]
            if not is_mqm(columns):
                raise DataError(
                    f"{path}:1: the header is not that of WMT's MQM tables, which name "
                    f"{', '.join(NEEDED)} and {' or '.join(SEGMENTS)}."
                )
            continue
        needed = 1 + max(columns.index(name) for name in columns if name in (*NEEDED, *SEGMENTS))
        if len(cells) < needed:
            raise DataError(
                f"{path}:{number} has {len(cells)} tab-separated columns; the header names "
                f"{len(columns)}."
            )
        yield f"{path}:{number}", dict(zip(columns, cells, strict=False))


def _spans(row: Mapping[str, str]) -> Iterator[ErrorSpan]:
    category, severity = row["category"].strip(), row["severity"].strip()
    if category.lower() in NO_ERROR or severity.lower() in NO_ERROR:
        return
    found = [
        (start, end, side == "source")
        for side in ("target", "source")
        for start, end in marked(row[side])
    ]
    # Older tables mark nothing where the whole segment is meant.
    whole = (0, len(_MARK.sub("", row["target"])), False)
    for number, (start, end, in_source) in enumerate(found or [whole]):
        yield ErrorSpan(start, end, category, severity, in_source, 0.0 if number else None)


def marked(text: str) -> Iterator[tuple[int, int]]:
    """Where the marks are, in characters of the text without them.

    WMT's tables have a few that are not closed: those go to the end of the text.

    >>> list(marked("a <v>b</v> c<v></v>")), list(marked("a <v>b"))
    ([(2, 3), (5, 5)], [(2, 3)])
    """
    removed, start = 0, None
    for mark in _MARK.finditer(text):
        place = mark.start() - removed
        removed += len(mark[0])
        if mark[0] == "<v>":
            start = place if start is None else start
        elif start is not None:
            yield start, place
            start = None
    if start is not None:
        yield start, len(text) - removed
