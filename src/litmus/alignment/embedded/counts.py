"""How often words of two languages were linked: a sparse table of keys."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

import numpy as np
from numpy.typing import NDArray

from litmus.alignment.tokens import folded
from litmus.arrays import Array, Floats, Ints
from litmus.language.dictionary.columns import Column

_SHIFT = 1 << 32


class Counts:
    """Pairs of keys with a weight each, and the sums for every key of either side."""

    def __init__(
        self, source: Sequence[str], target: Sequence[str], codes: Ints, weights: Floats
    ) -> None:
        """`codes` are source number * 2**32 + target number, sorted."""
        self._keys = source, target
        self._numbers = tuple(dict(zip(keys, count(), strict=False)) for keys in self._keys)
        self.codes, self.weights = codes, weights
        self._plain: dict[int, dict[str, int]] = {}
        self._sums = tuple(
            np.bincount(numbers, weights, minlength=len(keys))
            for numbers, keys in zip(np.divmod(codes, _SHIFT), self._keys, strict=True)
        )

    @classmethod
    def of(cls, rows: Iterable[tuple[str, str, float]]) -> "Counts":
        """From (source key, target key, weight); repeated pairs add up."""
        source, target, weights = list(zip(*rows, strict=True)) or [(), (), ()]
        return cls.of_columns(Column.of(source), Column.of(target), np.array(weights, np.float64))

    @classmethod
    def of_columns(cls, source: Column, target: Column, weights: Floats) -> "Counts":
        """The same from columns."""
        codes, place = np.unique(source.rows * _SHIFT + target.rows, return_inverse=True)
        sums = np.bincount(place, weights, len(codes))
        return cls(source.words, target.words, codes, sums.astype(np.float64))

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def keys(self) -> tuple[Sequence[str], Sequence[str]]:
        """Those of both sides."""
        return self._keys

    def places(self) -> tuple[Ints, Ints]:
        """The places of both keys of every pair."""
        first, second = np.divmod(self.codes, _SHIFT)
        return first, second

    def plus(self, first: Ints, second: Ints, weights: Floats) -> "Counts":
        """With more weight for pairs of these keys."""
        together = np.concatenate([self.codes, first * _SHIFT + second])
        codes, place = np.unique(together, return_inverse=True)
        sums = np.bincount(place, np.concatenate([self.weights, weights]), len(codes))
        return Counts(*self._keys, codes, sums.astype(np.float64))

    def between(self, source: Sequence[str], target: Sequence[str]) -> tuple[Ints, Ints, Floats]:
        """What is held of pairs of these keys: the places of both, and the weight."""
        rows, columns = (self._found(side, keys) for side, keys in enumerate((source, target)))
        found = [self._between(rows, columns, some) for some in _once(columns)]
        first, second, weights = zip(*found, strict=True) if found else ((), (), ())
        none = np.zeros(0, np.int64)
        return (
            np.concatenate([none, *first]),
            np.concatenate([none, *second]),
            np.concatenate([np.zeros(0), *weights]),
        )

    def _between(self, rows: Ints, columns: Ints, some: Ints) -> tuple[Ints, Ints, Floats]:
        """The same for keys as they are numbered here, of the target `some` only, all different."""
        known = np.flatnonzero(rows >= 0)
        starts, ends = (
            np.searchsorted(self.codes, (rows[known] + more) * _SHIFT) for more in (0, 1)
        )
        sizes = ends - starts
        held = np.repeat(starts - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
        place = np.full(len(self._keys[1]) + 1, -1)  # the last one is for keys that are not here
        place[columns[some]] = some
        second = place[self.codes[held] % _SHIFT]
        here = second >= 0
        return np.repeat(known, sizes)[here], second[here], self.weights[held[here]]

    def sums(self, side: int, keys: Sequence[str]) -> Floats:
        """Sum of weights for each key of a side (0 source, 1 target)."""
        found = self._found(side, keys)
        return np.append(self._sums[side], 0.0)[found]

    def _found(self, side: int, keys: Sequence[str]) -> Ints:
        """The number of each key, or, where a key is not held, of the weightiest one that differs
        from it in diacritics alone; -1 where there is none."""
        numbers = self._numbers[side]
        found = np.array([numbers.get(key, -1) for key in keys], np.int64)
        missing = np.flatnonzero(found < 0).tolist()
        if missing and numbers:
            alike = self._folded(side)
            plain = folded([keys[place] for place in missing])
            found[missing] = [alike.get(key, -1) for key in plain]
        return found

    def _folded(self, side: int) -> dict[str, int]:
        """Keys without diacritics, and the number of the weightiest that each stands for."""
        if side not in self._plain:
            keys, sums = self._keys[side], self._sums[side]
            order = np.argsort(sums, kind="stable").tolist()
            plain = folded(keys)
            self._plain[side] = {plain[number]: number for number in order}  # the last one stays
        return self._plain[side]

    def arrays(self, name: str) -> dict[str, Array]:
        """What `from_arrays` reads again, under names that begin with `name`."""
        return {
            f"{name}_source": _bytes(self._keys[0]),
            f"{name}_target": _bytes(self._keys[1]),
            f"{name}_codes": self.codes,
            f"{name}_weights": self.weights.astype(np.float32),
        }

    @classmethod
    def from_arrays(cls, name: str, held: dict[str, Array]) -> "Counts":
        """The table that `arrays` wrote."""
        source, target = (_strings(held[f"{name}_{side}"]) for side in ("source", "target"))
        weights = held[f"{name}_weights"].astype(np.float64)
        return cls(source, target, held[f"{name}_codes"].astype(np.int64), weights)


def _once(columns: Ints) -> Iterator[Ints]:
    """The places of all numbers from 0, in as many parts as it takes to hold each once."""
    rest = np.flatnonzero(columns >= 0)
    while len(rest):
        _, first = np.unique(columns[rest], return_index=True)
        yield rest[first]
        rest = np.delete(rest, first)


def _bytes(keys: Sequence[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(keys).encode(), np.uint8)


def _strings(content: NDArray[np.uint8]) -> list[str]:
    text = content.tobytes().decode()
    return text.split("\n") if text else []
