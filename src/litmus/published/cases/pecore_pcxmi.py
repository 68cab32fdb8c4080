"""P-CXMI and KL divergence of six models, ranked against words that people marked as dependent."""

from collections.abc import Iterator
from math import log2
from typing import Any

import numpy as np

from litmus.arrays import Floats
from litmus.published.case import Data, Found
from litmus.published.headed import read_headed
from litmus.stats.average_precision import average_precision

# Column of expected.tsv -> the score it ranks by, and whether only words of sentences
# that the model translated right count.
RANKED = {
    "AP_pcxmi": ("P-CXMI", False),
    "AP_abs_pcxmi": ("absolute P-CXMI", False),
    "AP_neg_pcxmi": ("negative P-CXMI", False),
    "AP_kl_divergence": ("KL divergence", False),
    "correct_AP_pcxmi": ("P-CXMI", True),
    "correct_AP_kl_divergence": ("KL divergence", True),
    "correct_AP_abs_pcxmi": ("absolute P-CXMI", True),
}
_LEAST = 0.00005  # what a probability that is stored as 0.0000 may be at most


def recompute(data: Data) -> Iterator[Found]:
    """Every set and model."""
    for expected in read_headed(data.file("pecore-pcxmi/expected.tsv")):
        name = f"{expected['set']}.{expected['model']}"
        rows = list(read_headed(data.file(f"pecore-pcxmi/{name}.cti.tsv.gz")))
        yield from _found(f"{expected['set']}, {expected['model']}", rows, expected)


def _found(item: str, rows: list[dict[str, str]], expected: dict[str, str]) -> Iterator[Found]:
    dependent = np.array([row["is_context_sensitive"] == "1" for row in rows])
    right = np.array([row["is_example_correct"] == "1" for row in rows])
    yield Found("tokens", f"all, {item}", len(rows), int(expected["tokens"]))
    yield Found("tokens", f"dependent, {item}", int(dependent.sum()), int(expected["positives"]))
    scores = _scores(rows)
    for column, (score, only_right) in RANKED.items():
        chosen: Any = right if only_right else slice(None)
        value = average_precision(scores[score][chosen], dependent[chosen])
        which = f"{score}{', right sentences' if only_right else ''}, {item}"
        yield Found("average-precision", which, value, float(expected[column]))
    value = average_precision(_from_probabilities(rows), dependent)
    yield Found("from-probabilities", item, value, float(expected["AP_pcxmi"]))


def _scores(rows: list[dict[str, str]]) -> dict[str, Floats]:
    pcxmi = np.array([float(row["pcxmi"]) for row in rows])
    divergence = np.array([float(row["kl_divergence"]) for row in rows])
    return {
        "P-CXMI": pcxmi,
        "absolute P-CXMI": np.abs(pcxmi),
        "negative P-CXMI": -pcxmi,
        "KL divergence": divergence,
    }


def _from_probabilities(rows: list[dict[str, str]]) -> Floats:
    """P-CXMI by its definition. The authors call the probability with context the contrast."""
    return np.array(
        [
            log2(max(float(row["contrast_prob"]), _LEAST))
            - log2(max(float(row["probability"]), _LEAST))
            for row in rows
        ]
    )
