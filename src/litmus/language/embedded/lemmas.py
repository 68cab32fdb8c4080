"""Lemmas from a word list, for words of whose lemma the network is not sure.

A network that chooses edit scripts guesses at rare words; simplemma's lists know many of them, but
neither sentence nor part of speech. How sure the network must be not to ask the list was chosen on
development files, for each language and part of speech (`experiments/analyser/choose_lemmas.py`).
"""

import json
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib import metadata

from litmus.language.embedded.model import FOLDER

LIMITS = FOLDER / "lemmas.json"
_LONGEST = 64  # letters; lists have hardly a longer word, and such are not to fill the memory


class LemmaList:
    """The list of one language and when to ask it; nothing is read before the first question."""

    def __init__(self, language: str, limits: Mapping[str, float] | None = None) -> None:
        """`limits`: part of speech -> probability below which to ask (default: as shipped)."""
        self.limits = _shipped().get(language, {}) if limits is None else limits
        self._language = language

    @property
    def signature(self) -> str:
        """What to add to the signature of the model: nothing if the list is never asked."""
        return f"+simplemma.{metadata.version('simplemma')}" if self.limits else ""

    def lemma(self, form: str, *, name: bool = False) -> str | None:
        """What the list has for a form; None if nothing. The other case is tried too, but not for
        a name, which would take the lemma of a common word."""
        if len(form) > _LONGEST:
            return None
        return _lookup(self._language)(form, name)


@cache
def _shipped() -> dict[str, dict[str, float]]:
    """Language -> part of speech -> probability; languages that gain nothing are not in it."""
    return json.loads(LIMITS.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


@cache
def _lookup(language: str) -> Callable[[str, bool], str | None]:
    """Reads the list: up to a second or two, so not before a word needs it."""
    from simplemma.strategies import DictionaryLookupStrategy
    from simplemma.strategies.dictionaries import StreamDictionaryFactory

    # Of our own: the one that simplemma shares holds eight lists, and we may need ten in turn.
    strategy = DictionaryLookupStrategy(StreamDictionaryFactory(cache_max_size=1))

    @lru_cache(maxsize=1 << 16)
    def lemma(form: str, name: bool) -> str | None:
        ask = strategy.exact_lemma if name else strategy.get_lemma
        try:
            found: str | None = ask(form, language)
        except UnicodeEncodeError:  # half a surrogate pair, which no word has
            return None
        return found

    return lemma
