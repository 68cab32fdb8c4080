"""How the page recomputes a metric: the value of summed counts, written as data."""

from collections.abc import Mapping
from typing import Any

from litmus.metrics.base import Metric

Formula = Mapping[str, Any]


def _ratio(over: str, under: str, scale: float = 100.0) -> Formula:
    """scale x a sum of columns / a sum of columns; `a-b` subtracts, `a+b` adds."""
    return {"kind": "ratio", "scale": scale, "over": over, "under": under}


# By metric and reading. What is not here cannot be recomputed, and the page says so.
FORMULAS: Mapping[tuple[str, str], Formula] = {
    ("blacklist", ""): _ratio("triggered", "segments"),
    ("litter", ""): _ratio("triggered", "idioms"),
    ("apt-eval", ""): _ratio("unigram", "idioms"),
    ("apt-eval", "chrf"): _ratio("chrf", "idioms"),
    ("apt-eval", "ter"): _ratio("ter", "idioms"),
    ("apt-eval", "bleu"): _ratio("bleu", "idioms"),
    ("apt-eval", "mwe"): _ratio("mwe", "idioms"),
    ("idiom-accuracy", ""): _ratio("correct-extra", "gold"),
    ("autoie", ""): _ratio("passed", "weight"),
    ("autoie", "pairs"): _ratio("passed_own", "weight"),
    ("omission", ""): _ratio("omitted", "idioms"),
    ("word-f", ""): _ratio("matched", "reference+hypothesis", 200.0),
    ("word-f", "precision"): _ratio("matched", "hypothesis"),
    ("word-f", "recall"): _ratio("matched", "reference"),
    ("consistency", ""): _ratio("kept", "choices"),
    ("contrast", ""): _ratio("right", "decided"),
    ("contrast", "decided"): _ratio("decided", "segments"),
    ("bleu", ""): {"kind": "bleu"},
    ("chrf", ""): {"kind": "chrf"},
    ("chrf++", ""): {"kind": "chrf"},
    ("ter", ""): {"kind": "ter"},
    ("comet", ""): _ratio("score", "segments"),
}


def formula(metric: Metric[Any], suffix: str) -> dict[str, Any] | None:
    """The formula of a reading with columns by number; None if the page cannot recompute it."""
    found = FORMULAS.get((metric.name, suffix))
    if found is None or found["kind"] != "ratio":
        return None if found is None else dict(found)
    return {
        "kind": "ratio",
        "scale": found["scale"],
        "over": _weights(found["over"], metric.columns),
        "under": _weights(found["under"], metric.columns),
    }


def _weights(expression: str, columns: tuple[str, ...]) -> list[int]:
    """One weight a column."""
    weights = [0] * len(columns)
    for part in expression.replace("-", "+-").split("+"):
        weights[columns.index(part.removeprefix("-"))] = -1 if part.startswith("-") else 1
    return weights
