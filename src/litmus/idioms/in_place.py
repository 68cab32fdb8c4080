"""Idioms found where they stand: a suite whose marks are the entries of a list in its sources."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from hashlib import blake2b
from itertools import islice
from pathlib import Path

from litmus.corpus.segment import Idiom, Segment
from litmus.corpus.suite import Suite, SuiteInfo
from litmus.errors import DataError
from litmus.idioms.entries.lists import make_list
from litmus.idioms.matching.matcher import Matcher
from litmus.idioms.matching.occurrence import DOUBTFUL, Occurrence
from litmus.idioms.mining.mine import Search
from litmus.wording import count

_AT_ONCE = 1000  # segments that are looked through together


@dataclass(frozen=True)
class FoundIdioms:
    """A suite with the idioms of a list marked, beside those it has; doubtful matches are not."""

    suite: Suite
    matcher: Matcher
    found: Counter[str] = field(default_factory=Counter, compare=False)  # in the last pass

    @cached_property
    def info(self) -> SuiteInfo:
        """That of the suite, with the list."""
        matcher = self.matcher
        known = f"{matcher.signature}|{sorted(self._known.items())}"
        settings = blake2b(known.encode(), digest_size=4).hexdigest()
        return replace(
            self.suite.info, idioms=f"{matcher.idioms.signature}.{matcher.kind}.{settings}"
        )

    @property
    def systems(self) -> Mapping[str, Path]:
        """Those of the suite."""
        return self.suite.systems

    @property
    def uses_crlf(self) -> bool:
        """As the suite does."""
        return self.suite.uses_crlf

    def segments(self) -> Iterator[Segment]:
        """The segments in order, with marks."""
        search, rest = Search(self.matcher, judge=False), self.suite.segments()
        self.found.clear()
        while segments := list(islice(rest, _AT_ONCE)):
            found: list[list[Occurrence]] = [[] for _ in segments]
            # A line end, which a source in memory may hold, would shift those after it.
            sources = [segment.source.replace("\n", " ") for segment in segments]
            for place, _, occurrence in search("\n".join(sources)):
                if DOUBTFUL.isdisjoint(occurrence.flags):
                    found[place].append(occurrence)
            for segment, own in zip(segments, found, strict=True):
                yield self._marked(segment, own)

    def note(self) -> str:
        """What was found, for the reader of a score."""
        n = self.found.total()
        return (
            f"{count(n, 'occurrence')} of {count(len(self.found), 'idiom')} "
            f"{'was' if n == 1 else 'were'} found in the sources "
            f"({self.matcher.idioms.signature})."
        )

    def _marked(self, segment: Segment, found: Sequence[Occurrence]) -> Segment:
        taken = [span for idiom in segment.idioms for span in idiom.spans]
        marks = []
        for occurrence in found:
            start, end = occurrence.span
            if all(end <= first or last <= start for first, last in taken):
                equivalents, meaning = self._known[occurrence.idiom]
                marks.append(Idiom(occurrence.idiom, occurrence.pieces, equivalents, meaning))
                taken.append(occurrence.span)
                self.found[occurrence.idiom] += 1
        return replace(segment, idioms=(*segment.idioms, *marks)) if marks else segment

    @cached_property
    def _known(self) -> dict[str, tuple[tuple[str, ...], str]]:
        """Label -> its equivalents, and its meaning."""
        target = self.suite.info.target
        return {
            one.label: (one.equivalents_in(target), one.meaning)
            for one in self.matcher.idioms.idioms
        }


class Located:
    """Segments whose idioms get a span, where they have none and the matcher finds them.

    `without` counts those that still have none, in the last pass.
    """

    def __init__(self, segments: Iterable[Segment], language: str) -> None:
        self._segments, self._language = segments, language
        self.without = 0

    def __iter__(self) -> Iterator[Segment]:
        self.without = 0
        for segment in self._segments:
            idioms = tuple(
                idiom if idiom.spans else self._located(idiom, segment.source)
                for idiom in segment.idioms
            )
            self.without += sum(not idiom.spans for idiom in idioms)
            yield replace(segment, idioms=idioms) if idioms != segment.idioms else segment

    def notes(self) -> list[str]:
        """What was not found."""
        if not self.without:
            return []
        have = "has" if self.without == 1 else "have"
        return [
            f"{count(self.without, 'idiom')} {have} no span, as the source does not hold "
            f"{'it' if self.without == 1 else 'them'}; metrics that read spans leave "
            f"{'it' if self.without == 1 else 'them'} out."
        ]

    def _located(self, idiom: Idiom, source: str) -> Idiom:
        matcher = _matcher(idiom.label, self._language)
        for occurrence in matcher.find(source) if matcher else ():
            return replace(idiom, spans=occurrence.pieces)
        return idiom


@lru_cache(maxsize=10_000)
def _matcher(label: str, language: str) -> Matcher | None:
    """Looks for one idiom; none can be made of a label that is not in our notation."""
    try:
        return Matcher(make_list([label], language), backend=None)
    except DataError:
        return None
