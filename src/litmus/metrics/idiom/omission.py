"""Omission: idioms that the translation leaves out."""

from collections.abc import Mapping
from typing import Any

from litmus.corpus.segment import Segment
from litmus.language.dictionary.bilingual import shipped_pairs
from litmus.metrics.base import (
    Batch,
    Evidence,
    Flag,
    Metric,
    Outputs,
    Reading,
    SegmentRow,
    Setup,
    VerdictWords,
)
from litmus.metrics.formulas import Ratio
from litmus.metrics.idiom.linked_words import LINKED_EVIDENCE, linked_idioms, linked_words
from litmus.metrics.idiom.verdict.finding import Finding
from litmus.metrics.idiom.verdict.model import LEFT_OUT, load_models
from litmus.metrics.idiom.verdict.reading import Case, Reader
from litmus.metrics.options import AVERAGE, Option


class Omission(Metric[list[Case]]):
    """Share of idioms that the translation leaves out. 0-100; lower is better.

    The largest class of errors that a blacklist cannot see (Shao et al. 2018, section 5.3). After a
    cut the aligner still links something, so links alone do not tell: the signs are sure links,
    words that the rest of the source does not explain, what the dictionary finds, and lengths,
    weighed by a model that was fitted to translations with the idiom cut out
    (docs/metrics/omission.md). `evidence=links` counts an idiom as left out if no word is linked to
    it, as do pairs of languages without a dictionary.
    """

    name = "omission"
    title = "omission"
    summary = "share of idioms that the translation leaves out; lower is better"
    family = "idiom"
    declared_options = (
        Option("evidence", "all", "links: only whether a word is linked", ("all", "links")),
        AVERAGE,
    )
    columns = ("omitted", "idioms")
    support = "idioms"
    proportion = "idioms"
    readings = (Reading("", Ratio("omitted", "idioms"), higher_is_better=False),)
    evidence = (*LINKED_EVIDENCE, Evidence("chance", "Chance of an omission"))
    verdict_words = VerdictWords("translated", "left out", "one left out")
    flag = Flag("omitted", "idioms", wrong_if="omitted")
    reads_spans = True
    needs_links = True

    def __init__(self, setup: Setup, options: Mapping[str, str]) -> None:
        super().__init__(setup, options)
        pair = (setup.source, setup.target)
        self._reader: Reader | None = None
        if self.options["evidence"] == "all" and pair in shipped_pairs():
            self._models = load_models()
            often = self._models.often_literal.get(setup.target, 0.0)
            self._reader = Reader(*pair, often)
        else:
            self.options["evidence"] = "links"

    def signature_parts(self) -> dict[str, str]:
        """The model, where there is one."""
        return super().signature_parts() | ({"model": self._models.version} if self._reader else {})

    def most_cases(self, segment: Segment) -> float:
        """Every idiom is one."""
        return len(segment.idioms)

    def prepare(self, batch: Batch) -> list[Case]:
        """The idioms with a span."""
        if self._reader is not None:
            return self._reader.cases(batch.segments)
        return [
            Case(index, segment, idiom.label, idiom.spans)
            for index, segment in enumerate(batch.segments)
            for idiom in linked_idioms(segment, None)
            if idiom.spans
        ]

    def measure(self, prepared: list[Case], outputs: Outputs) -> list[SegmentRow]:
        """(1 if it is left out, 1) for every idiom."""
        links = self.links(outputs.links, outputs.system)
        findings: list[Finding | None] = [None] * len(prepared)
        if self._reader is not None:
            findings = [*self._reader.findings(prepared, outputs.hypotheses, links)]
        rows = []
        for case, finding in zip(prepared, findings, strict=True):
            text = outputs.hypotheses[case.index]
            linked = [
                word
                for word in linked_words(text, links[case.index], case.spans)
                if any(c.isalnum() for c in word)
            ]
            evidence: dict[str, Any] = {"idiom": case.label, "hypothesis_words": linked}
            if finding is None:
                omitted = not linked
            else:
                chance = self._chance(finding, text)
                omitted = chance >= LEFT_OUT
                evidence["chance"] = round(chance, 3)
            evidence["omitted"] = omitted
            rows.append(SegmentRow(case.index, case.label, (float(omitted), 1.0), evidence))
        return rows

    def _chance(self, finding: Finding, text: str) -> float:
        if not any(character.isalnum() for character in text):
            return 1.0
        return self._models.omitted(finding.numbers, f"{self.setup.source}-{self.setup.target}")
