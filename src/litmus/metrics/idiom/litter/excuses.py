"""Why a blocked word in a translation may be no error.

It is part of a set phrase that says what the idiom says; it translates another word of the source;
or, where words are not separated, it is not a word there at all.
"""

import re
from collections.abc import Sequence

from litmus.alignment.tokens import tokens as cut_into_tokens
from litmus.idioms.entries.meanings import meanings
from litmus.language.dictionary.bilingual import Dictionary
from litmus.language.words import WORD, compose, words
from litmus.metrics.idiom.word_keys import Keys, word_keys

_SHORT = re.compile("[\u3041-\u309f]{1,2}|.")  # two kana, or one character
_MOST = 1 << 14  # phrases, and words, whose keys are kept


class Excuses:
    """For one pair of languages."""

    def __init__(self, dictionary: Dictionary) -> None:
        self._pair = dictionary.source, dictionary.target
        self._dictionary = dictionary
        self._keys = word_keys(dictionary.target)
        self._words: dict[str, list[Keys]] = {}
        self._translations: dict[str, Keys] = {}

    def set_phrases(
        self, triggered: Sequence[str], label: str, given: Sequence[str], text: str
    ) -> list[str]:
        """The words that trigger, without those of an equivalent that is there as a whole."""
        equivalents = dict.fromkeys((*given, *meanings(*self._pair).find(label)[1]))
        left, text = list(triggered), compose(text)
        if self._keys.characters:
            there = [phrase for phrase in map(compose, equivalents) if phrase in text]
            return [word for word in left if not any(word in phrase for phrase in there)]
        spans = [match.span() for match in WORD.finditer(text)]
        tokens = self._keys.of_tokens(text, spans)
        for phrase in equivalents:
            content = self._content(phrase)
            places = [[n for n, keys in enumerate(tokens) if keys & wanted] for wanted in content]
            if content and all(places):
                said = {text[slice(*spans[n])] for found in places for n in found}
                left = [word for word in left if word not in said]
        return left

    def explained(self, triggered: Sequence[str], outside: str) -> list[str]:
        """Without those that a word elsewhere in the source is translated by."""
        elsewhere = [self._translated(word) for word in dict.fromkeys(words(outside))]
        return [
            word for word in triggered if all(map(self._keys.of_word(word).isdisjoint, elsewhere))
        ]

    def whole_words(self, triggered: Sequence[str], text: str) -> list[str]:
        """Without single characters, or two kana, that only stand inside other words."""
        text, language = compose(text), self._pair[1]
        there = {text[start:end] for start, end in cut_into_tokens(text, language)}
        return [word for word in triggered if word in there or not _SHORT.fullmatch(word)]

    def _translated(self, word: str) -> Keys:
        """The keys of its translations."""
        if word not in self._translations:
            if len(self._translations) >= _MOST:
                self._translations.clear()
            found = self._dictionary.lookup_forms(word, "form")
            self._translations[word] = frozenset().union(*map(self._keys.of_word, found))
        return self._translations[word]

    def _content(self, phrase: str) -> list[Keys]:
        """The keys of its content words; of all its words if it has no others."""
        if phrase not in self._words:
            if len(self._words) >= _MOST:
                self._words.clear()
            text = compose(phrase)
            spans = [match.span() for match in WORD.finditer(text)]
            found = list(zip(spans, self._keys.of_tokens(text, spans), strict=True))
            stop = self._keys.stopwords
            content = [keys for (a, b), keys in found if text[a:b].lower() not in stop]
            self._words[phrase] = content or [keys for _, keys in found]
        return self._words[phrase]
