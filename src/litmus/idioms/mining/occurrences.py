"""The occurrences that `litmus mine` wrote, with what people said of them."""

import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as field_of
from pathlib import Path
from typing import Any

from litmus.errors import DataError
from litmus.files.jsonl import field, read_objects, strings
from litmus.files.text import Complain, TextWarning, refuse
from litmus.idioms.matching.occurrence import DOUBTFUL, Span
from litmus.jobs.merging import is_outputs, outputs_in

VERDICTS = ("idiom", "literal", "wrong")
Judged = Mapping[tuple[int, str, Span], str]  # line, idiom and span -> verdict


@dataclass(frozen=True, slots=True)
class JudgedOccurrence:
    """One occurrence on one line; `doubtful` if a flag says so and no person said otherwise."""

    idiom: str
    span: Span
    pieces: tuple[Span, ...]
    verdict: str | None
    doubtful: bool
    text: str | None = field_of(default=None, compare=False)  # of the span, when it was mined


def read_occurrences(
    path: Path, verdicts: Iterable[Path] = (), complain: Complain = refuse
) -> dict[int, tuple[JudgedOccurrence, ...]]:
    """Line number -> its occurrences. Matches that a person called wrong are left out.

    Verdicts on matches that are not there raise one warning: they may be of another run.
    """
    judged = read_verdicts(verdicts)
    unused = dict.fromkeys(judged)
    occurrences: dict[int, list[JudgedOccurrence]] = {}
    unread = 0
    for where, row in _rows(path, complain):
        try:
            line, occurrence = _occurrence(where, row, judged)
        except DataError as error:
            complain(error)
            unread += 1
            continue
        unused.pop((line, occurrence.idiom, occurrence.span), None)
        if occurrence.verdict != "wrong":
            occurrences.setdefault(line, []).append(occurrence)
    if unused:
        _warn_unused(path, list(unused), len(judged))
    if not occurrences and not unread:
        complain(DataError(f"{path} holds no occurrences; there is nothing to build from."))
    return {line: tuple(rows) for line, rows in occurrences.items()}


def _rows(path: Path, complain: Complain) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every row and where it is; of a collection's outputs as if all its files were one."""
    if not is_outputs(str(path)):
        yield from ((f"{path}:{n}", row) for n, row in read_objects(path, complain))
        return
    before = 0
    for place, receipt in outputs_in(str(path)):
        if not receipt.wrote_nothing:
            for n, row in read_objects(Path(place), complain):
                if type(row.get("line")) is int:
                    row["line"] += before
                yield f"{place}:{n}", row
        before += receipt.last


def _occurrence(where: str, row: dict[str, Any], judged: Judged) -> tuple[int, JudgedOccurrence]:
    """The line and the occurrence of a row."""
    line = field(where, row, "line", int, 0)
    if line < 1:
        raise DataError(f"{where}: 'line' must be at least 1, not {line}.")
    idiom = field(where, row, "idiom", str, "")
    span = _span(where, row.get("span"))
    pieces = tuple(_span(where, piece) for piece in field(where, row, "pieces", list, [span]))
    if not idiom:
        raise DataError(f"{where}: 'idiom' is missing. Is this the output of litmus mine?")
    verdict = judged.get((line, idiom, span), row.get("verdict"))
    if verdict is not None:
        _check_verdict(where, verdict)
    doubtful = verdict is None and not DOUBTFUL.isdisjoint(strings(where, row, "flags"))
    return line, JudgedOccurrence(idiom, span, pieces, verdict, doubtful, row.get("text"))


def _warn_unused(path: Path, unused: list[tuple[int, str, Span]], n_verdicts: int) -> None:
    line, idiom, (start, end) = unused[0]
    warnings.warn(
        f"{len(unused):,} of {n_verdicts:,} verdicts are on matches that {path} does not hold, and "
        f"change nothing. The first: line {line:,}, {idiom!r} at [{start}, {end}].",
        TextWarning,
        stacklevel=3,
    )


def _check_verdict(where: str, verdict: Any) -> None:
    if verdict not in VERDICTS:
        raise DataError(f"{where}: the verdict is {verdict!r}. Known: {', '.join(VERDICTS)}")


def _span(where: str, value: Any) -> Span:
    if (
        not isinstance(value, (list, tuple))
        or len(value) != 2
        or not all(type(n) is int for n in value)
        or not 0 <= value[0] < value[1]
    ):
        raise DataError(f"{where}: a span is [start, end], not {value!r}.")
    return value[0], value[1]


def read_verdicts(paths: Iterable[Path], complain: Complain = refuse) -> Judged:
    """What people said of matches: rows with line, idiom, span and verdict."""
    verdicts: dict[tuple[int, str, Span], str] = {}
    for path in paths:
        for number, row in read_objects(path, complain):
            where = f"{path}:{number}"
            verdict = str(row.get("verdict"))
            try:
                _check_verdict(where, verdict)
                line = field(where, row, "line", int, 0)
                idiom = field(where, row, "idiom", str, "")
                verdicts[line, idiom, _span(where, row.get("span"))] = verdict
            except DataError as error:
                complain(error)
    return verdicts
