"""Word-level idiom accuracy: right words minus extra words, per word of the gold translation."""

from collections.abc import Mapping

from litmus.language.words import words
from litmus.metrics.base import Batch, Metric, Outputs, Reading, SegmentRow, Setup
from litmus.metrics.formulas import Ratio
from litmus.metrics.idiom.linked_words import (
    LINKED_EVIDENCE,
    LinkedIdiom,
    clipped_matches,
    linked_idioms,
    linked_words,
)
from litmus.metrics.options import AVERAGE, Option

Prepared = list[list[LinkedIdiom]]


class IdiomAccuracy(Metric[Prepared]):
    """100 x (H - I) / N, summed over idioms; it can be negative. Higher is better.

    N: words of the gold translation of the idiom; H: those among the hypothesis words linked to
    the idiom, each at most as often as it occurs there; I: linked words beyond those. The paper
    leaves open what the gold translation is: `gold=reference` takes the reference words linked to
    the idiom, `gold=equivalent` the idiom's dictionary equivalent, `gold=best` whichever suits the
    hypothesis better. Punctuation does not count.

    Paper: Fadaee, Bisazza and Monz, LREC 2018, section 4.
    """

    name = "idiom-accuracy"
    title = "idiom accuracy"
    summary = "word-level idiom accuracy (H - I) / N; can be negative"
    family = "idiom"
    declared_options = (
        Option("gold", "reference", "what counts as right", ("reference", "equivalent", "best")),
        Option("case", "fold", "compare words as they are, or lower-cased", ("exact", "fold")),
        Option(
            "extra", "count", "ignore: leave I out, so nothing is negative", ("count", "ignore")
        ),
        AVERAGE,
    )
    columns = ("correct", "extra", "gold", "idioms")
    support = "idioms"
    readings = (Reading("", Ratio("correct-extra", "gold")),)
    evidence = LINKED_EVIDENCE
    reads_spans = True
    needs_links = True

    def __init__(self, setup: Setup, options: Mapping[str, str]) -> None:
        super().__init__(setup, options)
        self._fold = self.options["case"] == "fold"

    def prepare(self, batch: Batch) -> Prepared:
        """The gold words of each idiom."""
        if self.options["gold"] == "equivalent":
            return [linked_idioms(segment, None) for segment in batch.segments]
        self.references(batch)
        links = self.links(batch.reference_links, "the reference")
        return [linked_idioms(s, a) for s, a in zip(batch.segments, links, strict=True)]

    def measure(self, prepared: Prepared, outputs: Outputs) -> list[SegmentRow]:
        """(correct, extra, gold words, 1) of every idiom with gold words."""
        links = self.links(outputs.links, outputs.system)
        rows = []
        for index, (idioms, text) in enumerate(zip(prepared, outputs.hypotheses, strict=True)):
            for idiom in idioms:
                hypothesis = self._clean(linked_words(text, links[index], idiom.spans))
                golds = self._golds(idiom)
                if not golds:
                    continue
                correct, extra, gold = max(
                    (self._count(hypothesis, gold) for gold in golds),
                    key=lambda counts: (counts[0] - counts[1]) / len(counts[2]),
                )
                evidence = {
                    "idiom": idiom.label,
                    "reference_words": list(gold),
                    "hypothesis_words": list(hypothesis),
                }
                counts = (float(correct), float(extra), float(len(gold)), 1.0)
                rows.append(SegmentRow(index, idiom.label, counts, evidence))
        return rows

    def _count(
        self, hypothesis: tuple[str, ...], gold: tuple[str, ...]
    ) -> tuple[int, int, tuple[str, ...]]:
        correct = clipped_matches(hypothesis, gold)
        extra = len(hypothesis) - correct if self.options["extra"] == "count" else 0
        return correct, extra, gold

    def _golds(self, idiom: LinkedIdiom) -> list[tuple[str, ...]]:
        kind = self.options["gold"]
        golds = [self._clean(idiom.reference)] if kind != "equivalent" else []
        if kind != "reference":
            golds += [self._clean(tuple(words(text))) for text in idiom.equivalents]
        return [gold for gold in golds if gold]

    def _clean(self, tokens: tuple[str, ...]) -> tuple[str, ...]:
        """The tokens that are words."""
        cleaned = (token for token in tokens if any(c.isalnum() for c in token))
        return tuple(token.lower() if self._fold else token for token in cleaned)
