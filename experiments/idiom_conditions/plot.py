"""Draws conditions.svg and probes.svg from results.json (litmus-mt[plots]): python plot.py"""

import json
from pathlib import Path
from statistics import fmean
from typing import Any

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from litmus.probing.plots import write_probe_plots
from litmus.probing.results import ProbeResult, ProbeRow

HERE = Path(__file__).parent
CONDITIONS = ("zero", "joint", "upsample-20")
BELOW = ("zero\nno test idiom", "joint\n1,268 pairs", "upsample-20\nthe same × 20")
PANELS = (
    ("litter", "LitTER ↓  idioms with a literal word, %"),
    ("apt-eval", "APT-Eval ↑  reference words found, %"),
)
TITLE = "Idioms seen in training are translated less literally, and more often right"
OURS_ARE = "ours: 0.13 million pairs,\nmean and single seeds"
SEED = "2"  # of the probes
OURS, PAPER, INK = "#a3245b", "#777777", "#222222"
STYLE: dict[Any, Any] = {
    "font.family": ["serif"], "font.size": 9, "axes.spines.top": False,
    "axes.spines.right": False, "axes.edgecolor": "#999999", "svg.hashsalt": "litmus",
    "svg.fonttype": "none",
}  # fmt: skip


def panel(axes: Any, numbers: dict[str, Any], metric: str, heading: str) -> None:
    """The mean of our seeds and each of them, the paper's hollow and a little to the right."""
    seeds: dict[str, list[float]] = {condition: [] for condition in CONDITIONS}
    for row in numbers["scores"]:
        if (row["set"], row["metric"]) == ("idiom-macro", metric):
            seeds[row["system"]].append(row["value"])
    values = [fmean(found) for found in seeds.values()]
    places = [place - 0.07 for place in range(3)]
    for place, found in zip(places, seeds.values(), strict=True):
        axes.plot([place] * len(found), found, "_", color=OURS, markersize=9, markeredgewidth=1.2)
    axes.plot(places, values, "o", color=OURS, markersize=6)
    paper = [numbers["paper"][metric][condition] for condition in CONDITIONS]
    aside = [place + 0.07 for place in range(3)]
    axes.plot(aside, paper, "o", color=PAPER, mfc="white", markersize=6)
    for place, value in zip(places, values, strict=True):
        axes.annotate(
            f"{value:.1f}", (place, value), (-8, 0), textcoords="offset points", ha="right",
            va="center", color=OURS, fontweight="bold",
        )  # fmt: skip
    for place, value in zip(aside, paper, strict=True):
        axes.annotate(
            f"{value:.1f}", (place, value), (6, 0), textcoords="offset points", ha="left",
            va="center", color=PAPER,
        )  # fmt: skip
    axes.set_title(heading, loc="left", fontsize=9, color=INK)
    axes.set_xticks(range(3), BELOW)
    axes.set_xlim(-0.45, 2.45)
    axes.set_ylim(0, 62)
    axes.tick_params(length=0)
    axes.yaxis.grid(visible=True, color="#eceae4", linewidth=0.7)
    axes.set_axisbelow(True)
    axes.spines["left"].set_visible(False)


def conditions(numbers: dict[str, Any]) -> None:
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(7.2, 3.5), layout="constrained")
        FigureCanvasAgg(figure)
        both = figure.subplots(1, 2, sharey=True)
        for axes, (metric, heading) in zip(both, PANELS, strict=True):
            panel(axes, numbers, metric, heading)
        both[0].text(0.5, 55.5, "paper: 2.2 million pairs", color=PAPER)
        both[0].text(-0.4, 22, OURS_ARE, color=OURS)
        figure.suptitle(TITLE, x=0.01, ha="left", fontweight="bold", fontsize=10.5)
        figure.savefig(HERE / "conditions.svg", metadata={"Date": None})


def probes(numbers: dict[str, Any]) -> None:
    """Entropy and perplexity of one seed: on chrF the bars hardly differ."""
    rows = [
        ProbeRow(**{key: value for key, value in row.items() if key != "seed"})
        for row in numbers["probes"]
        if row["seed"] == SEED and row["probe"] in ("entropy", "perplexity")
    ]
    result = ProbeResult("", (), CONDITIONS, [row for row in rows if row.words != "other"], "")
    write_probe_plots(result, HERE / "probes.svg")


def main() -> None:
    numbers = json.loads((HERE / "results.json").read_text(encoding="utf-8"))
    conditions(numbers)
    probes(numbers)


if __name__ == "__main__":
    main()
