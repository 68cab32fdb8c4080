"""How often the test is wrong where nothing is noticed: `python -m experiments.blind_spots.null`.

Random scores that know the document and the segment, but not the output, are compared as the
metrics are; p below 0.05 is a false alarm. DATA OUT FILE as in measure.py.
"""

import argparse
from pathlib import Path

import numpy as np
from experiments.blind_spots.auc import compare, p_value
from experiments.blind_spots.evalset import PAIRS
from experiments.blind_spots.kinds import KINDS
from experiments.blind_spots.measure import FEWEST_DOCUMENTS, FEWEST_TESTED, Material, read, write
from experiments.blind_spots.rows import DESIGNS

from litmus.arrays import Floats, Ints

SCORERS = 200


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("file", type=Path)
    args = parser.parse_args()
    table = []
    for material in (read(args.data, args.out, pair) for pair in PAIRS):
        table += alarms(material)
    write(args.file, table)


def alarms(material: Material) -> list[dict[str, object]]:
    """The share of random scorers that a test calls better or worse than chance."""
    rows, found = material.rows, []
    scores = random_scores(rows.document, rows.segment, seed=1)
    for design in DESIGNS:
        for kind in KINDS:
            pairs = rows.pairs(design, kind, np.ones(len(rows.clean), bool))
            n_documents = len(np.unique(rows.document[pairs.case]))
            if pairs.n_cases < FEWEST_TESTED or n_documents < FEWEST_DOCUMENTS:
                continue
            compared = compare(pairs, scores, rows.document, n_trials=200)
            p = [p_value(*each) for each in zip(compared.value - 0.5, compared.error, strict=True)]
            found.append(
                {
                    "design": design, "pair": material.pair, "kind": kind, "cases": pairs.n_cases,
                    "documents": n_documents, "alarms": float(np.mean(np.array(p) < 0.05)),
                }
            )  # fmt: skip
    return found


def random_scores(document: Ints, segment: Ints, *, seed: int) -> Floats:
    """(rows, scorers): a third of the variance each of document, segment and output."""
    rng = np.random.default_rng(seed)
    of_document = rng.standard_normal((document.max() + 1, SCORERS))[document]
    of_segment = rng.standard_normal((segment.max() + 1, SCORERS))[segment]
    return of_document + of_segment + rng.standard_normal((len(document), SCORERS))


if __name__ == "__main__":
    main()
