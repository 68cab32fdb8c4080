"""Consistency: register and terms kept through a document."""

from collections import Counter

from litmus.errors import UsageError
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
from litmus.metrics.options import Option
from litmus.wording import option

KINDS = ("register", "terms")


class Consistency(Metric[int]):
    """Share of choices that continue as the document began. 0-100; higher is better.

    `register`: words of address that keep the register of the previous one. `terms`: repeated
    source nouns that are translated as before. The reference plays no part, so a system may be
    consistent and wrong: read it together with word-f.
    """

    name = "consistency"
    title = "consistency"
    summary = "register and terms kept within documents, without a reference"
    family = "discourse"
    declared_options = (Option("of", "both", "what must stay the same", ("both", *KINDS)),)
    columns = ("kept", "choices")
    support = "choices"
    proportion = "choices"
    readings = (Reading("", Ratio("kept", "choices")),)
    evidence = (Evidence("broken", "Broken at", marks="trigger"),)
    verdict_words = VerdictWords("kept", "broken", "partly kept")
    needs_tags = True
    needs_output_tags = True
    needs_consistency = True

    def prepare(self, batch: Batch) -> int:
        """The number of segments: nothing in the reference is needed."""
        return len(batch.segments)

    def measure(self, prepared: int, outputs: Outputs) -> list[SegmentRow]:
        """(kept, choices) of each kind in a segment."""
        if outputs.tags is None:
            raise UsageError(
                "consistency is computed while scoring; it cannot be read from tag files.\n"
                f"Leave out {option('tags')}."
            )
        kinds = KINDS if self.options["of"] == "both" else (self.options["of"],)
        rows = []
        for index, sentence in enumerate(outputs.tags):
            counts = Counter(tag for tags in sentence.tags for tag in tags)
            for kind in kinds:
                kept, broken = counts[f"{kind}=kept"], counts[f"{kind}=broken"]
                if kept + broken:
                    words = [
                        token
                        for token, tags in zip(sentence.tokens, sentence.tags, strict=True)
                        if f"{kind}=broken" in tags
                    ]
                    evidence = {"tag": kind, "broken": words}
                    rows.append(
                        SegmentRow(index, kind, (float(kept), float(kept + broken)), evidence)
                    )
        return rows
