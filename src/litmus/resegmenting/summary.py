"""What the free texts of a system came to, in a few words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from litmus.resegmenting.free_texts import named
from litmus.resegmenting.resegmented import Resegmented
from litmus.wording import count


@dataclass
class Summary:
    """Counts over documents."""

    segments: int = 0
    missing: int = 0
    documents: int = 0
    by_line: int = 0
    added: list[str] = field(default_factory=list)

    def add(self, document: Resegmented) -> None:
        """One more document."""
        self.documents += 1
        self.segments += len(document.ids)
        self.missing += len(document.missing)
        self.by_line += document.by_line
        if document.added:
            self.added.append(document.document)

    def notes(self, name: str, absent: Sequence[str]) -> Iterator[str]:
        """Sentences about the texts of that name."""
        kept = f", {count(self.by_line, 'document')} line by line" if self.by_line else ""
        yield (
            f"{name}: {self.segments - self.missing:,} of {count(self.segments, 'segment')} in "
            f"{count(self.documents, 'document')} have text{kept}."
        )
        if self.added:
            yield (
                f"{name}: {count(len(self.added), 'document')} with text that belongs to no segment"
                f" ({named(self.added)})."
            )
        if absent:
            yield (
                f"{name}: no text for {count(len(absent), 'document')} ({named(absent)}); all "
                "segments there are empty."
            )
