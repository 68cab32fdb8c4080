"""The shipped model on sets that it has not learnt from, and what a match costs.

python -m experiments.idiom_figurative.evaluate DATA
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from experiments.idiom_figurative.learning import area, f1
from experiments.idiom_figurative.sets import Labelled, id10m, magpie, match_check, tide, wmt24

from litmus.idioms.figurative.model import load_model

SETS: dict[str, tuple[str, Callable[[Path], list[Labelled]]]] = {
    "WMT24 en-is": ("wmt24-idioms-en-is", wmt24),
    "TIDE": ("tide-idioms", tide),
    "ID10M en": ("id10m-test", id10m),
    "match check en-de": ("idiom-translation-ds", match_check),
}


def main() -> None:
    """One row a set: all its phrases, and those of idioms that MAGPIE does not have."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    data = parser.parse_args().data
    model = load_model("en")
    assert model is not None
    known = {use.use.label.lower() for use in magpie(data / "mt-idioms-magpie")}
    print("| set | phrases | literal | AUC | F1 at 0.5 | always | below 0.5 literal | others |")
    for title, (folder, read) in SETS.items():
        every = read(data / folder)
        for name, uses in (
            (title, every),
            (f"{title}, new idioms", [use for use in every if use.use.label.lower() not in known]),
        ):
            chance = np.array(model.probabilities([use.use for use in uses]))
            literal = np.array([use.literal for use in uses])
            low = chance < 0.5
            print(
                f"| {name} | {len(uses)} | {literal.sum()} | {area(-chance, literal):.3f} "
                f"| {f1(low, literal):.1f} | {f1(low | ~low, literal):.1f} "
                f"| {literal[low].sum()} of {low.sum()} "
                f"| {literal[~low].sum()} of {(~low).sum()} |",
                flush=True,
            )
    uses = [use.use for use in magpie(data / "mt-idioms-magpie")]
    start = time.perf_counter()
    model.probabilities(uses)
    print(f"{1000 * (time.perf_counter() - start) / len(uses):.3f} ms a phrase")


if __name__ == "__main__":
    main()
