"""From counts to values: micro over everything, macro over labels, both for many resamples."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from litmus.stats.tally import Ints, Tally

Array = npt.NDArray[np.float64]
Value = Callable[[Array], Array]  # totals (..., columns) -> values (...), nan: no evidence

MICRO, MACRO, LABELS = "micro", "macro", "labels"


@dataclass(frozen=True)
class Counts:
    """Counts of several systems over the same units, ready to be resampled.

    `dense` is (units, systems, columns). `by_label` is (entries, systems, columns) with the unit
    and the label of each entry, sorted by label; `starts` is where each label begins.
    """

    dense: Array
    by_label: Array
    entry_unit: Ints
    labels: Ints
    starts: Ints

    def totals(self, weights: Array) -> Array:
        """(trials, systems, columns) for weights (trials, units)."""
        units, systems, columns = self.dense.shape
        product = weights @ self.dense.reshape(units, systems * columns)
        return product.reshape(len(weights), systems, columns)

    def label_totals(self, weights: Array) -> Array:
        """(trials, labels, systems, columns) for weights (trials, units)."""
        _, systems, columns = self.by_label.shape
        result = np.empty((len(weights), len(self.labels), systems, columns))
        flat = self.by_label.reshape(len(self.by_label), systems * columns)
        ends = np.append(self.starts[1:], len(flat))[: len(self.starts)]  # there may be no label
        for place, (start, end) in enumerate(zip(self.starts, ends, strict=True)):
            product = weights[:, self.entry_unit[start:end]] @ flat[start:end]
            result[:, place] = product.reshape(len(weights), systems, columns)
        return result

    def beyond_first(self) -> "Counts":
        """Every system's counts less the first system's."""
        return replace(
            self,
            dense=self.dense - self.dense[:, :1],
            by_label=self.by_label - self.by_label[:, :1],
        )


def gather(tallies: Sequence[Tally], n_units: int) -> Counts:
    """The tallies of several systems, put side by side; bins must be aligned already."""
    frozen = [tally.frozen() for tally in tallies]
    width = frozen[0][2].shape[1]
    keys = [labels * n_units + units for units, labels, _ in frozen]
    marked = [key[labels >= 0] for key, (_, labels, _) in zip(keys, frozen, strict=True)]
    entries = np.unique(np.concatenate(marked))
    dense = np.zeros((n_units, len(frozen), width))
    by_label = np.zeros((len(entries), len(frozen), width))
    for system, ((units, labels, counts), key) in enumerate(zip(frozen, keys, strict=True)):
        np.add.at(dense[:, system], units, counts)
        with_label = labels >= 0
        by_label[np.searchsorted(entries, key[with_label]), system] = counts[with_label]
    labels, starts = np.unique(entries // n_units, return_index=True)
    return Counts(dense, by_label, entries % n_units, labels, starts.astype(np.int64))


def value_of(counts: Counts, weights: Array, value: Value, average: str) -> Array:
    """(trials, cells, systems): one cell for micro and macro, one per label for "labels"."""
    if average == MICRO:
        return value(counts.totals(weights))[:, None]
    return over_labels(value(counts.label_totals(weights)), average)


def over_labels(values: Array, average: str) -> Array:
    """Values (trials, labels, systems) as they are, or their mean over the labels.

    Macro leaves out the labels that have no evidence in the trial; nan where none has any.
    """
    if average == LABELS:
        return values
    known = ~np.isnan(values)
    n = known.sum(axis=1)
    sums = np.where(known, values, 0.0).sum(axis=1)
    mean: Array = np.divide(sums, n, out=np.full(sums.shape, np.nan), where=n > 0)
    return mean[:, None]
