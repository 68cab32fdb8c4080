"""A text as the matchers see it: units, and which words of the vocabulary each may be."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from litmus.idioms.entries.grammar import Grammar
from litmus.idioms.matching.pattern import Vocabulary
from litmus.idioms.matching.words import Unit, gap
from litmus.language.analysis import Sentence as Analysis

NEVER = 2  # the gap across which no idiom reaches


@dataclass
class Sentence:
    """One text; what is found out about it is kept."""

    text: str
    units: list[Unit]
    vocabulary: Vocabulary
    grammar: Grammar
    analyse: Callable[[str], Analysis | None]

    @cached_property
    def words(self) -> list[frozenset[int]]:
        """For each unit, the numbers of the words it may be."""
        return [self.vocabulary.of_unit(unit.readings) for unit in self.units]

    @cached_property
    def units_of(self) -> dict[int, list[int]]:
        """Word number -> the units that may be this word, in order."""
        units_of: dict[int, list[int]] = {}
        for index, numbers in enumerate(self.words):
            for number in numbers:
                units_of.setdefault(number, []).append(index)
        return units_of

    def gap(self, index: int) -> int:
        """What is between a unit and the one before it; see `words.gap`."""
        return gap(self.text[self.units[index - 1].end : self.units[index].start]) if index else 0

    @cached_property
    def n_lower(self) -> int:
        """How many units start with a small letter."""
        return sum(self.text[unit.start].islower() for unit in self.units)

    @cached_property
    def analysis(self) -> Analysis | None:
        """Its parse, where the language has one and the text is of a sane length."""
        return self.analyse(self.text)

    def isin(self, index: int, words: frozenset[str]) -> bool:
        """Whether a unit is one of these small words."""
        return any(reading in words for reading in self.units[index].readings)

    def widest_gap(self, first: int, last: int) -> int:
        """What is between two units: the strongest break on the way."""
        return max(map(self.gap, range(first + 1, last + 1)), default=0)

    def upos(self, index: int) -> str | None:
        """The part of speech of the word that a unit starts in; None if it is not known."""
        if self.analysis is None:
            return None
        start = self.units[index].start
        words = (word for word in self.analysis.words if word.start <= start < word.end)
        return next((word.upos for word in words), None)
