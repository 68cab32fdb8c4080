"""Trains the shipped ellipsis classifiers.

    PYTHONPATH=src:. python experiments/ellipsis/train.py [--data DATA] [--folds 5]

Writes src/litmus/discourse/models/ellipsis.npz. With `--folds` nothing is written: the labelled
examples are divided by document and each fold is judged by networks that did not see it.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from benchmarks.discourse.ellipsis_sets import DATA
from examples import Example, noun_examples, verb_examples
from network import matrix, together, train, vocabulary

from litmus.discourse.gaps.classifier import Classifier, write_classifiers

VERSION = 1  # raise it with every model that ships: it is in the signatures
MODEL = Path(__file__).parents[2] / "src" / "litmus" / "discourse" / "models" / "ellipsis.npz"
SEEDS = (0, 1, 2, 3)
LEAST = {"verb phrase": 4, "noun phrase": 3}  # examples a feature must occur in
THRESHOLDS = {"verb phrase": 0.45, "noun phrase": 0.45}  # chosen on the development parts


def fit(examples: Sequence[Example], kind: str) -> Classifier:
    """A classifier of these examples."""
    columns = vocabulary(examples, LEAST[kind])
    rows = matrix(examples, columns)
    gaps = np.array([example.gap for example in examples], np.float32)
    weights = np.array([example.weight for example in examples], np.float32)
    weights, output = together([train(rows, gaps, weights, seed) for seed in SEEDS])
    return Classifier(list(columns), weights, output, THRESHOLDS[kind])


def folded(examples: Sequence[Example], kind: str, folds: int) -> None:
    """Prints precision and recall by origin, each fold judged by the others."""
    groups = {group: n for n, group in enumerate(sorted({e.group for e in examples}))}
    fold = np.array([groups[example.group] % folds for example in examples])
    scores = np.zeros(len(examples), np.float32)
    for number in range(folds):
        seen = [e for e, f in zip(examples, fold, strict=True) if f != number]
        unseen = np.flatnonzero(fold == number).tolist()
        scores[unseen] = fit(seen, kind).score([examples[n].features for n in unseen])
    for origin in sorted({example.origin for example in examples}):
        rows = [(e.gap, s) for e, s in zip(examples, scores, strict=True) if e.origin == origin]
        found = sum(s >= THRESHOLDS[kind] for _, s in rows)
        right = sum(gap and s >= THRESHOLDS[kind] for gap, s in rows)
        gold = sum(gap for gap, _ in rows)
        print(
            f"{kind:12} {origin:12} {len(rows):6} candidates {gold:5} gaps"
            f"  P {right / max(1, found):.3f}  R {right / max(1, gold):.3f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--folds", type=int)
    args = parser.parse_args()
    sets = {"verb phrase": verb_examples, "noun phrase": noun_examples}
    fitted = {}
    for kind, read in sets.items():
        examples = list(read(args.data))
        if args.folds:
            folded(examples, kind, args.folds)
            continue
        classifier = fit(examples, kind)
        fitted[kind] = classifier.parts()
        print(f"{kind}: {len(examples)} candidates, {len(fitted[kind]['features'])} features")
    if fitted:
        write_classifiers(MODEL, VERSION, fitted)
        print(f"{MODEL}: {MODEL.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
