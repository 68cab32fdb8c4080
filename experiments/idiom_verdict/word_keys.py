"""The keys of words: two words that share one are forms of the same word, or nearly."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from litmus.alignment.links import Span
from litmus.language.analysers import load_analyser
from litmus.language.forms import can_match, normaliser
from litmus.language.knowledge import load
from litmus.language.words import compose

# Words that carry affixes which no list of forms holds: the analyser cuts them off.
ANALYSED = ("ar", "he", "ko", "ru", "tr")
Keys = frozenset[str]


class WordKeys:
    """Keys of the words of one language: forms, lemmas, stems; morphemes where it has affixes."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.characters = load(language).writing == "characters"
        self.stopwords = load(language).stopwords
        ways = [match for match in ("lemma", "stem") if can_match(match, language)]
        self._normalise = [normaliser(match, language) for match in ways]
        self._analyser = load_analyser("embedded", language) if language in ANALYSED else None
        self.of_word = lru_cache(maxsize=1 << 16)(self._of_word)
        self._of_text = lru_cache(maxsize=1 << 13)(self._analysed)

    def _of_word(self, word: str) -> Keys:
        lower = compose(word).lower()
        keys = {lower, *(normalise(lower) for normalise in self._normalise)}
        if self.language == "ko":  # dictionaries have verbs as stem + (ha) + da
            stem = lower.removesuffix("다")
            keys |= {stem, stem.removesuffix("하")}
        return frozenset(keys - {""})

    def of_tokens(self, text: str, tokens: Sequence[Span]) -> list[Keys]:
        """The keys of every token of a text."""
        found = [self.of_word(text[start:end]) for start, end in tokens]
        if self._analyser is None:
            return found
        return [
            old | new for old, new in zip(found, self._of_text(text, tuple(tokens)), strict=True)
        ]

    def _analysed(self, text: str, tokens: tuple[Span, ...]) -> tuple[Keys, ...]:
        keys: list[set[str]] = [set() for _ in tokens]
        assert self._analyser is not None
        for sentences in self._analyser.analyse([text], parse=False):
            for sentence in sentences:
                for word in sentence.words:
                    parts = morphemes(word.lemma)
                    for place, (start, end) in enumerate(tokens):
                        if word.start < end and start < word.end:
                            keys[place].update(parts)
        return tuple(frozenset(found - {""}) for found in keys)


def morphemes(lemma: str) -> Iterable[str]:
    """The morphemes of a lemma and what neighbours make together, endings left out.

    >>> sorted(morphemes("정착+하+았+습니다"))
    ['정착', '정착하']
    """
    parts = compose(lemma).lower().split("+")
    if len(parts) == 1:
        return parts
    return [parts[0], "".join(parts[:2])]
