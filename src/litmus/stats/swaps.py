"""The values of two systems after the outputs of some units have changed places."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from litmus.arrays import Floats, Ints
from litmus.stats.averages import LABELS, MACRO, MICRO, Counts, Value

_FEW = 3  # entries of a label up to which its outcomes are tabulated


class Swaps:
    """Counts of all systems, ready for trials.

    A macro average has many labels of a few entries each: one of n entries has no more than 2^n
    outcomes. They are worked out before, and a trial only picks from them.
    """

    def __init__(self, counts: Counts, value: Value, average: str) -> None:
        self._value, self._average = value, average
        sizes = np.diff(np.append(counts.starts, len(counts.by_label)))
        few = (sizes <= _FEW) & (average == MACRO)
        self._tables = [
            _table(counts, counts.starts[few & (sizes == size)], size)
            for size in range(1, _FEW + 1)
            if (few & (sizes == size)).any()
        ]
        self._counts = counts.choose(np.flatnonzero(~few).tolist()) if few.any() else counts
        self._totals = self._summed(np.ones((1, len(counts.dense))))

    def values(self, masks: Floats, firsts: Sequence[int]) -> Iterator[tuple[Floats, Floats]]:
        """For each of `firsts`: its values, (trials, cells, systems), and those of the systems it
        changed places with, where a mask (trials, units) is 1."""
        swapped = self._summed(masks)
        seen = [table.seen(masks) for table in self._tables]
        for first in firsts:
            pair = self._pair(self._totals, swapped, first)
            if self._average == MICRO:
                yield pair[0][:, None], pair[1][:, None]
            elif self._average == LABELS:
                yield pair
            else:
                sums, n = (np.stack(part) for part in zip(*map(_evidence, pair), strict=True))
                for table, rows in zip(self._tables, seen, strict=True):
                    found = np.array(self._pair(table.totals, table.swapped, first))
                    found = np.ascontiguousarray(found.swapaxes(1, 2))  # outcomes last
                    # Not as a product of matrices: for so few columns its threads only spin.
                    sums += np.einsum("to,pso->pts", rows, np.nan_to_num(found))
                    n += np.einsum("to,pso->pts", rows, (~np.isnan(found)).astype(np.float64))
                mean = np.divide(sums, n, out=np.full(sums.shape, np.nan), where=n > 0)
                yield mean[0][:, None], mean[1][:, None]

    def _summed(self, masks: Floats) -> Floats:
        micro = self._average == MICRO
        return self._counts.totals(masks) if micro else self._counts.label_totals(masks)

    def _pair(self, totals: Floats, swapped: Floats, first: int) -> tuple[Floats, Floats]:
        one = [first]
        shift = swapped - swapped[..., one, :]
        return self._value(totals[..., one, :] + shift), self._value(totals - shift)


class _Table(NamedTuple):
    """The outcomes of labels with equally many entries, outcome by outcome."""

    units: Ints  # (labels, entries)
    totals: Floats  # (outcomes, systems, columns)
    swapped: Floats  # the same: what changes places

    def seen(self, masks: Floats) -> Floats:
        """(trials, outcomes): 1 where a trial has this outcome."""
        rows = np.ones((len(masks), 1, len(self.units)))
        for swapped in np.moveaxis(masks[:, self.units], -1, 0)[:, :, None]:
            rows = np.concatenate([rows - rows * swapped, rows * swapped], axis=1)
        return rows.reshape(len(masks), -1)


def _table(counts: Counts, starts: Ints, n_entries: int) -> _Table:
    entries = starts[:, None] + np.arange(n_entries)
    outcomes = np.arange(2**n_entries)[:, None] >> np.arange(n_entries) & 1
    held = counts.by_label[entries]  # (labels, entries, systems, columns)
    swapped = np.einsum("oe,lesc->olsc", outcomes, held)
    totals = np.broadcast_to(held.sum(axis=1), swapped.shape)
    shape = (-1, *held.shape[2:])
    return _Table(counts.entry_unit[entries], totals.reshape(shape), swapped.reshape(shape))


def _evidence(values: Floats) -> tuple[Floats, Floats]:
    """(trials, systems): the sum over labels with evidence, and how many they are."""
    has_evidence = ~np.isnan(values)
    return np.where(has_evidence, values, 0.0).sum(axis=1), has_evidence.sum(axis=1, dtype=float)
