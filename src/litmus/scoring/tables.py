"""Scores as tables: systems against metrics, subsets, and labels; the same numbers everywhere."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from html import escape

from litmus.scoring.rows import (
    DAGGER,
    FIELDS,
    SIGNIFICANT,
    TSV_FIELDS,
    Column,
    Correlation,
    ResultRow,
    Scores,
)
from litmus.tables import formats
from litmus.tables.cells import number, with_interval
from litmus.tables.formats import INTERVAL, Sheet, Table, columns, records
from litmus.tables.page import html_table

_TESTS = {"ar": "approximate randomisation", "bs": "bootstrap"}
_SYSTEM: Mapping[str, str] = {"text": "", "md": "system", "latex": "System"}  # head of their column
_SUBSET = "subset:"
_LABEL_WIDTH, _COUNT_WIDTH = 24, 6  # labels of all metrics line up below each other


@dataclass(frozen=True, slots=True)
class Style:
    """How numbers are shown."""

    decimals: int = 1
    labels: bool = False
    signatures: bool = True
    colour: bool = False  # of the text format, for terminals


def render(result: Scores, format: str, style: Style) -> str:
    """The result in one of `litmus.tables.FORMATS`, ending in a newline."""
    colour = style.colour and format == "text"
    notes = _notes(result)
    if colour and len(result.systems) > 1:
        notes.append("Bold: best of the column.")
    signatures = dict.fromkeys(row.signature for row in result.rows if row.tag is None)
    sheet = Sheet(
        heading=result.heading,
        tables=_tables(result, format, style),
        fields=TSV_FIELDS if format == "tsv" else FIELDS,
        records=records(result.rows, FIELDS),
        notes=notes,
        signatures=list(signatures) if style.signatures else (),
    )
    return formats.render(sheet, format, colour=colour)


def html(result: Scores) -> str:
    """Systems against metrics as an HTML table, for notebooks."""
    table = replace(_overall(result, "md", Style()), title=result.heading)
    return "\n".join([html_table(table), *(f"<p>{escape(note)}</p>" for note in _notes(result))])


def _tables(result: Scores, format: str, style: Style) -> Iterator[Table]:
    yield _overall(result, format, style)
    yield from _subsets(result, style)
    if style.labels and format != "latex":  # too long for a page
        for column in result.columns:
            yield from _labels(result, column, format, style)


def _overall(result: Scores, format: str, style: Style) -> Table:
    """Systems down, metrics across."""
    rows = [
        [system, *(_score(result.overall(system, c.metric), style) for c in result.columns)]
        for system in result.systems
    ]
    best = [best_systems(result, column) for column in result.columns]
    strong = {
        (row, k)
        for row, system in enumerate(result.systems)
        for k, systems in enumerate(best, start=1)
        if system in systems
    }
    return Table(
        "",
        columns("text", _SYSTEM[format]) + columns("score", *map(_arrow, result.columns)),
        rows,
        foot=[["n", *(_support(result, column) for column in result.columns)]],
        strong=strong,
        fold=True,
    )


def _score(row: ResultRow, style: Style) -> str:
    star = " *" if row.p is not None and row.p < SIGNIFICANT else ""
    return with_interval(row, style.decimals) + star


def _arrow(column: Column) -> str:
    return f"{column.title} {'↑' if column.higher_is_better else '↓'}"


def best_systems(result: Scores, column: Column) -> frozenset[str]:
    """The systems with the best value of a column; none where there is nothing to compare."""
    values = {
        system: row.value
        for system in result.systems
        if (row := result.overall(system, column.metric)).value is not None
    }
    if len(values) < 2:
        return frozenset()
    choose = max if column.higher_is_better else min
    top = choose(value for value in values.values() if value is not None)
    return frozenset(system for system, value in values.items() if value == top)


def _support(result: Scores, column: Column) -> str:
    counts = [result.overall(system, column.metric).n for system in result.systems]
    return f"{counts[0]:,}" if len(set(counts)) == 1 else "/".join(f"{n:,}" for n in counts)


def _subsets(result: Scores, style: Style) -> Iterator[Table]:
    """Every subset that has evidence; no table without any."""
    rows = [
        (r.metric, r.tag.removeprefix(_SUBSET), r.system, f"{r.n:,}", _score(r, style))
        for r in result.rows
        if r.tag is not None and r.tag.startswith(_SUBSET) and r.value is not None
    ]
    if rows:
        heads = columns("text", "metric", "subset", "system") + columns("score", "n", "value")
        yield Table("", heads, rows)


def _labels(result: Scores, column: Column, format: str, style: Style) -> Iterator[Table]:
    """The labels of a metric, those with most evidence first."""
    by_label: dict[str, list[ResultRow]] = {}
    for row in result.rows:
        if row.metric != column.metric or row.tag is None or row.tag.startswith(_SUBSET):
            continue
        by_label.setdefault(row.tag, []).append(row)
    if not by_label:
        return
    support = {label: max(row.n for row in rows) for label, rows in by_label.items()}
    title, corner = (_arrow(column), "") if format == "text" else ("", _arrow(column))
    yield Table(
        title,
        [
            formats.Column(corner, "text"),
            formats.Column("n", "number", _COUNT_WIDTH),
            *(formats.Column(system, "score", _LABEL_WIDTH) for system in result.systems),
        ],
        [
            [label, f"{support[label]:,}", *(_score(row, style) for row in by_label[label])]
            for label in sorted(by_label, key=lambda label: -support[label])
        ],
        notes=[_correlation(c) for c in result.correlations if c.metric == column.metric],
    )


def _correlation(correlation: Correlation) -> str:
    pearson, spearman = number(correlation.pearson, 2), number(correlation.spearman, 2)
    return (
        f"{correlation.system}: rate against frequency over {correlation.n_labels} labels: "
        f"Pearson {pearson}, Spearman {spearman}"
    )


def _notes(result: Scores) -> list[str]:
    lines = [INTERVAL]
    if any(row.value is None and row.tag is None for row in result.rows):
        lines.append("n/a: no evidence; no segment has what the metric looks at.")
    if options := chosen_options(result):
        lines.append(options)
    if result.test:
        few = "30 cases" if result.test == "ar" else "30 cases or resampled units"
        lines.append(
            f"* differs from {result.systems[0]} (p < {SIGNIFICANT}, {_TESTS[result.test]}, "
            f"{result.n_trials:,} trials, seed {result.seed}, "
            f"Holm-corrected over {correction(result)}); "
            f"no star: not significantly different, or fewer than {few}."
        )
    return lines


def chosen_options(result: Scores) -> str:
    """What the daggers in the head of the table mean; "" if there are none."""
    titles: dict[str, list[str]] = {}
    for column in result.columns:
        if column.daggered:
            titles.setdefault(column.daggered, []).append(column.title.removesuffix(DAGGER))
    told = [f"{', '.join(names)} with {options}" for options, names in titles.items()]
    return f"{DAGGER} {'; '.join(told)}." if told else ""


def correction(result: Scores) -> str:
    """What p-values are corrected over, for the footer of the table."""
    tested = f"{', '.join(result.tested)}, nothing else being tested" if result.tested else ""
    if result.family == "metric":
        return "each metric by itself" + (f"; {tested}" if tested else "")
    return tested or "the whole table"


def bare(result: Scores, decimals: int, format: str = "text") -> str:
    """The main values alone; with their names, unless there is one value in plain text."""
    rows = [result.overall(s, column.metric) for s in result.systems for column in result.columns]
    if format == "text":
        lines = [(row.system, row.metric, number(row.value, decimals)) for row in rows]
        return "".join(("\t".join(line) if len(lines) > 1 else line[-1]) + "\n" for line in lines)
    values = [
        [
            system,
            *(number(result.overall(system, c.metric).value, decimals) for c in result.columns),
        ]
        for system in result.systems
    ]
    heads = columns("text", _SYSTEM.get(format, "")) + columns(
        "score", *map(_arrow, result.columns)
    )
    fields = ("system", "metric", "value")
    sheet = Sheet(result.heading, [Table("", heads, values)], fields, records(rows, fields))
    return formats.render(sheet, format)
