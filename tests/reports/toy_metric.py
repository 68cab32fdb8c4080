"""A metric that nothing in litmus knows of: one class, as somebody new would write it."""

from litmus.metrics.base import (
    Batch,
    Evidence,
    Flag,
    Kinds,
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
            [(idiom.label, frozenset(w for s, e in idiom.spans for w in one.source[s:e].split()))
             for idiom in one.idioms]
            for one in batch.segments
        ]  # fmt: skip

    def measure(self, prepared: Prepared, outputs: Outputs) -> list[SegmentRow]:
        """(1 if a word is left, 1) for every idiom."""
        rows = []
        for index, (idioms, text) in enumerate(zip(prepared, outputs.hypotheses, strict=True)):
            for label, words in idioms:
                kept = sorted(words & set(text.split()))
                evidence = {"idiom": label, "kept": kept}
                rows.append(SegmentRow(index, label, (float(bool(kept)), 1.0), evidence))
        return rows


class Sorted(Metric[Prepared]):
    """The same with three kinds of verdicts: an empty translation omits the idiom."""

    name = "sorted"
    title = "sorted"
    summary = "share of idioms of which no word is left"
    family = "idiom"
    columns = ("right", "literal", "omitted", "idioms")
    support = "idioms"
    proportion = "idioms"
    readings = (
        Reading("", Ratio("right", "idioms")),
        Reading("literal", Ratio("literal", "idioms"), higher_is_better=False),
    )
    evidence = (
        Evidence("verdict", "Verdict"),
        Evidence("confidence", "Confidence", percent=True),
        Evidence("because", "Because"),
        Evidence("kept", "", marks="trigger"),
    )
    verdict_words = VerdictWords("right", "wrong", "one wrong")
    flag = Flag("idioms-right", "idioms", right_if="right")
    kinds = Kinds(("right", "literal", "omitted"))
    reads_spans = True

    prepare = Copied.prepare  # type: ignore[assignment]

    def measure(self, prepared: Prepared, outputs: Outputs) -> list[SegmentRow]:
        """One of the first three columns, and 1, for every idiom; surer the shorter the text."""
        rows = []
        for index, (idioms, text) in enumerate(zip(prepared, outputs.hypotheses, strict=True)):
            for label, words in idioms:
                kept = sorted(words & set(text.split()))
                verdict = "literal" if kept else "right" if text else "omitted"
                counts = (*(float(verdict == name) for name in self.columns[:3]), 1.0)
                evidence = {
                    "idiom": label,
                    "verdict": verdict,
                    "right": verdict == "right",
                    "confidence": 1 if not text else 0.836 if kept else 0.554,
                    "because": f"left: {', '.join(kept)}" if kept else "no word is left",
                    "kept": kept,
                }
                rows.append(SegmentRow(index, label, counts, evidence))
        return rows
