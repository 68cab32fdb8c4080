"""The rows of a dictionary in columns: a hundred thousand rows as arrays, not as objects."""

from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import NamedTuple

import numpy as np

from litmus.arrays import Bools, Floats, Ints
from litmus.language.dictionary.formats import DOUBTFUL


class Column(NamedTuple):
    """The different words of a column, in the order in which they come, and which of them each row
    has."""

    words: list[str]
    rows: Ints

    @classmethod
    def of(cls, words: Sequence[str]) -> "Column":
        """The column of a word per row."""
        first: dict[str, int] = {}  # the row in which a word comes first
        rows = np.fromiter(map(first.setdefault, words, range(len(words))), np.int64, len(words))
        number = np.cumsum(rows == np.arange(len(rows))) - 1
        return cls(list(first), number[rows])

    def all(self) -> list[str]:
        """The word of every row."""
        return list(map(self.words.__getitem__, self.rows.tolist()))

    def is_empty(self) -> Bools:
        """(rows,): whether a row has no word."""
        none = self.words.index("") if "" in self.words else -1
        return np.asarray(self.rows == none)


class Columns(NamedTuple):
    """Words, their translations, how often they were seen together, and whether they hardly
    translate each other. A word without a partner stands beside an empty one."""

    words: Column
    translations: Column
    counts: Floats
    doubtful: Bools

    @classmethod
    def of_lines(cls, lines: Iterable[str], *, reverse: bool) -> "Columns":
        """From lines `word<TAB>translation<TAB>count`; `reverse` turns them round."""
        text = "\t".join(lines)
        flat = text.split("\t") if text else []
        left, right = (Column.of(flat[place::3]) for place in (0, 1))
        seen = flat[2::3]
        doubtful = np.fromiter(map(str.endswith, seen, repeat(DOUBTFUL)), np.bool_, len(seen))
        plain = "\t".join(seen).replace(DOUBTFUL, "").split("\t") if seen else []
        counts = np.array(list(map(float, plain)), np.float64)
        return cls(*((right, left) if reverse else (left, right)), counts, doubtful)
