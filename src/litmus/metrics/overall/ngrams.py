"""How many n-grams two texts share, for many pairs of texts at once."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from litmus.arrays import Ints

_ROOM = 1 << 62  # numbers of n-grams stay below


class Sequences(NamedTuple):
    """Numbers, text after text, and how many each text has."""

    items: Ints
    lengths: Ints

    @classmethod
    def of_characters(cls, texts: Sequence[str]) -> "Sequences":
        """The characters of texts, as code points."""
        content = "".join(texts).encode("utf-32-le", "surrogatepass")
        return cls(np.frombuffer(content, np.uint32).astype(np.int64), _lengths(texts))

    @classmethod
    def of_words(cls, texts: Sequence[Sequence[str]], numbers: dict[str, int]) -> "Sequences":
        """The words of texts. The same `numbers` are for all texts that are compared."""
        every = [numbers.setdefault(word, len(numbers)) for words in texts for word in words]
        return cls(np.array(every, np.int64), _lengths(texts))

    def ngrams(self, order: int) -> Ints:
        """How many n-grams each text has."""
        return np.maximum(self.lengths - (order - 1), 0)


def shared(left: Sequences, right: Sequences, orders: int) -> Iterator[Ints]:
    """For n from 1: how many n-grams each text of `left` shares with the same one of `right`."""
    texts = len(left.lengths)
    letters = _renumbered(np.concatenate((left.items, right.items)))
    kinds = int(letters.max(initial=0)) + 1
    lengths = np.concatenate((left.lengths, right.lengths))
    owner = np.repeat(np.concatenate((np.arange(texts), np.arange(texts))), lengths)
    side = np.repeat(np.arange(2), (len(left.items), len(right.items)))
    rest = np.repeat(np.cumsum(lengths), lengths) - np.arange(len(letters))  # items to the end
    grams, size = letters, kinds
    for order in range(1, orders + 1):
        if order > 1:
            if size * kinds * (texts + 1) * 2 >= _ROOM:
                grams = np.unique(grams, return_inverse=True)[1]
                size = int(grams.max(initial=0)) + 1
            grams, size = grams[:-1] * kinds + letters[order - 1 :], size * kinds
        whole = np.flatnonzero(rest[: len(grams)] >= order)
        every = np.sort(((owner[whole] * size + grams[whole]) << 1) + side[whole])
        yield _met(every, size, texts)


def _met(every: Ints, size: int, texts: int) -> Ints:
    """The n-grams on both sides, by text; the lowest bit says on which side each one is."""
    if not len(every):
        return np.zeros(texts, np.int64)
    kind = every >> 1
    starts = np.flatnonzero(np.concatenate(([True], kind[1:] != kind[:-1])))
    here = np.add.reduceat(every & 1, starts)
    there = np.diff(starts, append=len(every)) - here
    both = np.minimum(here, there)
    return np.bincount(kind[starts] // size, both, texts).astype(np.int64)


def _renumbered(items: Ints) -> Ints:
    """The same items are the same numbers, none of which is left out."""
    seen = np.zeros(int(items.max(initial=0)) + 1, np.int64)
    seen[items] = 1
    return (np.cumsum(seen) - 1)[items]


def _lengths(texts: Iterable[Sequence[str]]) -> Ints:
    return np.array([len(text) for text in texts], np.int64)
