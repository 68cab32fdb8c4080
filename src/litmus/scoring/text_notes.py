"""What the texts look like, for notes: their language, and how their accents are written."""

from collections.abc import Mapping, Sequence
from typing import Any
from unicodedata import is_normalized, normalize

from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.suite import Suite
from litmus.language.language_check import Doubt
from litmus.metrics.base import Batch, Metric, Outputs, Setup
from litmus.scoring.inputs import Output

DOUBTED = 1000  # segments that are looked at for signs of another language


class TextNotes:
    """Sees every batch; says in the end what a reader of the scores should know."""

    def __init__(self, suite: Suite, outputs: Mapping[str, Output], setup: Setup) -> None:
        self._suite, self._outputs, self._setup = suite, outputs, setup
        self._doubts: dict[str, Doubt] = {}
        self._seen = 0
        self._unlike: dict[str, int] = {}  # system -> lines with accents written otherwise

    def add(self, batch: Batch, systems: Sequence[Outputs]) -> None:
        """Look at the texts of a batch."""
        for segment in batch.segments[: max(0, DOUBTED - self._seen)]:
            self._look_at(self._name("source"), self._setup.source, segment.source)
            for place, text in enumerate(segment.references):
                self._look_at(self._name("references", place), self._setup.target, text)
        for out in systems:
            for text in out.hypotheses[: max(0, DOUBTED - self._seen)]:
                self._look_at(str(self._outputs[out.system]), self._setup.target, text)
            for segment, text in zip(batch.segments, out.hypotheses, strict=True):
                if _unlike(text, segment.references):
                    self._unlike[out.system] = self._unlike.get(out.system, 0) + 1
        self._seen += len(batch.segments)

    def notes(self, metrics: Sequence[Metric[Any]]) -> list[str]:
        """One note a file; that on accents only where one of the metrics goes by them."""
        notes = []
        for name, doubt in self._doubts.items():
            if found := doubt.finding():
                check = "check it and -l" if isinstance(self._suite, ParallelFiles) else "check it"
                what = found.removeprefix("The text ")
                notes.append(f"{name}: the text {what} It is scored all the same; {check}.")
        moved = list(dict.fromkeys(m.name for m in metrics if m.compares_characters))
        for system, n in self._unlike.items() if moved else ():
            notes.append(
                f"{self._outputs[system]}: {n:,} line{'s' * (n > 1)} and the reference write the "
                "same letters in two ways (é as one character, or as e and a mark: NFC, NFD), "
                f"which {', '.join(moved)} take for different. Bring both to NFC."
            )
        return notes

    def _name(self, kind: str, place: int = 0) -> str:
        suite = self._suite
        if isinstance(suite, ParallelFiles):
            return str(suite.source if kind == "source" else suite.references[place])
        return f"{suite.info.name} ({kind})"

    def _look_at(self, name: str, language: str, text: str) -> None:
        if name not in self._doubts:
            self._doubts[name] = Doubt(language)
        self._doubts[name].add(text)


def _unlike(text: str, references: Sequence[str]) -> bool:
    """Whether a letter that both sides hold is composed on one and decomposed on the other.

    >>> _unlike("caf\\u0065\\u0301", ["un caf\\u00e9"]), _unlike("café", ["the cafe"])
    (True, False)
    """
    if is_normalized("NFC", text) and all(is_normalized("NFC", other) for other in references):
        return False
    ours, composed = set(text), set(normalize("NFC", text))
    return any(
        (ours ^ set(other)) & composed & set(normalize("NFC", other)) for other in references
    )
