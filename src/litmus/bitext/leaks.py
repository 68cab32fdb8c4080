"""Is a test sentence, or nearly one, among the training sentences?"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from litmus.bitext.cleaning import normalise

_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff]{3}")
_SHORTEST = 6  # words; shorter sentences leak only if they are the same
_ALIKE = 0.5  # Jaccard similarity of the shingles
_INSIDE = 0.8  # share of the shorter one's shingles that the longer one has too

Shingle = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Leak:
    """A training sentence that is too near to a test sentence; `test` is the test's number."""

    test: int
    exact: bool


class Leaks:
    """Test sentences by what they have in common with others."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._exact: dict[str, int] = {}
        self._sizes: list[int] = []
        self._holders: dict[Shingle, list[int]] = {}
        for number, text in enumerate(texts):
            words = normalise(text)
            self._exact.setdefault(words, number)
            shingles = set(_shingles(words))
            self._sizes.append(len(shingles))
            for shingle in shingles:
                self._holders.setdefault(shingle, []).append(number)

    def find(self, text: str) -> Leak | None:
        """The test sentence that a training sentence gives away, if there is one."""
        return self.find_normalised(normalise(text))

    def find_normalised(self, words: str) -> Leak | None:
        """The same for words that are normalised already."""
        same = self._exact.get(words)
        if same is not None:
            return Leak(same, exact=True)
        if self._holders.keys().isdisjoint(_shingles(words)):
            return None
        shingles = set(_shingles(words))
        shared: Counter[int] = Counter()
        for shingle in shingles:
            shared.update(self._holders.get(shingle, ()))
        for number, count in shared.items():
            both = self._sizes[number] + len(shingles) - count
            least = min(self._sizes[number], len(shingles))
            if count >= _ALIKE * both or count >= _INSIDE * least:
                return Leak(number, exact=False)
        return None


def _shingles(words: str) -> Iterator[Shingle]:
    """Every run of words."""
    # Without blanks between words, characters serve.
    unspaced = not words.isascii() and _UNSPACED.search(words) is not None
    parts = list(words.replace(" ", "")) if unspaced else words.split(" ")
    if len(parts) < (2 * _SHORTEST if unspaced else _SHORTEST):
        return iter(())
    return zip(parts, parts[1:], parts[2:], parts[3:], strict=False)
