"""What came out for one document: the text of every segment, and what could not be placed."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from litmus.language.knowledge import load
from litmus.resegmenting.cutting.lengths import size
from litmus.resegmenting.cutting.line_by_line import are_better, lines_as_segments
from litmus.resegmenting.cutting.moved import with_moved
from litmus.resegmenting.cutting.search import NOBODY, Placed
from litmus.resegmenting.document import Document

VERSION = 2  # of the method; raise it with every change that can move a cut
_BLANKS = re.compile(r"(\s*[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]\s*)|\s+")


class Part(NamedTuple):
    """A piece of the text, `text[start:end]`, and the number of its segment; None if it belongs to
    no segment. `confidence` is the probability of its ends, those of its neighbours given."""

    segment: int | None
    start: int
    end: int
    confidence: float


@dataclass(frozen=True)
class Resegmented:
    """One document: `texts` has a line for every segment, "" where nothing was translated.

    `parts` are the pieces of the free text in its order; `beads` says how many segments share how
    many sentences of it, such as {(1, 1): 8, (2, 1): 1}.
    """

    document: str
    ids: tuple[str, ...]
    sources: tuple[str, ...]
    text: str
    texts: tuple[str, ...]
    parts: tuple[Part, ...]
    beads: Mapping[tuple[int, int], int]
    by_line: bool  # the text had a line for every segment

    @property
    def missing(self) -> list[int]:
        """Numbers of the segments without text: under-translation."""
        return [number for number, text in enumerate(self.texts) if not text]

    @property
    def added(self) -> list[Part]:
        """Text that belongs to no segment: over-translation."""
        return [part for part in self.parts if part.segment is None]

    @property
    def over(self) -> float:
        """The share of the text that belongs to no segment, in characters."""
        loose = sum(size(self.text[part.start : part.end]) for part in self.added)
        return loose / max(1, size(self.text))

    @property
    def under(self) -> float:
        """The share of the source that has no text, in characters."""
        left = sum(size(self.sources[number]) for number in self.missing)
        return left / max(1, sum(map(size, self.sources)))

    @property
    def reordered(self) -> list[int]:
        """Numbers of the segments whose text stands before that of an earlier one."""
        found: set[int] = set()
        least = len(self.ids)  # of the segments whose text stands behind
        for part in reversed(self.parts):
            if part.segment is not None:
                if part.segment > least:
                    found.add(part.segment)
                least = min(least, part.segment)
        return sorted(found)

    def confidence(self, segment: int) -> float | None:
        """Of the cuts around a segment's text; None without text."""
        return self._confidences.get(segment)

    @cached_property
    def _confidences(self) -> dict[int, float]:
        found: dict[int, float] = {}
        for segment, _, _, confidence in self.parts:
            if segment is not None:
                found[segment] = min(confidence, found.get(segment, confidence))
        return found

    def as_json(self) -> dict[str, Any]:
        """A row as `litmus resegment --evidence` writes it."""
        confidence = [self.confidence(number) for number in range(len(self.ids))]
        return {
            "doc": self.document,
            "segments": len(self.ids),
            "over": round(self.over, 4),
            "under": round(self.under, 4),
            "missing": [self.ids[number] for number in self.missing],
            "added": [
                {"start": part.start, "end": part.end, "text": self.text[part.start : part.end]}
                for part in self.added
            ],
            "reordered": [self.ids[number] for number in self.reordered],
            "beads": {f"{a}-{b}": n for (a, b), n in sorted(self.beads.items())},
            "by_line": self.by_line,
            "confidence": [None if found is None else round(found, 4) for found in confidence],
        }


def resegment_document(
    document: str,
    ids: Sequence[str],
    sources: Sequence[str],
    text: str,
    languages: tuple[str, str],
) -> Resegmented:
    """The text cut for the segments of its document."""
    if not text.strip():
        none = ("",) * len(sources)
        beads = {(1, 0): len(sources)}
        return Resegmented(document, tuple(ids), tuple(sources), text, none, (), beads, False)
    known = Document(sources, text, languages)
    placement = known.place()
    stretches, certain = with_moved(known, placement.stretches), placement.certain
    lines = lines_as_segments(text, known)
    by_line = lines is not None and are_better(lines, stretches, known)
    if lines is not None and by_line and lines != stretches:
        stretches, certain = lines, [1.0] * len(lines)
    parts = _parts(known, stretches, certain)
    return Resegmented(
        document, tuple(ids), tuple(sources), text,
        _texts(text, parts, len(sources), languages[1]), parts,
        _beads(known, stretches), by_line,
    )  # fmt: skip


def _parts(
    known: Document, stretches: Sequence[Placed], certain: Sequence[float]
) -> tuple[Part, ...]:
    spans = known.cuts.words.spans
    return tuple(
        Part(
            None if segment == NOBODY else segment,
            spans[start][0],
            spans[end - 1][1],
            certain[number] * (certain[number - 1] if number else 1.0),
        )
        for number, (segment, start, end) in enumerate(stretches)
    )


def _texts(text: str, parts: Sequence[Part], n_segments: int, language: str) -> tuple[str, ...]:
    """The text of every segment on one line; pieces of it are joined as lines are."""
    unspaced = load(language).writing == "characters"
    pieces: list[list[str]] = [[] for _ in range(n_segments)]
    for segment, start, end, _ in parts:
        if segment is not None:
            pieces[segment].append(text[start:end])
    return tuple(_one_line("\n".join(own), unspaced=unspaced) for own in pieces)


def _one_line(text: str, *, unspaced: bool) -> str:
    """Without line ends, which part words unless the script does not."""

    def blank(match: re.Match[str]) -> str:
        around = text[match.start() - 1 : match.start()] + text[match.end() : match.end() + 1]
        if match[1] is None:
            return match[0].replace("\t", " ")
        return "" if unspaced and not any(sign.isascii() for sign in around) else " "

    return _BLANKS.sub(blank, text.strip())


def _beads(known: Document, stretches: Sequence[Placed]) -> Counter[tuple[int, int]]:
    """How many groups there are of so many segments that share so many sentences."""
    sentence = known.cuts.sentence.cumsum()  # the number of the sentence that begins at a place
    counted: Counter[tuple[int, int]] = Counter()
    segments: set[int] = set()
    first = last = -1
    for segment, start, end in [*stretches, Placed(NOBODY, len(sentence) - 1, len(sentence))]:
        begins = int(sentence[start]) - 1
        if segments and (segment == NOBODY or begins > last):
            counted[len(segments), last - first + 1] += 1
            segments = set()
        if segment == NOBODY:
            continue
        first = first if segments else begins
        segments.add(segment)
        last = int(sentence[end - 1]) - 1
    missing = len(known.sources) - len({segment for segment, _, _ in stretches} - {NOBODY})
    counted.update({(1, 0): missing} if missing else {})
    loose = sum(segment == NOBODY for segment, _, _ in stretches)
    counted.update({(0, 1): loose} if loose else {})
    return counted
