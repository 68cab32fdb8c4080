"""Tally: the counts of one system on one metric, by unit and label, in memory that does not grow.

A *unit* is what a resample draws: a segment or a document. Up to `MOST_UNITS` units are kept apart;
beyond that, units share bins (unit number modulo the number of bins), which leaves resampling
valid (it draws groups instead of single units) and memory constant.
"""

from collections.abc import Sequence

import numpy as np

from litmus.arrays import Floats, Ints

MOST_UNITS = 1 << 14
MOST_ENTRIES = 1 << 17


class Tally:
    """Accumulates rows of counts; `frozen` gives them summed by (bin, label)."""

    def __init__(self, n_columns: int) -> None:
        self._width = n_columns
        self.n_bins = MOST_UNITS
        self.n_units = 0
        self._bins = np.empty(0, np.int64)
        self._labels = np.empty(0, np.int64)
        self._counts = np.empty((0, n_columns))
        self._waiting: list[tuple[Ints, Ints, Floats]] = []
        self._n_waiting = 0

    def add(
        self, units: Sequence[int] | Ints, labels: Sequence[int] | Ints, counts: Floats
    ) -> None:
        """Rows of counts with their unit numbers and label codes (-1: no label)."""
        if not len(counts):
            return
        rows = np.asarray(units, np.int64)
        self.n_units = max(self.n_units, int(rows.max()) + 1)
        self._waiting.append((rows, np.asarray(labels, np.int64), np.asarray(counts, np.float64)))
        self._n_waiting += len(rows)
        if self._n_waiting > MOST_ENTRIES:
            self._settle()

    def rebin(self, n_bins: int) -> None:
        """Use fewer bins; `n_bins` must divide the present number."""
        self._settle()
        if n_bins != self.n_bins:
            self.n_bins = n_bins
            self._merge(self._bins % n_bins, self._labels, self._counts)

    def frozen(self) -> tuple[Ints, Ints, Floats]:
        """(bin, label, counts), sorted by label, then bin."""
        self._settle()
        return self._bins, self._labels, self._counts

    def _settle(self) -> None:
        if self._waiting:
            units, labels, counts = (
                np.concatenate(part) for part in zip(*self._waiting, strict=True)
            )
            self._waiting, self._n_waiting = [], 0
            self._merge(
                np.concatenate([self._bins, units % self.n_bins]),
                np.concatenate([self._labels, labels]),
                np.concatenate([self._counts, counts]),
            )
        while len(self._bins) > MOST_ENTRIES and self.n_bins > 1:
            self.n_bins //= 2
            self._merge(self._bins % self.n_bins, self._labels, self._counts)

    def _merge(self, bins: Ints, labels: Ints, counts: Floats) -> None:
        keys = (labels + 1) * MOST_UNITS + bins
        distinct, inverse = np.unique(keys, return_inverse=True)
        merged = np.zeros((len(distinct), self._width))
        for column in range(self._width):
            merged[:, column] = np.bincount(inverse, counts[:, column], minlength=len(distinct))
        self._bins, self._labels = distinct % MOST_UNITS, distinct // MOST_UNITS - 1
        self._counts = merged


def align_bins(tallies: Sequence[Tally]) -> int:
    """Give all tallies the same bins, so that units are paired; the number of bins in use."""
    for tally in tallies:
        tally.frozen()
    n_bins = min(tally.n_bins for tally in tallies)
    for tally in tallies:
        tally.rebin(n_bins)
    return max(1, min(n_bins, max(tally.n_units for tally in tallies)))
