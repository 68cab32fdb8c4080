"""Judgements outside the store: rows of JSON lines or TSV, ours and those of others."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litmus.corpus.ratings import says_nothing
from litmus.errors import DataError
from litmus.files.jsonl import read_objects
from litmus.files.text import Complain, plain_name, read_lines, refuse

FIELDS = (
    "campaign", "task", "item", "id", "system", "annotator", "label", "comment", "time", "stratum",
    "size", "weight", "mark", "span", "same_as", "suggested", "seconds",
)  # fmt: skip
JUDGEMENT_TEXTS = (
    "id", "label", "system", "annotator", "comment", "time", "campaign", "task", "stratum", "item",
    "same_as", "suggested",
)  # fmt: skip
_CONTROL = re.compile(r"[\0-\x08\x0b-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one annotator says of one item.

    `size` is how many items of the whole set the item's stratum has; None: the judged items are
    all there is to speak of. `mark` is the idiom's label or the tag. `same_as` is the number of
    another item of the campaign that looks the same, where one answer was recorded for both.
    `suggested` is the label that the annotator was shown as a metric's.
    """

    id: str
    label: str
    system: str = ""
    annotator: str = ""
    comment: str = ""
    time: str = ""
    campaign: str = ""
    task: str = ""
    stratum: str = ""
    size: int | None = None
    mark: str | None = None
    item: str = ""
    same_as: str = ""
    suggested: str = ""
    where: str = ""


def read_judgements(path: Path, complain: Complain = refuse) -> Iterator[Judgement]:
    """Rows of a JSON lines file, or of a TSV file with a header line; unknown keys are passed over.

    Every row needs "id" and "label". Of "size", "weight" is a consequence, and not read. A row that
    says why there is no verdict ("unjudged", of `litmus judge`) is passed over, and so is an
    attention check ("check_of").
    """
    is_table = plain_name(path).endswith((".tsv", ".txt"))
    for number, row in _tsv(path, complain) if is_table else read_objects(path, complain):
        if says_nothing(row):
            continue
        try:
            yield _judgement(f"{path}:{number}", row)
        except DataError as error:
            complain(error)


def _tsv(path: Path, complain: Complain) -> Iterator[tuple[int, dict[str, Any]]]:
    head: list[str] = []
    lines = read_lines(path, any_line_end=True, complain=complain)
    for number, text in enumerate(lines, start=1):
        cells = text.split("\t")
        if not head:
            head = cells
            for key in ("id", "label"):
                if key not in head:
                    raise DataError(
                        f"{path}:1: there is no column {key!r}. The first line names the columns; "
                        f"known: {', '.join(FIELDS)}"
                    )
            continue
        if len(cells) != len(head):
            complain(
                DataError(
                    f"{path}:{number} has {len(cells)} tab-separated columns, but its first line "
                    f"names {len(head)}."
                )
            )
            continue
        yield number, {key: cell for key, cell in zip(head, cells, strict=True) if cell != ""}


def _judgement(where: str, row: Mapping[str, Any]) -> Judgement:
    for key in ("id", "label"):
        if row.get(key) in (None, ""):
            raise DataError(f"{where}: the key {key!r} is missing. A judgement needs id and label.")
    texts = {key: str(row[key]) for key in JUDGEMENT_TEXTS if row.get(key) is not None}
    size = row.get("size")
    try:
        number = int(size) if size is not None else None
    except (TypeError, ValueError, OverflowError):  # Infinity is JSON to Python
        number = 0
    if number is not None and number < 1:
        raise DataError(f"{where}: 'size' must be a whole number above 0, but is {size!r}.")
    mark = row.get("mark")
    return Judgement(**texts, size=number, mark=None if mark is None else str(mark), where=where)


def plain(text: str) -> str:
    r"""A text without control characters, which spoil files and act on terminals.

    Tabs and line ends stay; other blanks among them become spaces.

    >>> plain("a\0b\x1b[1m\x0bc\r\nd")
    'ab[1m c\nd'
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROL.sub(lambda found: " " if found[0].isspace() else "", text)


def tsv_lines(rows: Iterable[Mapping[str, Any]], fields: Sequence[str] = FIELDS) -> Iterator[str]:
    """A header and the rows; tabs and line ends become spaces, and control characters go.

    `fields` are the header where there is no row.
    """
    head: tuple[str, ...] = ()
    for row in rows:
        if not head:
            head = tuple(row)
            yield "\t".join(head) + "\n"
        yield "\t".join(" ".join(plain(_cell(row[key])).split()) for key in head) + "\n"
    if not head:
        yield "\t".join(fields) + "\n"


def _cell(value: Any) -> str:
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    return "" if value is None else str(value)
