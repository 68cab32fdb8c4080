"""Training of the classifier's network, in NumPy and SciPy."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from examples import Example
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

Floats = NDArray[np.float32]
HIDDEN, EPOCHS, BATCH = 12, 30, 256
RATE, DECAY, DROPPED = 3e-3, 1e-4, 0.6


def vocabulary(examples: Sequence[Example], least: int) -> dict[str, int]:
    """Features that occur in at least so many examples, with their columns."""
    counts = Counter(name for example in examples for name in set(example.features))
    kept = sorted(name for name, count in counts.items() if count >= least)
    return {name: column for column, name in enumerate(kept)}


def matrix(examples: Sequence[Example], columns: dict[str, int]) -> csr_matrix:
    """One row per example, 1 where it has a feature."""
    indices: list[int] = []
    ends = [0]
    for example in examples:
        indices += sorted({columns[name] for name in example.features if name in columns})
        ends.append(len(indices))
    ones = np.ones(len(indices), np.float32)
    return csr_matrix((ones, indices, ends), shape=(len(examples), len(columns)))


class Network:
    """Hidden units (W, b) with output weights v, beside direct weights u and a constant c."""

    def __init__(self, width: int, rng: np.random.Generator) -> None:
        self.held: dict[str, Floats] = {
            "W": rng.normal(0, 0.1, (width, HIDDEN)).astype(np.float32),
            "b": np.zeros(HIDDEN, np.float32),
            "v": rng.normal(0, 0.3, HIDDEN).astype(np.float32),
            "u": np.zeros(width, np.float32),
            "c": np.zeros(1, np.float32),
        }

    def hidden(self, rows: csr_matrix) -> Floats:
        return np.asarray(rows @ self.held["W"] + self.held["b"])

    def scores(self, rows: csr_matrix) -> Floats:
        """Log odds that something is missing."""
        held = self.held
        found = np.maximum(self.hidden(rows), 0) @ held["v"] + rows @ held["u"] + held["c"]
        return np.asarray(found, np.float32)

    def slopes(self, rows: csr_matrix, gaps: Floats, weights: Floats) -> dict[str, Floats]:
        """Gradient of the weighted cross-entropy, with decay."""
        held, before = self.held, self.hidden(rows)
        error = 1 / (1 + np.exp(-self.scores(rows))) - gaps
        error = (error * weights / len(gaps)).astype(np.float32)
        back = np.outer(error, held["v"]) * (before > 0)
        return {
            "W": rows.T @ back + DECAY * held["W"],
            "b": back.sum(0),
            "v": np.maximum(before, 0).T @ error + DECAY * held["v"],
            "u": rows.T @ error + DECAY * held["u"],
            "c": error.sum(keepdims=True),
        }


def train(rows: csr_matrix, gaps: Floats, weights: Floats, seed: int) -> Network:
    """A network after `EPOCHS` passes of Adam; features are dropped at random."""
    rng = np.random.default_rng(seed)
    network = Network(rows.shape[1], rng)
    first = {name: np.zeros_like(held) for name, held in network.held.items()}
    second = {name: np.zeros_like(held) for name, held in network.held.items()}
    steps = EPOCHS * -(-rows.shape[0] // BATCH)
    step = 0
    for _ in range(EPOCHS):
        order = rng.permutation(rows.shape[0])
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            batch = rows[chosen].copy()
            kept = rng.random(len(batch.data)) >= DROPPED
            batch.data = (batch.data * kept / (1 - DROPPED)).astype(np.float32)
            step += 1
            rate = RATE * (1 - step / steps) + 1e-5
            for name, slope in network.slopes(batch, gaps[chosen], weights[chosen]).items():
                first[name] += 0.1 * (slope - first[name])
                second[name] += 0.001 * (slope**2 - second[name])
                size = np.sqrt(second[name] / (1 - 0.999**step)) + 1e-8
                network.held[name] -= rate * first[name] / (1 - 0.9**step) / size
    return network


def together(networks: Sequence[Network]) -> tuple[Floats, Floats]:
    """Several networks as one: a row per feature (the first is always on), and output weights."""
    n = len(networks)
    wide = np.concatenate([network.held["W"] for network in networks], axis=1)
    direct = sum(network.held["u"] for network in networks) / n
    always = np.concatenate([network.held["b"] for network in networks])
    constant = sum(network.held["c"] for network in networks) / n
    weights = np.column_stack((wide, direct))
    first = np.concatenate((always, constant))
    output = np.concatenate([network.held["v"] for network in networks]) / n
    return np.vstack((first, weights)).astype(np.float32), output.astype(np.float32)
