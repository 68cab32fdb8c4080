"""Cells: what a row of the results is computed from, and how it is tested."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from litmus.arrays import Floats
from litmus.metrics.base import Reading
from litmus.scoring.measuring.collected import Counted, Parted
from litmus.scoring.measuring.subsets import SUBSETS
from litmus.scoring.naming import SummarySettings, column_name
from litmus.scoring.rows import SUBSET
from litmus.stats import paired
from litmus.stats.averages import LABELS, MACRO, Counts, gather
from litmus.stats.tally import align_bins

_BLOCK = 256  # labels resampled at a time
_TESTS = {"ar": paired.approximate_randomisation, "bs": paired.bootstrap}


@dataclass(frozen=True)
class Cells:
    """One reading of one metric: a single cell over everything, or one per label or bucket.

    `tags` are None for everything, labels, or, if there is a `column`, its buckets.
    """

    entry: Counted
    reading: Reading
    average: str
    counts: Counts
    tags: Sequence[str | None]
    signature: str
    column: str | None = None

    def totals(self) -> Floats:
        """(cells, systems, columns): the summed counts."""
        everything = np.ones((1, len(self.counts.dense)))
        if self.average == LABELS:
            return np.asarray(self.counts.label_totals(everything)[0])
        return np.asarray(self.counts.totals(everything)[0, None])


def counts_of(entry: Counted, n_units: int) -> Counts:
    """The counts of all systems side by side."""
    n_bins = max(1, min(align_bins(entry.tallies), n_units))
    return gather(entry.tallies, n_bins, support_of(entry))


def support_of(entry: Counted) -> int:
    """The column that counts cases."""
    return entry.metric.columns.index(entry.metric.support)


def cells_of(
    entry: Counted,
    counts: Counts,
    labels: list[str],
    signed: str,
    buckets: Mapping[str, Sequence[str]],
) -> list[Cells]:
    """By reading: everything, then blocks of labels; last the `buckets` of every column, which are
    in the order of its table."""
    cells: list[Cells] = []
    parts = list(_blocks(counts, labels))
    for reading in entry.metric.readings:
        cells.append(Cells(entry, reading, entry.metric.average, counts, [None], signed))
        cells += [Cells(entry, reading, LABELS, part, tags, signed) for part, tags in parts]
    average = MACRO if entry.metric.average == MACRO else LABELS
    for column, parted in entry.parted.items():
        names = SUBSETS if column == SUBSET else buckets[column]
        by_bucket = _macro_by_bucket if average == MACRO else _by_bucket
        for part, tags in by_bucket(parted, names, support_of(entry)):
            cells += [
                Cells(entry, reading, average, part, tags, signed, column)
                for reading in entry.metric.readings
            ]
    return cells


def _blocks(counts: Counts, labels: Sequence[str]) -> Iterator[tuple[Counts, list[str]]]:
    """The labels of some counts, so many at a time."""
    indices = range(len(labels))
    for start in range(0, len(labels), _BLOCK):
        block = indices[start : start + _BLOCK]
        yield counts.choose(block), [labels[k] for k in block]


def _by_bucket(
    parted: Parted, names: Sequence[str], support: int
) -> Iterator[tuple[Counts, list[str]]]:
    """Buckets as labels, in the order of `names`; those without any counts are left out."""
    counts = gather(parted.tallies, align_bins(parted.tallies), support)
    codes = [bucket for bucket, _ in parted.codes]
    place = {codes[code]: k for k, code in enumerate(counts.labels)}
    found = [name for name in names if name in place]
    yield from _blocks(counts.choose([place[name] for name in found]), found)


def _macro_by_bucket(
    parted: Parted, names: Sequence[str], support: int
) -> Iterator[tuple[Counts, list[str]]]:
    """Buckets one by one, each with its labels."""
    counts = gather(parted.tallies, align_bins(parted.tallies), support)
    codes = list(parted.codes)
    within: dict[str, list[int]] = {}
    for k, code in enumerate(counts.labels):
        within.setdefault(codes[code][0], []).append(k)
    for name in names:
        if name not in within:
            continue
        part = counts.choose(within[name])
        dense = np.zeros_like(counts.dense)
        np.add.at(dense, part.entry_unit, part.by_label)
        labels = [k for k in within[name] if codes[counts.labels[k]][1] is not None]
        yield replace(counts.choose(labels), dense=dense), [name]


def p_values(
    cells: Cells, settings: SummarySettings, firsts: Sequence[int] = (0,)
) -> Floats | None:
    """(firsts, cells, systems), against each of `firsts`; nan where there is too little to test."""
    is_tested = settings.tests(cells.entry, cells.reading) and cells.column != SUBSET
    if settings.test is None or not is_tested or cells.counts.dense.shape[1] < 2:
        return None
    n, n_units = _n_cases(cells), _n_units(cells)
    base = np.moveaxis(n[:, list(firsts)], 1, 0)[..., None]
    enough = (np.minimum(n, base) >= paired.FEWEST_CASES) & (
        n_units >= paired.FEWEST_UNITS[settings.test]
    )
    p = np.full(enough.shape, np.nan)
    others = ~np.eye(n.shape[1], dtype=bool)[list(firsts)][:, None]
    tested = np.nonzero((enough & others).any(axis=(0, 2)))[0]
    if not len(tested):
        return p
    counts = cells.counts.choose(tested.tolist()) if cells.average == LABELS else cells.counts
    test, n_trials = _TESTS[settings.test], settings.n_test_trials
    p[:, tested] = test(
        counts,
        cells.reading.value,
        cells.average,
        n_trials=n_trials,
        seed=settings.seed,
        firsts=firsts,
    )
    return np.where(enough, p, np.nan)


def _n_cases(cells: Cells) -> Floats:
    """(cells, systems): how many cases a system has."""
    counts = cells.counts
    if cells.average != LABELS:
        return np.asarray(counts.dense[..., counts.support].sum(axis=0)[None])
    return np.asarray(np.add.reduceat(counts.by_label[..., counts.support], counts.starts, axis=0))


def _n_units(cells: Cells) -> Floats:
    """(cells, systems): in how many units a system has cases."""
    counts = cells.counts
    if cells.average != LABELS:
        return np.asarray((counts.dense[..., counts.support] > 0).sum(axis=0, dtype=float)[None])
    has_cases = (counts.by_label[..., counts.support] > 0).astype(float)
    return np.asarray(np.add.reduceat(has_cases, counts.starts, axis=0))


def family_of(cells: Cells, tag: str | None, settings: SummarySettings) -> str:
    """What a p-value is read together with, which is a table or a part of it."""
    if tag is not None:
        return f"{column_name(cells.entry, cells.reading)} by {cells.column or 'label'}"
    return cells.entry.name if settings.family == "metric" else "all"
