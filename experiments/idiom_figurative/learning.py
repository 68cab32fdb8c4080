"""A linear classifier, small trees, calibration, and figures of merit."""

from collections.abc import Callable, Mapping
from typing import Any

import lightgbm
import numpy as np
from sklearn.linear_model import LogisticRegression

from litmus.arrays import Bools, Floats, Floats32, Ints
from litmus.idioms.figurative.model import Forest

TREES, ENDS, DEPTH, STEP = 400, 12, 4, 0.05


def linear(values: Floats32, literal: Bools, shares: Floats, strength: float) -> Floats32:
    """Weights of a logistic regression with an L2 penalty; the last is the intercept."""
    learner = LogisticRegression(C=1 / (2 * strength), max_iter=300)
    learner.fit(values, literal, sample_weight=shares)
    return np.append(learner.coef_[0], learner.intercept_).astype(np.float32)


def forest(values: Floats32, literal: Bools, shares: Floats, seed: int = 0) -> Forest:
    """Trees by gradient boosting."""
    learner = lightgbm.LGBMClassifier(
        n_estimators=TREES, num_leaves=ENDS, max_depth=DEPTH, learning_rate=STEP,
        colsample_bytree=0.1, subsample=0.7, subsample_freq=1, min_child_samples=60, reg_lambda=5,
        random_state=seed, n_jobs=1, verbose=-1, deterministic=True, force_col_wise=True,
    )  # fmt: skip
    learner.fit(values, literal, sample_weight=shares)
    trees = [tree["tree_structure"] for tree in learner.booster_.dump_model()["tree_info"]]
    shape = (len(trees), 2 * ENDS - 1)
    column, left, right = (np.zeros(shape, np.int64) for _ in range(3))
    cut, value = np.full(shape, np.inf, np.float32), np.zeros(shape, np.float32)
    for number, tree in enumerate(trees):
        free = iter(range(shape[1]))

        def lay(node: Mapping[str, Any], row: int = number, free: Any = free) -> int:
            place = next(free)
            left[row, place] = right[row, place] = place
            if "leaf_value" in node:
                value[row, place] = node["leaf_value"]
            else:
                column[row, place], cut[row, place] = node["split_feature"], node["threshold"]
                left[row, place] = lay(node["left_child"])
                right[row, place] = lay(node["right_child"])
            return place

        lay(tree)
    return Forest(column, cut, left, right, value, DEPTH)


def calibrate(score: Floats, literal: Bools) -> tuple[float, float]:
    """Slope and intercept of the log odds of literal use (Platt)."""
    values = score[:, None].astype(np.float32)
    slope, intercept = linear(values, literal, np.ones(len(score)), 1e-3)
    return float(slope), float(intercept)


def area(score: Floats, literal: Bools) -> float:
    """Area under the curve: how often a literal use has the higher score of two."""
    ordered = np.sort(score)
    first = np.searchsorted(ordered, score, side="left")
    last = np.searchsorted(ordered, score, side="right")
    ranks = (first + last + 1) / 2
    ones, zeros = literal.sum(), (~literal).sum()
    return float((ranks[literal].sum() - ones * (ones + 1) / 2) / (ones * zeros))


def f1(said: Bools, literal: Bools) -> float:
    """F1 of the literal class, 0-100."""
    return float(200 * (said & literal).sum() / max(said.sum() + literal.sum(), 1))


def best_threshold(score: Floats, literal: Bools) -> float:
    """The lowest score that is called literal where F1 is best."""
    order = np.argsort(-score)
    right = np.cumsum(literal[order])
    figures = 2 * right / (np.arange(1, len(score) + 1) + literal.sum())
    return float(score[order][figures.argmax()])


def interval(groups: Ints, figure: Callable[[Ints], float], n: int = 1000) -> tuple[float, float]:
    """95 % of the values of a figure when whole groups are drawn again; it is given rows."""
    random = np.random.default_rng(0)
    members = [np.flatnonzero(groups == group) for group in np.unique(groups)]
    values = []
    for _ in range(n):
        drawn = random.integers(len(members), size=len(members))
        values.append(figure(np.concatenate([members[which] for which in drawn])))
    low, high = np.quantile(values, [0.025, 0.975])
    return float(low), float(high)
