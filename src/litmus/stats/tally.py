"""Tally: the counts of one system on one metric, by unit and label, in memory that does not grow.

A *unit* is what a resample draws: a segment or a document. Up to `MOST_UNITS` units are kept apart;
beyond that, units share bins (unit number modulo the number of bins), which leaves resampling
valid (it draws groups instead of single units) and memory constant.
"""

from collections.abc import Sequence

import numpy as np

from litmus.arrays import Array, Floats, Ints

MOST_UNITS = 1 << 14
MOST_ENTRIES = 1 << 17
_MOST_WAITING = 1 << 12  # rows, or a quarter of what is settled: settling costs a sort of it all


class Tally:
    """Accumulates rows of counts; `frozen` gives them summed by (bin, label)."""

    def __init__(self, n_columns: int) -> None:
        self.width = n_columns
        self.n_bins = MOST_UNITS
        self.n_units = 0
        self._keys = np.empty(0, np.int64)  # label and bin in one, sorted
        self._counts: Array = np.empty((0, n_columns), np.uint8)
        self._waiting: list[tuple[Ints, Array]] = []
        self._n_waiting = 0

    def add(
        self, units: Sequence[int] | Ints, labels: Sequence[int] | Ints, counts: Floats
    ) -> None:
        """Rows of counts with their unit numbers and label codes (-1: no label)."""
        if not len(counts):
            return
        rows = np.asarray(units, np.int64)
        self.n_units = max(self.n_units, int(rows.max()) + 1)
        keys = (np.asarray(labels, np.int64) + 1) * MOST_UNITS + rows % self.n_bins
        self._waiting.append((keys, _narrow(counts)))
        self._n_waiting += len(rows)
        if self._n_waiting > max(_MOST_WAITING, len(self._keys) // 4):
            self._settle()

    def rebin(self, n_bins: int) -> None:
        """Use fewer bins; `n_bins` must divide the present number."""
        self._settle()
        if n_bins != self.n_bins:
            self._fold(n_bins)

    def frozen(self) -> tuple[Ints, Ints, Floats]:
        """(bin, label, counts), sorted by label, then bin."""
        self._settle()
        counts = self._counts.astype(np.float64, copy=False)
        return self._keys % MOST_UNITS, self._keys // MOST_UNITS - 1, counts

    def _settle(self) -> None:
        if self._waiting:
            keys, counts = zip(*self._waiting, strict=True)
            self._waiting, self._n_waiting = [], 0
            self._merge(
                np.concatenate([self._keys, *keys]), np.concatenate([self._counts, *counts])
            )
        while len(self._keys) > MOST_ENTRIES and self.n_bins > 1:
            self._fold(self.n_bins // 2)

    def _fold(self, n_bins: int) -> None:
        self.n_bins = n_bins
        self._merge(
            self._keys - self._keys % MOST_UNITS + self._keys % MOST_UNITS % n_bins, self._counts
        )

    def _merge(self, keys: Ints, counts: Array) -> None:
        self._keys, inverse = np.unique(keys, return_inverse=True)
        merged = np.empty((len(self._keys), self.width))
        for column in range(self.width):
            merged[:, column] = np.bincount(inverse, counts[:, column], minlength=len(self._keys))
        self._counts = _narrow(merged)


def _narrow(counts: Floats) -> Array:
    """The counts in the smallest type that holds them exactly: mostly they are small integers."""
    for kind in (np.uint8, np.uint16, np.uint32):
        with np.errstate(invalid="ignore"):
            narrow = np.asarray(counts, kind)
        if (narrow == counts).all():
            return narrow
    return np.asarray(counts, np.float64)


def align_bins(tallies: Sequence[Tally]) -> int:
    """Give all tallies the same bins, so that units are paired; the number of bins in use."""
    for tally in tallies:
        tally.frozen()
    n_bins = min(tally.n_bins for tally in tallies)
    for tally in tallies:
        tally.rebin(n_bins)
    return max(1, min(n_bins, max(tally.n_units for tally in tallies)))
