"""Draws conditions.svg and probes.svg from results.json (litmus-mt[plots]): python plot.py"""

import json
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from litmus.probing.plots import write_probe_plots
from litmus.probing.results import ProbeResult, ProbeRow

HERE = Path(__file__).parent
CONDITIONS = ("zero", "joint", "upsample-20")
BELOW = ("zero\nno test idiom", "joint\n1,270 pairs", "upsample-20\nthe same × 20")
PANELS = (
    ("litter", "LitTER ↓  idioms with a literal word, %"),
    ("apt-eval", "APT-Eval ↑  reference words found, %"),
)
TITLE = "Idioms seen in training are translated less literally, and more often right"
OURS_ARE = "ours: 0.13 million pairs,\n95 % over sentences"
OURS, PAPER, INK = "#a3245b", "#777777", "#222222"
STYLE: dict[Any, Any] = {
    "font.family": ["serif"], "font.size": 9, "axes.spines.top": False,
    "axes.spines.right": False, "axes.edgecolor": "#999999", "svg.hashsalt": "litmus",
    "svg.fonttype": "none",
}  # fmt: skip


def panel(axes: Any, numbers: dict[str, Any], metric: str, heading: str) -> None:
    """Ours as full marks with intervals, the paper's hollow and a little to the right."""
    found = {
        row["system"]: row
        for row in numbers["scores"]
        if (row["set"], row["metric"]) == ("idiom-macro", metric)
    }
    rows = [found[condition] for condition in CONDITIONS]
    values = [row["value"] for row in rows]
    reach = [
        [row["value"] - row["low"] for row in rows],
        [row["high"] - row["value"] for row in rows],
    ]
    places = [place - 0.07 for place in range(3)]
    axes.errorbar(
        places, values, yerr=reach, fmt="o", color=OURS, markersize=6, elinewidth=1.4, capsize=0,
    )  # fmt: skip
    paper = [numbers["paper"][metric][condition] for condition in CONDITIONS]
    aside = [place + 0.07 for place in range(3)]
    axes.plot(aside, paper, "o", color=PAPER, mfc="white", markersize=6)
    for place, value in zip(places, values, strict=True):
        axes.annotate(
            f"{value:.1f}", (place, value), (-6, 0), textcoords="offset points", ha="right",
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
    """Entropy and perplexity alone: on chrF the bars hardly differ."""
    rows = [
        ProbeRow(**row) for row in numbers["probes"] if row["probe"] in ("entropy", "perplexity")
    ]
    result = ProbeResult("", (), CONDITIONS, [row for row in rows if row.words != "other"], "")
    write_probe_plots(result, HERE / "probes.svg")


def main() -> None:
    numbers = json.loads((HERE / "results.json").read_text(encoding="utf-8"))
    conditions(numbers)
    probes(numbers)


if __name__ == "__main__":
    main()
