"""Omission: idioms that the translation leaves out."""

from typing import ClassVar

from litmus.metrics.base import AVERAGE, Array, Batch, Metric, Option, Outputs, Row, rate
from litmus.metrics.idiom.linked_words import Piece, linked_words, pieces

Prepared = list[list[Piece]]


class Omission(Metric[Prepared]):
    """Share of idioms to which no word of the translation is linked. 0-100; lower is better.

    The largest class of errors that a blacklist cannot see (Shao et al. 2018, section 5.3).
    Punctuation does not count as a translation. As good as the alignment it reads.
    """

    name = "omission"
    title = "omission"
    summary = "share of idioms with no linked word in the translation; lower is better"
    options: ClassVar[tuple[Option, ...]] = (AVERAGE,)
    columns = ("omitted", "idioms")
    support = "idioms"
    higher_is_better = False
    proportion = "idioms"
    needs_links = True

    def prepare(self, batch: Batch) -> Prepared:
        """The idioms with a span."""
        found = [pieces(segment, None) for segment in batch.segments]
        return [[piece for piece in several if piece.spans] for several in found]

    def measure(self, prepared: Prepared, outputs: Outputs) -> list[Row]:
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
                rows.append(Row(place, piece.label, (float(not linked), 1.0), evidence))
        return rows

    def value(self, totals: Array) -> Array:
        """100 x omitted / idioms."""
        return rate(totals, 0, 1)
