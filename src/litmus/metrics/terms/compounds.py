"""Compounds that hold a term: *Bank* in *Bankkonto*, *Zentralbank* and *Investmentbankenkrise*."""

import re
from collections.abc import Iterator, Sequence

from litmus.language.compounds import SHORTEST_PART
from litmus.language.words import Span
from litmus.terms.phrases import Phrase
from litmus.terms.words import TermWords, Text, Unit, same_word

_MOST_PARTS = 1 << 16  # of which it is known whether they are words
_DEPTH = 2  # how often what is beside a term may be cut again
_SHORTEST_STEM = 4  # letters that a dropped ending leaves
_VOWEL = re.compile("[aeiouyáéíóúýäöüæ]")


class Compounds:
    """Words of a language that writes compounds as one."""

    def __init__(self, words: TermWords) -> None:
        self._words = words
        self._parts: dict[tuple[str, int], bool] = {}

    def places(self, phrase: Phrase, text: Text) -> Iterator[tuple[Unit, Span]]:
        """The units that hold the term and something else, and where the term is in them."""
        parts = [key for key in phrase.joined if len(key) >= SHORTEST_PART]
        for place, unit in enumerate(text.units):
            found = self._part(unit, parts)
            if found is not None and phrase.stands(text, place, place + 1):
                yield unit, found

    def _part(self, unit: Unit, parts: Sequence[str]) -> Span | None:
        for key in sorted(unit.keys):
            for part in parts:
                start = self._start(key, part)
                if start is not None:
                    # The letters of a lemma are those of the form but for its end.
                    first = unit.start + start
                    return first, min(first + len(part), unit.end)
        return None

    def _start(self, word: str, part: str) -> int | None:
        """Where a term is in a word made of it and others, before it, after it or around it."""
        for start in _starts(word, part):
            if start and not self._is_first(word[:start]):
                continue
            if start and self._is_form(word[start:], part):
                return start
            if any(self._is_part(rest, _DEPTH) for rest in self._rests(word, start, part)):
                return start
        return None

    def _is_form(self, last: str, part: str) -> bool:
        """Whether the last part of a word is the term, which may be inflected there."""
        if part in self._words.keys(last):
            return True
        one, other = (Unit(0, 0, form, self._words.stem(form)) for form in (last, part))
        return same_word(one, other)

    def _rests(self, word: str, start: int, part: str) -> Iterator[str]:
        """What may follow the term in a word: linking letters, or an ending of it, left out."""
        known = self._words.known
        links = ("", *known.linking)
        if word.startswith(part, start):
            rest = word[start + len(part) :]
            yield from (rest.removeprefix(link) for link in links if rest.startswith(link))
        for ending in known.dropped:
            stem = part.removesuffix(ending)
            if stem != part and len(stem) >= _SHORTEST_STEM and word.startswith(stem, start):
                rest = word[start + len(stem) :]
                yield from (rest.removeprefix(link) for link in links if rest.startswith(link))

    def _is_part(self, part: str, depth: int) -> bool:
        """Whether this can be part of a compound: a word, or a compound itself."""
        if len(part) < SHORTEST_PART:
            return False
        key = (part, depth)
        if key not in self._parts:
            if len(self._parts) > _MOST_PARTS:
                self._parts.clear()
            self._parts[key] = self._is_noun(part) or (
                depth > 0
                and any(
                    self._is_first(part[:cut], depth - 1) and self._is_part(part[cut:], depth - 1)
                    for cut in range(SHORTEST_PART, len(part) - SHORTEST_PART + 1)
                )
            )
        return self._parts[key]

    def _is_first(self, part: str, depth: int = 1) -> bool:
        """Whether a word can stand so before another: with linking letters, or an ending less."""
        known = self._words.known
        forms = [part.removesuffix(link) for link in ("", *known.linking) if part.endswith(link)]
        forms += [part + ending for ending in known.dropped if len(part) >= _SHORTEST_STEM]
        return any(self._is_part(form, depth) for form in forms)

    def _is_noun(self, part: str) -> bool:
        """Whether this is a word; lists have *sch* and the like among them, which have no vowel."""
        if not _VOWEL.search(part):
            return False
        return self._words.is_word(part) or self._words.is_word(part.capitalize())


def _starts(word: str, part: str) -> Iterator[int]:
    """Where the first letters of a part are in a word, its beginning included."""
    letters = part[:SHORTEST_PART]
    start = word.find(letters)
    while start >= 0:
        if not 0 < start < SHORTEST_PART:
            yield start
        start = word.find(letters, start + 1)
