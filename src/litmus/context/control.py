"""The control: as much context, from elsewhere. A gain from it is not understanding of context."""

import heapq
from collections.abc import Collection, Iterable, Iterator
from hashlib import blake2b
from random import Random
from typing import NamedTuple

from litmus.context.passages import Passage, unit_name
from litmus.corpus.segment import Segment
from litmus.nmt.windows import ContextSize, Window

POOL = 1 << 13  # lines kept to draw from
_TRIES = 32


class Line(NamedTuple):
    """A pair that may serve as context."""

    document: str
    source: str
    target: str


class Pool:
    """A seeded sample of a corpus's lines, in memory that does not grow.

    For each sentence, lines are drawn without replacement. Never drawn: a line of the sentence's
    own document (if there is another document), the sentence itself, and lines with the same text
    as the sentence or its real context.
    """

    def __init__(self, lines: Iterable[Line], seed: int, size: int = POOL) -> None:
        self._seed = seed
        drawn: list[tuple[int, int, Line]] = []
        first_lines: dict[str, Line] = {}
        for number, line in enumerate(lines):
            # At least two documents, however long one is, so that each has another to draw from.
            if len(first_lines) < 2:
                first_lines.setdefault(line.document, line)
            name = f"{seed}\t{number}".encode()
            entry = (-int.from_bytes(blake2b(name, digest_size=8).digest()), number, line)
            if len(drawn) < size:
                heapq.heappush(drawn, entry)
            elif entry > drawn[0]:
                heapq.heapreplace(drawn, entry)
        sample = [line for _, _, line in sorted(drawn, key=lambda entry: entry[1])]
        self._lines = sample + [line for line in first_lines.values() if line not in sample]
        self.one_document = len({line.document for line in self._lines}) < 2

    def window(self, passage: Passage, real: Window) -> Window:
        """As many sentences as the real window has, or fewer if there are no more."""
        drawn = self._draw(passage, real)
        whole = Window(tuple(line.source for line in drawn), tuple(line.target for line in drawn))
        return ContextSize(len(real.source), len(real.target)).of(whole)

    def _draw(self, passage: Passage, real: Window) -> list[Line]:
        size = max(len(real.source), len(real.target))
        if not size or not self._lines:
            return []
        # Both the sentence and its surroundings: a repeated line would be real context again.
        texts = {passage.source, passage.target, *passage.before.source, *passage.before.target}
        texts |= {*real.source, *real.target}
        drawn: list[Line] = []
        for line in self._candidates(passage.number):
            if self._fits(line, passage, real, texts):
                drawn.append(line)
                texts |= {line.source, line.target}
                if len(drawn) == size:
                    break
        return drawn

    def _fits(self, line: Line, passage: Passage, real: Window, texts: Collection[str]) -> bool:
        if line.document == passage.document and not self.one_document:
            return False
        if (real.source and not line.source.strip()) or (real.target and not line.target.strip()):
            return False
        return line.source not in texts and line.target not in texts

    def _candidates(self, number: int) -> Iterator[Line]:
        """Lines at random, then all lines in turn: if only a few fit, they are still found."""
        rng = Random(f"{self._seed}\t{number}")
        for _ in range(_TRIES):
            yield self._lines[rng.randrange(len(self._lines))]
        start = rng.randrange(len(self._lines))
        yield from self._lines[start:]
        yield from self._lines[:start]


def lines(segments: Iterable[Segment], *, stored: bool) -> Iterator[Line]:
    """What may serve as context: the lines themselves, or the context stored with examples."""
    for segment in segments:
        document = unit_name(segment)
        if not stored:
            line = Line(document, segment.source, segment.references[0])
            if line.source.strip() and line.target.strip():  # else no context, as empty lines are
                yield line
            continue
        for back in range(max(len(segment.context), len(segment.reference_context)), 0, -1):
            source, target = (
                side[-back] if back <= len(side) else ""
                for side in (segment.context, segment.reference_context)
            )
            yield Line(document, source, target)
