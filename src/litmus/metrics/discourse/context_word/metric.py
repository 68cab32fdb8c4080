"""context-word: does the translation have the word that only the context decides?"""

import string
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from litmus.corpus.expected import ExpectedWord
from litmus.corpus.segment import Segment
from litmus.language.words import compose
from litmus.metrics.base import (
    Batch,
    Evidence,
    Flag,
    Metric,
    Outputs,
    Reading,
    SegmentRow,
    Setup,
    VerdictWords,
)
from litmus.metrics.discourse.context_word.cut import last_sentence, own_part
from litmus.metrics.discourse.context_word.judge import Answer, Asked, Judge
from litmus.metrics.discourse.context_word.places import Place, occurrences, places
from litmus.metrics.discourse.context_word.pronouns import Pronoun, analyser, pronouns
from litmus.metrics.formulas import Ratio
from litmus.metrics.options import AVERAGE, Option

_DELETE_PUNCTUATION = str.maketrans("", "", string.punctuation)


class Item(NamedTuple):
    """A segment with its expected words, made ready to be looked for."""

    segment: Segment
    asked: tuple[Asked | None, ...]


class _Read(NamedTuple):
    """The part of a line that is judged, and its words."""

    line: str
    part: str
    words: Sequence[Place]


Prepared = list[Item]


class ContextWord(Metric[Prepared]):
    """Share of words that only the context decides and that are right. 0-100; higher is better.

    The word is right in the form that is expected, or in another that shows the same decision:
    the same register, gender or verb. `context-word.exact` counts the expected form alone,
    `context-word.shown` the translations that show any decision. `compat=ctxpro` counts as the
    published scorer does.

    Paper: Wicks and Post, WMT 2023 (CTXPro).
    """

    name = "context-word"
    title = "context words"
    summary = "share of words decided by the context that are right (CTXPro)"
    family = "discourse"
    declared_options = (
        AVERAGE,
        Option("compat", "no", "ctxpro: count as the published scorer does", ("no", "ctxpro")),
    )
    columns = ("right", "exact", "shown", "words")
    support = "words"
    proportion = "words"
    readings: tuple[Reading, ...] = (
        Reading("", Ratio("right", "words")),
        Reading("exact", Ratio("exact", "words")),
        Reading("shown", Ratio("shown", "words")),
    )
    evidence = (
        Evidence("word", "Decided by the context"),
        Evidence("expected", "Expected word"),
        Evidence("found", "Found", marks="required"),
        Evidence("instead", "In its place", marks="trigger"),
        Evidence("elsewhere", "In another sentence of the line"),
        Evidence("part", "Judged part of the line"),
    )
    verdict_words = VerdictWords("right", "not right")
    flag = Flag("words-right", "words", right_if="found")

    def __init__(self, setup: Setup, options: Mapping[str, str]) -> None:
        super().__init__(setup, options)
        self._published = self.options["compat"] == "ctxpro"
        if self._published:
            self.readings = self.readings[:1]  # one form, one rule: nothing else to read
        self._judge = Judge(setup.target)

    def signature_parts(self) -> dict[str, str]:
        """The options, and the versions of the forms and of the analyser that is asked."""
        parts = super().signature_parts()
        if self._published:
            return parts
        parts["forms"] = f"v{self._judge.known.version}"
        if self._judge.known.pronouns_only:
            parts["analyser"] = analyser(self.setup.target).signature
        return parts

    def most_cases(self, segment: Segment) -> float:
        """Every expected word is one."""
        return len(segment.expected)

    def prepare(self, batch: Batch) -> Prepared:
        """The expected words with the forms among which the context has decided."""
        return [
            Item(segment, tuple(self._judge.ask(expected) for expected in segment.expected))
            for segment in batch.segments
        ]

    def measure(self, prepared: Prepared, outputs: Outputs) -> list[SegmentRow]:
        """One row for every expected word."""
        lines = [compose(text) for text in outputs.hypotheses]
        if self._published:
            return [
                self._by_the_published_rule(index, expected, line)
                for index, (item, line) in enumerate(zip(prepared, lines, strict=True))
                for expected in item.segment.expected
            ]
        read = {
            index: self._read(item.segment, line)
            for index, (item, line) in enumerate(zip(prepared, lines, strict=True))
            if any(item.asked)
        }
        analysed = self._pronouns(prepared, read)
        return [
            self._row(index, prepared[index].segment, asked, found, analysed.get(index))
            for index, found in read.items()
            for asked in prepared[index].asked
            if asked is not None
        ]

    def _read(self, segment: Segment, line: str) -> _Read:
        part = own_part(segment, line, self.setup.source, self.setup.target)
        return _Read(line, part, places(part))

    def _pronouns(self, prepared: Prepared, read: Mapping[int, _Read]) -> dict[int, list[Pronoun]]:
        """The pronouns of the translations in which words alone do not tell."""
        needed = [
            index
            for index, found in read.items()
            if any(
                asked is not None and self._judge.needs_pronouns(asked, found.words)
                for asked in prepared[index].asked
            )
        ]
        if not needed:
            return {}
        texts = [read[index].part for index in needed]
        return dict(zip(needed, pronouns(texts, self.setup.target), strict=True))

    def _row(
        self,
        index: int,
        segment: Segment,
        asked: Asked,
        read: _Read,
        analysed: Sequence[Pronoun] | None,
    ) -> SegmentRow:
        answer = self._judge.judge(asked, read.words, segment.source, analysed)
        counts = (
            float(bool(answer.found)),
            float(answer.exact),
            float(bool(answer.found or answer.instead)),
            1.0,
        )
        return _made(index, asked.expected, answer, read.line, read.part, counts)

    def _by_the_published_rule(self, index: int, expected: ExpectedWord, line: str) -> SegmentRow:
        """The last sentence in lower case without ASCII punctuation has the word between blanks."""
        part = last_sentence(line.strip(), self.setup.target)
        text = part.lower().translate(_DELETE_PUNCTUATION)
        right = f" {compose(expected.word).lower()} " in f" {text} "
        answer = Answer([expected.word] if right else [], right, [])
        return _made(index, expected, answer, line, part, (right, right, right, 1.0))


def _made(
    index: int,
    expected: ExpectedWord,
    answer: Answer,
    line: str,
    part: str,
    counts: tuple[float, ...],
) -> SegmentRow:
    rest = "" if answer.found or part == line else line.strip().removesuffix(part)
    elsewhere = [
        " ".join(place.form for place in run)
        for run in occurrences(expected.word, places(rest))
    ] if rest else []  # fmt: skip
    evidence = {
        "word": expected.label,
        "expected": expected.word,
        "found": answer.found,
        "instead": answer.instead,
        "elsewhere": elsewhere[:1],
        "part": "" if part == line else part,
    }
    return SegmentRow(index, expected.label, tuple(map(float, counts)), evidence)
