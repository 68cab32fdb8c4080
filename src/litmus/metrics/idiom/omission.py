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
from litmus.metrics.idiom.linked_words import LINKED_EVIDENCE, Piece, linked_words, pieces
from litmus.metrics.options import AVERAGE

Prepared = list[list[Piece]]


class Omission(Metric[Prepared]):
    """Share of idioms to which no word of the translation is linked. 0-100; lower is better.

    The largest class of errors that a blacklist cannot see (Shao et al. 2018, section 5.3).
    Punctuation does not count as a translation. As good as the alignment it reads.
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
        found = [pieces(segment, None) for segment in batch.segments]
        return [[piece for piece in several if piece.spans] for several in found]

    def measure(self, prepared: Prepared, outputs: Outputs) -> list[SegmentRow]:
        """(1 if nothing is linked, 1) for every idiom."""
        links = self.links(outputs.links, outputs.system)
        rows = []
        for place, (found, text) in enumerate(zip(prepared, outputs.hypotheses, strict=True)):
            for piece in found:
                linked = [
                    word
                    for word in linked_words(text, links[place], piece.spans)
                    if any(c.isalnum() for c in word)
                ]
                evidence = {"idiom": piece.label, "hypothesis_words": linked}
                rows.append(SegmentRow(place, piece.label, (float(not linked), 1.0), evidence))
        return rows
