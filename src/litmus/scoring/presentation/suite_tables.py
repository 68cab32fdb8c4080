"""Tables of several suites: systems down, suites across, one table for each metric."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from litmus.scoring.presentation.shown import Style, arrow, best, score
from litmus.scoring.presentation.tables import (
    SYSTEM_HEADS,
    notes_below,
    signatures_of,
    support,
    tables_below,
)
from litmus.scoring.rows import FIELDS, TSV_FIELDS, Column, ResultRow, Scores
from litmus.tables import formats
from litmus.tables.cells import number
from litmus.tables.formats import Sheet, Table, columns, records

_MEAN = "mean"
_ABSENT = "–"  # a system without an output there, or a metric that is not measured there


def render(results: Sequence[Scores], names: Sequence[str], format: str, style: Style) -> str:
    """The results in one of `litmus.tables.FORMATS`, ending in a newline."""
    colour = style.colour and format == "text"
    notes = dict.fromkeys(
        note for result in results for note in notes_below(result, format, colour=colour)
    )
    signatures = dict.fromkeys(s for result in results for s in signatures_of(result))
    across = [_across(results, names, column, format, style) for column in _columns(results)]
    sheet = Sheet(
        heading=f"{len(results)} suites",
        about=[result.heading for result in results],
        tables=(*across, *_below(results, names, format, style)),
        fields=TSV_FIELDS if format == "tsv" else FIELDS,
        records=records((row for result in results for row in result.rows), FIELDS),
        notes=[*notes, *_dash_and_mean(across)],
        signatures=list(signatures) if style.signatures else (),
    )
    return formats.render(sheet, format, colour=colour)


def bare(results: Sequence[Scores], decimals: int, format: str) -> str:
    """The main values alone, with their names."""
    rows = [
        result.overall(system, column.metric)
        for result in results
        for system in result.systems
        for column in result.columns
    ]
    cells = [[row.suite, row.system, row.metric, number(row.value, decimals)] for row in rows]
    if format == "text":
        return "".join("\t".join(line) + "\n" for line in cells)
    fields = ("suite", "system", "metric", "value")
    heads = columns("text", *fields[:3]) + columns("number", fields[3])
    heading = f"{len(results)} suites"
    return formats.render(
        Sheet(heading, [Table("", heads, cells)], fields, records(rows, fields)), format
    )


def _below(
    results: Sequence[Scores], names: Sequence[str], format: str, style: Style
) -> Iterator[Table]:
    """Subsets, buckets and labels of each suite."""
    for result, name in zip(results, names, strict=True):
        for table in tables_below(result, format, style):
            yield replace(table, title=f"{name}: {table.title}" if table.title else name)


def _columns(results: Sequence[Scores]) -> list[Column]:
    """The metrics of all suites; the same one has one title, whatever its options in each."""
    found: dict[str, Column] = {}
    for result in results:
        for column in result.columns:
            found.setdefault(column.metric, column)
    return list(found.values())


def _across(
    results: Sequence[Scores], names: Sequence[str], column: Column, format: str, style: Style
) -> Table:
    """One metric: systems down, suites across, and the mean where it is known for all."""
    systems = list(dict.fromkeys(system for result in results for system in result.systems))
    found = {
        (row.suite, row.system): row
        for result in results
        for row in result.rows
        if row.tag is None and row.metric == column.metric
    }
    across = [[found.get((name, system)) for system in systems] for name in names]
    means = [_mean(of_system) for of_system in zip(*across, strict=True)]
    has_means = any(mean is not None for mean in means)
    across += [means] * has_means
    tops = [best(of_suite, column, style.decimals) for of_suite in across]
    rows = [
        [system, *(_ABSENT if row is None else score(row, format, style) for row in own)]
        for system, *own in zip(systems, *across, strict=True)
    ]
    strong = {
        (at, k)
        for k, top in enumerate(tops, start=1)
        for at, system in enumerate(systems)
        if system in top
    }
    title, corner = (
        (arrow(column), SYSTEM_HEADS[format]) if format == "text" else ("", arrow(column))
    )
    heads = columns("text", corner) + columns("score", *names, *([_MEAN] if has_means else []))
    foot = [_support(result, column) for result in results] + [""] * has_means
    return Table(title, heads, rows, foot=[["n", *foot]], strong=strong, fold=1)


def _mean(rows: Sequence[ResultRow | None]) -> ResultRow | None:
    """The mean over suites as a row; None unless the system has a value on every one."""
    values = [row.value for row in rows if row is not None and row.value is not None]
    if len(values) < len(rows) or rows[0] is None:
        return None
    return replace(rows[0], value=sum(values) / len(values), low=None, high=None, p=None)


def _support(result: Scores, column: Column) -> str:
    measured = {own.metric for own in result.columns}
    return support(result, column) if column.metric in measured else _ABSENT


def _dash_and_mean(tables: Sequence[Table]) -> Iterator[str]:
    """What the signs of these tables mean, if they have any."""
    if any(_ABSENT in row for table in tables for row in table.rows):
        yield f"{_ABSENT}: no output, or not measured there."
    if any(table.heads[-1] == _MEAN for table in tables):
        yield f"{_MEAN}: over the suites, each counted once."
