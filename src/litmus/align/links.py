"""Alignment: the links of one sentence pair, tied to the text by character offsets."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

Span = tuple[int, int]
Link = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Alignment:
    """Token offsets of both sides, and links between token positions (from 0)."""

    source: tuple[Span, ...]
    target: tuple[Span, ...]
    links: frozenset[Link]

    def linked_targets(self, spans: Iterable[Span]) -> tuple[int, ...]:
        """Positions of the target tokens linked to a source token that touches a span."""
        marked = list(spans)
        touched = {
            i
            for i, (start, end) in enumerate(self.source)
            if any(start < stop and begin < end for begin, stop in marked)
        }
        return tuple(sorted({j for i, j in self.links if i in touched}))


class Aligner(Protocol):
    """Links sentence pairs. Batches come in corpus order."""

    @property
    def signature(self) -> str:
        """What made the links."""

    def align(self, pairs: Sequence[tuple[str, str]]) -> list[Alignment]:
        """One alignment per (source, target) pair."""

    def finish(self) -> None:
        """Called after the last pair; may complain of links left over."""
