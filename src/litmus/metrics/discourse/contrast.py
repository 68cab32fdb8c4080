"""Contrast: did the system choose the right word where a wrong variant was possible?"""

from collections.abc import Sequence
from dataclasses import dataclass

from litmus.corpus.segment import Segment
from litmus.language.words import compose, token_offsets
from litmus.metrics.base import (
    Batch,
    Evidence,
    Metric,
    Outputs,
    Reading,
    SegmentRow,
    VerdictWords,
)
from litmus.metrics.formulas import Ratio


@dataclass(frozen=True, slots=True)
class Choice:
    """Words that only the reference has, and words that only wrong variants of it have."""

    right: frozenset[str]
    wrong: frozenset[str]


Prepared = Sequence[Choice | None]


class Contrast(Metric[Prepared]):
    """Accuracy of the choice between a reference and its wrong variants. 0-100; higher is better.

    Generative, as in CTXPro's scorer: an output is right if it contains a word that only the
    reference has, and none that only wrong variants have; it is wrong the other way round. Outputs
    with neither or both are undecided and count as no evidence; `contrast.decided` is the share of
    outputs that are decided.
    """

    name = "contrast"
    title = "contrast"
    summary = "right word chosen, where reference and wrong variants differ"
    family = "discourse"
    columns = ("right", "decided", "segments")
    support = "decided"
    proportion = "decided"
    readings = (
        Reading("", Ratio("right", "decided")),
        Reading("decided", Ratio("decided", "segments")),
    )
    evidence = (
        Evidence("verdict", "Verdict"),
        Evidence("right", "Right words", marks="required"),
        Evidence("wrong", "Wrong words", marks="trigger"),
    )
    verdict_words = VerdictWords()

    def most_cases(self, segment: Segment) -> float:
        """A segment with wrong variants is one."""
        return float(bool(segment.contrastive))

    def prepare(self, batch: Batch) -> Prepared:
        """The words that tell the reference from its variants; None where there are none."""
        return [self._choice(s.references, s.contrastive) for s in batch.segments]

    def _words(self, text: str) -> frozenset[str]:
        spans = token_offsets(text, "words", self.setup.target)
        return frozenset(compose(text[start:end]).lower() for start, end in spans)

    def _choice(self, references: Sequence[str], variants: Sequence[str]) -> Choice | None:
        if not references or not variants:
            return None
        reference = self._words(references[0])
        others = frozenset().union(*map(self._words, variants))
        right = reference - others
        wrong = others - reference
        return Choice(right, wrong) if right and wrong else None

    def measure(self, prepared: Prepared, outputs: Outputs) -> list[SegmentRow]:
        """(1 if right, 1 if decided, 1) for every segment with a choice."""
        rows = []
        for index, (choice, text) in enumerate(zip(prepared, outputs.hypotheses, strict=True)):
            if choice is None:
                continue
            words = self._words(text)
            right, wrong = sorted(words & choice.right), sorted(words & choice.wrong)
            decided = bool(right) != bool(wrong)
            evidence = {
                "verdict": ("right" if right else "wrong") if decided else "undecided",
                "right": right,
                "wrong": wrong,
            }
            counts = (float(decided and bool(right)), float(decided), 1.0)
            rows.append(SegmentRow(index, None, counts, evidence))
        return rows
