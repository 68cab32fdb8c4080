"""Trains and measures by idiom on MAGPIE, and writes the model.

python -m experiments.idiom_figurative.train SAMPLE INPUTS VECTORS.npz -o MODEL.npz
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from experiments.idiom_figurative.learning import (
    area,
    best_threshold,
    calibrate,
    f1,
    forest,
    interval,
    linear,
)
from experiments.idiom_figurative.sets import Labelled, magpie, magpie_inputs

from litmus.arrays import Array, Bools, Floats, Floats32, Ints
from litmus.idioms.figurative.features import features
from litmus.idioms.figurative.model import WIDEST, Model, vectors_of
from litmus.idioms.figurative.phrases import phrase_of
from litmus.idioms.figurative.vectors import WordVectors

VERSION = 1
FOLDS = 10
STRENGTH = 250.0  # of the penalty on weights
_LEAST = 0.5  # sentences of the sample that an idiom without any counts for


class Rows(NamedTuple):
    """Sentences with a label, as numbers."""

    values: Floats32
    literal: Bools
    labels: Array
    sampled: Bools  # those that figures are measured on

    @property
    def shares(self) -> Floats:
        """Weights that make of all sentences what the sample is: few of each idiom and label."""
        pairs = list(zip(self.labels, self.literal, strict=True))
        every = Counter(pairs)
        sampled = Counter(pair for pair, use in zip(pairs, self.sampled, strict=True) if use)
        shares = np.array([max(sampled[pair], _LEAST) / every[pair] for pair in pairs])
        return shares / shares.mean()


def learn(rows: Rows, which: Ints, vectors: WordVectors) -> Model:
    """A linear part and trees, side by side; not calibrated."""
    values, literal, shares = rows.values[which], rows.literal[which], rows.shares[which]
    mean, scale = values.mean(axis=0), values.std(axis=0) + np.float32(1e-6)
    standard = np.clip((values - mean) / scale, -WIDEST, WIDEST)
    weights = linear(standard, literal, shares, STRENGTH)
    trees = forest(values, literal, shares)
    return Model(VERSION, vectors, mean, scale, weights[:-1], trees, (1.0, 0.0))


def rows_of(uses: Sequence[Labelled], vectors: WordVectors) -> Rows:
    """Every sentence as numbers."""
    phrases = [phrase_of(use.use, vectors) for use in uses]
    parts = [features(phrases[n : n + 256], vectors) for n in range(0, len(phrases), 256)]
    return Rows(
        np.concatenate(parts),
        np.array([use.literal for use in uses]),
        np.array([use.use.label for use in uses]),
        np.array([use.sampled for use in uses]),
    )


def folds(labels: Sequence[str]) -> Ints:
    """The fold of each row; all uses of an idiom are in one."""
    idioms = sorted(set(labels))
    np.random.default_rng(0).shuffle(idioms)
    number = {idiom: n % FOLDS for n, idiom in enumerate(idioms)}
    return np.array([number[label] for label in labels])


def across(rows: Rows, fold: Ints, vectors: WordVectors) -> Floats:
    """The score of every row by a model that saw none of its idioms."""
    score = np.zeros(len(rows.values))
    for n in range(FOLDS):
        here = np.flatnonzero(fold == n)
        model = learn(rows, np.flatnonzero(fold != n), vectors)
        score[here] = model.scores(rows.values[here])
        print(f"fold {n}: AUC {area(score[here], rows.literal[here]):.3f} of all", flush=True)
    return score


def report(score: Floats, literal: Bools, fold: Ints, labels: Array) -> None:
    """Area, F1 and calibration; threshold and calibration are from the other folds."""
    said, chance = np.zeros(len(score), bool), np.zeros(len(score))
    for n in range(FOLDS):
        here, others = fold == n, fold != n
        said[here] = score[here] >= best_threshold(score[others], literal[others])
        slope, intercept = calibrate(score[others], literal[others])
        chance[here] = 1 / (1 + np.exp(-slope * score[here] - intercept))
    share, right = literal.mean(), (said & literal).sum()
    always = f1(np.ones(len(literal), bool), literal)
    _, groups = np.unique(labels, return_inverse=True)
    low, high = interval(groups, lambda rows: area(score[rows], literal[rows]))
    least, most = interval(groups, lambda rows: f1(said[rows], literal[rows]))
    print(f"uses {len(score)}, literal {literal.sum()}, F1 of always literal {always:.1f}")
    print(f"AUC {area(score, literal):.4f} ({low:.3f} to {high:.3f})")
    print(f"F1 of literal {f1(said, literal):.1f} ({least:.1f} to {most:.1f})")
    print(f"F1 at probability 0.5 {f1(chance > 0.5, literal):.1f}")
    print(f"precision {100 * right / said.sum():.1f}, recall {100 * right / literal.sum():.1f}")
    error = np.mean((chance - literal) ** 2)
    print(f"Brier {error:.4f}, of the share alone {share * (1 - share):.4f}")
    calibration(1 - chance, ~literal)


def calibration(said: Floats, figurative: Bools) -> None:
    """A table: of phrases with a probability of about this, how many are figurative."""
    print("| said | phrases | mean | figurative |\n| --- | ---: | ---: | ---: |")
    tenth = np.minimum((10 * said).astype(int), 9)
    for n in np.unique(tenth):
        here = tenth == n
        print(
            f"| {n / 10:.1f}-{(n + 1) / 10:.1f} | {here.sum()} "
            f"| {100 * said[here].mean():.1f} % | {100 * figurative[here].mean():.1f} % |"
        )


def main() -> None:
    """Measures by cross-validation, then trains on all and writes the file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("sample", type=Path)
    parser.add_argument("inputs", type=Path)
    parser.add_argument("vectors", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    arguments = parser.parse_args()
    held: dict[str, Array] = dict(np.load(arguments.vectors))
    vectors = vectors_of(held)
    rows = rows_of(magpie_inputs(arguments.inputs, magpie(arguments.sample)), vectors)
    print(f"{len(rows.values)} sentences, {rows.values.shape[1]} numbers each", flush=True)
    fold, sampled = folds(rows.labels), rows.sampled
    score = across(rows, fold, vectors)
    print("\nThe sample:")
    report(score[sampled], rows.literal[sampled], fold[sampled], rows.labels[sampled])
    print("\nAll sentences:")
    report(score, rows.literal, fold, rows.labels)
    learnt = learn(rows, np.arange(len(rows.values)), vectors)
    trees = learnt.forest
    np.savez_compressed(
        arguments.output,
        **held,
        version=VERSION,
        mean=learnt.mean,
        scale=learnt.scale,
        weights=learnt.weights,
        column=trees.column.astype(np.int16),
        cut=trees.cut,
        left=trees.left.astype(np.uint8),
        right=trees.right.astype(np.uint8),
        value=trees.value,
        depth=trees.depth,
        calibration=np.array(calibrate(score[sampled], rows.literal[sampled])),
    )


if __name__ == "__main__":
    main()
