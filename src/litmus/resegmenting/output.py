"""The free texts of a system as the lines that are scored, with what could not be placed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from litmus.corpus.in_memory import Lines
from litmus.files.jsonl import line
from litmus.resegmenting.lengths import size
from litmus.resegmenting.resegmented import Resegmented
from litmus.wording import count

_NAMED = 3  # documents that a note names


@dataclass(frozen=True)
class FreeOutput(Lines):
    """One line per segment of the suite, cut from free texts of its documents."""

    documents: tuple[Resegmented, ...] = field(default=(), repr=False)
    absent: tuple[str, ...] = ()
    signature: str = ""

    def notes(self) -> Iterator[str]:
        """What a reader of the scores should know."""
        missing = sum(len(each.missing) for each in self.documents)
        added = [each for each in self.documents if each.added]
        yield (
            f"{self.name}: {count(len(self.texts) - missing, 'segment')} of {len(self.texts):,} "
            f"got text from {count(len(self.documents), 'document')}; "
            f"{count(len(added), 'document')} {'has' if len(added) == 1 else 'have'} text that "
            "belongs to no segment."
        )
        if self.absent:
            yield (
                f"{self.name} has no text for {count(len(self.absent), 'document')} "
                f"({named(self.absent)}); their segments are scored as empty translations."
            )

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
                shown = {"doc": each.document, "confidence": each.confidence(number), "added": own}
                row = {"id": key, "system": system, "metric": "resegment", "counts": counts}
                yield line(row | {"evidence": shown}) + "\n"


def named(documents: Sequence[str]) -> str:
    """The first few by name."""
    more = f" and {len(documents) - _NAMED:,} more" if len(documents) > _NAMED else ""
    return ", ".join(documents[:_NAMED]) + more
