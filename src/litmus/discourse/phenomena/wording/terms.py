"""Does a translation keep the words it has chosen for the terms of the source?"""

from collections.abc import Iterator
from typing import NamedTuple

from litmus.corpus.formats.tags import Break
from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.phenomenon import Verdict
from litmus.discourse.phenomena.wording.translations import MOST_USES, Wording, compound
from litmus.language.same_word import spelling

_DIFFERENCES = {
    "synonym": "the dictionary has both",
    "other word": "not a form, compound or derivation of it",
}


class _Use(NamedTuple):
    """How a term was translated, and where; `text` are the words of that translation."""

    words: tuple[str, ...]
    lemmas: frozenset[str]
    segment: str
    text: tuple[str, ...]


class TermConsistency:
    """Compares the translation of every repeated common noun with its earlier ones."""

    name = "terms"

    def __init__(self, wording: Wording) -> None:
        self._wording = wording
        self.start()

    def start(self) -> None:
        """A new document begins."""
        self._uses: dict[tuple[str, ...], list[_Use]] = {}  # of a term: one a translation

    def verdicts(self, pair: Pair) -> Iterator[Verdict]:
        """The first word of each repeated term, and whether it is a word used for it before.

        Nothing is said where it is not sure what translates the term: also where an earlier
        translation of it stands elsewhere in the sentence, or this one in the earlier sentence.
        """
        text = tuple({word.form: None for word in pair.target.words})
        for i, word in enumerate(pair.source.words):
            if word.upos != "NOUN" or not self._wording.is_term(word):
                continue
            indices = self._wording.translations(pair, i)
            if not indices:
                continue
            words = tuple(pair.target.words[j].form for j in indices)
            lemmas = frozenset(pair.target.words[j].lemma.lower() for j in indices)
            use = _Use(words, lemmas, pair.segment, text)
            uses = self._uses.setdefault(_term(pair, i), [])
            if any(
                self._alike(words, earlier.words)
                or self._alike(tuple(lemmas), tuple(earlier.lemmas))
                for earlier in uses
            ):
                yield Verdict(indices[0], True)
            elif not uses:
                uses.append(use)
            elif kind := self._difference(word.lemma.lower(), use, uses):
                broken = self._broken(word.lemma, use, uses[-1], kind)
                uses.append(use)
                del uses[:-MOST_USES]
                yield Verdict(indices[0], False, broken)

    def _alike(self, some: tuple[str, ...], others: tuple[str, ...]) -> bool:
        whole = spelling("".join(some)) == spelling("".join(others))  # E-commerce in two tokens
        return whole or any(self._wording.is_same(one, other) for one in some for other in others)

    def _difference(self, lemma: str, use: _Use, uses: list[_Use]) -> str:
        """What kind of difference it is from the last use; "" if there is doubt that it is one."""
        if any(
            self._alike(earlier.words, use.text) or self._alike(use.words, earlier.text)
            for earlier in uses
        ):
            return ""
        if all(
            any(self._wording.translates(lemma, word) for word in words)
            for words in (use.words, uses[-1].words)
        ):
            return "synonym"
        return "" if self._wording.shares_signs else "other word"

    def _broken(self, lemma: str, use: _Use, earlier: _Use, kind: str) -> Break:
        here, before = " ".join(use.words), " ".join(earlier.words)
        return Break(self.name, lemma, here, before, earlier.segment, kind, _DIFFERENCES[kind])


def _term(pair: Pair, i: int) -> tuple[str, ...]:
    """The noun as it is written, for law and laws may be two things, then the words that make one
    term with it."""
    words = pair.source.words
    rest = (words[k].lemma.lower() for k in sorted(compound(pair, i)) if k != i)
    return (words[i].form.lower(), *rest)
