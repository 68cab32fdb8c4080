"""Tables of results: `python -m experiments.blind_spots.tables RESULTS [--page PAGE]`.

Printed, or written into the page: each between <!-- NAME --> and <!-- /NAME -->.
"""

import argparse
import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median

from experiments.blind_spots.evalset import PAIRS
from experiments.blind_spots.measure import MADE_FOR, OURS
from experiments.blind_spots.results import (
    CHANCE,
    Cell,
    Cells,
    kinds_of,
    label,
    read_cells,
    scorers_of,
)
from experiments.blind_spots.rows import DESIGNS

from litmus.errors import DataError


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path, help="where measure.py wrote")
    parser.add_argument("--page", type=Path, help="write the tables into this page")
    args = parser.parse_args()
    found = tables(args.results)
    if args.page:
        page = args.page.read_text(encoding="utf-8")
        args.page.write_text(rewritten(page, found), encoding="utf-8")
    else:
        print("\n\n".join(f"{name}\n\n{text}" for name, text in found.items()))


def tables(results: Path) -> dict[str, str]:
    """All tables, by name."""
    found = {
        f"{design}, {pair}": table(
            read_cells(results / "auc.tsv", design, pair), intervals=design == DESIGNS[0]
        )
        for design in DESIGNS
        for pair in PAIRS
    }
    found["detectors"] = detectors(results)
    found["subsets"] = subsets(results / "subsets.tsv")
    return {name: "\n".join(lines) for name, lines in found.items()}


def rewritten(page: str, found: Mapping[str, str]) -> str:
    """The page with these tables where its marks are.

    >>> print(rewritten("A <!-- x --> old <!-- /x --> B", {"x": "| new |"}))
    A <!-- x -->
    <BLANKLINE>
    | new |
    <BLANKLINE>
    <!-- /x --> B
    """
    for name, text in found.items():
        begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
        before, opened, rest = page.partition(begin)
        _, closed, after = rest.partition(end)
        if not (opened and closed):
            raise DataError(f"The page has no place for a table: {begin} and, below, {end}.")
        page = f"{before}{begin}\n\n{text}\n\n{end}{after}"
    return page


def detectors(results: Path) -> Iterator[str]:
    """The detector made for each kind, and the metric that is best at it."""
    yield _line(["pair", "design", "kind", "cases", "detector", "AUC", "best metric", "AUC",
                 "difference"])  # fmt: skip
    yield _line(["---"] * 3 + ["---:", "---", "---:", "---", "---:", "---:"])
    rows = read(results / "differences.tsv")
    for pair in PAIRS:
        for design in DESIGNS:
            cells = read_cells(results / "auc.tsv", design, pair)
            for kind, made in MADE_FOR.items():
                metrics = [name for name in scorers_of(cells)[0] if (name, kind) in cells]
                if not metrics or (OURS + made, kind) not in cells:
                    continue
                best = max((n for n in metrics if n != CHANCE), key=lambda n: cells[n, kind].auc)
                row = next(
                    row for row in rows
                    if (row["pair"], row["design"], row["kind"], row["metric"])
                    == (pair, design, kind, best)
                )  # fmt: skip
                ours, theirs = cells[OURS + made, kind], cells[best, kind]
                gain, low, high = (float(row[name]) for name in ("difference", "low", "high"))
                difference = f"{gain:+.2f} [{low:+.2f}, {high:+.2f}]"
                yield _line([pair, design, kind, str(ours.cases), made,
                             _text(ours, intervals=True), label(best),
                             _text(theirs, intervals=True), difference])  # fmt: skip


def subsets(file: Path) -> Iterator[str]:
    """Medians over the metrics: minor and major errors, halves, and any one rater left out."""
    parts = ("minor", "major", "odd", "even")
    yield _line(["pair", "kind", *parts, "without a rater, range of the best metric"])
    yield _line(["---", "---", *["---:"] * 5])
    rows = [row for row in read(file) if row["design"] == DESIGNS[0]]
    for pair, kind in dict.fromkeys((row["pair"], row["kind"]) for row in rows):
        own = [row for row in rows if (row["pair"], row["kind"]) == (pair, kind)
               and not row["scorer"].startswith(OURS) and row["scorer"] != CHANCE]  # fmt: skip
        cells = []
        for part in parts:
            known = [float(row[part]) for row in own if row[part]]
            n = own[0][f"{part}_cases"]
            cells.append(f"{_share(median(known))} ({n})" if known else "-")
        ranges = [(float(row["without_rater_low"]), float(row["without_rater_high"]))
                  for row in own if row["without_rater_low"]]  # fmt: skip
        best = max(ranges, key=sum) if ranges else None
        cells.append(f"{_share(best[0])} to {_share(best[1])}" if best else "-")
        yield _line([pair, kind, *cells])


def read(file: Path) -> list[dict[str, str]]:
    """The rows of a file of results."""
    with file.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


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
