"""The words of a text as terms are compared with them, with keys that the forms of a word share."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from os.path import commonprefix
from typing import NamedTuple

from litmus.language import knowledge
from litmus.language.analysers import EMBEDDED, has_analyser, load_analyser
from litmus.language.analysis import Analyser, Word
from litmus.language.compounds import SHORTEST_PART
from litmus.language.forms import can_match, normaliser, stemmer
from litmus.language.inflection import fold, form_keys
from litmus.language.words import Span, compose, lowered, token_offsets
from litmus.plugins.data_folder import per_data_folder

Keys = frozenset[str]
# Of `form_keys`: stems of verbs and beginnings of words, which are too loose here.
_LOOSE = ("+", "^")
STEM = "~"
_ENDING = 3  # letters in which forms of a word differ
# Scripts that are written without spaces, beside Chinese and Japanese: a sign at a time.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
_SIGN = re.compile(r"\w[^\w\s]*")


class Unit(NamedTuple):
    """A word, or one sign of a script without spaces, at `text[start:end]`.

    `lemmas` are those of its keys that an analyser has found in the sentence.
    """

    start: int
    end: int
    form: str
    keys: Keys
    lemmas: Keys = frozenset()


class Text(NamedTuple):
    """A text and its units, in order."""

    text: str
    units: tuple[Unit, ...]


class TermWords:
    """Words of one language. Two may be forms of one word if they share a key: a form in small
    letters, a lemma, or a stem."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.known = knowledge.load(language)
        self._lemma = normaliser("lemma", language) if can_match("lemma", language) else None
        self._form_keys = form_keys(language)
        self.keys = lru_cache(maxsize=1 << 16)(self._keys)

    @cached_property
    def _analyser(self) -> Analyser | None:
        has_one = has_analyser(self.language)
        return load_analyser(EMBEDDED, self.language) if has_one else None

    @property
    def signature(self) -> str:
        """What finds the lemmas."""
        return self._analyser.signature if self._analyser else "forms"

    def units(self, text: str) -> Iterator[Span]:
        """Where its words are; hyphens and apostrophes separate."""
        for start, end in token_offsets(text, "words", self.language):
            piece = text[start:end]
            if _UNSPACED.match(piece):
                yield from (
                    (start + sign.start(), start + sign.end()) for sign in _SIGN.finditer(piece)
                )
            elif has_word(piece):
                yield start, end

    def form(self, word: str) -> str:
        """One spelling for the same letters, in small ones."""
        return fold(lowered(compose(word)))

    def is_word(self, form: str) -> bool:
        """Whether the list of lemmas has the form; False where there is none."""
        return bool(self._spelt(form))

    def _spelt(self, form: str) -> str:
        """A form as the list of lemmas has it, with ß or without; "" if it does not."""
        if self._lemma is None:
            return ""
        from simplemma import is_known

        spellings = (form, form.replace("ss", "ß")) if self.language == "de" else (form,)
        return next((one for one in spellings if is_known(one, lang=self.language)), "")

    def lemma(self, form: str) -> str:
        """The one key that stands for a form wherever it is: its lemma, or its stem."""
        if self._lemma is not None and (spelt := self._spelt(form)):
            return fold(self._lemma(spelt))
        return self._by_last_part(form) or min(self.stem(form), default=form)

    def _by_last_part(self, form: str) -> str:
        """The lemma of a compound that no list has, by its last part; "" if none is known.

        The longest last part tells most: *Auswahlkriterien* ends as *Kriterien* do.
        """
        if not self.known.linking or self._lemma is None:
            return ""
        for cut in range(SHORTEST_PART, len(form) - SHORTEST_PART + 1):
            if spelt := self._spelt(form[cut:]):
                return form[:cut] + fold(self._lemma(spelt))
        return ""

    def _keys(self, form: str) -> Keys:
        loose = (*_LOOSE, STEM)
        kept = {key for key in self._form_keys(form) if not key.startswith(loose)}
        return frozenset({form, self.lemma(form), *kept})

    def of_term(self, unit: Unit) -> Unit:
        """A word of a term: its form, the lemma that an analyser finds, and its stem. A list of
        lemmas would make *entrar* of *entrada*."""
        lemmas = unit.lemmas or {self.lemma(unit.form)}
        return unit._replace(keys=frozenset({unit.form, *lemmas, *self.stem(unit.form)}))

    def stem(self, form: str) -> Keys:
        """The key that stands for the stem of a form; none where stems say little."""
        if self.known.snowball is None:
            return frozenset()
        return frozenset({f"{STEM}{stemmer(self.language)(form)}"})

    def read(self, texts: Sequence[str], *, analysed: bool = False) -> list[Text]:
        """The texts in units; if `analysed`, keys are also the lemmas that an analyser finds in the
        sentence, which takes a hundred times as long."""
        plain = [self._plain(text) for text in texts]
        if analysed and self._analyser is not None:
            found = self._analyser.analyse(texts, parse=False)
            words = ([w for sentence in each for w in sentence.words] for each in found)
            return [self._with_lemmas(text, own) for text, own in zip(plain, words, strict=True)]
        return plain

    def _plain(self, text: str) -> Text:
        forms = ((start, end, self.form(text[start:end])) for start, end in self.units(text))
        return Text(text, tuple(Unit(*unit, self.keys(unit[2])) for unit in forms))

    def _with_lemmas(self, text: Text, words: Sequence[Word]) -> Text:
        """Words and units are in order; a word may hold several units, and a unit several words."""
        lemmas: list[set[str]] = [set() for _ in text.units]
        first = 0
        for word in words:
            while first < len(text.units) and text.units[first].end <= word.start:
                first += 1
            stop = first
            while stop < len(text.units) and text.units[stop].start < word.end:
                stop += 1
            parts = self._parts(word.lemma, stop - first)
            for place, part in zip(range(first, stop), parts, strict=True):
                lemmas[place].update(part)
        units = (
            unit._replace(keys=unit.keys | own | self.stem(unit.form), lemmas=frozenset(own))
            for unit, own in zip(text.units, lemmas, strict=True)
        )
        return Text(text.text, tuple(units))

    def _parts(self, lemma: str, units: int) -> list[set[str]]:
        """The lemma as keys of so many units; none where it cannot be told what belongs to what."""
        if units == 1:
            return [{self.form(part) for part in _morphemes(lemma)} - {""}]
        cut = [lemma[start:end] for start, end in self.units(lemma)]
        return [{self.form(part)} for part in cut] if len(cut) == units else [set()] * units


def _morphemes(lemma: str) -> Iterable[str]:
    """The lemma; of one in parts (Korean), the first, and what it makes with its neighbour.

    >>> list(_morphemes("번역+하+았+다")), list(_morphemes("bank"))
    (['번역', '번역하'], ['bank'])
    """
    parts = lemma.split("+")
    return (lemma,) if len(parts) == 1 or not all(parts) else (parts[0], "".join(parts[:2]))


def has_word(text: str) -> bool:
    """Whether there is anything in a text that can be looked for: a letter or a digit."""
    return any(character.isalnum() for character in text)


def same_word(one: Unit, other: Unit) -> bool:
    """Whether two units may be forms of one word; if nothing but the stem says so, their endings
    must be short, as those of forms are and those of derived words are not.

    >>> def unit(form): return Unit(0, 0, form, frozenset({form, "~organ"}))
    >>> same_word(unit("organ"), unit("organs")), same_word(unit("organ"), unit("organised"))
    (True, False)
    """
    shared = one.keys & other.keys
    if not shared or not all(key.startswith(STEM) for key in shared):
        return bool(shared)
    kept = len(commonprefix((one.form, other.form)))
    return max(len(one.form), len(other.form)) - kept <= _ENDING


@per_data_folder(maxsize=8)
def term_words(language: str) -> TermWords:
    """The words of a language; the same ones for all who ask."""
    return TermWords(language)
