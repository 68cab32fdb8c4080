"""Words that are not blocked themselves, but nearly: misspelt, or made of blocked words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from litmus.language.compounds import contains_part
from litmus.metrics.idiom.fuzzy import similar
from litmus.metrics.idiom.litter.blocklist import Block, Blocked


@dataclass(frozen=True)
class NearWords:
    """Which of these ways are on; `vocabulary` are the words that may stand beside a part."""

    fuzzy: bool
    compounds: bool
    partial: bool
    linking: Sequence[str]
    vocabulary: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return self.fuzzy or self.compounds or self.partial

    def kinds(self) -> list[tuple[str, Callable[[str, Blocked, Block], bool]]]:
        """The kind of a match, and whether a word is one."""
        ways = (
            ("word", self.fuzzy, self._is_near),
            ("compound", self.compounds, self._is_compound),
            ("partial", self.partial, self._has_part),
        )
        return [(kind, triggers) for kind, is_on, triggers in ways if is_on]

    def _is_near(self, word: str, entry: Blocked, block: Block) -> bool:
        return any(similar(key, word) for key in block.single)

    def _is_compound(self, word: str, entry: Blocked, block: Block) -> bool:
        if word in entry.reference:
            return False
        lower = word.lower()
        for i, first in enumerate(entry.candidates):
            for j, second in enumerate(entry.candidates):
                if i != j and any(
                    lower == f"{x}{link}{y}".lower()
                    for x in first.single
                    for y in second.single
                    for link in ("", *self.linking)
                ):
                    return True
        return False

    def _has_part(self, word: str, entry: Blocked, block: Block) -> bool:
        if word in entry.reference:
            return False
        return any(
            self._contains(word, part)
            and not any(self._contains(other, part) for other in entry.reference)
            for part in block.single
        )

    def _contains(self, word: str, part: str) -> bool:
        return contains_part(word.lower(), part.lower(), self.linking, self.vocabulary)
