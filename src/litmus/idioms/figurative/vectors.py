"""Small word vectors: which words are used alike, and which name things or people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from litmus.arrays import Array, Floats32

# Words far apart on the axis from thoughts to things; the axis is the difference of their means.
_THINGS = """stone tree horse table chair knife water river house door window bread milk hand foot
head dog cat bird fish boat ship wheel box bottle rope wood iron gold coat hat shoe bed wall floor
road grass flower rain snow fire candle cup plate spoon sword gun nail hammer"""
_THOUGHTS = """freedom justice truth idea thought policy reason belief theory principle duty opinion
interest power honour virtue knowledge argument purpose attitude question problem success failure
influence importance possibility situation development system hope trust loyalty relation concept
intention value advantage responsibility agreement decision effort progress"""
_PEOPLE = """man woman boy girl mother father doctor friend teacher soldier king president minister
worker child brother wife husband people player captain"""
_RANK = 10.0  # added to the rank: the first few words are equally common


@dataclass(frozen=True)
class WordVectors:
    """Vectors of words in the order of their frequency, most frequent first."""

    words: Sequence[str]
    whole: Array  # whole numbers: a vector is its row over the length of the row

    @cached_property
    def _rows(self) -> Mapping[str, int]:
        return {word: row for row, word in enumerate(self.words)}

    @cached_property
    def table(self) -> Floats32:
        """Vectors of length 1; the last row, of no word, is 0."""
        numbers = self.whole.astype(np.float32)
        numbers /= np.maximum(np.linalg.norm(numbers, axis=1, keepdims=True), np.float32(1e-6))
        return np.concatenate([numbers, np.zeros((1, numbers.shape[1]), np.float32)])

    @property
    def none(self) -> int:
        """The row of no word."""
        return len(self.words)

    def row(self, word: str) -> int:
        """The row of a word in small letters, or of the word before its 's; else `none`."""
        found = self._rows.get(word)
        if found is None and word.endswith("'s"):
            found = self._rows.get(word[:-2])
        return self.none if found is None else found

    @cached_property
    def rarity(self) -> Floats32:
        """One number a word, 0 for the most frequent; the last, of no word, is 0."""
        rarity = np.log1p(np.arange(len(self.words)) / _RANK)
        return np.append(rarity, 0).astype(np.float32)

    @cached_property
    def concreteness(self) -> Floats32:
        """One number a word: higher for what can be touched."""
        return self._along(self._middle(_THINGS) - self._middle(_THOUGHTS))

    @cached_property
    def humanity(self) -> Floats32:
        """One number a word: higher for people than for things."""
        return self._along(self._middle(_PEOPLE) - self._middle(_THINGS))

    def _middle(self, words: str) -> Floats32:
        rows = [self._rows[word] for word in words.split() if word in self._rows]
        total: Floats32 = self.table[rows].sum(axis=0)
        return total / np.float32(max(len(rows), 1))

    def _along(self, axis: Floats32) -> Floats32:
        return self.table @ (axis / np.float32(max(float(np.linalg.norm(axis)), 1e-9)))
