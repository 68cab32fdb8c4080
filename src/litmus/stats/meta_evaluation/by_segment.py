"""Correlations of the systems on every segment: one value each, to be averaged.

Scores are matrices (systems, segments), nan where there is none; a segment counts with at least two
systems that both sides have scored. Constant scores have no correlation: nan.
"""

import numpy as np

from litmus.arrays import Floats


def pearson_by_segment(gold: Floats, metric: Floats) -> Floats:
    """Pearson's r of every segment."""
    left, right = _complete(gold, metric)
    n = (~np.isnan(left)).sum(axis=0)
    constant = (n < 2) | _constant(left) | _constant(right)
    a, b = (_centred(side, n) for side in (left, right))
    norm = np.sqrt((a * a).sum(axis=0) * (b * b).sum(axis=0))
    values: Floats = np.divide(
        (a * b).sum(axis=0), norm, out=np.full(len(n), np.nan), where=~constant & (norm > 0)
    )
    return values


def spearman_by_segment(gold: Floats, metric: Floats) -> Floats:
    """Spearman's rho of every segment, ties given their mean rank."""
    left, right = _complete(gold, metric)
    return pearson_by_segment(_ranks(left), _ranks(right))


def _complete(gold: Floats, metric: Floats) -> tuple[Floats, Floats]:
    missing = np.isnan(gold) | np.isnan(metric)
    return np.where(missing, np.nan, gold), np.where(missing, np.nan, metric)


def _constant(scores: Floats) -> Floats:
    low = np.where(np.isnan(scores), np.inf, scores).min(axis=0, initial=np.inf)
    high = np.where(np.isnan(scores), -np.inf, scores).max(axis=0, initial=-np.inf)
    constant: Floats = low >= high
    return constant


def _centred(scores: Floats, n: Floats) -> Floats:
    known = np.where(np.isnan(scores), 0.0, scores)
    middle = known.sum(axis=0) / np.maximum(n, 1)
    return np.where(np.isnan(scores), 0.0, known - middle)


def _ranks(scores: Floats) -> Floats:
    """Mean ranks within each column; systems are few, so all are compared with all."""
    below = (scores[None] < scores[:, None]).sum(axis=1)
    same = (scores[None] == scores[:, None]).sum(axis=1)
    return np.where(np.isnan(scores), np.nan, below + (same + 1) / 2)
