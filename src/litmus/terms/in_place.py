"""Terms found where they stand: a suite whose sources are looked through for a list of terms."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path

from litmus.corpus.segment import IdiomFacts, Segment, Span
from litmus.corpus.suite import Suite, SuiteInfo
from litmus.language.knowledge import language_code
from litmus.terms.finding import TermFinder
from litmus.terms.lists import TermList
from litmus.wording import count

_AT_ONCE = 1000  # segments that are looked through together
_NAMED = 5  # terms that a note names


@dataclass(frozen=True)
class FoundTerms:
    """A suite with the terms of a list, beside those it has."""

    suite: Suite
    listed: TermList
    metrics: tuple[str, ...] = ()  # beside `terms`, where the suite names none
    found: Counter[int] = field(default_factory=Counter, compare=False)  # in the last pass

    @cached_property
    def info(self) -> SuiteInfo:
        """That of the suite, with the list; `terms` is the first of its metrics."""
        info = self.suite.info
        others = [name for name in info.metrics or self.metrics if name != "terms"]
        signature = f"{self.listed.signature}.{self._finder.signature}"
        return replace(info, metrics=("terms", *others), terms=signature)

    @cached_property
    def _finder(self) -> TermFinder:
        sources = [term.source for term in self.listed.terms]
        return TermFinder(sources, language_code(self.suite.info.source))

    @property
    def systems(self) -> Mapping[str, Path]:
        """Those of the suite."""
        return self.suite.systems

    @property
    def uses_crlf(self) -> bool:
        """As the suite does."""
        return self.suite.uses_crlf

    @property
    def facts(self) -> Mapping[str, IdiomFacts]:
        """What the suite knows of its idioms."""
        return getattr(self.suite, "facts", {})

    def segments(self) -> Iterator[Segment]:
        """The segments in order, with terms."""
        rest = self.suite.segments()
        self.found.clear()
        while segments := list(islice(rest, _AT_ONCE)):
            found = self._finder.find([segment.source for segment in segments])
            for segment, own in zip(segments, found, strict=True):
                yield self._with_terms(segment, own)

    def _with_terms(self, segment: Segment, found: Sequence[tuple[int, Span]]) -> Segment:
        taken = [span for term in segment.terms for span in term.spans]
        own = {term.source for term in segment.terms}
        spans: dict[int, list[Span]] = {}
        for number, (start, end) in found:
            free = all(end <= first or last <= start for first, last in taken)
            if free and self.listed.terms[number].source not in own:
                spans.setdefault(number, []).append((start, end))
                self.found[number] += 1
        terms = (replace(self.listed.terms[n], spans=tuple(where)) for n, where in spans.items())
        return replace(segment, terms=(*segment.terms, *terms)) if spans else segment

    def notes(self) -> list[str]:
        """What was found in the last pass, and which terms were not."""
        n = self.found.total()
        said = [
            f"{count(n, 'occurrence')} of {count(len(self.found), 'term')} "
            f"{'was' if n == 1 else 'were'} found in the sources ({self.listed.signature})."
        ]
        absent = [term.source for k, term in enumerate(self.listed.terms) if k not in self.found]
        if absent:
            occur = "occurs" if len(absent) == 1 else "occur"
            named = ", ".join(absent[:_NAMED]) + (", ..." if len(absent) > _NAMED else "")
            said.append(f"{count(len(absent), 'term')} of the list {occur} in no segment: {named}.")
        return said
