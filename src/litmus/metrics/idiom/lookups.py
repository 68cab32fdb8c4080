"""A target text in which words are looked up: by form, by stem or lemma, or by characters."""

from collections.abc import Callable, Collection

from litmus.language.words import WORD, compose, holds_word, words
from litmus.metrics.idiom.word_keys import Keys, WordKeys


class Lookup:
    """Looks words up among the normalised words of a text."""

    __slots__ = ("_normalise", "_words", "text")

    def __init__(self, text: str, normalise: Callable[[str], str] = str) -> None:
        self.text = text
        self._normalise = normalise
        self._words: list[str] | None = None

    @property
    def words(self) -> list[str]:
        """The words of the text in order, normalised."""
        if self._words is None:
            self._words = [self._normalise(word) for word in words(self.text)]
        return self._words

    def present(self, keys: Collection[str]) -> list[str]:
        """The keys (single words) that the text contains."""
        distinct = set(self.words)
        return [key for key in keys if key in distinct]

    def any_present(self, keys: Collection[str]) -> bool:
        """Whether the text contains any of the keys."""
        return bool(self.present(keys))

    def present_phrases(self, phrases: Collection[str]) -> list[str]:
        """The phrases, words joined by spaces, that the text contains."""
        if not phrases:
            return []
        text = f" {' '.join(self.words)} "
        return [phrase for phrase in phrases if f" {phrase} " in text]


class FormLookup(Lookup):
    """Compares words as written: there is no need to split the text to find one."""

    __slots__ = ()

    def present(self, keys: Collection[str]) -> list[str]:
        """The keys that the text contains as whole words."""
        text = self.text
        return [key for key in keys if key in text and holds_word(text, key)]

    def any_present(self, keys: Collection[str]) -> bool:
        """As `present`, but stops at the first."""
        text = self.text
        for key in keys:  # noqa: SIM110 - the hottest line of LitTER: a plain loop beats any()
            if key in text and holds_word(text, key):
                return True
        return False


class CharacterLookup(Lookup):
    """For scripts without spaces: a text contains a word if it contains its characters."""

    __slots__ = ()

    def present(self, keys: Collection[str]) -> list[str]:
        """The keys that are part of the text."""
        return [key for key in keys if key in self.text]

    def present_phrases(self, phrases: Collection[str]) -> list[str]:
        """As `present`."""
        return self.present(phrases)


class KeyLookup(Lookup):
    """For languages whose words carry affixes: a word has several keys, and one of them will do."""

    __slots__ = ("_keys", "_spans")

    def __init__(self, text: str, keys: WordKeys) -> None:
        super().__init__(text, str.lower)
        self._spans = [match.span() for match in WORD.finditer(text)]
        self._keys: list[Keys] = keys.of_tokens(text, self._spans)

    def present(self, keys: Collection[str]) -> list[str]:
        """The keys that some word of the text has."""
        distinct = frozenset[str]().union(*self._keys)
        return [key for key in keys if key in distinct]

    def present_phrases(self, phrases: Collection[str]) -> list[str]:
        """The phrases whose words, one after another, some words of the text have as keys."""
        return [phrase for phrase in phrases if self._holds(phrase.split(" "))]

    def _holds(self, parts: list[str]) -> bool:
        starts = range(len(self._keys) - len(parts) + 1)
        return any(
            all(part in self._keys[start + n] for n, part in enumerate(parts)) for start in starts
        )

    def words_with(self, keys: Collection[str]) -> list[tuple[str, tuple[int, int]]]:
        """The words, as written, that have one of the keys, and where they stand."""
        wanted = frozenset(part for key in keys for part in key.split(" "))
        return [
            (compose(self.text[start:end]), (start, end))
            for (start, end), own in zip(self._spans, self._keys, strict=True)
            if not own.isdisjoint(wanted)
        ]
