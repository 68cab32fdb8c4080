"""How alike many pairs of words look: `likeness` of all of them at once."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from litmus.alignment.tokens import likeness
from litmus.arrays import Floats, Ints

_SHORT = 8  # letters; keys have five, longer ones are names spelt in other letters
_LEAST = 3  # letters of a word that can look like another


class Looks:
    """The letters of the words of both sides as numbers."""

    def __init__(self, left: Sequence[str], right: Sequence[str]) -> None:
        self._words = left, right
        self._letters = [_letters(words) for words in self._words]
        self._sizes = [np.fromiter(map(len, words), np.int64, len(words)) for words in self._words]
        self._bigrams = [_bigrams(letters) for letters in self._letters]

    def between(self, first: Ints, second: Ints) -> Floats:
        """The likeness of pairs of words that begin with the same letter."""
        a, b = self._sizes[0][first], self._sizes[1][second]
        found = np.zeros(len(first))
        short = (np.minimum(a, b) >= _LEAST) & (np.maximum(a, b) <= _SHORT)
        found[short] = self._of_short(first[short], second[short])
        left, right = self._words
        for place in np.flatnonzero(~short & ((a == b) | (np.minimum(a, b) >= _LEAST))).tolist():
            found[place] = likeness(left[first[place]], right[second[place]])
        return found

    def _of_short(self, first: Ints, second: Ints) -> Floats:
        same = self._letters[0][first] == self._letters[1][second]
        longest = np.maximum(self._sizes[0][first], self._sizes[1][second])
        # Padding is the same on both sides, so a word that begins another is cut at its end.
        common = np.logical_and.accumulate(same, 1).sum(1)
        common = np.minimum(common, np.minimum(self._sizes[0][first], self._sizes[1][second]))
        left, right = self._bigrams[0][first], self._bigrams[1][second]
        shared = np.zeros(len(first), np.int64)
        for column in range(left.shape[1]):
            own = left[:, column]
            shared += (right == own[:, None]).any(1) & (own > 0)
        many = np.count_nonzero(left, 1) + np.count_nonzero(right, 1)
        alike: Floats = np.maximum(common / longest, 2 * shared / many)
        return alike


def _letters(words: Sequence[str]) -> NDArray[np.int64]:
    """(word, place): the number of the letter; 0 after the end."""
    cut = np.array([word[:_SHORT] for word in words], f"<U{_SHORT}")
    return cut.view(np.uint32).reshape(len(words), _SHORT).astype(np.int64)


def _bigrams(letters: NDArray[np.int64]) -> NDArray[np.int64]:
    """(word, place): two letters as one number; 0 where there are none, or where they were before
    in the word: likeness counts different ones."""
    pairs = (letters[:, :-1] << 32) + letters[:, 1:]
    pairs[letters[:, 1:] == 0] = 0
    for column in range(1, pairs.shape[1]):
        seen = (pairs[:, :column] == pairs[:, column, None]).any(1)
        pairs[seen, column] = 0
    return pairs
