"""The free texts of a system as the lines that are scored, with what could not be placed."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from litmus.corpus.in_memory import Lines
from litmus.files.jsonl import line
from litmus.resegmenting.cutting.lengths import size
from litmus.resegmenting.resegmented import Resegmented
from litmus.resegmenting.suites import Resegmentation
from litmus.resegmenting.summary import Summary
from litmus.stages import counted

METRIC = "resegment"  # under which rows of evidence stand beside those of metrics


@dataclass(frozen=True)
class FreeOutput(Lines):
    """One line per segment of the suite, cut from free texts of its documents."""

    documents: tuple[Resegmented, ...] = field(default=(), repr=False)
    absent: tuple[str, ...] = ()
    signature: str = ""

    def notes(self) -> Iterator[str]:
        """What a reader of the scores should know."""
        summary = Summary()
        for each in self.documents:
            summary.add(each)
        return summary.notes(self.name, self.absent)

    def evidence(self, system: str) -> Iterator[str]:
        """Lines for the evidence of every segment; text of nobody is with the segment before."""
        for each in self.documents:
            added: dict[int, list[str]] = {}
            before = 0
            for segment, start, end, _ in each.parts:
                if segment is None:
                    added.setdefault(before, []).append(each.text[start:end])
                else:
                    before = segment
            for number, key in enumerate(each.ids):
                own = added.get(number, [])
                counts = {
                    "missing": int(not each.texts[number]),
                    "segments": 1,
                    "added": sum(map(size, own)),
                    "characters": size(each.texts[number]) + sum(map(size, own)),
                }
                sure = each.confidence(number)
                shown = {
                    "doc": each.document,
                    "confidence": None if sure is None else round(sure, 4),
                    "added": own,
                }
                row = {"id": key, "system": system, "metric": METRIC, "counts": counts}
                yield line(row | {"evidence": shown}) + "\n"


def free_output(name: str, found: Resegmentation) -> FreeOutput:
    """All documents, cut."""
    documents = tuple(counted(found, f"cutting {name}", "documents"))
    lines = tuple(text for document in documents for text in document.texts)
    return FreeOutput(name, lines, documents, tuple(found.absent), found.signature)
