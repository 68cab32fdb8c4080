"""Lemmas from word lists, for words of whose lemma the network is not sure.

A network that chooses edit scripts guesses at rare words; lists know many of them, but not their
sentence. So a list does not choose among the lemmas it has for a form: the network's own stays if
it is one of them. How sure the network must be for no list to be asked was chosen on development
files, for each language and part of speech (`experiments/analyser/choose_lemmas.py`).

A model may have two rules more, `lemma-rules.json.xz`: a lemma that no list knows gives way, if a
list knows the form, however sure the network is; and an edit script is not applied to letters that
it never took away in training. A third, `joined-nl.json.xz`, is about words that are made of others
(`litmus.language.embedded.joined`).
"""

import json
import lzma
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

from litmus.language.embedded import joined, paradigms
from litmus.language.embedded.edits import WHOLE, dropped, lowered
from litmus.language.embedded.lexicon import FOLDER

LIMITS, RULES = "lemmas.json", "lemma-rules.json.xz"
_LONGEST = 64  # letters; lists have hardly a longer word, and such are not to fill the memory
_KEPT = 1 << 16  # answers of a list
NONE = "_"  # what CoNLL-U has for a lemma that nobody gave
ALONE = {"is", "ja"}  # simplemma adds nothing to our table, or has no list
_YO = str.maketrans("ёЁ", "еЕ")
# How a treebank writes lemmas: Icelandic names in small letters, Russian ё as е but in one word.
_MANNERS: Mapping[str, Callable[[str], str]] = {
    "is": lowered,
    "ru": lambda word: word if word == "всё" else word.translate(_YO),
}

# Five Hebrew letters are written otherwise at the end of a word; one of them not in loans.
_FINAL, _PE = dict(zip("כמנפצ", "ךםןףץ", strict=True)), "פ"


def _finished(lemma: str, upos: str) -> str:
    """A Hebrew lemma that was cut out of a longer form, with the letter that ends words.

    >>> _finished("תרגומ", "NOUN"), _finished("קליפ", "NOUN"), _finished('מ"מ', "NOUN")
    ('תרגום', 'קליפ', 'מ"מ')
    """
    last = lemma[-1:]
    if last not in _FINAL or len(lemma) < 2 or '"' in lemma or (last == _PE and upos != "VERB"):
        return lemma
    return lemma[:-1] + _FINAL[last]


# How a lemma that is not the form is spelled.
_SPELLING: Mapping[str, Callable[[str, str], str]] = {"he": _finished}
Ask = Callable[[str, str], tuple[str, ...]]  # form, part of speech -> lemmas it can have


class LemmaRules(NamedTuple):
    """`words`: parts of speech whose lemmas must be words, if the form is one. `taken`: edit script
    -> letters that it took away in training; scripts that may take any are not in it. `joined`:
    parts of speech whose words are looked at part by part."""

    words: frozenset[str] = frozenset()
    taken: Mapping[str, frozenset[str]] = {}
    joined: frozenset[str] = frozenset()

    def fits(self, form: str, script: str) -> bool:
        """Whether a script is to be applied to a form."""
        if script[2:] == NONE and script[1] == WHOLE:
            return form == NONE
        letters = self.taken.get(script)
        return letters is None or dropped(form, script) in letters

    def picky(self, scripts: Sequence[str]) -> list[bool]:
        """Which of the scripts are not for every form."""
        if not self.words and not self.taken:
            return [False] * len(scripts)
        return [script in self.taken or script[1:] == WHOLE + NONE for script in scripts]


class LemmaList:
    """The lists of one language and when to ask; nothing is read before the first question."""

    def __init__(
        self,
        language: str,
        limits: Mapping[str, float] | None = None,
        rules: LemmaRules | None = None,
        folder: Path = FOLDER,
    ) -> None:
        """`limits`: part of speech -> probability below which to ask (default: as shipped)."""
        self.limits = shipped_limits(folder).get(language, {}) if limits is None else limits
        self.rules = shipped_rules(language, folder) if rules is None else rules
        self._language, self._folder = language, folder
        self._word = lru_cache(_KEPT)(self._known_word)  # words come again
        self._joined = lru_cache(_KEPT)(self._joined_word)
        self._manner = _MANNERS.get(language, str)
        self.spelled = _SPELLING.get(language)  # None: as it is cut out of the form

    @property
    def signature(self) -> str:
        """What to add to the signature of the model: nothing if simplemma is never asked."""
        rules = self.rules.words or self.rules.joined
        asked = (self.limits or rules) and self._language not in ALONE
        return f"+simplemma.{metadata.version('simplemma')}" if asked else ""

    def lemma(self, form: str, upos: str, guess: str) -> str:
        """The guess if a list has it for the form; otherwise what the first list says that knows
        the form, or what its end suggests; the guess if nothing does."""
        if len(form) > _LONGEST:
            return guess
        guess = self._manner(guess)
        known, by_end = _lists(self._language, self._folder)
        found: tuple[str, ...] = ()
        for ask in known:
            lemmas = ask(form, upos)
            if guess in lemmas:
                return guess
            found = found or lemmas
        found = found or by_end(form, upos)
        same = (word for word in found if lowered(word) == lowered(guess))
        return next(same, found[0]) if found else guess

    def word(self, form: str, upos: str, guess: str) -> str:
        """The guess, unless no list knows it as a word of any kind and one knows the form."""
        return guess if len(form) > _LONGEST else self._word(form, upos, guess)

    def _known_word(self, form: str, upos: str, guess: str) -> str:
        if joined.JOINT in guess:  # lists have whole words only
            return guess
        known, _ = _lists(self._language, self._folder)
        found: tuple[str, ...] = ()
        for ask in known:
            if ask(guess, upos) or ask(guess, ""):
                return guess
            found = found or ask(form, upos)
        return found[0] if found else guess

    def joined(self, form: str, upos: str, guess: str) -> str:
        """The guess, or what the parts of the form say of its lemma."""
        return guess if len(form) > _LONGEST else self._joined(form, upos, guess)

    def _joined_word(self, form: str, upos: str, guess: str) -> str:
        words = _joined(self._language, upos, self._folder)
        return words.lemma(form, guess) if words else guess


@cache
def shipped_limits(folder: Path = FOLDER) -> dict[str, dict[str, float]]:
    """Language -> part of speech -> probability; languages that gain nothing are not in it."""
    path = folder / LIMITS
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def shipped_rules(language: str, folder: Path = FOLDER) -> LemmaRules:
    """The rules of a language; none if the model has none."""
    about = _rules(folder).get(language, {"words": (), "taken": {}})
    taken = {script: frozenset(letters) for script, letters in about["taken"].items()}
    parts = joined.ASKED if joined.is_there(language, folder) else frozenset()
    return LemmaRules(frozenset(about["words"]), taken, parts)


@cache
def _rules(folder: Path) -> dict[str, Any]:
    path = folder / RULES
    return json.loads(lzma.decompress(path.read_bytes())) if path.is_file() else {}


@cache
def _joined(language: str, upos: str, folder: Path) -> joined.Joined | joined.Ends | None:
    known, _ = _lists(language, folder)

    def look(word: str) -> str | None:
        return next((lemmas[0] for ask in known if (lemmas := ask(word, upos))), None)

    return joined.load(language, upos, look, folder)


@cache
def _lists(language: str, folder: Path) -> tuple[list[Ask], Ask]:
    """Lists of words, in the order they are asked, and what goes by the end of unknown words."""
    manner = _MANNERS.get(language, str)
    known = [] if language in ALONE else [_simplemma(language, manner)]
    table = paradigms.load(language, folder)
    if table is None:
        return known, lambda form, upos: ()
    whole = lru_cache(_KEPT)(lambda form, upos: table.lemmas(manner(form), upos))
    by_end = lru_cache(_KEPT)(lambda form, upos: table.lemmas_by_end(manner(form), upos))
    return [whole, *known], by_end  # our own first: it is the faster one


def _simplemma(language: str, manner: Callable[[str], str]) -> Ask:
    """The other case is tried too, but not for names, which would take lemmas of common words."""
    from simplemma.strategies import DictionaryLookupStrategy

    from litmus.language.embedded.streams import Lists

    strategy = DictionaryLookupStrategy(Lists(cache_max_size=1))

    @lru_cache(_KEPT)
    def ask(form: str, upos: str) -> tuple[str, ...]:
        look_up = strategy.exact_lemma if upos == "PROPN" else strategy.get_lemma
        try:
            found: str | None = look_up(form, language)
        except UnicodeEncodeError:  # half a surrogate pair, which no word has
            return ()
        return () if found is None else (manner(found),)

    return ask
