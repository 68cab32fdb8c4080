"""WMT's MQM tables: one error per row, marked in the text with <v> and </v>.

The layouts of all years differ only in the names of two columns (seg_id or globalSegId, doc_id or
docSegId) and in what follows the severity, which is not read.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from litmus.corpus.ratings import ErrorSpan, Rated, Rating, errors_of
from litmus.errors import DataError
from litmus.files.text import STRAY_LINE_ENDS, Complain, decoded_lines, refuse

NEEDED = ("system", "rater", "source", "target", "category", "severity")
SEGMENTS = ("globalSegId", "seg_id")
COLUMNS = (
    "system", "doc", "doc_id", "seg_id", "rater", "source", "target", "category", "severity",
)  # fmt: skip
_MARK = re.compile(r"</?v>")
_BLANKS = {ord(character): " " for character in ("\ufeff", *STRAY_LINE_ENDS)}
_BREAK = re.compile(rf"[\t\n\r\ufeff{''.join(STRAY_LINE_ENDS)}]")
_NO_ERROR = "No-error"
NO_ERROR = frozenset(("no-error", "no error"))
# What `lost` counts, here and in other formats.
COSTS, NO_SPANS = "costs of single errors", "ratings without error spans"
IN_SOURCE, PIECES = "spans in the source", "pieces of errors, joined to one span"
PLACES = "places of missing content"
Odd = Callable[[str], None]  # told of what is read in spite of a fault


def is_mqm(columns: list[str]) -> bool:
    """Whether a header is one of these tables'."""
    return set(NEEDED) <= set(columns) and any(name in columns for name in SEGMENTS)


@dataclass
class _Rated:
    """What one rater marked in one translation, and where the first row is."""

    where: str
    document: str | None
    spans: list[ErrorSpan] = field(default_factory=list)


def read_mqm(
    path: Path, complain: Complain = refuse, odd: Odd = lambda _: None
) -> Iterator[Rating]:
    """A rating for every segment, system and rater, in the order of their first rows.

    An error in several pieces is one span for each; only the first costs something. `odd` is told
    of marks that are not in pairs, and of rows that are there twice.
    """
    rated: dict[tuple[str, str, str], _Rated] = {}
    for where, row in _rows(path, complain):
        segment = next(row[name] for name in SEGMENTS if name in row)
        key = segment, row["system"], row["rater"]
        if key not in rated:
            rated[key] = _Rated(where, row.get("doc"))
        for side in ("source", "target"):
            if problem := unpaired(row[side]):
                odd(f"{where}: {problem} in the {side}.")
        spans = list(_spans(row))
        if spans and spans[0] in rated[key].spans:
            odd(f"{where} is the same error as in a row before.")
        rated[key].spans.extend(spans)
    for (segment, system, rater), found in rated.items():
        yield Rating(
            segment, system, rater, None, tuple(found.spans), document=found.document,
            where=found.where,
        )  # fmt: skip


def _rows(path: Path, complain: Complain) -> Iterator[tuple[str, Mapping[str, str]]]:
    columns: list[str] = []
    needed = 0
    for number, line in enumerate(decoded_lines(path), start=1):
        cells = line.rstrip("\r\n").translate(_BLANKS).split("\t")
        if number == 1:
            columns = [cell.strip() for cell in cells]
            if not is_mqm(columns):
                raise DataError(
                    f"{path}:1: the header is not that of WMT's MQM tables, which name "
                    f"{', '.join(NEEDED)} and {' or '.join(SEGMENTS)}."
                )
            needed = 1 + max(map(columns.index, {*NEEDED, *SEGMENTS} & {*columns}))
        elif len(cells) < needed:
            complain(
                DataError(
                    f"{path}:{number} has {len(cells)} tab-separated columns; the header names "
                    f"{len(columns)}."
                )
            )
        else:
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


def unpaired(text: str) -> str:
    """What is wrong with the marks of a text; nothing where each <v> has its </v>.

    >>> unpaired("a <v>b</v>"), unpaired("<v>a <v>b</v></v>"), unpaired("a</v>")
    ('', '<v> inside <v>', '</v> without <v>')
    """
    is_open = False
    for mark in _MARK.finditer(text):
        opens = mark[0] == "<v>"
        if opens == is_open:
            return "<v> inside <v>" if opens else "</v> without <v>"
        is_open = opens
    return "<v> without </v>" if is_open else ""


def mqm_lines(rated: Iterable[Rated], lost: Counter[str]) -> Iterator[str]:
    """The lines of a table that `read_mqm` reads back: offsets, raters, categories, severities.

    A tab or a line end in a text becomes a space. `lost` counts what the table cannot hold.
    """
    yield "\t".join(COLUMNS) + "\n"
    for one in rated:
        rating = one.rating
        if rating.spans is None:
            lost[NO_SPANS] += 1
            continue
        lost["scores"] += rating.score is not None
        texts = [_text(rating, text) for text in (one.source, one.target)]
        first = (rating.system, one.document, str(one.position), rating.id, rating.by)
        for cell in first:
            if _BREAK.search(cell):
                raise DataError(
                    f"{rating.where}: {cell!r} holds a tab or a line end, which a table cannot."
                )
        if not rating.spans:
            yield "\t".join((*first, *texts, _NO_ERROR, _NO_ERROR)) + "\n"
        for error in errors_of(rating.spans):
            lost[COSTS] += error[0].penalty is not None
            marks = [
                _with_marks(text, [span for span in error if span.in_source == in_source])
                for text, in_source in zip(texts, (True, False), strict=True)
            ]
            kind = (error[0].category or "Other", needed_severity(rating, error[0]))
            yield "\t".join((*first, *marks, *(_BREAK.sub(" ", cell) for cell in kind))) + "\n"


def needed_severity(rating: Rating, span: ErrorSpan) -> str:
    """A span's severity, without which the files of others are not right."""
    if not span.severity:
        raise DataError(
            f"{rating.where}: the span ({span.start}, {span.end}) of segment {rating.id!r} of "
            f"{rating.system!r} has no severity, which this format needs.\n"
            "Give it one, such as minor or major."
        )
    return span.severity


def joined(rating: Rating, lost: Counter[str]) -> Iterator[ErrorSpan]:
    """The errors of a translation for formats where each is one span of it, and costs once.

    Several pieces become the stretch from the first to the last; what is marked in the source goes.
    """
    for error in errors_of(rating.spans or ()):
        pieces = [span for span in error if not span.in_source]
        lost[IN_SOURCE] += len(error) - len(pieces)
        if not pieces:
            continue
        lost[COSTS] += error[0].penalty is not None
        lost[PIECES] += len(pieces) - 1
        shown = [span for span in pieces if span.start < span.end] or pieces[:1]
        start, end = min(span.start for span in shown), max(span.end for span in shown)
        yield replace(error[0], start=start, end=end, in_source=False)


def _text(rating: Rating, text: str) -> str:
    if _MARK.search(text):
        raise DataError(
            f"{rating.where}: a text of segment {rating.id!r} holds <v> or </v> itself, which the "
            "table takes for marks of errors.\nUse another format, such as jsonl."
        )
    return _BREAK.sub(" ", text)


def _with_marks(text: str, spans: Iterable[ErrorSpan]) -> str:
    pieces, done = [], 0
    for span in sorted(spans, key=lambda span: (span.start, span.end)):
        pieces += [text[done : span.start], "<v>", text[span.start : span.end], "</v>"]
        done = span.end
    return "".join((*pieces, text[done:]))
