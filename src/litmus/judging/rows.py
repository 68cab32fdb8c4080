"""Verdicts as rows of JSON lines, like an annotator's: ratings, or labels.

A row is what `litmus agree`, `litmus check` and `litmus annotate import` read, and more: `judge`
(the whole signature), `draw` (from 1), `value` (what `litmus score -m judge` averages), `text` (a
digest of the translation). One without a verdict says why under `unjudged`.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litmus.annotate.label_sets import ERROR, NO_VERDICT
from litmus.corpus.ratings import UNJUDGED, Rating, judge_of, rating_from_json, rating_to_json
from litmus.errors import DataError
from litmus.files.jsonl import field, line, read_objects
from litmus.judging.items import Item
from litmus.judging.task import Task
from litmus.judging.verdicts import Unplaced, Verdict

Key = tuple[str, str, str | None]  # system, id, mark


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """A row as the metric reads it. `value` is None where there is nothing to average."""

    id: str
    system: str
    mark: str | None
    judge: str
    annotator: str
    draw: int
    text: str
    value: float | None
    score: float | None
    label: str | None
    task: str  # the label set; nothing of scores
    rating: Rating | None
    unplaced: tuple[dict[str, Any], ...]
    comment: str
    unjudged: str
    where: str

    @property
    def gives_label(self) -> bool:
        """Whether its judge was asked for a label, even if none came."""
        return bool(self.task) or self.label is not None

    @property
    def key(self) -> Key:
        """What was judged."""
        return self.system, self.id, self.mark


def annotator(judge: str, draw: int) -> str:
    """Who says so: every draw is an annotator of its own, the first without a number."""
    return judge if draw == 1 else f"{judge}#{draw}"


def value_of(task: Task, verdict: Verdict) -> float | None:
    """What is averaged: the score, or 100 for a label that is no error and 0 for one that is."""
    if task.label_set is None:
        return verdict.score
    if verdict.label in task.label_set.meaning(NO_VERDICT):
        return None
    return 0.0 if verdict.label in task.label_set.meaning(ERROR) else 100.0


def to_json(
    task: Task, item: Item, draw: int, verdict: Verdict | str, *, name: str, signature: str
) -> dict[str, Any]:
    """The row of a verdict, or of the reason why there is none."""
    who = annotator(name, draw)
    said = verdict if isinstance(verdict, Verdict) else Verdict()
    row: dict[str, Any]
    if task.label_set is not None:
        row = {"task": task.label_set.name, "id": item.id, "system": item.system}
        row |= {"mark": item.mark} if item.mark is not None else {}
        row |= {"annotator": who, "label": said.label}
    elif isinstance(verdict, Verdict):
        row = rating_to_json(Rating(item.id, item.system, who, said.score, said.spans))
        row |= {"unplaced": [_unplaced(one) for one in said.unplaced]} if said.unplaced else {}
    else:
        row = {"id": item.id, "system": item.system, "annotator": who, "score": None}
    row |= {"comment": said.comment} if said.comment else {}
    row |= {"value": value_of(task, said), "draw": draw, "text": item.text_digest}
    row |= {} if isinstance(verdict, Verdict) else {UNJUDGED: verdict}
    return row | {"judge": signature}


def _unplaced(one: Unplaced) -> dict[str, Any]:
    found: dict[str, Any] = {"text": one.text, "severity": one.severity}
    found |= {"category": one.category} if one.category else {}
    return found | ({"in": "source"} if one.in_source else {})


def lines(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    """The text of a file."""
    return (f"{line(row)}\n" for row in rows)


def read_rows(path: Path) -> Iterator[JudgedRow]:
    """All rows of a file of `litmus judge`."""
    for number, row in read_objects(path):
        yield from_json(f"{path}:{number}", row)


def from_json(where: str, row: dict[str, Any]) -> JudgedRow:
    """A row, checked."""
    for key in ("id", "system", "annotator", "judge", "text"):
        if not row.get(key) or not isinstance(row[key], str):
            raise DataError(
                f"{where}: the key {key!r} is missing. The file must be one of litmus judge."
            )
    mark, label, draw = row.get("mark"), row.get("label"), field(where, row, "draw", int, 1)
    unplaced = tuple(
        one for one in field(where, row, "unplaced", list, []) if isinstance(one, dict)
    )
    is_rated = row.get("spans") is not None
    return JudgedRow(
        row["id"], row["system"], None if mark is None else str(mark), row["judge"], judge_of(row),
        draw, row["text"], _number(where, row, "value"), _number(where, row, "score"),
        None if label is None else str(label), str(row.get("task") or ""),
        rating_from_json(where, row) if is_rated else None, unplaced,
        str(row.get("comment") or ""), str(row.get(UNJUDGED) or ""), where,
    )  # fmt: skip


def _number(where: str, row: dict[str, Any], key: str) -> float | None:
    if row.get(key) is None:
        return None
    value: float = field(where, row, key, float, 0.0)
    if not math.isfinite(value):
        raise DataError(f"{where}: {key!r} must be a finite number, but is {value}.")
    return value
