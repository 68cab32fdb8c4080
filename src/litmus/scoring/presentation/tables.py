"""Scores as tables: systems against metrics, subsets, and labels; the same numbers everywhere."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from html import escape

from litmus.scoring.presentation.bucket_tables import bucket_notes, bucket_table
from litmus.scoring.presentation.shown import Style, arrow, best, score
from litmus.scoring.rows import (
    DAGGER,
    FIELDS,
    SIGNIFICANT,
    SUBSET,
    TSV_FIELDS,
    Column,
    Correlation,
    ResultRow,
    Scores,
)
from litmus.tables import formats
from litmus.tables.cells import number
from litmus.tables.formats import INTERVAL, Sheet, Table, columns, records
from litmus.tables.page import html_table

_TESTS = {"ar": "approximate randomisation", "bs": "bootstrap"}
# The head of the column of systems.
SYSTEM_HEADS: Mapping[str, str] = {"text": "", "md": "system", "latex": "System"}
_LABEL_WIDTH, _COUNT_WIDTH = 24, 6  # labels of all metrics line up below each other


def render(result: Scores, format: str, style: Style) -> str:
    """The result in one of `litmus.tables.FORMATS`, ending in a newline."""
    colour = style.colour and format == "text"
    sheet = Sheet(
        heading=result.heading,
        tables=_tables(result, format, style),
        fields=TSV_FIELDS if format == "tsv" else FIELDS,
        records=records(result.rows, FIELDS),
        notes=notes_below(result, format, colour=colour),
        signatures=signatures_of(result) if style.signatures else (),
    )
    return formats.render(sheet, format, colour=colour)


def html(result: Scores) -> str:
    """Systems against metrics as an HTML table, for notebooks."""
    table = replace(_overall(result, "md", Style()), title=result.heading)
    return "\n".join([html_table(table), *(f"<p>{escape(note)}</p>" for note in _notes(result))])


def _tables(result: Scores, format: str, style: Style) -> Iterator[Table]:
    yield _overall(result, format, style)
    yield from tables_below(result, format, style)


def notes_below(result: Scores, format: str, *, colour: bool) -> list[str]:
    """What to say below the tables of a format."""
    is_bold = len(result.systems) > 1 and (colour or format in ("md", "latex"))
    return _notes(result) + ["Bold: best of the systems."] * is_bold


def signatures_of(result: Scores) -> list[str]:
    """Every signature once."""
    return list(dict.fromkeys(row.signature for row in result.rows if row.tag is None))


def tables_below(result: Scores, format: str, style: Style) -> Iterator[Table]:
    """What follows the table of systems: subsets, buckets, labels."""
    yield from _subsets(result, format, style)
    for name, sizes in result.buckets.items():
        yield bucket_table(result, name, sizes, format, style)
    for column in result.columns:
        if style.labels or column.shows_tags:
            yield from _labels(result, column, format, style)


def _overall(result: Scores, format: str, style: Style) -> Table:
    """Systems down, metrics across."""
    rows = [
        [system, *(score(result.overall(system, c.metric), format, style) for c in result.columns)]
        for system in result.systems
    ]
    best = [best_systems(result, column, style.decimals) for column in result.columns]
    strong = {
        (row, k)
        for row, system in enumerate(result.systems)
        for k, systems in enumerate(best, start=1)
        if system in systems
    }
    return Table(
        "",
        columns("text", SYSTEM_HEADS[format]) + columns("score", *map(arrow, result.columns)),
        rows,
        foot=[["n", *(support(result, column) for column in result.columns)]],
        strong=strong,
        fold=1,
    )


def best_systems(result: Scores, column: Column, decimals: int) -> frozenset[str]:
    """The systems with the best value of a column; none where there is nothing to compare."""
    return best([result.overall(system, column.metric) for system in result.systems], column,
                decimals)  # fmt: skip


def support(result: Scores, column: Column) -> str:
    """The number of cases; one for each system where they differ."""
    counts = [result.overall(system, column.metric).n for system in result.systems]
    return f"{counts[0]:,}" if len(set(counts)) == 1 else "/".join(f"{n:,}" for n in counts)


def _subsets(result: Scores, format: str, style: Style) -> Iterator[Table]:
    """Every subset that has evidence; no table without any."""
    rows = [
        (r.metric, r.bucket or "", r.system, f"{r.n:,}", score(r, format, style))
        for r in result.rows
        if r.column == SUBSET and r.value is not None
    ]
    if rows:
        heads = columns("text", "metric", "subset", "system") + columns("score", "n", "value")
        yield Table("", heads, rows)


def _labels(result: Scores, column: Column, format: str, style: Style) -> Iterator[Table]:
    """The labels of a metric, those with most evidence first."""
    by_label: dict[str, list[ResultRow]] = {}
    for row in result.rows:
        if row.metric == column.metric and row.tag is not None and row.column is None:
            by_label.setdefault(row.tag, []).append(row)
    if not by_label:
        return
    support = {label: max(row.n for row in rows) for label, rows in by_label.items()}
    labels = sorted(by_label, key=lambda label: -support[label])
    title, corner = (arrow(column), "") if format == "text" else ("", arrow(column))
    bold = [best(by_label[label], column, style.decimals) for label in labels]
    yield Table(
        title,
        [
            formats.Column(corner, "text"),
            formats.Column("n", "number", _COUNT_WIDTH),
            *(formats.Column(system, "score", _LABEL_WIDTH) for system in result.systems),
        ],
        [
            [label, f"{support[label]:,}", *(score(row, format, style) for row in by_label[label])]
            for label in labels
        ],
        strong={
            (at, k)
            for at, systems in enumerate(bold)
            for k, system in enumerate(result.systems, start=2)
            if system in systems
        },
        notes=[
            _correlation(correlation)
            for correlation in result.correlations
            if style.labels and correlation.metric == column.metric
        ],
    )


def _correlation(correlation: Correlation) -> str:
    pearson, spearman = number(correlation.pearson, 2), number(correlation.spearman, 2)
    return (
        f"{correlation.system}: rate against frequency over {correlation.n_labels} labels: "
        f"Pearson {pearson}, Spearman {spearman}"
    )


def _notes(result: Scores) -> list[str]:
    lines = [INTERVAL, *bucket_notes(result)]
    if any(row.value is None and row.tag is None for row in result.rows):
        lines.append("n/a: no evidence; no segment has what the metric looks at.")
    if options := chosen_options(result):
        lines.append(options)
    if result.test:
        few = "30 cases" if result.test == "ar" else "30 cases or resampled units"
        lines.append(
            f"* differs from {result.baseline or result.systems[0]} (p < {SIGNIFICANT}, "
            f"{_TESTS[result.test]}, {result.n_trials:,} trials, seed {result.seed}, "
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
    heads = columns("text", SYSTEM_HEADS.get(format, ""))
    heads += columns("score", *map(arrow, result.columns))
    fields = ("system", "metric", "value")
    sheet = Sheet(result.heading, [Table("", heads, values)], fields, records(rows, fields))
    return formats.render(sheet, format)
