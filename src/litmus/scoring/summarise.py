"""From counts to rows: values, intervals, paired tests, labels, subsets, correlations."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from litmus.arrays import Floats
from litmus.corpus.suite import SuiteInfo
from litmus.metrics.formulas import Formula
from litmus.scoring.cells import Cells, cells_of, counts_of, family_of, p_values, support_of
from litmus.scoring.correction import corrected
from litmus.scoring.measuring.collected import Collected, Counted
from litmus.scoring.naming import (
    SummarySettings,
    column,
    column_name,
    options_text,
    signature,
)
from litmus.scoring.rows import Column, Correlation, ResultRow
from litmus.stages import counted as told
from litmus.stats import correlation, paired
from litmus.stats.averages import LABELS, MICRO, Counts, value_of, value_of_totals
from litmus.stats.intervals import percentiles, wilson
from litmus.stats.resampling import bootstrap_weights
from litmus.wording import Message, count, option

_NOISE = 1e-9  # what floating point adds to a score


class Summary(NamedTuple):
    """What is reported about all metrics."""

    rows: list[ResultRow]
    columns: list[Column]
    correlations: list[Correlation]
    notes: list[str]


class _Estimates(NamedTuple):
    """(cells, systems) each; nan where there is nothing to say."""

    value: Floats
    low: Floats
    high: Floats


def summarise(
    collected: Collected,
    systems: Sequence[str],
    info: SuiteInfo,
    settings: SummarySettings,
    buckets: Mapping[str, Mapping[str, int]] = MappingProxyType({}),
) -> Summary:
    """Rows, columns, correlations and notes for all metrics; `buckets` of every column are in the
    order of its table."""
    summary = Summary([], [], [], [])
    order = {column: list(sizes) for column, sizes in buckets.items()}
    first = systems.index(settings.baseline) if settings.baseline else 0
    labels = list(collected.labels)
    entries = told(collected.counted, "resampling", "metrics", len(collected.counted))
    for entry in entries:
        counts = counts_of(entry, collected.n_units)
        signed = signature(entry, info, collected.n_references, settings)
        names = [labels[code] for code in counts.labels]
        all_cells = cells_of(entry, counts, names, signed, order)
        for cells, estimates in zip(all_cells, _intervals(all_cells, settings), strict=True):
            p = p_values(cells, settings, (first,))
            rows = _rows(cells, estimates, None if p is None else p[0], systems, settings)
            summary.rows.extend(replace(row, suite=info.name) for row in rows)
        summary.columns.extend(_columns(entry, collected.counted))
        summary.correlations.extend(_correlations(entry, counts, systems))
        summary.notes.extend(_cautions(entry, counts, settings))
        for totals in counts.totals(np.ones((1, len(counts.dense))))[0]:
            summary.notes.extend(entry.metric.notes(totals))
    rows, too_few = corrected(summary.rows, settings)
    return summary._replace(rows=rows, notes=list(dict.fromkeys(summary.notes + too_few)))


def _columns(entry: Counted, counted: Sequence[Counted]) -> Iterable[Column]:
    same_metric = [other for other in counted if other.metric.name == entry.metric.name]
    for reading in entry.metric.readings:
        yield column(entry, reading, same_metric)


def _cautions(entry: Counted, counts: Counts, settings: SummarySettings) -> list[str]:
    """Why a number that was asked for is missing."""
    notes: list[str] = []
    if entry.metric.average == "macro" and not len(counts.labels):
        notes.append(f"{entry.name}: a macro average needs labels, and no segment has any.")
    n_units = int((counts.dense[..., counts.support] > 0).any(axis=1).sum())
    is_tested = any(settings.tests(entry, reading) for reading in entry.metric.readings)
    if not (settings.test and is_tested and counts.dense.shape[1] > 1):
        return notes
    if n_units < paired.FEWEST_UNITS[settings.test]:
        enough_for_ar = n_units >= paired.FEWEST_UNITS["ar"]
        way_out = "; use " + option("test", "'ar'") if enough_for_ar else ""
        notes.append(
            Message(
                f"{entry.name}: {count(n_units, settings.unit)} {'is' if n_units == 1 else 'are'} "
                f"too few for this test, so p is left out{way_out}."
            )
        )
    return notes


def _intervals(all_cells: list[Cells], settings: SummarySettings) -> list[_Estimates]:
    """The estimates of each; cells of the same counts share the resamples."""
    groups: dict[tuple[int, bool], list[int]] = {}
    for index, cells in enumerate(all_cells):
        groups.setdefault((id(cells.counts), cells.average == MICRO), []).append(index)
    estimates: dict[int, _Estimates] = {}
    for (_, micro), members in groups.items():
        counts = all_cells[members[0]].counts
        trials: dict[int, list[Floats]] = {index: [] for index in members}
        width = 0 if micro else counts.label_width
        for weights in bootstrap_weights(
            len(counts.dense), settings.n_bootstrap, settings.seed, width
        ):
            totals = counts.totals(weights) if micro else counts.label_totals(weights)
            for index in members:
                value, average = all_cells[index].reading.value, all_cells[index].average
                trials[index].append(value_of_totals(counts, totals, value, average))
        for index in members:
            value, average = all_cells[index].reading.value, all_cells[index].average
            bounds = percentiles(np.concatenate(trials[index]))
            estimates[index] = _Estimates(paired.observed(counts, value, average), *bounds)
    return [estimates[index] for index in range(len(all_cells))]


def _rows(
    cells: Cells,
    estimates: _Estimates,
    p: Floats | None,
    systems: Sequence[str],
    settings: SummarySettings,
) -> Iterable[ResultRow]:
    metric, totals = cells.entry.metric, cells.totals()
    n = totals[..., metric.columns.index(metric.support)]
    is_share = isinstance(cells.reading.value, Formula)  # a difference of shares is none
    proportion = metric.proportion if is_share and settings.unit == "segment" else None
    cases = totals[..., metric.columns.index(proportion)] if proportion else None
    name, options = column_name(cells.entry, cells.reading), options_text(cells.entry.metric.chosen)
    for c, tag in enumerate(cells.tags):
        for s, system in enumerate(systems):
            low, high = _bounds(estimates, (c, s), None if cases is None else float(cases[c, s]))
            tested = p is not None and not np.isnan(p[c, s])
            yield ResultRow(
                system=system,
                metric=name,
                tag=tag if cells.column is None else f"{cells.column}:{tag}",
                n=round(float(n[c, s])),
                value=_or_none(estimates.value[c, s]),
                low=_or_none(low),
                high=_or_none(high),
                p=float(p[c, s]) if p is not None and tested else None,
                signature=cells.signature,
                options=options,
                family=family_of(cells, tag, settings) if tested else None,
                column=cells.column,
                bucket=tag if cells.column else None,
            )


def _bounds(
    estimates: _Estimates, cell: tuple[int, int], cases: float | None
) -> tuple[float, float]:
    """The interval of one cell; for a proportion (of `cases`) that no resample moves, Wilson's."""
    value, low, high = (float(part[cell]) for part in estimates)
    if np.isnan(value):
        return np.nan, np.nan
    if not math.isclose(low, high, rel_tol=_NOISE, abs_tol=_NOISE):
        return low, high
    if cases is None:  # the resamples say nothing about the uncertainty
        return np.nan, np.nan
    low, high = wilson(value / 100, cases)
    return 100 * low, 100 * high


def _or_none(value: float) -> float | None:
    return None if np.isnan(value) else _clean(value)


def _clean(value: float) -> float:
    """The value; a whole number where only floating-point noise separates the two.

    >>> _clean(100.00000000000004), _clean(200 / 3)
    (100.0, 66.66666666666667)
    """
    whole = float(round(value))
    return whole if math.isclose(value, whole, rel_tol=0, abs_tol=_NOISE) else float(value)


def _correlations(entry: Counted, counts: Counts, systems: Sequence[str]) -> list[Correlation]:
    if len(counts.labels) < 2:
        return []
    ones = np.ones((1, len(counts.dense)))
    values = value_of(counts, ones, entry.metric.value, LABELS)[0]
    n = counts.label_totals(ones)[0, :, :, support_of(entry)]
    correlations = []
    for s, system in enumerate(systems):
        known = ~np.isnan(values[:, s])
        rates, frequency = values[known, s], n[known, s]
        correlations.append(
            Correlation(
                system,
                entry.name,
                int(known.sum()),
                correlation.pearson(rates, frequency),
                correlation.spearman(rates, frequency),
            )
        )
    return correlations
