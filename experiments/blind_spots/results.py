"""The results that measure.py wrote, for tables and figures."""

import csv
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple

from experiments.blind_spots.measure import OURS

CHANCE = "Random-sysname-src"  # the task's control: scores drawn for each system


class Cell(NamedTuple):
    """The AUC of a scorer for a kind of error; `better` if a test shows that it is above chance."""

    auc: float
    low: float
    high: float
    cases: int
    documents: int
    tested: bool
    better: bool
    detectable: float | None


Cells = dict[tuple[str, str], Cell]  # by scorer and kind


def read_cells(file: Path, design: str, pair: str) -> Cells:
    """All cells of a design and a language pair."""
    with file.open(encoding="utf-8", newline="") as stream:
        return {
            (row["scorer"], row["kind"]): _cell(row)
            for row in csv.DictReader(stream, delimiter="\t")
            if row["design"] == design and row["pair"] == pair and row["auc"]
        }


def kinds_of(cells: Cells, *, tested: bool = True) -> list[str]:
    """Kinds of errors, the best noticed first."""
    kinds = dict.fromkeys(kind for _, kind in cells)
    metrics = scorers_of(cells)[0]
    wanted = [kind for kind in kinds if _of(cells, kind)[0].tested or not tested]
    return sorted(
        wanted,
        key=lambda kind: (
            -median(cells[name, kind].auc for name in metrics if (name, kind) in cells)
        ),
    )


def scorers_of(cells: Cells) -> tuple[list[str], list[str]]:
    """Metrics, the best first, and our detectors; the control is the last of the metrics."""
    names = dict.fromkeys(name for name, _ in cells)
    ours = [name for name in names if name.startswith(OURS)]
    metrics = [name for name in names if not name.startswith(OURS) and name != CHANCE]
    metrics.sort(
        key=lambda name: -mean(cell.auc for (own, _), cell in cells.items() if own == name)
    )
    return [*metrics, *([CHANCE] if CHANCE in names else [])], ours


def label(scorer: str) -> str:
    """The name in tables: with a mark where no reference is read.

    >>> label("CometKiwi-src"), label("COMET-refA"), label("litmus consistency:of=terms")
    ('CometKiwi°', 'COMET', 'litmus consistency, terms')
    """
    if scorer == CHANCE:
        return "random, by system"
    name = scorer.removesuffix("-refA").replace(":of=", ", ")
    return f"{name.removesuffix('-src')}°" if name.endswith("-src") else name


def _of(cells: Cells, kind: str) -> Sequence[Cell]:
    return [cell for (_, own), cell in cells.items() if own == kind]


def _cell(row: dict[str, str]) -> Cell:
    auc, p = float(row["auc"]), row["p_holm"]
    return Cell(
        auc, float(row["low"]), float(row["high"]), int(row["cases"]), int(row["documents"]),
        bool(p), bool(p) and float(p) < 0.05 and auc > 0.5,
        float(row["detectable"]) if row["detectable"] else None,
    )  # fmt: skip
