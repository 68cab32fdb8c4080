"""From counts to values: micro over everything, macro over labels, both for many resamples."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from litmus.arrays import Floats, Ints
from litmus.stats.tally import Tally

Value = Callable[[Floats], Floats]  # totals (..., columns) -> values (...), nan: no evidence

MICRO, MACRO, LABELS = "micro", "macro", "labels"
_FEW = 4  # entries per label, on average, below which one sum beats many products


@dataclass(frozen=True)
class Counts:
    """Counts of several systems over the same units, ready to be resampled.

    `dense` is (units, systems, columns). `by_label` is (entries, systems, columns) with the unit
    and the label of each entry, sorted by label; `starts` is where each label begins. `support`
    is the column that counts cases.
    """

    dense: Floats
    by_label: Floats
    entry_unit: Ints
    labels: Ints
    starts: Ints
    support: int = -1

    @property
    def label_width(self) -> int:
        """How many numbers `label_totals` makes for one trial."""
        return len(self.labels) * int(self.by_label.shape[1] * self.by_label.shape[2])

    def totals(self, weights: Floats) -> Floats:
        """(trials, systems, columns) for weights (trials, units)."""
        units, systems, columns = self.dense.shape
        product = weights @ self.dense.reshape(units, systems * columns)
        return product.reshape(len(weights), systems, columns)

    def label_totals(self, weights: Floats) -> Floats:
        """(trials, labels, systems, columns) for weights (trials, units)."""
        _, systems, columns = self.by_label.shape
        result = np.empty((len(weights), len(self.labels), systems, columns))
        flat = self.by_label.reshape(len(self.by_label), systems * columns)
        if len(flat) <= _FEW * len(self.labels) and len(flat):
            return self._few_per_label(weights, flat).reshape(result.shape)
        for label, (start, end) in enumerate(zip(self.starts, self._ends(), strict=True)):
            product = weights[:, self.entry_unit[start:end]] @ flat[start:end]
            result[:, label] = product.reshape(len(weights), systems, columns)
        return result

    def _few_per_label(self, weights: Floats, flat: Floats) -> Floats:
        """The first entry of every label, then the second of those that have one, and so on."""
        sizes = self._ends() - self.starts
        sums = weights[:, self.entry_unit[self.starts], None] * flat[self.starts]
        for rank in range(1, int(sizes.max())):
            labels = np.flatnonzero(sizes > rank)
            entries = self.starts[labels] + rank
            sums[:, labels] += weights[:, self.entry_unit[entries], None] * flat[entries]
        return sums

    def _ends(self) -> Ints:
        return np.append(self.starts[1:], len(self.by_label))[: len(self.starts)]

    def choose(self, indices: Sequence[int]) -> "Counts":
        """The same with some of the labels only."""
        starts, ends = self.starts, self._ends()
        slices = [np.arange(starts[index], ends[index]) for index in indices]
        entries = np.concatenate(slices) if slices else np.empty(0, np.int64)
        sizes = [len(entry) for entry in slices]
        return replace(
            self,
            by_label=self.by_label[entries],
            entry_unit=self.entry_unit[entries],
            labels=self.labels[list(indices)],
            starts=np.cumsum([0, *sizes])[:-1].astype(np.int64),
        )

    def mean_over_labels(self, values: Floats, totals: Floats) -> Floats:
        """The macro average of a resample, (trials, systems); nan where no label has evidence.

        A label counts by its share of cases in the resample: a label drawn twice counts twice, one
        not drawn not at all. On the whole set every share is 1. Counting the labels drawn
        equally would lose the variance of rare ones.
        """
        support = totals[..., self.support]
        full = np.add.reduceat(self.by_label[..., self.support], self.starts, axis=0)
        shares = np.divide(support, full, out=np.zeros(support.shape), where=full > 0)
        shares[np.isnan(values)] = 0.0
        bottom = shares.sum(axis=1)
        top = (shares * np.nan_to_num(values)).sum(axis=1)
        mean: Floats = np.divide(top, bottom, out=np.full(top.shape, np.nan), where=bottom > 0)
        return mean


def gather(tallies: Sequence[Tally], n_units: int, support: int = -1) -> Counts:
    """The tallies of several systems, put side by side; bins must be aligned already."""
    entries = np.unique(np.concatenate([_marked(tally, n_units)[0] for tally in tallies]))
    dense = np.zeros((n_units, len(tallies), tallies[0].width))
    by_label = np.zeros((len(entries), len(tallies), tallies[0].width))
    for system, tally in enumerate(tallies):
        units, _, counts = tally.frozen()
        np.add.at(dense[:, system], units, counts)
        keys, counts = _marked(tally, n_units)
        by_label[np.searchsorted(entries, keys), system] = counts
    labels, starts = np.unique(entries // n_units, return_index=True)
    return Counts(dense, by_label, entries % n_units, labels, starts.astype(np.int64), support)


def _marked(tally: Tally, n_units: int) -> tuple[Ints, Floats]:
    """Label and unit as one number, and the counts, of what has a label."""
    units, labels, counts = tally.frozen()
    marked = labels >= 0
    return (labels * n_units + units)[marked], counts[marked]


def value_of(counts: Counts, weights: Floats, value: Value, average: str) -> Floats:
    """(trials, cells, systems): one cell for micro and macro, one per label for "labels"."""
    totals = counts.totals(weights) if average == MICRO else counts.label_totals(weights)
    return value_of_totals(counts, totals, value, average)


def value_of_totals(counts: Counts, totals: Floats, value: Value, average: str) -> Floats:
    """`value_of`, from totals that are already summed."""
    values = value(totals)
    if average == MICRO:
        return values[:, None]
    if average == LABELS:
        return values
    if not len(counts.labels):
        return np.full((len(totals), 1, totals.shape[-2]), np.nan)
    return counts.mean_over_labels(values, totals)[:, None]
