"""A network with one hidden layer over binary features, in NumPy."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from litmus.arrays import Array, Floats32

Name = TypeVar("Name", bound=str)


class Classifier:
    """Scores candidates by the names of their features; names it never saw count for nothing.

    Each row of `weights` belongs to a feature: what it adds to the hidden units and, in its last
    column, directly to the score. The first row is always on.
    """

    def __init__(
        self, features: Sequence[str], weights: Floats32, output: Floats32, threshold: float
    ) -> None:
        self._rows = {name: row for row, name in enumerate(features, start=1)}
        self._weights = weights
        self._output = output
        self.threshold = threshold

    def parts(self) -> dict[str, Any]:
        """What `write_classifiers` saves."""
        return {
            "features": list(self._rows),
            "weights": self._weights,
            "output": self._output,
            "threshold": self.threshold,
        }

    def score(self, candidates: Sequence[Sequence[str]]) -> Floats32:
        """Probabilities that something is missing, one per candidate."""
        if not candidates:
            return np.zeros(0, np.float32)
        rows: list[int] = []
        starts: list[int] = []
        for names in candidates:
            starts.append(len(rows))
            rows.append(0)
            rows += [self._rows[name] for name in names if name in self._rows]
        sums = np.add.reduceat(self._weights[rows], starts, axis=0)
        scores = np.maximum(sums[:, :-1], 0) @ self._output + sums[:, -1]
        return (1 / (1 + np.exp(-scores))).astype(np.float32)


def write_classifiers(
    path: Path, version: int, classifiers: Mapping[str, Mapping[str, Any]]
) -> None:
    """Saves arrays of each kind of gap; weights as half floats, names as one text."""
    arrays: dict[str, Array] = {"version": np.array(version)}
    for kind, parts in classifiers.items():
        names = "\n".join(parts["features"]).encode()
        arrays[f"{kind}.features"] = np.frombuffer(names, np.uint8)
        arrays[f"{kind}.weights"] = np.asarray(parts["weights"], np.float16)
        arrays[f"{kind}.output"] = np.asarray(parts["output"], np.float32)
        arrays[f"{kind}.threshold"] = np.array(parts["threshold"], np.float32)
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]


def read_classifiers(path: Path, kinds: Sequence[Name]) -> tuple[int, dict[Name, Classifier]]:
    """The version of the file, and the classifier of each kind of gap."""
    with np.load(path) as arrays:
        classifiers = {
            kind: Classifier(
                arrays[f"{kind}.features"].tobytes().decode().split("\n"),
                arrays[f"{kind}.weights"].astype(np.float32),
                arrays[f"{kind}.output"],
                float(arrays[f"{kind}.threshold"]),
            )
            for kind in kinds
        }
        return int(arrays["version"]), classifiers
