"""Does a translation keep the way in which it writes a name?"""

from collections.abc import Iterator
from difflib import SequenceMatcher
from os.path import commonprefix
from typing import NamedTuple

from litmus.corpus.formats.tags import Break
from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.phenomenon import Verdict
from litmus.discourse.phenomena.wording.translations import MOST_USES, Wording
from litmus.language.analysis import Sentence
from litmus.language.same_word import spelling

_LEAST = 4  # letters of a name that can be told from another by its beginning
_ENDING = 4  # letters: Бристол|е, Бристол|ьским
_ALIKE = 0.5  # share of letters that two spellings of one name have in common
_DIFFERENCES = {
    "spelling": "the same letters, written in another way",
    "short form": "the one is short for the other",
    "variant": "another spelling of the name",
}


class _Use(NamedTuple):
    words: tuple[str, ...]
    lemmas: frozenset[str]
    segment: str


class NameConsistency:
    """Compares the translation of every repeated name with its earlier ones."""

    name = "names"

    def __init__(self, wording: Wording) -> None:
        self._wording = wording
        self.start()

    def start(self) -> None:
        """A new document begins."""
        self._uses: dict[str, list[_Use]] = {}  # of a name: one a way to write it

    def verdicts(self, pair: Pair) -> Iterator[Verdict]:
        """The first word of each repeated name, and whether it is written as before."""
        for i, word in enumerate(pair.source.words):
            if word.upos != "PROPN" or not self._wording.is_term(word):
                continue
            indices = self._wording.name(pair, i)
            if not indices:
                continue
            words = tuple(_whole(pair.target, j) for j in indices)
            lemmas = frozenset(pair.target.words[j].lemma.lower() for j in indices)
            use = _Use(words, lemmas, pair.segment)
            uses = self._uses.setdefault(word.lemma.lower(), [])
            if not uses:
                uses.append(use)
            elif any(self._is_kept(use, earlier) for earlier in uses):
                yield Verdict(indices[0], True)
            elif kind := self._difference(word.lemma.lower(), use.words, uses[-1].words):
                yield Verdict(indices[0], False, self._broken(word.lemma, use, uses[-1], kind))
                uses.append(use)
                del uses[:-MOST_USES]

    def _is_kept(self, use: _Use, earlier: _Use) -> bool:
        """Whether one has all words of the other, in some form: Moskau, Moskaus, Moskau-Reise."""
        fewer, more = sorted((use.words, earlier.words), key=len)
        if use.lemmas == earlier.lemmas and len(fewer) == 1 == len(more):
            return spelling(fewer[0]) != spelling(more[0]) or fewer == more
        return all(
            any(one == other or self._is_form(one, other) for other in more) for one in fewer
        )

    def _is_form(self, one: str, other: str) -> bool:
        """Whether a name has got another ending, or more; other letters are another spelling."""
        short, long = sorted((spelling(one), spelling(other)), key=len)
        if short == long:
            return False
        if len(short) >= _LEAST and long.startswith(short):
            return True
        if {*one.split("-")} & {*other.split("-")} or self._wording.is_form(one, other):
            return True
        shared = len(commonprefix((short, long)))
        inflects = self._wording.languages[1] != "en"  # whose names have no cases
        return inflects and shared >= _LEAST and len(long) - shared <= _ENDING

    def _difference(self, lemma: str, some: tuple[str, ...], others: tuple[str, ...]) -> str:
        """What kind of difference it is; "" if it may be none."""
        one, other = (spelling("".join(words)) for words in (some, others))
        if one == other:
            return "spelling" if _is_cased_alike(some, others) else ""
        short, long = sorted((some, others), key=lambda words: len("".join(words)))
        initials = "".join(word[:1].lower() for word in long)
        if len(long) > 1 and spelling("".join(short)).startswith(initials):
            return "short form"
        alike = one[:1] == other[:1] and SequenceMatcher(None, one, other).ratio() >= _ALIKE
        # What a dictionary has is translated by its sense: France and French, Saturday Kitchen.
        known = any(self._wording.translates(lemma, word) for word in (*some, *others))
        return "variant" if alike and not known else ""

    def _broken(self, lemma: str, use: _Use, earlier: _Use, kind: str) -> Break:
        here, before = " ".join(use.words), " ".join(earlier.words)
        return Break(self.name, lemma, here, before, earlier.segment, kind, _DIFFERENCES[kind])


def _whole(sentence: Sentence, j: int) -> str:
    """The name as it stands in the text, however it was cut: letters, and what is between them."""
    text, word = sentence.text, sentence.words[j]
    start, end = word.start, word.end
    while start < end and not text[start].isalnum():
        start += 1
    while end > start and not (text[end - 1].isalnum() or text[end - 1] == "."):
        end -= 1
    while text[start:end].isascii() and _goes_on(text[start - 1 : start]):
        start -= 1
    while text[start:end].isascii() and _goes_on(text[end : end + 1]):
        end += 1
    name = text[start:end].removesuffix("'s").removesuffix("’s")
    return name if "." in name[:-1] else name.removesuffix(".")


def _goes_on(sign: str) -> bool:
    return sign.isascii() and sign.isalnum()


def _is_cased_alike(some: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Headlines write names in capitals; that says nothing."""
    return "".join(some).isupper() == "".join(others).isupper()
