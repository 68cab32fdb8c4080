"""The classifier as a data file: a linear part and small trees, calibrated."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np

from litmus.arrays import Array, Floats, Floats32
from litmus.idioms.figurative.features import features
from litmus.idioms.figurative.phrases import Use, phrase_of
from litmus.idioms.figurative.vectors import WordVectors

_FOLDER = resources.files("litmus.idioms.figurative") / "data"
WIDEST = 5.0  # standard deviations; a value further out counts as this
_AT_ONCE = 256  # phrases: their vectors fit a processor's cache


@dataclass(frozen=True)
class Forest:
    """Trees, a row each. A node has the children `left` (value at most `cut`) and `right`; an end
    is its own child, and `value` is what it adds to the score."""

    column: Array  # trees x nodes
    cut: Floats32
    left: Array
    right: Array
    value: Floats32
    depth: int

    def __call__(self, rows: Floats32) -> Floats:
        """The sum over all trees, for each row of numbers."""
        trees = np.arange(len(self.column))
        every = np.arange(len(rows))[:, None]
        node = np.zeros((len(rows), len(trees)), np.int64)
        for _ in range(self.depth):
            right = rows[every, self.column[trees, node]] > self.cut[trees, node]
            node = np.where(right, self.right[trees, node], self.left[trees, node])
        total: Floats = self.value[trees, node].sum(axis=1, dtype=np.float64)
        return total


@dataclass(frozen=True)
class Model:
    """Probability that a phrase is meant figuratively, for one language."""

    version: int
    vectors: WordVectors
    mean: Floats32
    scale: Floats32
    weights: Floats32
    forest: Forest
    calibration: tuple[float, float]  # slope and intercept, from score to log odds

    def scores(self, rows: Floats32) -> Floats:
        """Of rows of `features`; higher for literal use."""
        standard = np.clip((rows - self.mean) / self.scale, -WIDEST, WIDEST)
        total: Floats = (standard @ self.weights).astype(np.float64) + self.forest(rows)
        return total

    def probabilities(self, uses: Sequence[Use]) -> list[float]:
        """For each phrase, the probability that it is meant figuratively, with two decimals."""
        slope, intercept = self.calibration
        found: list[float] = []
        for start in range(0, len(uses), _AT_ONCE):
            some = [phrase_of(use, self.vectors) for use in uses[start : start + _AT_ONCE]]
            rows = features(some, self.vectors)
            chances = 1 / (1 + np.exp(slope * self.scores(rows) + intercept))
            found += [round(float(chance), 2) for chance in chances]
        return found


@cache
def load_model(code: str) -> Model | None:
    """The model of a language; None if there is none."""
    file = _FOLDER / f"{code}.npz"
    if not file.is_file():
        return None
    with resources.as_file(file) as path, np.load(Path(path), allow_pickle=False) as held:
        return model_of({name: held[name] for name in held.files})


def codes() -> Sequence[str]:
    """Languages that have a model."""
    names = (Path(file.name) for file in _FOLDER.iterdir())
    return sorted(name.stem for name in names if name.suffix == ".npz")


def model_of(held: Mapping[str, Array]) -> Model:
    """The model in these arrays, as the training writes them."""
    return Model(
        int(held["version"]),
        vectors_of(held),
        held["mean"].astype(np.float32),
        held["scale"].astype(np.float32),
        held["weights"].astype(np.float32),
        Forest(
            held["column"].astype(np.int64),
            held["cut"].astype(np.float32),
            held["left"].astype(np.int64),
            held["right"].astype(np.int64),
            held["value"].astype(np.float32),
            int(held["depth"]),
        ),
        (float(held["calibration"][0]), float(held["calibration"][1])),
    )


def vectors_of(held: Mapping[str, Array]) -> WordVectors:
    """The word vectors in these arrays."""
    return WordVectors(bytes(held["words"]).decode().split("\n"), held["vectors"])
