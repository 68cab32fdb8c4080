"""From segments and outputs to findings: one for every idiom with a span."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from litmus.alignment.links import Alignment, Span
from litmus.corpus.segment import Segment
from litmus.idioms.entries.meanings import meanings
from litmus.idioms.figurative.model import load_model
from litmus.idioms.figurative.phrases import Use
from litmus.metrics.idiom.verdict.finding import Finding, Known
from litmus.metrics.idiom.verdict.place import Place, Text, find_place
from litmus.metrics.idiom.verdict.signs import Signs


@dataclass(frozen=True)
class Case:
    """An idiom of a segment (all its occurrences), with what lists know of it."""

    index: int  # of the segment in its batch
    segment: Segment
    label: str
    spans: tuple[Span, ...]
    known: Known = Known()
    figurative: float | None = None  # chance that it is meant so; None without a model


class Reader:
    """Reads outputs of one pair of languages."""

    def __init__(self, source: str, target: str, often_literal: float) -> None:
        self._pair = source, target
        self._signs = Signs(source, target, often_literal)
        self._known: dict[tuple[str, tuple[str, ...], str], Known] = {}

    def cases(self, segments: Sequence[Segment]) -> list[Case]:
        """The idioms with a span."""
        found = []
        model = load_model(self._pair[0])
        for index, segment in enumerate(segments):
            for label in segment.labels:
                own = [idiom for idiom in segment.idioms if idiom.label == label]
                spans = tuple(span for idiom in own for span in idiom.spans)
                if spans:
                    given = tuple(dict.fromkeys(e for idiom in own for e in idiom.equivalents))
                    meaning = next((idiom.meaning for idiom in own if idiom.meaning), "")
                    known = self._know(label, given, meaning)
                    found.append(Case(index, segment, label, spans, known))
        if model is None:
            return found
        uses = [Use(case.label, case.segment.source, case.spans) for case in found]
        chances = model.probabilities(uses)
        return [replace(case, figurative=p) for case, p in zip(found, chances, strict=True)]

    def _know(self, label: str, given: tuple[str, ...], meaning: str) -> Known:
        key = (label, given, meaning)
        if key not in self._known:
            listed, equivalents = meanings(*self._pair).find(label)
            self._known[key] = self._signs.know(meaning or listed, (*given, *equivalents))
        return self._known[key]

    def references(self, cases: Sequence[Case], links: Sequence[Alignment]) -> list[Place | None]:
        """Where the idioms are in the first reference, if there is one."""
        self._signs.target.expect(c.segment.references[0] for c in cases if c.segment.references)
        return [
            find_place(case.spans, *self._texts(case, case.segment.references[0], own), own)
            if case.segment.references
            else None
            for case in cases
            for own in (links[case.index],)
        ]

    def findings(
        self,
        cases: Sequence[Case],
        hypotheses: Sequence[str],
        links: Sequence[Alignment],
        references: Sequence[Place | None] | None = None,
    ) -> list[Finding]:
        """What the outputs of one system hold of each idiom."""
        self._signs.target.expect(hypotheses[case.index] for case in cases)
        found = []
        last, texts = -1, None
        for number, case in enumerate(cases):
            own = links[case.index]
            if texts is None or case.index != last:  # a segment may have several idioms
                last, texts = case.index, self._texts(case, hypotheses[case.index], own)
            reference = references[number] if references else None
            found.append(self._signs.find(case.spans, *texts, own, case.known, reference))
        return found

    def _texts(self, case: Case, target: str, links: Alignment) -> tuple[Text, Text]:
        return (
            self._signs.text(case.segment.source, links.source, 0),
            self._signs.text(target, links.target, 1),
        )
