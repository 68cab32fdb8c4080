"""Scores that Appraise exports: ESA, DA+SQM and MQM campaigns as CSV without a header.

Columns: login, system, item, TGT or BAD, source language, target language, score, document#SYSTEM,
is a whole document, error spans as JSON (not in DA+SQM), begin, end. BAD items are damaged on
purpose, to see whether people notice, and are left out.

A row does not name its segment. The items of a document are in its order, so a document rated whole
can be placed; `whole_documents` drops the others.
"""

import csv
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from litmus.corpus.ratings import ErrorSpan, Rating
from litmus.errors import DataError
from litmus.files.jsonl import parse
from litmus.files.text import read_lines

_WIDTHS = (11, 12)
_KINDS = ("TGT", "BAD")


def is_appraise(cells: list[str]) -> bool:
    """Whether the cells are those of one row."""
    return len(cells) in _WIDTHS and cells[3] in (*_KINDS, "REF", "CHK")


def read_appraise(path: Path) -> Iterator[Rating]:
    """Ratings by document and position; those with scores of 0 throughout have spans only."""
    items: dict[tuple[str, str, str], list[tuple[int, Rating]]] = defaultdict(list)
    for number, cells in enumerate(csv.reader(read_lines(path, any_line_end=True)), start=1):
        where = f"{path}:{number}"
        if not is_appraise(cells):
            raise DataError(f"{where} is no row of Appraise's scores: {len(cells)} columns.")
        document, _, system = cells[7].partition("#")
        if cells[3] != "TGT" or "#" in system or cells[8] == "True":
            continue
        spans = _spans(where, cells[9]) if len(cells) == 12 else None
        try:
            item, score = int(cells[2]), float(cells[6])
        except ValueError as error:
            raise DataError(f"{where}: the item or the score is no number: {error}.") from error
        rating = Rating("", system or cells[1], cells[0], score, spans, document=document,
                        where=where)  # fmt: skip
        items[cells[0], document, rating.system].append((item, rating))
    asked = any(rating.score for own in items.values() for _, rating in own)
    for own in items.values():
        ordered = sorted(own, key=lambda pair: pair[0])
        for position, (_, rating) in enumerate(ordered, start=1):
            yield replace(rating, position=position, score=rating.score if asked else None)


def whole_documents(
    ratings: Iterable[Rating], sizes: Mapping[str, int]
) -> tuple[list[Rating], int]:
    """Those of documents that were rated from the first segment to the last; how many are left."""
    own: dict[tuple[str, str, str | None], list[Rating]] = defaultdict(list)
    for rating in ratings:
        own[rating.annotator, rating.system, rating.document].append(rating)
    kept = [
        rating
        for (_, _, document), group in own.items()
        if len(group) == sizes.get(document or "")
        for rating in group
    ]
    return kept, sum(map(len, own.values())) - len(kept)


def _spans(where: str, text: str) -> tuple[ErrorSpan, ...]:
    value: Any = parse(where, text)
    value = value.get("errors", []) if isinstance(value, dict) else value
    try:
        return tuple(
            # "missing": something is left out, and nothing can be marked
            ErrorSpan(0, 0, "omission", error["severity"])
            if error["start_i"] == "missing"
            else ErrorSpan(
                int(error["start_i"]), int(error["end_i"]),
                error.get("error_type") or "", error["severity"],
            )
            for error in value
        )  # fmt: skip
    except (KeyError, TypeError, ValueError) as problem:
        raise DataError(
            f"{where}: error spans have start_i, end_i and severity; found {text[:80]!r}."
        ) from problem
