"""The figure of README.md, of one seed: `python plot.py results.json 2 pcxmi.svg`."""

import json
import sys
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

ACCENT, GREY, LIGHT, BLUE = "#a3245b", "#555555", "#c4c4c4", "#1f5f8b"
STYLE: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.size": 8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.6,
    "svg.hashsalt": "litmus",  # the same result gives the same file
    "svg.fonttype": "none",
}
TAGS = ("pronouns", "ellipsis", "formality", "verb_form", "lexical_cohesion", "no tag")
LANGUAGES = {"fr": "French", "de": "German"}
LEAST = 100  # sentences in a class of lengths
PLACES = {"fr": (140, 0.85), "de": (112, 2.4)}  # of the names of the languages
RANGES = {"fr": (-0.14, 0.24, 0.1), "de": (-0.36, 0.36, 0.2)}  # least, most, step of nats a word


def main() -> None:
    path, seed, output = sys.argv[1:]
    results = json.loads(Path(path).read_text(encoding="utf-8"))["seeds"][seed]
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(9.2, 3.9))
        sides = {"top": 0.78, "bottom": 0.13}
        left = figure.add_gridspec(1, 1, left=0.05, right=0.38, **sides)
        right = figure.add_gridspec(1, 2, wspace=0.08, left=0.485, right=0.985, **sides)
        lengths(figure.add_subplot(left[0]), results)
        for column, target in enumerate(LANGUAGES):
            tags(figure.add_subplot(right[column]), results, target, names=not column)
        figure.savefig(output, metadata={"Date": None} if output.endswith("svg") else {})


def lengths(axes: Axes, results: dict[str, Any]) -> None:
    """Sentences by the pieces that are read, in classes of at least LEAST sentences."""
    for (target, language), colour in zip(LANGUAGES.items(), (BLUE, GREY), strict=True):
        for kind, line, face in (("real", "-", colour), ("random", ":", "white")):
            classes = [c for c in results[f"test.{target}"][kind] if c["n"] >= LEAST]
            places = [sum(found["pieces"]) / 2 for found in classes]
            values = [found["value"] for found in classes]
            axes.plot(places, values, line, color=colour, lw=1.3, marker="o", ms=4, mfc=face)
        axes.annotate(language, PLACES[target], color=colour, weight="bold")
    axes.axhline(0, color=LIGHT, lw=0.8, zorder=0)
    axes.set_ylim(-0.2, 3.5)
    middles = ("0–50", "51–100", "–150", "–200")
    axes.set_xticks([25, 75, 125, 175], middles)
    axes.set_xlabel("target pieces of sentence and context")
    axes.annotate("filled: real context\nhollow: random context", (20, 3.0), color=GREY)
    heading(axes, "Long windows help\nas short ones do", "P-CXMI of a sentence, nats; speeches")


def tags(axes: Axes, results: dict[str, Any], target: str, *, names: bool) -> None:
    """Words by tag: from random to real context, in the speeches and, thinner, in the talks."""
    for row, tag in enumerate(TAGS):
        for name, shift, size in (
            (f"test.{target}", -0.15, 5),
            (f"ted-{target}.{target}", 0.17, 3.2),
        ):
            found = results[name]["tags"].get(tag)
            if found is None:
                continue
            real, random = found["real"]["value"], found["random"]["value"]
            sure = found["real - random"]["low"] * found["real - random"]["high"] > 0
            colour = ACCENT if sure else GREY
            axes.plot([random, real], [row + shift] * 2, color=colour, lw=size / 3.5)
            axes.plot(random, row + shift, "o", ms=size, mfc="white", color=colour)
            axes.plot(real, row + shift, "o", ms=size, color=colour)
    axes.axvline(0, color=LIGHT, lw=0.8, zorder=0)
    axes.set_ylim(len(TAGS) - 0.5, -0.6)
    low, high, step = RANGES[target]
    axes.set_xlim(low, high)
    numbers = range(round(low / step), round(high / step) + 1)
    ticks = [step * n for n in numbers if low + step / 4 < step * n < high - step / 4]
    axes.set_xticks(ticks, [f"{tick:+.1f}".replace("-", "−") if tick else "0" for tick in ticks])
    axes.set_yticks(range(len(TAGS)), [tag.replace("_", " ") for tag in TAGS] if names else [])
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("P-CXMI of a word, nats")
    title = "Pronouns gain\nfrom the real context"
    if target == "de":
        title = "Pronouns lose with\nthe wrong context"
        axes.annotate(
            "red: 95 % interval of\nreal − random without 0",
            (-0.34, 3.2),
            ha="left",
            va="center",
            color=ACCENT,
        )
    heading(axes, title, f"{LANGUAGES[target]}; large: speeches, small: TED")


def heading(axes: Axes, title: str, below: str) -> None:
    """What the panel shows, in bold, and what it measures."""
    axes.text(0, 1.12, title, transform=axes.transAxes, weight="bold", fontsize=9, va="bottom")
    axes.text(0, 1.04, below, transform=axes.transAxes, color=GREY, va="bottom")


if __name__ == "__main__":
    main()
