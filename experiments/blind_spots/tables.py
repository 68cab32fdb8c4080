"""Tables for docs/measured/blind-spots.md: `python -m experiments.blind_spots.tables RESULTS`."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from experiments.blind_spots.evalset import PAIRS
from experiments.blind_spots.results import Cell, Cells, kinds_of, label, read_cells, scorers_of
from experiments.blind_spots.rows import DESIGNS


def main() -> None:
    results = Path(sys.argv[1])
    for design in DESIGNS:
        for pair in PAIRS:
            cells = read_cells(results / "auc.tsv", design, pair)
            print(f"\n{pair}, {design}\n")
            print("\n".join(table(cells, intervals=design == DESIGNS[0])))


def table(cells: Cells, *, intervals: bool) -> Iterator[str]:
    """Scorers by kinds of errors, the kinds with too few cases for a test last."""
    kinds = kinds_of(cells)
    kinds += [kind for kind in kinds_of(cells, tested=False) if kind not in kinds]
    metrics, ours = scorers_of(cells)
    yield _line(["", *kinds])
    yield _line(["---", *["---:"] * len(kinds)])
    some = [next(cell for (_, own), cell in cells.items() if own == kind) for kind in kinds]
    yield _line(["cases / documents", *[f"{one.cases:,} / {one.documents}" for one in some]])
    yield _line(["could be shown alone", *[_detectable(cells, kind, metrics) for kind in kinds]])
    for scorer in [*metrics, *ours]:
        row = [cells.get((scorer, kind)) for kind in kinds]
        yield _line([label(scorer), *[_text(cell, intervals=intervals) for cell in row]])


def _detectable(cells: Cells, kind: str, metrics: Sequence[str]) -> str:
    found = [cells[name, kind].detectable for name in metrics if (name, kind) in cells]
    known = [value for value in found if value is not None]
    return _share(median(known)) if known else "-"


def _text(cell: Cell | None, *, intervals: bool) -> str:
    if cell is None:
        return "-"
    value = f"**{_share(cell.auc)}**" if cell.better else _share(cell.auc)
    if not intervals:
        return value
    return f"{value} [{_share(cell.low)}, {_share(cell.high)}]"


def _share(value: float) -> str:
    """Without the zero: .72, 1.00."""
    return f"{value:.2f}".removeprefix("0")


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
