"""A text that has one line per segment, as asked: kept so, unless its words say otherwise."""

from collections.abc import Sequence

from litmus.resegmenting.cutting.search import NOBODY, Placed
from litmus.resegmenting.document import Document

_MARGIN, _SHARE = 4.0, 0.05  # of evidence, by which another placement must be better


def lines_as_segments(text: str, document: Document) -> list[Placed] | None:
    """Every line for the segment of its number; None if there are more or fewer, or a remark."""
    lines = text.removesuffix("\n").split("\n")
    if len(lines) != len(document.sources) or document.remarks:
        return None
    spans = document.cuts.words.spans
    found: list[Placed] = []
    start = place = 0
    for number, line in enumerate(lines):
        start += len(line) + 1
        first = place
        while place < len(spans) and spans[place][0] < start:
            place += 1
        if place > first:
            found.append(Placed(number, first, place))
    return found


def are_better(lines: Sequence[Placed], others: Sequence[Placed], document: Document) -> bool:
    """Whether lines are as good a placement as others by the words, where the two differ."""
    both = set(lines) & set(others)
    by_line, by_words = (
        sum(_evidence(document, stretch) for stretch in placed if stretch not in both)
        for placed in (lines, others)
    )
    return by_words - by_line <= _MARGIN + _SHARE * by_line


def _evidence(document: Document, stretch: Placed) -> float:
    """What the words of a stretch say for its segment, if they say anything."""
    segment, start, end = stretch
    if segment == NOBODY:
        return 0.0
    return max(0.0, float(document.evidence([segment], start, end)[0, -1]))
