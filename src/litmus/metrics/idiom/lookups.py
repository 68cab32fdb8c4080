"""A target text as words are looked up in it: by form, by stem or lemma, or by characters."""

from collections.abc import Callable, Collection

from litmus.language.words import holds_word, words


class View:
    """A text as the normalised forms of its words."""

    __slots__ = ("_same", "_sequence", "text")

    def __init__(self, text: str, same: Callable[[str], str] = str) -> None:
        self.text = text
        self._same = same
        self._sequence: list[str] | None = None

    @property
    def sequence(self) -> list[str]:
        """Its words in order, normalised."""
        if self._sequence is None:
            self._sequence = [self._same(word) for word in words(self.text)]
        return self._sequence

    def found(self, keys: Collection[str]) -> list[str]:
        """Those of the keys (single words) that it holds."""
        here = set(self.sequence)
        return [key for key in keys if key in here]

    def holds_any(self, keys: Collection[str]) -> bool:
        """Whether it holds one of the keys."""
        return bool(self.found(keys))

    def phrases(self, phrases: Collection[str]) -> list[str]:
        """Those of the phrases, words joined by spaces, that it holds."""
        if not phrases:
            return []
        string = f" {' '.join(self.sequence)} "
        return [phrase for phrase in phrases if f" {phrase} " in string]


class FormView(View):
    """A text whose words are compared as they stand: no need to split it to find one."""

    __slots__ = ()

    def found(self, keys: Collection[str]) -> list[str]:
        """Those of the keys that it holds as whole words."""
        text = self.text
        return [key for key in keys if key in text and holds_word(text, key)]

    def holds_any(self, keys: Collection[str]) -> bool:
        """As `found`, but stops at the first."""
        text = self.text
        for key in keys:  # noqa: SIM110 - the hottest line of LitTER: a plain loop beats any()
            if key in text and holds_word(text, key):
                return True
        return False


class CharacterView(View):
    """A text in a script without spaces: a word is there if its characters are."""

    __slots__ = ()

    def found(self, keys: Collection[str]) -> list[str]:
        """Those of the keys that are part of it."""
        return [key for key in keys if key in self.text]

    def phrases(self, phrases: Collection[str]) -> list[str]:
        """As `found`."""
        return self.found(phrases)
