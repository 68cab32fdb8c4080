"""Complaints of litmus about every output: `python -m experiments.blind_spots.detectors DATA OUT`.

A detector's score of an output is minus the number of its complaints; where it has nothing to say
it does not complain. Written to OUT/PAIR.complaints.npz, and to OUT/PAIR.idioms.json where the
translations of idioms are.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from experiments.blind_spots.evalset import PAIRS, EvalSet

import litmus
from litmus.arrays import Floats
from litmus.idioms.matching.occurrence import DOUBTFUL
from litmus.metrics.discourse.consistency import BOTH, KINDS

# What a metric holds against an output, from its counts of a segment.
COMPLAINTS: Mapping[str, Callable[[dict[str, float]], float]] = {
    "consistency": lambda counts: counts["choices"] - counts["kept"],
    "word-f": lambda counts: counts["reference"] + counts["hypothesis"] - 2 * counts["matched"],
    "verdict": lambda counts: counts["idioms"] - counts["right"],
    "omission": lambda counts: counts["omitted"],
    "litter": lambda counts: counts["triggered"],
}
CONSISTENCY = {kind: f"consistency:of={kind}" for kind in KINDS}
# word-f compares tags, and there are no rules that tag English.
OF_DOCUMENTS = {
    "en-de": (*CONSISTENCY.values(), "word-f"),
    "zh-en": tuple(CONSISTENCY.values()),
}
OF_IDIOMS = ("verdict", "omission", "litter")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="the folder wmt23-evalset")
    parser.add_argument("out", type=Path)
    parser.add_argument("--pairs", nargs="+", default=PAIRS, choices=PAIRS)
    parser.add_argument("--only", choices=("documents", "idioms"), help="run again one family")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for pair in args.pairs:
        evalset = EvalSet(args.data, pair)
        file = args.out / f"{pair}.complaints.npz"
        found = dict(np.load(file)) if file.exists() else {}
        if args.only != "idioms":
            found |= complaints(evalset, OF_DOCUMENTS[pair])
            for name, kinds in (("consistency", BOTH), ("consistency:of=all", KINDS)):
                found[name] = sum((found[CONSISTENCY[kind]] for kind in kinds), np.zeros(()))
        if args.only != "documents":
            found |= complaints(evalset, OF_IDIOMS)
            spans = [[*place, here] for place, here in translations_of_idioms(evalset).items()]
            (args.out / f"{pair}.idioms.json").write_text(json.dumps(spans), encoding="utf-8")
        np.savez_compressed(file, **found)


def complaints(evalset: EvalSet, metrics: tuple[str, ...]) -> dict[str, Floats]:
    """(systems, segments) of each metric."""
    places = {name: row for row, name in enumerate(evalset.outputs)}
    found = {name: np.zeros((len(places), len(evalset.sources))) for name in metrics}
    for row in _evidence(evalset, metrics):
        name = row["metric"]
        place = places[row["system"]], int(row["id"]) - 1
        found[name][place] += COMPLAINTS[name.split(":")[0]](row["counts"])
    return found


def translations_of_idioms(evalset: EvalSet) -> dict[tuple[str, int], list[tuple[int, int]]]:
    """Where the words are that are linked to an idiom of the source, by system and segment."""
    language = evalset.pair.split("-")[0]
    marked: dict[int, list[tuple[int, int]]] = {}
    for row in litmus.mine(language, evalset.sources, language, workers=1):
        if DOUBTFUL.isdisjoint(row["flags"]):
            marked.setdefault(row["line"] - 1, []).extend(map(tuple, row["pieces"]))
    found = {}
    for system, outputs in evalset.outputs.items():
        aligned = litmus.align(evalset.sources, outputs, languages=evalset.pair)
        for segment, alignment in enumerate(aligned):
            if segment in marked:
                words = alignment.linked_targets(marked[segment])
                found[system, segment] = [alignment.target[word] for word in words]
    return found


def _evidence(evalset: EvalSet, metrics: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """One row for every system, segment, metric and label."""
    marked = evalset.pair.split("-")[0] if metrics == OF_IDIOMS else None
    with TemporaryDirectory() as folder:
        file = Path(folder) / "segments.jsonl"
        litmus.evaluate(
            languages=evalset.pair,
            source=evalset.sources,
            references=[evalset.reference],
            docids=evalset.documents,
            outputs=evalset.outputs,
            metrics=metrics,
            n_bootstrap=10,  # its intervals are not read
            segments=file,
            idioms=marked,
        )
        with file.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


if __name__ == "__main__":
    main()
