"""Alignment: the links of one sentence pair, tied to the text by character offsets."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

Span = tuple[int, int]
Link = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Alignment:
    """Token offsets of both sides, and links between token positions (from 0).

    `confidence` says how sure the aligner is of each link, from 0 to 1; links that came without
    one are as good as given. `guesses` are weaker links of source tokens that have none.
    """

    source: tuple[Span, ...]
    target: tuple[Span, ...]
    links: frozenset[Link]
    confidence: Mapping[Link, float] = field(default_factory=dict)
    guesses: frozenset[Link] = frozenset()

    def linked_targets(self, spans: Iterable[Span]) -> tuple[int, ...]:
        """Positions of the target tokens linked to a source token that touches a span; if there is
        none at all, those that are guessed."""
        marked = list(spans)
        touched = {
            i
            for i, (start, end) in enumerate(self.source)
            if any(start < stop and begin < end for begin, stop in marked)
        }
        found = {j for i, j in self.links if i in touched}
        return tuple(sorted(found or {j for i, j in self.guesses if i in touched}))


class Aligner(Protocol):
    """Links sentence pairs. Batches come in corpus order."""

    @property
    def signature(self) -> str:
        """What made the links."""

    def align(self, pairs: Sequence[tuple[str, str]]) -> list[Alignment]:
        """One alignment per (source, target) pair."""

    def finish(self) -> None:
        """Called after the last pair; may complain of links left over."""
