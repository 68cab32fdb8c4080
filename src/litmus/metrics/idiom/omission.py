"""Omission: idioms that the translation leaves out."""

from litmus.metrics.base import (
    Batch,
    Flag,
    Metric,
    Outputs,
    Reading,
    SegmentRow,
    VerdictWords,
)
from litmus.metrics.formulas import Ratio
from litmus.metrics.idiom.linked_words import (
    LINKED_EVIDENCE,
    LinkedIdiom,
    linked_idioms,
    linked_words,
)
from litmus.metrics.options import AVERAGE

Prepared = list[list[LinkedIdiom]]


class Omission(Metric[Prepared]):
    """Share of idioms to which no word of the translation is linked. 0-100; lower is better.

    The largest class of errors that a blacklist cannot see (Shao et al. 2018, section 5.3).
    Punctuation does not count as a translation. Only as good as the alignment it reads.
    """

    name = "omission"
    title = "omission"
    summary = "share of idioms with no linked word in the translation; lower is better"
    family = "idiom"
    declared_options = (AVERAGE,)
    columns = ("omitted", "idioms")
    support = "idioms"
    proportion = "idioms"
    readings = (Reading("", Ratio("omitted", "idioms"), higher_is_better=False),)
    evidence = LINKED_EVIDENCE
    verdict_words = VerdictWords("translated", "left out", "one left out")
    flag = Flag("omitted", "idioms", right_if="hypothesis_words")
    reads_spans = True
    needs_links = True

    def prepare(self, batch: Batch) -> Prepared:
        """The idioms with a span."""
        return [
            [idiom for idiom in linked_idioms(segment, None) if idiom.spans]
            for segment in batch.segments
        ]

    def measure(self, prepared: Prepared, outputs: Outputs) -> list[SegmentRow]:
        """(1 if nothing is linked, 1) for every idiom."""
        links = self.links(outputs.links, outputs.system)
        rows = []
        for index, (idioms, text) in enumerate(zip(prepared, outputs.hypotheses, strict=True)):
            for idiom in idioms:
                linked = [
                    word
                    for word in linked_words(text, links[index], idiom.spans)
                    if any(c.isalnum() for c in word)
                ]
                evidence = {"idiom": idiom.label, "hypothesis_words": linked}
                rows.append(SegmentRow(index, idiom.label, (float(not linked), 1.0), evidence))
        return rows
