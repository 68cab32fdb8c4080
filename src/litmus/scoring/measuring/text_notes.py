"""Notes on the texts themselves: their language, and how their accents are encoded."""

from collections.abc import Mapping, Sequence
from typing import Any
from unicodedata import is_normalized, normalize

from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.suite import Suite
from litmus.language.language_check import Doubt
from litmus.metrics.base import Batch, Metric, Outputs, Setup
from litmus.scoring.measuring.inputs import Output
from litmus.wording import Message, count, option

DOUBTED = 1000  # segments that are checked for signs of another language


class TextNotes:
    """Reads every batch; says in the end what a reader of the scores should know."""

    def __init__(self, suite: Suite, outputs: Mapping[str, Output], setup: Setup) -> None:
        self._suite, self._outputs, self._setup = suite, outputs, setup
        self._doubts: dict[str, Doubt] = {}
        self._seen = 0
        self._mixed_forms: dict[str, int] = {}  # system -> lines with accents in another form

    def add(self, batch: Batch, systems: Sequence[Outputs]) -> None:
        """Read the texts of a batch."""
        for segment in batch.segments[: max(0, DOUBTED - self._seen)]:
            self._check(self._name("source"), self._setup.source, segment.source)
            for number, text in enumerate(segment.references):
                self._check(self._name("references", number), self._setup.target, text)
        for out in systems:
            for text in out.hypotheses[: max(0, DOUBTED - self._seen)]:
                self._check(str(self._outputs[out.system]), self._setup.target, text)
            for segment, text in zip(batch.segments, out.hypotheses, strict=True):
                if _mixes_forms(text, segment.references):
                    self._mixed_forms[out.system] = self._mixed_forms.get(out.system, 0) + 1
        self._seen += len(batch.segments)

    def notes(self, metrics: Sequence[Metric[Any]]) -> list[str]:
        """At most one per file and kind; on accents only where a metric compares characters."""
        notes: list[str] = []
        loose = isinstance(self._suite, ParallelFiles)
        check = f"check it and {option('languages')}" if loose else "check it"
        for name, doubt in self._doubts.items():
            if finding := doubt.finding():
                what = finding.removeprefix("The text ")
                notes.append(Message(f"{name}: the text {what} It is scored anyway; {check}."))
        affected = list(dict.fromkeys(m.name for m in metrics if m.compares_characters))
        for system, n in self._mixed_forms.items() if affected else ():
            notes.append(
                f"{self._outputs[system]}: {count(n, 'line')} and the reference encode the same "
                "letters in two ways (é as one character, or as e and a combining mark: NFC, NFD), "
                f"which {', '.join(affected)} count as different. Convert both to NFC."
            )
        return notes

    def _name(self, kind: str, number: int = 0) -> str:
        suite = self._suite
        if isinstance(suite, ParallelFiles):
            return str(suite.source if kind == "source" else suite.references[number])
        return f"{suite.info.name} ({kind})"

    def _check(self, name: str, language: str, text: str) -> None:
        if name not in self._doubts:
            self._doubts[name] = Doubt(language)
        self._doubts[name].add(text)


def _mixes_forms(text: str, references: Sequence[str]) -> bool:
    """Whether a letter that both sides have is composed on one and decomposed on the other.

    >>> _mixes_forms("caf\\u0065\\u0301", ["un caf\\u00e9"]), _mixes_forms("café", ["the cafe"])
    (True, False)
    """
    if is_normalized("NFC", text) and all(is_normalized("NFC", other) for other in references):
        return False
    ours, composed = set(text), set(normalize("NFC", text))
    return any(
        (ours ^ set(other)) & composed & set(normalize("NFC", other)) for other in references
    )
