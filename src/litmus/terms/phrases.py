"""A term as it is looked for: a phrase that may be inflected, hyphenated or written together."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from litmus.language.words import compose
from litmus.terms.words import STEM, Keys, TermWords, Text, Unit, same_word

# What may part two words of a term however it is listed: blanks, hyphens, apostrophes, a dot.
_PLAIN_GAP = re.compile("[\\s\\-\u2010\u2011\xad'\u2019\u02bc\u00b7\u30fb]*")
# Longer words in capitals are also written otherwise (NATO, Nato); who and us are no WHO and US.
_SHORT = 3

_LONGER = 8  # letters that a form may have more than the listed one

# How a term is found, the plainest first.
EXACT, CASE, SPELLING, INFLECTED, COMPOUND = range(5)
HOW = ("exact", "other case", "other spelling", "inflected", "compound")


class Phrase(NamedTuple):
    """A term of one language: its words with their keys, and the signs around them (C++, .NET).

    `joined` are the ways to write it as one word; `capitals` are short words that are found in
    capitals only, None for the others.
    """

    text: str
    units: tuple[Unit, ...]
    before: str
    gaps: tuple[str, ...]
    after: str
    joined: Keys
    capitals: tuple[str | None, ...]

    @property
    def letters(self) -> int:
        """How much of a text it takes."""
        return sum(len(unit.form) for unit in self.units)

    @property
    def form(self) -> str:
        """Its words written together, in small letters."""
        return "".join(unit.form for unit in self.units)

    def stands(self, text: Text, first: int, stop: int) -> bool:
        """Whether these units of a text are parted, surrounded and capitalised as the term is."""
        units = text.units[first:stop]
        if len(self.units) == 1 and any(c.isspace() for c in _between(text, units)):
            return False  # e-mail is email, but in form is not inform
        own = self.gaps if len(units) == len(self.units) else ("",) * (len(units) - 1)
        for left, right, gap in zip(units, units[1:], own, strict=False):
            between = text.text[left.end : right.start]
            if between != gap and not _PLAIN_GAP.fullmatch(between):
                return False
        start, end = units[0].start, units[-1].end
        if not text.text.endswith(self.before, 0, start):
            return False
        if not text.text.startswith(self.after, end):
            return False
        return self._capitals_fit(text, units)

    def _capitals_fit(self, text: Text, units: Sequence[Unit]) -> bool:
        if len(units) != len(self.units):
            return True
        return all(
            word is None or word in compose(text.text[unit.start : unit.end])
            for word, unit in zip(self.capitals, units, strict=True)
        )

    def places(self, text: Text) -> Iterator[tuple[int, int, int]]:
        """Every place of the term: first unit, stop, and how it is written there."""
        for first in range(len(text.units)):
            stop = self._stop(text, first)
            if stop is not None and self.stands(text, first, stop):
                yield first, stop, self.how(text, first, stop)

    def _stop(self, text: Text, first: int) -> int | None:
        """Where the term ends if it begins at a unit: word by word, or written otherwise."""
        stop = first + len(self.units)
        pairs = zip(self.units, text.units[first:stop], strict=False)
        if stop <= len(text.units) and all(same_word(*pair) for pair in pairs):
            return stop
        written = ""
        longest = max(map(len, self.joined))
        for place in range(first, len(text.units)):
            unit = text.units[place]
            if len(written) + len(unit.form) > longest + _LONGER:
                return None
            if self._joins(written, unit):
                return place + 1
            written += unit.form
        return None

    def _joins(self, written: str, last: Unit) -> bool:
        """Whether these letters and the unit after them are the term, written together."""
        keys = (written + key for key in last.keys if not key.startswith(STEM))
        return any(key in self.joined for key in keys)

    def how(self, text: Text, first: int, stop: int) -> int:
        """How the term is written in these units."""
        units = text.units[first:stop]
        written = compose(text.text[units[0].start : units[-1].end])
        own = compose(self.text[self.units[0].start : self.units[-1].end])
        if written == own:
            return EXACT
        if "".join(unit.form for unit in units) != self.form:
            return INFLECTED
        same = len(units) == len(self.units) and [len(g.strip()) for g in self.gaps] == [
            len(text.text[a.end : b.start].strip()) for a, b in zip(units, units[1:], strict=False)
        ]
        return CASE if same else SPELLING


def _between(text: Text, units: Sequence[Unit]) -> str:
    pairs = zip(units, units[1:], strict=False)
    return "".join(text.text[left.end : right.start] for left, right in pairs)


def make_phrases(words: TermWords, terms: Sequence[str]) -> list[Phrase]:
    """Terms of a language, ready to be looked for; what an analyser says of them is known, too."""
    read = words.read([term.strip() for term in terms], analysed=True)
    return [_phrase(text, tuple(map(words.of_term, units))) for text, units in read]


def _phrase(text: str, units: tuple[Unit, ...]) -> Phrase:
    gaps = tuple(text[a.end : b.start] for a, b in zip(units, units[1:], strict=False))
    start = "".join(unit.form for unit in units[:-1])
    cased = [compose(text[unit.start : unit.end]) for unit in units]
    return Phrase(
        text,
        units,
        text[: units[0].start].rpartition(" ")[2],
        gaps,
        text[units[-1].end :].partition(" ")[0],
        frozenset(start + key for key in units[-1].keys if not key.startswith(STEM)),
        tuple(word if _in_capitals(word) else None for word in cased),
    )


def _in_capitals(word: str) -> bool:
    return 1 < len(word) <= _SHORT and word.isupper() and word.isalpha()
