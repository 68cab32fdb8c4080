"""AUC of all metrics and detectors: `python -m experiments.blind_spots.measure DATA OUT RESULTS`.

OUT is where detectors.py wrote; RESULTS gets auc.tsv, subsets.tsv and differences.tsv.
"""

import argparse
import csv
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from experiments.blind_spots.auc import Comparison, Pairs, compare, detectable, p_value
from experiments.blind_spots.evalset import PAIRS, EvalSet
from experiments.blind_spots.kinds import IDIOM, KINDS, PRONOUN
from experiments.blind_spots.rows import DESIGNS, Rows, read_rows, scores_of

from litmus.arrays import Bools, Floats
from litmus.stats.intervals import percentiles
from litmus.stats.paired import holm

FEWEST_SHOWN, FEWEST_TESTED, FEWEST_DOCUMENTS = 10, 30, 10
OURS = "litmus "
# The detector that is made for a kind of error.
MADE_FOR = {
    "inconsistency": "consistency:of=all",  # raters mark names as well as terms and address
    "register": "consistency:of=register",
    PRONOUN: "word-f",
    IDIOM: "verdict",
    "omission": "omission",
}
Row = dict[str, Any]


@dataclass(frozen=True)
class Material:
    """A language pair: its ratings, and the score of each by each scorer."""

    pair: str
    rows: Rows
    scorers: tuple[str, ...]
    scores: Floats  # (rows, scorers)

    def compare(
        self,
        design: str,
        kind: str,
        chosen: Bools | None = None,
        rows: Rows | None = None,
        n_trials: int = 2000,
    ) -> tuple[Pairs, Comparison] | None:
        """All or some cases of a kind; None where fewer than ten have a partner."""
        if chosen is None:
            chosen = np.ones(len(self.rows.clean), bool)
        pairs = (rows or self.rows).pairs(design, kind, chosen)
        if pairs.n_cases < FEWEST_SHOWN:
            return None
        return pairs, compare(pairs, self.scores, self.rows.document, n_trials=n_trials)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="the folder wmt23-evalset")
    parser.add_argument("out", type=Path, help="where detectors.py wrote")
    parser.add_argument("results", type=Path)
    args = parser.parse_args()
    material = [read(args.data, args.out, pair) for pair in PAIRS]
    table = [row for each in material for row in whole(each)]
    correct(table)
    write(args.results / "auc.tsv", table)
    write(args.results / "subsets.tsv", [row for each in material for row in subsets(each)])
    write(args.results / "differences.tsv", [row for each in material for row in differences(each)])


def read(data: Path, out: Path, pair: str) -> Material:
    """The ratings of a pair with the scores of metrics and minus the complaints of detectors."""
    evalset = EvalSet(data, pair)
    spans = json.loads((out / f"{pair}.idioms.json").read_text(encoding="utf-8"))
    rows = read_rows(evalset, {(system, segment): here for system, segment, here in spans})
    found = np.load(out / f"{pair}.complaints.npz")
    ours = {OURS + name: -found[name] for name in sorted(found) if not _idle(found, name)}
    tables: Mapping[str, Floats] = {**evalset.scores, **ours}
    return Material(pair, rows, tuple(tables), scores_of(evalset, rows, tables))


def _idle(found: Mapping[str, Floats], name: str) -> bool:
    """Whether a detector never complains in this pair, or is all that `consistency` has."""
    is_part = name.startswith("consistency:")
    return not found[name].any() or is_part and np.array_equal(found[name], found["consistency"])


def whole(material: Material) -> Iterator[Row]:
    """All cases; a p-value where there are enough of them."""
    rows = material.rows
    for design in DESIGNS:
        for kind in KINDS:
            found = material.compare(design, kind)
            if found is None:
                continue
            pairs, compared = found
            n_documents = len(np.unique(rows.document[pairs.case]))
            tested = pairs.n_cases >= FEWEST_TESTED and n_documents >= FEWEST_DOCUMENTS
            for row in _rows(material, design, kind, pairs, compared):
                error = row["error"]
                p = p_value(row["auc"] - 0.5, error) if tested else math.nan
                yield {**row, "documents": n_documents, "pairs": len(pairs.case), "p": p}


def correct(table: Sequence[Row]) -> None:
    """Holm over all tests of a design, both language pairs and litmus included; what each could
    have shown, alone and among all."""
    for design in DESIGNS:
        tests = [row for row in table if row["design"] == design and not math.isnan(row["p"])]
        for row, p in zip(tests, holm([row["p"] for row in tests]), strict=True):
            row["p_holm"] = p
            row["detectable"] = detectable(row["error"])
            row["detectable_holm"] = detectable(row["error"], len(tests))


def subsets(material: Material) -> Iterator[Row]:
    """By severity and by half of the documents; the range of AUC without any one of the raters."""
    rows = material.rows
    parts: dict[str, tuple[Bools | None, Rows]] = {
        "minor": (~rows.major, rows),
        "major": (rows.major, rows),
        **{half: (chosen, rows.without(~chosen)) for half, chosen in rows.halves.items()},
    }
    raters = [rows.without(rows.rater == number) for number in range(len(rows.raters))]
    for design in DESIGNS[:2]:
        for kind in KINDS:
            found = [
                {"design": design, "pair": material.pair, "kind": kind, "scorer": scorer}
                for scorer in material.scorers
            ]
            for subset, (chosen, left) in parts.items():
                _add_part(found, subset, material.compare(design, kind, chosen, left, n_trials=500))
            if len(raters) > 1:
                _add_range(found, [material.compare(design, kind, None, left, n_trials=1)
                                   for left in raters])  # fmt: skip
            yield from (row for row in found if len(row) > 4)


def _add_part(table: Sequence[Row], subset: str, found: tuple[Pairs, Comparison] | None) -> None:
    if found is None:
        return
    pairs, compared = found
    for place, (row, low, high) in enumerate(zip(table, *compared.interval, strict=True)):
        row |= {
            f"{subset}_cases": pairs.n_cases, subset: float(compared.value[place]),
            f"{subset}_low": float(low), f"{subset}_high": float(high),
        }  # fmt: skip


def _add_range(table: Sequence[Row], found: Sequence[tuple[Pairs, Comparison] | None]) -> None:
    """The lowest and highest AUC; a kind that has too few cases without some rater has none."""
    values = np.array([each[1].value for each in found if each is not None])
    if len(values) == len(found):
        for row, low, high in zip(table, values.min(axis=0), values.max(axis=0), strict=True):
            row |= {"without_rater_low": float(low), "without_rater_high": float(high)}


def differences(material: Material) -> Iterator[Row]:
    """How far above each metric the detector is that was made for a kind of error."""
    for design in DESIGNS:
        for kind, made in MADE_FOR.items():
            found = material.compare(design, kind)
            if found is None or OURS + made not in material.scorers:
                continue
            pairs, compared = found
            ours = material.scorers.index(OURS + made)
            values = compared.value[ours] - compared.value
            trials = compared.trials[:, [ours]] - compared.trials
            low, high = percentiles(trials)
            for place, scorer in enumerate(material.scorers):
                if not scorer.startswith(OURS):
                    error = float(np.nanstd(trials[:, place], ddof=1))
                    yield {
                        "design": design, "pair": material.pair, "kind": kind, "detector": made,
                        "metric": scorer, "cases": pairs.n_cases, "difference": values[place],
                        "low": low[place], "high": high[place],
                        "p": p_value(values[place], error),
                    }  # fmt: skip


def _rows(
    material: Material, design: str, kind: str, pairs: Pairs, compared: Comparison
) -> Iterator[Row]:
    low, high = compared.interval
    error = compared.error
    for place, scorer in enumerate(material.scorers):
        yield {
            "design": design, "pair": material.pair, "kind": kind, "scorer": scorer,
            "cases": pairs.n_cases, "auc": float(compared.value[place]),
            "low": float(low[place]), "high": float(high[place]), "error": float(error[place]),
        }  # fmt: skip


def write(path: Path, table: Sequence[Row]) -> None:
    """Tab-separated, four digits; empty where there is no test."""
    path.parent.mkdir(parents=True, exist_ok=True)
    names = list(dict.fromkeys(name for row in table for name in row))
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, delimiter="\t", lineterminator="\n")
        writer.writerow(names)
        writer.writerows([_cell(row.get(name)) for name in names] for row in table)


def _cell(value: object) -> object:
    if isinstance(value, float):
        return "" if math.isnan(value) else f"{value:.4g}"
    return "" if value is None else value


if __name__ == "__main__":
    main()
