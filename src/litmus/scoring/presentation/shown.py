"""How a score looks in any table of people: its cell, its head, and which is the best."""

from collections.abc import Sequence
from dataclasses import dataclass

from litmus.scoring.rows import SIGNIFICANT, Column, ResultRow
from litmus.stats.paired import FEWEST_CASES
from litmus.tables.cells import number, with_interval

FEW = "°"  # behind a value of too few cases to be tested
_SMALLEST = 0.001  # a p that is written as it is


@dataclass(frozen=True, slots=True)
class Style:
    """How numbers are shown."""

    decimals: int = 1
    labels: bool = False
    signatures: bool = True
    colour: bool = False  # of the text format, for terminals


def score(row: ResultRow | None, format: str, style: Style, *, marks_few: bool = False) -> str:
    """A value with its interval, a star if it differs, and in Markdown and LaTeX its p.

    `marks_few` is for tables that do not show the number of cases.
    """
    if row is None:
        return number(None, style.decimals)
    shown = with_interval(row, style.decimals)
    if row.p is not None and row.p < SIGNIFICANT:
        shown += " *"
    elif marks_few and is_few(row):
        shown += f" {FEW}"
    if row.p is not None and format in ("md", "latex"):
        p = f"p < {_SMALLEST}" if row.p < _SMALLEST else f"p = {row.p:.3f}"
        shown += f" ({p})"
    return shown


def is_few(row: ResultRow) -> bool:
    """Whether there is a value, but of too few cases to be tested."""
    return row.value is not None and row.n < FEWEST_CASES


def arrow(column: Column) -> str:
    """The title of a column, and which way is better."""
    if column.ideal is not None:
        return f"{column.title} →{column.ideal:g}"
    return f"{column.title} {'↑' if column.higher_is_better else '↓'}"


def best(rows: Sequence[ResultRow | None], column: Column, decimals: int) -> frozenset[str]:
    """The systems with the best value, as it is shown; none where there is nothing to compare."""
    values = {row.system: row.value for row in rows if row is not None and row.value is not None}
    if len(values) < 2:
        return frozenset()
    ideal = column.ideal
    if ideal is not None:  # as far above it is as good as below
        values = {system: abs(value - ideal) for system, value in values.items()}
    top = (max if column.higher_is_better and ideal is None else min)(values.values())
    shown = number(top, decimals)
    return frozenset(system for system, value in values.items() if number(value, decimals) == shown)
