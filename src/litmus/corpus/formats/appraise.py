"""Scores that Appraise exports: ESA, DA+SQM and MQM campaigns as CSV without a header.

Columns: login, system, item, TGT or BAD, source language, target language, score, document#SYSTEM,
is a whole document, error spans as JSON (not in DA+SQM), begin, end. BAD items are damaged on
purpose, to see whether people notice, and are left out. Spans are of characters, the last one
included: `end_i` is that of the character, and "missing" stands for what the translation lacks.

A row does not name its segment. The items of a document are in its order, so a document rated whole
can be placed; `whole_documents` drops the others.
"""

import csv
import io
import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from litmus.corpus.formats.mqm import PLACES, joined, needed_severity
from litmus.corpus.ratings import ErrorSpan, Rated, Rating
from litmus.errors import DataError
from litmus.files.jsonl import parse
from litmus.files.text import Complain, read_lines, refuse

_WIDTHS = (11, 12)
_KINDS = ("TGT", "BAD")
NO_SCORE = "ratings without a score"  # what `lost` counts
OMISSION = "omission"  # what a span is called that nothing in the text can be


def is_appraise(cells: list[str]) -> bool:
    """Whether the cells are those of one row."""
    return len(cells) in _WIDTHS and cells[3] in (*_KINDS, "REF", "CHK")


def csv_cells(where: str, line: str) -> list[str]:
    """The cells of one line."""
    try:
        return next(csv.reader([line]), [])
    except csv.Error as error:  # a cell of more than 131,072 characters
        raise DataError(f"{where} is no row of Appraise's scores: {error}.") from error


def read_appraise(path: Path, complain: Complain = refuse) -> Iterator[Rating]:
    """Ratings by document and position; those with scores of 0 throughout have spans only."""
    items: dict[tuple[str, str, str], dict[int, Rating]] = defaultdict(dict)
    lines = read_lines(path, any_line_end=True, drop_bom=True, complain=complain)
    for number, line in enumerate(lines, start=1):
        try:
            found = _row(f"{path}:{number}", line)
            if found is None:
                continue
            item, rating = found
            own = items[rating.annotator, rating.document or "", rating.system]
            if item in own:
                raise DataError(
                    f"{rating.where}: {rating.annotator} has rated item {item} of "
                    f"{rating.system!r} in {rating.document!r} before ({own[item].where}).\n"
                    "Keep one of the rows."
                )
            own[item] = rating
        except DataError as error:
            complain(error)
    asked = any(rating.score for own in items.values() for rating in own.values())
    for own in items.values():
        for position, (_, rating) in enumerate(sorted(own.items()), start=1):
            yield replace(rating, position=position, score=rating.score if asked else None)


def _row(where: str, line: str) -> tuple[int, Rating] | None:
    """The item and what is said of it; None for an item that is there to test people."""
    cells = csv_cells(where, line)
    if not is_appraise(cells):
        raise DataError(f"{where} is no row of Appraise's scores: {len(cells)} columns.")
    document, _, system = cells[7].partition("#")
    if cells[3] != "TGT" or "#" in system or cells[8] == "True":
        return None
    spans = _spans(where, cells[9]) if len(cells) == 12 else None
    try:
        item, score = int(cells[2]), float(cells[6])
    except ValueError as error:
        raise DataError(f"{where}: the item or the score is no number: {error}.") from error
    if not math.isfinite(score):
        raise DataError(f"{where}: the score must be a finite number, but is {score}.")
    return item, Rating(
        "", system or cells[1], cells[0], score, spans, document=document, where=where
    )


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
        return tuple(_span(where, error) for error in value)
    except (KeyError, TypeError, ValueError) as problem:
        raise DataError(
            f"{where}: error spans have start_i, end_i and severity; found {text[:80]!r}."
        ) from problem


def _span(where: str, error: Any) -> ErrorSpan:
    kind = error.get("error_type") or ""
    if error["start_i"] == "missing":  # something is left out, and nothing can be marked
        return ErrorSpan(0, 0, kind or OMISSION, error["severity"])
    start, last = int(error["start_i"]), int(error["end_i"])
    if not 0 <= start <= last:
        raise DataError(f"{where}: the span from {start} to {last} is none.")
    return ErrorSpan(start, last + 1, kind, error["severity"])


def trimmed(rating: Rating, length: int) -> Rating:
    """Without the blank that Appraise's page shows after a translation, which people mark, too."""
    spans = rating.spans or ()
    if not any(span.end == length + 1 and not span.in_source for span in spans):
        return rating
    return replace(
        rating,
        spans=tuple(
            replace(span, start=min(span.start, length), end=length)
            if span.end == length + 1 and not span.in_source
            else span
            for span in spans
        ),
    )


def appraise_lines(
    rated: Iterable[Rated], languages: tuple[str, str], lost: Counter[str]
) -> Iterator[str]:
    """The lines of an export that `read_appraise` reads back, for documents rated whole.

    Times are 0, and so are scores where there are none at all; beside scores, a rating without one
    is left out, for its 0 would be a score. `lost` counts what a row cannot hold.
    """
    scored = False
    waiting: list[Rated] = []  # for the first score
    for one in rated:
        if one.rating.score is not None:
            scored = True
            yield _line(one, languages, lost)
        elif scored:
            lost[NO_SCORE] += 1
        else:
            waiting.append(one)
    if scored:
        lost[NO_SCORE] += len(waiting)
    else:
        yield from (_line(one, languages, lost) for one in waiting)


def _line(one: Rated, languages: tuple[str, str], lost: Counter[str]) -> str:
    rating = one.rating
    for name in (one.document, rating.system):
        if "#" in name:
            raise DataError(
                f"{rating.where}: {name!r} holds '#', which Appraise writes between document "
                "and system.\nUse another format, such as jsonl."
            )
    cells: list[Any] = [
        rating.by, rating.system, one.line, "TGT", *languages, rating.score or 0,
        f"{one.document}#{rating.system}", False,
    ]  # fmt: skip
    if rating.spans is not None:
        spans = [_exported(rating, span, lost) for span in joined(rating, lost)]
        cells.append(json.dumps(spans, ensure_ascii=False))
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow([*cells, 0.0, 0.0])
    return out.getvalue()


def _exported(rating: Rating, span: ErrorSpan, lost: Counter[str]) -> dict[str, Any]:
    empty = span.start == span.end
    lost[PLACES] += empty and span.start > 0
    return {
        "start_i": "missing" if empty else span.start,
        "end_i": "missing" if empty else span.end - 1,
        "severity": needed_severity(rating, span),
        "error_type": span.category or None,
    }
