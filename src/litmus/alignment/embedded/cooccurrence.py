"""Where word pairs meet: sentence pairs as arrays of numbers, batched by length."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from litmus.arrays import Floats, Ints

Keyed = tuple[Sequence[str], Sequence[str]]  # the keys of both sides of a sentence pair
_TOGETHER, _CELLS = 128, 400_000  # sentence pairs, and cells, in one batch
_LIKE_LENGTH = 6  # source lengths that share a batch
# Word pairs that could meet, up to which a table of all of them is used; and where all are held.
_DENSE, _LARGEST = 20_000_000, 150_000_000
_BLOCK = 256  # of them that are counted in one byte
NONE = ""  # the key of no word


class Group(NamedTuple):
    """Numbers of sentence pairs of like length, and of their keys."""

    numbers: list[int]
    source: Ints  # (pair, place): the number of the key; 0 is padding
    target: Ints


class Batch(NamedTuple):
    """A group with the number of the word pair in every cell."""

    numbers: list[int]
    source: Ints
    target: Ints
    cells: NDArray[np.int32]  # (pair, target, source); 0 is a word pair that is not held


class _Numbers(dict[str, int]):
    """Keys in the order in which they come."""

    def __missing__(self, key: str) -> int:
        number = self[key] = len(self)
        return number


class Sentences:
    """Sentence pairs as numbers of their keys; key 0, which is empty, stands for no word."""

    def __init__(self, pairs: Sequence[Keyed]) -> None:
        first, second = _Numbers({NONE: 0}), _Numbers({NONE: 0})
        left, right = first.__getitem__, second.__getitem__
        coded = [(list(map(left, source)), list(map(right, target))) for source, target in pairs]
        self.source, self.target = list(first), list(second)
        self.groups = [
            Group(group, _padded(coded, group, 0), _padded(coded, group, 1))
            for group in _groups(coded)
        ]


class Cells:
    """All word pairs that meet. `first` and `second` number their keys; pair 0 stands for none, as
    key 0, which is empty, stands for no word."""

    def __init__(self, pairs: Sequence[Keyed], *, least: int = 1) -> None:
        """Of very many pairs, words that meet less than `least` times need not be held."""
        sentences = Sentences(pairs)
        self.source, self.target = sentences.source, sentences.target
        sides = [(group.source, group.target) for group in sentences.groups]
        width = len(self.target)
        size = len(self.source) * width
        if size <= (_LARGEST if least == 1 else _DENSE):
            self._met, cells = _numbered_densely(sides, width, size)
        else:
            self._met, cells = _numbered(sides, width, least)
        self.first, self.second = np.divmod(self._met, width)
        self.batches = [
            Batch(*group, some) for group, some in zip(sentences.groups, cells, strict=True)
        ]

    def __len__(self) -> int:
        return len(self.first)

    def spread(self, first: Ints, second: Ints, weights: Floats) -> Floats:
        """The weights of some word pairs, each once, as those of all that meet; else zero."""
        codes = first * len(self.target) + second
        place = np.minimum(np.searchsorted(self._met, codes), len(self._met) - 1)
        meets = self._met[place] == codes
        found = np.zeros(len(self))
        found[place[meets]] = weights[meets]
        return found


def _padded(coded: Sequence[tuple[list[int], ...]], group: list[int], side: int) -> Ints:
    rows = np.zeros((len(group), max(len(coded[number][side]) for number in group)), np.int64)
    for row, number in enumerate(group):
        rows[row, : len(coded[number][side])] = coded[number][side]
    return rows


def _groups(coded: Sequence[tuple[list[int], ...]]) -> Iterator[list[int]]:
    """Sentence pairs of like length together; those with an empty side are left out."""
    order = sorted(
        (n for n, (source, target) in enumerate(coded) if source and target),
        key=lambda n: (len(coded[n][0]) // _LIKE_LENGTH, len(coded[n][1])),
    )
    group: list[int] = []
    widest = longest = 0
    for number in order:
        source, target = (len(side) for side in coded[number])
        longest = max(longest, target)
        if group and (
            len(group) == _TOGETHER
            or source // _LIKE_LENGTH > widest // _LIKE_LENGTH
            or (len(group) + 1) * max(source, widest) * longest > _CELLS
        ):
            yield group
            group, widest, longest = [], 0, target
        group.append(number)
        widest = max(widest, source)
    if group:
        yield group


Sides = list[tuple[Ints, Ints]]
Numbered = tuple[Ints, list[NDArray[np.int32]]]


def _codes(source: Ints, target: Ints, width: int) -> Ints:
    """One number for the two keys of every cell; 0 in padding."""
    codes = source[:, None, :] * width + target[:, :, None]
    codes[(source == 0)[:, None, :] | (target == 0)[:, :, None]] = 0
    return codes


def _numbered_densely(sides: Sides, width: int, size: int) -> Numbered:
    """The codes that occur, sorted, and every cell as the number of its code: by a table of all
    codes, many times as fast as sorting. It has a byte for each: how many there are before it in
    its block."""
    seen = np.zeros((size + _BLOCK - 1) // _BLOCK * _BLOCK, np.uint8)
    seen[0] = 1
    for source, target in sides:
        seen[_codes(source, target, width)] = 1
    met = np.flatnonzero(seen)
    blocks = seen.reshape(-1, _BLOCK)
    in_block = np.count_nonzero(blocks, 1)
    before = (np.cumsum(in_block) - in_block).astype(np.int32)
    np.cumsum(blocks, 1, np.uint8, blocks)
    seen -= (
        1  # a code does not count itself; a full block ends at 256 - 1, which is 0 - 1 in a byte
    )
    cells = []
    for source, target in sides:
        codes = _codes(source, target, width)
        cells.append(before[codes // _BLOCK] + seen[codes])
    return met, cells


def _numbered(sides: Sides, width: int, least: int) -> Numbered:
    """The same by sorting; codes that occur less often than `least` become 0."""
    found = [np.unique(_codes(*pair, width), return_counts=True) for pair in sides]
    met, place = np.unique(np.concatenate([some for some, _ in found]), return_inverse=True)
    times = np.bincount(place, np.concatenate([count for _, count in found]))
    met = met[(times >= least) | (met == 0)]
    if not len(met) or met[0]:
        met = np.concatenate(([0], met))  # code 0 is always there
    cells = []
    for pair in sides:
        codes = _codes(*pair, width)
        where = np.minimum(np.searchsorted(met, codes), len(met) - 1)
        cells.append(np.where(met[where] == codes, where, 0).astype(np.int32))
    return met, cells
