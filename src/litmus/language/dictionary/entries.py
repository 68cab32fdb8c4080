"""The entries of a dictionary, put together word by word when they are asked for."""

from collections.abc import Iterator, Mapping
from itertools import chain, count

import numpy as np

from litmus.language.dictionary.columns import Column, Columns


class Entries(Mapping[str, frozenset[str]]):
    """Word in small letters -> translations: of a hundred thousand words, a suite asks for a few
    hundred. Left out are function words, whose translation says nothing, words without a partner
    and doubtful pairs (equivalents of idioms, and right translations that look like them)."""

    def __init__(
        self, columns: Columns, *, idle: frozenset[str], idle_there: frozenset[str]
    ) -> None:
        self._columns, self._idle_there = columns, idle_there
        words, others = columns.words, columns.translations
        rows = np.flatnonzero(~(words.is_empty() | others.is_empty() | columns.doubtful))
        # Words of either case are one: text of software has titles. All at once is fastest.
        lower = Column.of("\t".join(words.words).lower().split("\t"))
        numbers = lower.rows[words.rows[rows]]
        self._rows = rows[np.argsort(numbers, kind="stable")]
        sizes = np.bincount(numbers, minlength=len(lower.words))
        self._ends = np.cumsum(sizes)
        self._numbers = dict(zip(lower.words, count(), strict=False))
        for word in chain(idle, map(lower.words.__getitem__, np.flatnonzero(sizes == 0).tolist())):
            self._numbers.pop(word, None)

    def __getitem__(self, word: str) -> frozenset[str]:
        number = self._numbers[word]
        start = self._ends[number - 1] if number else 0
        words, others = self._columns.words, self._columns.translations
        better: dict[int, list[str]] = {}  # by word as written
        only_idle: dict[int, list[str]] = {}  # what it has if it has nothing better
        for row in self._rows[start : self._ends[number]].tolist():
            translation = others.words[others.rows[row]]
            found = only_idle if translation.lower() in self._idle_there else better
            found.setdefault(words.rows[row], []).append(translation)
        return frozenset().union(*(only_idle | better).values())

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __contains__(self, word: object) -> bool:
        return word in self._numbers


class WithSenses(Mapping[str, frozenset[str]]):
    """The entries of a dictionary, and more translations of some words."""

    def __init__(
        self, entries: Mapping[str, frozenset[str]], more: Mapping[str, frozenset[str]]
    ) -> None:
        self._entries, self._more = entries, more

    def __getitem__(self, word: str) -> frozenset[str]:
        if word not in self._more:
            return self._entries[word]
        return self._more[word] | self._entries.get(word, frozenset())

    def __iter__(self) -> Iterator[str]:
        yield from self._entries
        yield from (word for word in self._more if word not in self._entries)

    def __len__(self) -> int:
        return len(self._entries) + sum(word not in self._entries for word in self._more)

    def __contains__(self, word: object) -> bool:
        return word in self._more or word in self._entries
