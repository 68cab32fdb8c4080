"""Consistency: register, terms and names kept through a document."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from litmus.corpus.formats.tags import Break
from litmus.corpus.segment import Segment
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

BOTH = ("register", "terms")
KINDS = (*BOTH, "names")
VERSION = 2  # of what counts as broken


class Consistency(Metric[list[Segment]]):
    """Share of choices that continue as the document began. 0-100; higher is better.

    `register`: words of address that keep the register of the previous one. `terms`: repeated
    common nouns that are translated by a word used for them before. `names`: repeated names that
    are written as before. The reference plays no part, so a system may be consistent and wrong:
    read it together with word-f.
    """

    name = "consistency"
    title = "consistency"
    summary = "register and terms kept within documents, without a reference"
    family = "discourse"
    declared_options = (Option("of", "both", "what must stay the same", ("both", "all", *KINDS)),)
    columns = ("kept", "choices")
    support = "choices"
    proportion = "choices"
    readings = (Reading("", Ratio("kept", "choices")),)
    evidence = (Evidence("broken", "Broken at", marks="trigger"), Evidence("why", "Why"))
    verdict_words = VerdictWords("kept", "broken", "partly kept")
    needs_tags = True
    needs_output_tags = True
    needs_consistency = True

    def signature_parts(self) -> dict[str, str]:
        """What is compared, and how."""
        return super().signature_parts() | {"judge": f"v{VERSION}"}

    def prepare(self, batch: Batch) -> list[Segment]:
        """The segments, for their names: nothing in the reference is needed."""
        return list(batch.segments)

    def measure(self, prepared: list[Segment], outputs: Outputs) -> list[SegmentRow]:
        """(kept, choices) of each kind in a segment."""
        if outputs.tags is None:
            raise UsageError(
                "consistency is computed while scoring; it cannot be read from tag files.\n"
                f"Leave out {option('tags')}."
            )
        kinds = {"both": BOTH, "all": KINDS}.get(self.options["of"], (self.options["of"],))
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
                    breaks = [one for one in sentence.breaks if one.tag == kind]
                    evidence = {"tag": kind, "broken": words}
                    evidence |= _explained(breaks, prepared[index].id)
                    rows.append(
                        SegmentRow(index, kind, (float(kept), float(kept + broken)), evidence)
                    )
        return rows


def _explained(breaks: Iterable[Break], segment: str) -> dict[str, Any]:
    """Each break in full, and by source word in a sentence; nothing where nothing was broken."""
    rows, why = [], dict[str, list[str]]()
    for one in breaks:
        rows.append(
            {
                "source": one.source,
                "here": one.here,
                "before": one.before,
                "before_segment": one.segment,
                "kind": one.kind,
                "why": one.why,
            }
        )
        place = "earlier in this segment" if one.segment == segment else f"in segment {one.segment}"
        said = f"{one.here} here, {one.before} {place} ({one.kind}: {one.why})"
        why.setdefault(one.source or one.here, []).append(said)
    return {"breaks": rows, "why": why} if rows else {}
