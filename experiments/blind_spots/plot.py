"""The figures: `python -m experiments.blind_spots.plot RESULTS FOLDER` (the extra `plots`)."""

import sys
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
from experiments.blind_spots.evalset import PAIRS
from experiments.blind_spots.results import Cells, kinds_of, label, read_cells, scorers_of
from experiments.blind_spots.rows import MATCHED, ONE_MORE
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

ACCENT, GREY, LIGHT = "#a3245b", "#555555", "#c4c4c4"
# One hue from white to dark: it reads the same in grey.
SHADES = LinearSegmentedColormap.from_list("shades", ["#ffffff", "#e9c4d5", "#a3245b", "#4a0f29"])
DARK = 0.78  # from here on numbers are white
KIND = "inconsistency"
STYLE: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.size": 7.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.6,
    "svg.hashsalt": "litmus",  # the same result gives the same file
    "svg.fonttype": "none",
}


def main() -> None:
    results, folder = Path(sys.argv[1]), Path(sys.argv[2])
    with matplotlib.rc_context(STYLE):
        for pair in PAIRS:
            designs = {
                name: read_cells(results / "auc.tsv", name, pair) for name in (MATCHED, ONE_MORE)
            }
            figure = draw(designs[MATCHED], designs[ONE_MORE])
            figure.savefig(folder / f"blind-spots-{pair}.svg", metadata={"Date": None})


def draw(matched: Cells, one_more: Cells) -> Figure:
    """What each scorer notices, and beside it what is known of one kind, with intervals."""
    metrics, ours = scorers_of(matched)
    names = [*metrics, "", *ours]  # a gap before ours
    kinds = [kind for kind in kinds_of(matched) if kind != KIND]
    figure = Figure(figsize=(7.6, 0.165 * len(names) + 1.35))
    sides = {"top": 1 - 1.0 / figure.get_figheight(), "bottom": 0.38 / figure.get_figheight()}
    split = 0.225 + 0.0415 * len(kinds)
    left = figure.add_gridspec(1, 1, left=0.225, right=split, **sides)
    right = figure.add_gridspec(1, 1, left=split + 0.04, right=0.985, **sides)
    shades(figure.add_subplot(left[0]), matched, names, kinds)
    dots(figure.add_subplot(right[0]), {MATCHED: matched, ONE_MORE: one_more}, names)
    return figure


def shades(axes: Axes, cells: Cells, names: list[str], kinds: list[str]) -> None:
    """AUC as shade and number; bold where it is shown to be above chance."""
    values = np.full((len(names), len(kinds)), np.nan)
    for row, name in enumerate(names):
        for column, kind in enumerate(kinds):
            cell = cells.get((name, kind))
            if cell is None:
                continue
            values[row, column] = cell.auc
            axes.text(
                column + 0.5, row + 0.53, f"{100 * cell.auc:.0f}", ha="center", va="center",
                fontsize=6.5, weight="bold" if cell.better else "normal",
                color="white" if cell.auc > DARK else "black" if cell.better else GREY,
            )  # fmt: skip
    box = (0, len(kinds), len(names), 0)
    axes.imshow(values, SHADES, vmin=0.5, vmax=1, extent=box, aspect="auto", interpolation="none")
    axes.set_yticks(
        [row + 0.5 for row in range(len(names))], [label(n) if n else "" for n in names]
    )
    axes.set_xticks([column + 0.5 for column in range(len(kinds))], kinds, rotation=45, ha="left")
    axes.xaxis.tick_top()
    axes.tick_params(length=0, pad=2)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set_xlabel("AUC × 100 within strata; bold: above chance (p < .05, Holm)", fontsize=7)


def dots(axes: Axes, designs: dict[str, Cells], names: list[str]) -> None:
    """AUC of one kind with its interval: matched (filled), one more error (hollow)."""
    for (design, cells), shift in zip(designs.items(), (-0.16, 0.16), strict=True):
        for row, name in enumerate(names):
            cell = cells.get((name, KIND))
            if cell is None:
                continue
            colour = ACCENT if name.startswith("litmus") else GREY
            place = row + 0.5 + shift
            face = colour if design == MATCHED else "white"
            axes.plot([cell.low, cell.high], [place] * 2, color=colour, lw=0.8, zorder=2)
            axes.plot(cell.auc, place, "o", ms=3.2, mfc=face, mec=colour, mew=0.8, zorder=3)
    axes.axvline(0.5, color=LIGHT, lw=0.8, zorder=0)
    axes.set_xlim(0.15, 0.95)
    axes.set_ylim(len(names), 0)
    axes.set_xticks([0.25, 0.5, 0.75], [".25", ".5", ".75"])
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    counts = [
        next(cell.cases for (_, kind), cell in cells.items() if kind == KIND)
        for cells in designs.values()
    ]
    axes.set_title(
        f"{KIND}\n● alone, n = {counts[0]}\n○ one more, n = {counts[1]}",
        fontsize=7.5, loc="left", linespacing=1.3,
    )  # fmt: skip
    axes.set_xlabel("AUC, 95 % interval (documents)", fontsize=7)


if __name__ == "__main__":
    main()
