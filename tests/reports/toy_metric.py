"""A metric that nothing in litmus knows of: one class, as somebody new would write it."""

from litmus.metrics.base import (
    Batch,
    Evidence,
    Flag,
    Metric,
    Outputs,
    Reading,
    SegmentRow,
    VerdictWords,
)
from litmus.metrics.formulas import Ratio
from litmus.metrics.options import AVERAGE

Prepared = list[list[tuple[str, frozenset[str]]]]


class Copied(Metric[Prepared]):
    """Share of idioms of which the translation keeps a source word. 0-100; lower is better."""

    name = "copied"
    title = "copied"
    summary = "share of idioms with a source word left in the translation; lower is better"
    family = "idiom"
    declared_options = (AVERAGE,)
    columns = ("copied", "idioms")
    support = "idioms"
    proportion = "idioms"
    readings = (Reading("", Ratio("copied", "idioms"), higher_is_better=False),)
    evidence = (Evidence("kept", "Words left", marks="trigger"),)
    verdict_words = VerdictWords("all translated", "word left", "one word left")
    flag = Flag("copied", "idioms", wrong_if="kept")
    is_trigger = True
    reads_spans = True

    def prepare(self, batch: Batch) -> Prepared:
        """The words of every idiom."""
        return [
            [
                (
                    idiom.label,
                    frozenset(w for s, e in idiom.spans for w in segment.source[s:e].split()),
                )
                for idiom in segment.idioms
            ]
            for segment in batch.segments
        ]

    def measure(self, prepared: Prepared, outputs: Outputs) -> list[SegmentRow]:
        """(1 if a word is left, 1) for every idiom."""
        rows = []
        for index, (idioms, text) in enumerate(zip(prepared, outputs.hypotheses, strict=True)):
            for label, words in idioms:
                kept = sorted(words & set(text.split()))
                evidence = {"idiom": label, "kept": kept}
                rows.append(SegmentRow(index, label, (float(bool(kept)), 1.0), evidence))
        return rows
