"""How a word of the source is translated, where that is beyond doubt."""

from collections.abc import Callable, Collection
from functools import cached_property, lru_cache

from litmus.discourse.pairs import Pair
from litmus.language import knowledge
from litmus.language.analysis import Word
from litmus.language.dictionary.bilingual import (
    Dictionary,
    dictionary_file,
    shipped,
    shipped_columns,
)
from litmus.language.inflection import fold, form_keys
from litmus.language.same_word import same_word
from litmus.language.words import lowered

SURE = 0.6  # a link that is less sure says nothing
MOST_USES = 16  # translations of one word that are remembered
_CONTENT = frozenset(("NOUN", "PROPN", "ADJ", "VERB"))
_NOMINAL = frozenset(("NOUN", "PROPN"))
# Nouns of so many senses that another translation is no other word for the same thing.
# fmt: off
_GENERAL = {
    "en": frozenset((
        "back", "bit", "case", "date", "end", "figure", "hand", "kind", "line", "lot", "matter",
        "number", "order", "part", "people", "person", "place", "point", "record", "side", "sort",
        "state", "thing", "time", "turn", "way",
    )),
    "zh": frozenset(("东西", "情况", "方面", "时候", "时间", "部分")),
}
# fmt: on
_MOST_WORDS = 1 << 15  # whose translations are remembered


class Wording:
    """What both languages know: function words, a dictionary, which words are one word."""

    def __init__(self, languages: tuple[str, str]) -> None:
        self.languages = languages
        self._knowledge = [knowledge.load(code) for code in languages]
        self._keys = lru_cache(maxsize=_MOST_WORDS)(form_keys(languages[1]))
        self._general = _GENERAL.get(languages[0], frozenset())
        self._known: dict[str, frozenset[str]] = {}

    @cached_property
    def dictionary(self) -> Dictionary | None:
        """The shipped one, or the user's own; None if there is none for the pair."""
        source, target = self.languages
        found = dictionary_file(source, target) is not None
        return shipped(source, target, senses=True) if found else None

    @cached_property
    def is_same(self) -> Callable[[str, str], bool]:
        """Whether two words of the target are one word, or made of one."""
        return same_word(self.languages[1], self._vocabulary())

    @property
    def shares_signs(self) -> bool:
        """Whether the target writes words without spaces: where they end is often in doubt."""
        return self._knowledge[1].writing == "characters"

    def is_term(self, word: Word) -> bool:
        """Whether a source word can be a term: of letters, no single sign, of its own meaning."""
        least = 2 if self._knowledge[0].writing == "characters" else 3
        return (
            len(word.form) >= least
            and all(sign.isalpha() or sign in "-'’" for sign in word.form)
            and word.form.lower() not in self._knowledge[0].stopwords
            and word.lemma.lower() not in self._general
        )

    def is_form(self, one: str, other: str) -> bool:
        """Whether two words of the target may be forms of one."""
        return bool(self._keys(lowered(one)) & self._keys(lowered(other)))

    def translates(self, source: str, target: str) -> bool:
        """Whether the dictionary has the one for the other, in any form."""
        return bool(self._keys(lowered(target)) & self._translations(source))

    def translations(self, pair: Pair, i: int) -> list[int]:
        """The nouns that surely translate a source noun, and nothing but its compound."""
        target, stopwords = pair.target.words, self._knowledge[1].stopwords
        return [
            j
            for j in self._sure(pair, i, compound(pair, i))
            if target[j].upos in _NOMINAL
            and target[j].form.lower() not in stopwords
            and not self._belongs_elsewhere(pair, i, target[j].form)
        ]

    def name(self, pair: Pair, i: int) -> list[int]:
        """The capitalised words that surely translate a source name alone, and those beside them
        that nothing else explains: United, which is linked, and States, which is not."""
        target = pair.target.words
        found = [j for j in self._sure(pair, i, frozenset((i,))) if target[j].form[0].isupper()]
        if found:
            beside = found[-1] + 1
            while beside < len(target) and target[beside].form[0].isupper():
                if beside in pair.sources_of:
                    break
                found.append(beside)
                beside += 1
        return found

    def _sure(self, pair: Pair, i: int, own: frozenset[int]) -> list[int]:
        """Words that are linked to a source word beyond doubt, and to no other content word."""
        source, target = pair.source.words, pair.target.words
        return [
            j
            for j in pair.targets_of.get(i, ())
            if pair.confidence[i, j] >= SURE
            and any(map(str.isalpha, target[j].form))
            and not any(k not in own and source[k].upos in _CONTENT for k in pair.sources_of[j])
        ]

    def _belongs_elsewhere(self, pair: Pair, i: int, form: str) -> bool:
        """Whether the dictionary has the translation for another word of the source alone."""
        words = pair.source.words
        lemma = words[i].lemma.lower()
        if self.translates(lemma, form):
            return False
        return any(
            self.translates(word.lemma.lower(), form)
            for k, word in enumerate(words)
            if k != i and word.upos in _CONTENT and word.lemma.lower() != lemma
        )

    def _translations(self, source: str) -> frozenset[str]:
        if source not in self._known:
            if len(self._known) >= _MOST_WORDS:
                self._known.clear()
            dictionary = self.dictionary
            whole = source.replace("_", "")  # between the parts of Dutch lemmas: aan_vallen
            words = () if dictionary is None else dictionary.lookup(whole)
            self._known[source] = frozenset(
                key for word in words for key in self._keys(lowered(word))
            )
        return self._known[source]

    def _vocabulary(self) -> Collection[str]:
        """Words that compounds are made of."""
        columns = shipped_columns(*self.languages) if self._knowledge[1].linking else None
        words = columns[0].translations.words if columns else ()
        return frozenset(fold(lowered(word)) for word in words if " " not in word)


def compound(pair: Pair, i: int) -> frozenset[int]:
    """The source words that make one term with a noun: nouns beside it, and by the parse."""
    words = pair.source.words
    above = words[i].head
    head = above if above is not None and _is_part(words[i]) else i
    first = last = i
    while first and _adjoins(words[first - 1], words[first]):
        first -= 1
    while last + 1 < len(words) and _adjoins(words[last], words[last + 1]):
        last += 1
    parts = (k for k, word in enumerate(words) if word.head == head and _is_part(word))
    return frozenset((head, *range(first, last + 1), *parts))


def _is_part(word: Word) -> bool:
    return word.relation.startswith("compound")


def _adjoins(word: Word, following: Word) -> bool:
    """Whether two nouns stand together, with at most a space or a hyphen between them."""
    both = word.upos in _NOMINAL and following.upos in _NOMINAL
    return both and following.start - word.end <= 1
