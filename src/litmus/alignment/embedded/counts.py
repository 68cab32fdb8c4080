"""How often words of two languages were linked: a sparse table of keys."""

from collections.abc import Iterable, Sequence
from itertools import count

import numpy as np
from numpy.typing import NDArray

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

    def between(self, source: Sequence[str], target: Sequence[str]) -> tuple[Ints, Ints, Floats]:
        """What is held of pairs of these keys: the places of both, and the weight."""
        sides = zip(self._numbers, (source, target), strict=True)
        rows, columns = (
            np.array([numbers.get(key, -1) for key in keys], np.int64) for numbers, keys in sides
        )
        known = np.flatnonzero(rows >= 0)
        starts, ends = (
            np.searchsorted(self.codes, (rows[known] + more) * _SHIFT) for more in (0, 1)
        )
        sizes = ends - starts
        held = np.repeat(starts - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
        place = np.full(len(self._keys[1]) + 1, -1)  # the last one is for keys that are not here
        place[columns] = np.arange(len(columns))
        place[-1] = -1
        second = place[self.codes[held] % _SHIFT]
        here = second >= 0
        return np.repeat(known, sizes)[here], second[here], self.weights[held[here]]

    def sums(self, side: int, keys: Sequence[str]) -> Floats:
        """Sum of weights for each key of a side (0 source, 1 target)."""
        numbers, sums = self._numbers[side], self._sums[side]
        return np.array([sums[numbers[key]] if key in numbers else 0.0 for key in keys])

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


def _bytes(keys: Sequence[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(keys).encode(), np.uint8)


def _strings(content: NDArray[np.uint8]) -> list[str]:
    text = content.tobytes().decode()
    return text.split("\n") if text else []
