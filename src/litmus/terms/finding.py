"""Terms found in source texts: the longest that begins at a word, whatever the length of the list.

The list is a tree of keys, so a text is looked through once.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from litmus.corpus.segment import Span
from litmus.terms.phrases import Phrase, make_phrases
from litmus.terms.words import STEM, Text, same_word, term_words

_HERE = ""  # in a node of the tree: the terms that end there; no key is empty
Node = dict[str, Any]


class TermFinder:
    """The terms of a list, in order, in texts of one language."""

    def __init__(self, terms: Sequence[str], language: str) -> None:
        self._words = term_words(language)
        self._phrases = make_phrases(self._words, terms)
        self._tree: Node = {}
        for number, phrase in enumerate(self._phrases):
            for path in self._paths(phrase):
                node = self._tree
                for key in path:
                    node = node.setdefault(key, {})
                ends: list[int] = node.setdefault(_HERE, [])
                if number not in ends:
                    ends.append(number)

    @property
    def signature(self) -> str:
        """What finds the lemmas."""
        return self._words.signature if self._words.known.affixes else "lemmas"

    def _paths(self, phrase: Phrase) -> set[tuple[str, ...]]:
        """A term as forms, as one word, as lemmas, and with the stems of unknown words."""
        forms = tuple(unit.form for unit in phrase.units)
        others = tuple(self._words.lemma(form) for form in forms)
        lemmas = tuple(
            min(unit.lemmas, default=other)
            for unit, other in zip(phrase.units, others, strict=True)
        )
        stems = tuple(
            other if other.startswith(STEM) else form
            for form, other in zip(forms, others, strict=True)
        )
        return {forms, (phrase.form,), lemmas, stems}

    def find(self, texts: Sequence[str]) -> list[list[tuple[int, Span]]]:
        """For every text, the numbers of the terms in it and where they are, in order."""
        read = self._words.read(texts, analysed=self._words.known.affixes)
        return [list(self._in(text)) for text in read]

    def _in(self, text: Text) -> Iterator[tuple[int, Span]]:
        place = 0
        while place < len(text.units):
            found = self._at(text, place)
            if found is None:
                place += 1
                continue
            number, stop = found
            yield number, (text.units[place].start, text.units[stop - 1].end)
            place = stop

    def _at(self, text: Text, first: int) -> tuple[int, int] | None:
        """The longest term that begins at a unit, and where it stops."""
        best: tuple[int, int] | None = None
        for keys, stop in self._starts(text, first):
            nodes = [self._tree[key] for key in keys if key in self._tree]
            while nodes:
                ends = {number for node in nodes for number in node.get(_HERE, ())}
                standing = [n for n in ends if self._is_at(n, text, first, stop)]
                if standing and (best is None or stop > best[1]):
                    best = min(standing, key=lambda n: self._likeness(n, text, first, stop)), stop
                if stop == len(text.units):
                    break
                keys = text.units[stop].keys
                nodes = [node[key] for node in nodes for key in keys if key in node]
                stop += 1
        return best

    def _is_at(self, number: int, text: Text, first: int, stop: int) -> bool:
        """Whether units whose keys are those of a term are the term."""
        phrase, units = self._phrases[number], text.units[first:stop]
        if len(units) == len(phrase.units) and not all(map(same_word, phrase.units, units)):
            return False
        return phrase.stands(text, first, stop)

    def _starts(self, text: Text, first: int) -> Iterator[tuple[frozenset[str], int]]:
        """A unit, and the unit as one with the next, which a hyphen may part it from."""
        units = text.units
        yield units[first].keys, first + 1
        if first + 1 < len(units):
            left, right = units[first], units[first + 1]
            if text.text[left.end : right.start] in ("-", "\u2010", "\u2011", "\xad"):
                yield frozenset(left.form + key for key in right.keys), first + 2

    def _likeness(self, number: int, text: Text, first: int, stop: int) -> tuple[int, int]:
        """Of terms that differ in form alone, the one that is written as in the text comes first,
        then the earlier one of the list."""
        return self._phrases[number].how(text, first, stop), number
