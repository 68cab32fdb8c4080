"""A published figure beside ours, and what comes of the comparison."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from litmus.published.case import Case, Figures, Source

Verdict = Literal["equal", "within tolerance", "differs", "skipped"]
_EPSILON = 1e-9  # of rounding in sums


@dataclass(frozen=True, slots=True)
class FigureRow:
    """One figure. `reason` says why it differs; a figure that differs without one is a failure.

    Of a case that was skipped there is one row, whose `reason` says why.
    """

    case: str
    paper: str
    table: str
    what: str
    item: str
    source: Source | None
    published: float | None
    ours: float | None
    difference: float | None
    decimals: int
    tolerance: float | None
    verdict: Verdict
    reason: str | None

    @property
    def failed(self) -> bool:
        """Whether it differs and nobody has said why."""
        return self.verdict == "differs" and self.reason is None


@dataclass(frozen=True, slots=True)
class Reproduction:
    """All figures of the cases that were run, and a row for each that could not be."""

    rows: Sequence[FigureRow]
    cases: Sequence[Case]

    @property
    def figures(self) -> list[FigureRow]:
        """The rows of the cases that were run."""
        return [row for row in self.rows if row.verdict != "skipped"]

    @property
    def skipped(self) -> list[FigureRow]:
        """The cases that were not."""
        return [row for row in self.rows if row.verdict == "skipped"]

    @property
    def failed(self) -> list[FigureRow]:
        """The figures that differ for no known reason."""
        return [row for row in self.rows if row.failed]


def compare(figures: Figures, difference: float | None) -> Verdict:
    """Equal at the decimals that were published, within tolerance, or neither.

    Without a difference there is nothing to compare with, which is a difference.
    """
    if difference is None:
        return "differs"
    if abs(difference) <= 0.5 * 10**-figures.decimals + _EPSILON:
        return "equal"
    return "within tolerance" if abs(difference) <= figures.tolerance + _EPSILON else "differs"


def explanation(figures: Figures, item: str, difference: float | None) -> str | None:
    """Why this figure is so far off, if the case says so."""
    for known in figures.known:
        meant = not known.items or item in known.items
        if meant and difference is not None and abs(difference) <= known.up_to + _EPSILON:
            return known.reason
    return None
