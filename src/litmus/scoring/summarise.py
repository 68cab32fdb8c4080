"""From counts to rows: values, intervals, paired tests, labels, subsets, correlations."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from litmus import __version__
from litmus.arrays import Floats
from litmus.corpus.suite import SuiteInfo
from litmus.metrics.base import Reading
from litmus.scoring.measure import SUBSETS, Collected, Counted
from litmus.scoring.results import SIGNIFICANT, Column, Correlation, ResultRow
from litmus.stats import correlation, paired
from litmus.stats.averages import LABELS, MICRO, Counts, gather, value_of, value_of_totals
from litmus.stats.intervals import percentiles, wilson
from litmus.stats.resampling import bootstrap_weights
from litmus.stats.tally import align_bins

_BLOCK = 256  # labels resampled at a time
_NOISE = 1e-9  # what floating point adds to a score
TESTS = {"ar": paired.approximate_randomisation, "bs": paired.bootstrap}


@dataclass(frozen=True)
class Settings:
    """How sure we want to be. `test` is "ar", "bs" or None."""

    test: str | None = None
    n_bootstrap: int = 1000
    n_trials: int = 10_000
    seed: int = 12345
    unit: str = "segment"
    marks: Mapping[str, str] = field(default_factory=dict)  # what "links" and "tags" came from


@dataclass(frozen=True)
class _Cell:
    """One reading of one metric over everything, per label or per subset: (cells, systems)."""

    reading: Reading
    average: str
    counts: Counts
    tags: Sequence[str | None]


def summarise(
    collected: Collected, systems: Sequence[str], info: SuiteInfo, settings: Settings
) -> tuple[list[ResultRow], list[Column], list[Correlation], list[str]]:
    """Rows, columns, correlations and notes for all metrics."""
    rows: list[ResultRow] = []
    columns: list[Column] = []
    correlations: list[Correlation] = []
    notes: list[str] = []
    all_labels = list(collected.labels)
    for entry in collected.counted:
        signature = _signature(entry, info, collected.n_references, settings)
        n_units = max(1, min(align_bins(entry.tallies), collected.n_units))
        support = entry.metric.columns.index(entry.metric.support)
        counts = gather(entry.tallies, n_units, support)
        names = [all_labels[code] for code in counts.labels]
        cells = _cells(entry, counts, names)
        if entry.subsets:
            width = align_bins(entry.subsets)
            parts = gather(entry.subsets, width, support)
            tags = [f"subset:{SUBSETS[code]}" for code in parts.labels]
            cells += [_Cell(r, LABELS, parts, tags) for r in entry.metric.readings]
        values = _intervals(cells, settings)
        for cell, (value, low, high) in zip(cells, values, strict=True):
            p = _p_values(entry, cell, settings) if not _is_subset(cell) else None
            name = _name(entry, cell.reading)
            signed = (
                signature.replace("|avg:macro", "|avg:micro") if _is_subset(cell) else signature
            )
            rows += _rows(entry, cell, name, systems, signed, value, low, high, p, settings)
            if cell.average != LABELS:
                same = [c for c in collected.counted if c.metric.name == entry.metric.name]
                title = _title(entry, cell.reading, same)
                better = cell.reading.higher_is_better
                columns.append(Column(name, title, better, entry.metric.family))
        notes += _cautions(entry, counts, settings)
        correlations += _correlations(entry, counts, systems)
        totals = counts.totals(np.ones((1, n_units)))[0]
        for s in range(len(systems)):
            notes += entry.metric.notes(totals[s])
    rows, too_few = _corrected(rows, settings)
    return rows, columns, correlations, list(dict.fromkeys(notes + too_few))


def _cautions(entry: Counted, counts: Counts, settings: Settings) -> list[str]:
    """Why a number that was asked for is not there."""
    notes = []
    if entry.metric.average == "macro" and not len(counts.labels):
        notes.append(f"{entry.name}: a macro average needs labels, and no segment has any.")
    n_units = int((counts.dense[..., counts.support] > 0).any(axis=1).sum())
    if settings.test and counts.dense.shape[1] > 1 and n_units < paired.FEWEST_UNITS[settings.test]:
        way_out = "; use --paired-ar" if n_units >= paired.FEWEST_UNITS["ar"] else ""
        notes.append(
            f"{entry.name}: {n_units} {settings.unit}{' is' if n_units == 1 else 's are'} too few "
            f"for this test, so p is left out{way_out}."
        )
    return notes


def _is_subset(cell: _Cell) -> bool:
    return any(tag is not None and tag.startswith("subset:") for tag in cell.tags)


def _cells(entry: Counted, counts: Counts, labels: list[str]) -> list[_Cell]:
    places = range(len(labels))
    blocks = [places[start : start + _BLOCK] for start in range(0, len(labels), _BLOCK)]
    parts = [(counts.choose(block), [labels[k] for k in block]) for block in blocks]
    cells: list[_Cell] = []
    for reading in entry.metric.readings:
        cells.append(_Cell(reading, entry.metric.average, counts, [None]))
        cells += [_Cell(reading, LABELS, part, tags) for part, tags in parts]
    return cells


def _intervals(cells: list[_Cell], settings: Settings) -> list[tuple[Floats, Floats, Floats]]:
    """(value, low, high) of each cell. Cells of the same counts share the resamples."""
    groups: dict[tuple[int, bool], list[int]] = {}
    for place, cell in enumerate(cells):
        groups.setdefault((id(cell.counts), cell.average == MICRO), []).append(place)
    result: dict[int, tuple[Floats, Floats, Floats]] = {}
    for (_, micro), places in groups.items():
        counts = cells[places[0]].counts
        trials: dict[int, list[Floats]] = {place: [] for place in places}
        width = 0 if micro else counts.label_width
        for weights in bootstrap_weights(
            len(counts.dense), settings.n_bootstrap, settings.seed, width
        ):
            totals = counts.totals(weights) if micro else counts.label_totals(weights)
            for place in places:
                cell = cells[place]
                trials[place].append(
                    value_of_totals(counts, totals, cell.reading.value, cell.average)
                )
        for place in places:
            value = paired.observed(counts, cells[place].reading.value, cells[place].average)
            result[place] = (value, *percentiles(np.concatenate(trials[place])))
    return [result[place] for place in range(len(cells))]


def _p_values(entry: Counted, cell: _Cell, settings: Settings) -> Floats | None:
    """(cells, systems); nan where there are too few cases or units for a test."""
    if settings.test is None or cell.counts.dense.shape[1] < 2:
        return None
    n, n_units = _n_cases(cell), _n_units(cell)
    enough = (np.minimum(n, n[:, :1]) >= paired.FEWEST_CASES) & (
        n_units >= paired.FEWEST_UNITS[settings.test]
    )
    p = np.full(n.shape, np.nan)
    tested = np.nonzero(enough[:, 1:].any(axis=1))[0]
    if not len(tested):
        return p
    counts = cell.counts.choose(tested.tolist()) if cell.average == LABELS else cell.counts
    n_trials = settings.n_trials if settings.test == "ar" else settings.n_bootstrap
    p[tested] = TESTS[settings.test](
        counts, cell.reading.value, cell.average, n_trials=n_trials, seed=settings.seed
    )
    return np.where(enough, p, np.nan)


def _n_cases(cell: _Cell) -> Floats:
    """(cells, systems): how many cases a system has."""
    counts = cell.counts
    if cell.average != LABELS:
        return np.asarray(counts.dense[..., counts.support].sum(axis=0)[None])
    return np.asarray(np.add.reduceat(counts.by_label[..., counts.support], counts.starts, axis=0))


def _n_units(cell: _Cell) -> Floats:
    """(cells, systems): in how many units a system has cases."""
    counts = cell.counts
    if cell.average != LABELS:
        return np.asarray((counts.dense[..., counts.support] > 0).sum(axis=0, dtype=float)[None])
    has = (counts.by_label[..., counts.support] > 0).astype(float)
    return np.asarray(np.add.reduceat(has, counts.starts, axis=0))


def _rows(
    entry: Counted,
    cell: _Cell,
    name: str,
    systems: Sequence[str],
    signature: str,
    value: Floats,
    low: Floats,
    high: Floats,
    p: Floats | None,
    settings: Settings,
) -> Iterable[ResultRow]:
    metric, ones = entry.metric, np.ones((1, len(cell.counts.dense)))
    if cell.average == LABELS:
        totals = cell.counts.label_totals(ones)[0]
    else:
        totals = cell.counts.totals(ones)[0, None]
    n = totals[..., metric.columns.index(metric.support)]
    for c, tag in enumerate(cell.tags):
        for s, system in enumerate(systems):
            known = not np.isnan(value[c, s])
            bounds = (float(low[c, s]), float(high[c, s]))
            if known and math.isclose(*bounds, rel_tol=_NOISE, abs_tol=_NOISE):
                # the resamples know nothing of the uncertainty
                bounds = (float("nan"), float("nan"))
                if metric.proportion and settings.unit == "segment":
                    cases = totals[c, s, metric.columns.index(metric.proportion)]
                    lower, upper = wilson(float(value[c, s]) / 100, float(cases))
                    bounds = (100 * lower, 100 * upper)
            found = p[c, s] if p is not None else float("nan")
            yield ResultRow(
                system,
                name,
                tag,
                round(float(n[c, s])),
                _clean(value[c, s]) if known else None,
                _clean(bounds[0]) if known and not np.isnan(bounds[0]) else None,
                _clean(bounds[1]) if known and not np.isnan(bounds[1]) else None,
                None if np.isnan(found) else float(found),
                signature,
            )


def _clean(value: float) -> float:
    """The value; a whole number where only floating-point noise parts the two.

    >>> _clean(100.00000000000004), _clean(200 / 3)
    (100.0, 66.66666666666667)
    """
    whole = float(round(value))
    return whole if math.isclose(value, whole, rel_tol=0, abs_tol=_NOISE) else float(value)


def _corrected(rows: list[ResultRow], settings: Settings) -> tuple[list[ResultRow], list[str]]:
    """Holm's correction over what is read together; a note where it leaves no star possible.

    One family is one table: all systems and metrics on the whole set, or all systems and tags of
    one metric.
    """
    families: dict[str | None, list[int]] = {}
    for place, row in enumerate(rows):
        if row.p is not None:
            families.setdefault(None if row.tag is None else row.metric, []).append(place)
    result, notes = list(rows), []
    for metric, places in families.items():
        adjusted = paired.holm([rows[place].p or 0.0 for place in places])
        for place, p in zip(places, adjusted, strict=True):
            result[place] = replace(rows[place], p=p)
        notes += _too_few_trials(metric, len(places), settings)
    return result, notes


def _too_few_trials(metric: str | None, n_tests: int, settings: Settings) -> list[str]:
    """Says so where even the smallest p that the trials allow is too large once corrected."""
    flag, n, ties = (
        ("--trials", settings.n_trials, 0.5)
        if settings.test == "ar"
        else ("--bootstrap", settings.n_bootstrap, 1.0)
    )
    smallest = min(1.0, n_tests * ties / (n + 1))
    if n_tests < 2 or smallest < SIGNIFICANT:
        return []
    where = f"{metric} by label" if metric else "the table"
    return [
        f"{where}: with {n_tests} comparisons and {n:,} trials no corrected p can be below "
        f"{smallest:.2g}, so nothing gets a star. Ask for more: {flag} {100 * n_tests}"
    ]


def _correlations(entry: Counted, counts: Counts, systems: Sequence[str]) -> list[Correlation]:
    if len(counts.labels) < 2:
        return []
    ones = np.ones((1, len(counts.dense)))
    values = value_of(counts, ones, entry.metric.value, LABELS)[0]
    support = entry.metric.columns.index(entry.metric.support)
    n = counts.label_totals(ones)[0, :, :, support]
    found = []
    for s, system in enumerate(systems):
        known = ~np.isnan(values[:, s])
        rates, frequency = values[known, s], n[known, s]
        found.append(
            Correlation(
                system,
                entry.name,
                int(known.sum()),
                correlation.pearson(rates, frequency),
                correlation.spearman(rates, frequency),
            )
        )
    return found


def _name(entry: Counted, reading: Reading) -> str:
    return f"{entry.name}.{reading.suffix}" if reading.suffix else entry.name


def _title(entry: Counted, reading: Reading, same: Sequence[Counted]) -> str:
    """The metric's title, with what sets it apart from others of the same name."""
    title = entry.metric.title + (f".{reading.suffix}" if reading.suffix else "")
    apart = [
        value if key == "average" else f"{key}={value}"
        for key, value in entry.metric.options.items()
        if any(other.metric.options[key] != value for other in same)
        and value != next(o.default for o in entry.metric.declared_options if o.key == key)
    ]
    if len(same) == 1 and entry.metric.average == "macro":
        apart = ["macro"]
    return f"{title} {' '.join(apart)}".rstrip()


def _signature(entry: Counted, info: SuiteInfo, n_references: set[int], settings: Settings) -> str:
    parts = {"set": f"{info.name}.v{info.version}", "lang": f"{info.source}-{info.target}"}
    parts["nrefs"] = str(*n_references) if len(n_references) == 1 else "var"
    parts |= entry.metric.signature_parts()
    if entry.metric.needs_links and "links" in settings.marks:
        parts["align"] = settings.marks["links"]
    if entry.metric.needs_tags and "tags" in settings.marks:
        parts["tagged"] = settings.marks["tags"]
    parts |= {"unit": settings.unit, "ci": f"bs{settings.n_bootstrap}"}
    parts["seed"] = str(settings.seed)
    if settings.test and len(entry.tallies) > 1:
        n = settings.n_trials if settings.test == "ar" else settings.n_bootstrap
        parts["test"] = f"{settings.test}{n}.holm"
    parts["v"] = __version__
    shown = (f"{key}:{value}" for key, value in parts.items())
    return "|".join([entry.metric.title.replace(" ", "-"), *shown])
