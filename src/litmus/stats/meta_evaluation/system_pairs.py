"""Pairs of systems as wholes: does a metric order them as people do, and as surely?"""

from math import erf, sqrt

import numpy as np

from litmus.arrays import Floats

_ROUNDING = 1e-12
_erf = np.vectorize(erf, otypes=[float])


def pairwise_accuracy(gold: Floats, metric: Floats) -> Floats:
    """The share of pairs of systems (..., systems) that both order the same; nan without a pair.

    A pair counts where both systems have both scores.

    Kocmi et al. (2021), "To Ship or Not to Ship".
    """
    first, second = np.triu_indices(gold.shape[-1], k=1)
    if not len(first):
        return np.full(np.broadcast_shapes(gold.shape, metric.shape)[:-1], np.nan)
    by_gold, by_metric = (side[..., first] - side[..., second] for side in (gold, metric))
    known = ~(np.isnan(by_gold) | np.isnan(by_metric))
    same = ((np.sign(by_gold) == np.sign(by_metric)) & known).sum(axis=-1)
    n = known.sum(axis=-1)
    shares: Floats = np.divide(same, n, out=np.full(n.shape, np.nan), where=n > 0)
    return shares


def better_by_chance(scores: Floats, *, n_trials: int = 1000, seed: int = 4) -> Floats:
    """p-values of every pair of systems (first, second): is the first better only by chance?

    A paired permutation test over the segments of a matrix (systems, segments) without gaps, one
    set of permutations for all pairs. These are the permutations of mt-metrics-eval.
    """
    rng = np.random.default_rng(seed)
    signs = np.where(rng.random((n_trials, scores.shape[1]), np.float32) > 0.5, 1.0, -1.0)
    first, second = np.triu_indices(len(scores), k=1)
    trials, sums = signs @ scores.T, scores.sum(axis=1)
    # A trial that swaps nothing that matters is as far ahead, whatever its sum is rounded to.
    observed = sums[first] - sums[second] - _ROUNDING * np.abs(scores).sum(axis=1).max(initial=0)
    p_values: Floats = np.mean(trials[:, first] - trials[:, second] >= observed, axis=0)
    return p_values


def soft_accuracy(gold: Floats, metric: Floats, *, n_trials: int = 1000) -> float | None:
    """Soft pairwise accuracy: 1 less the mean difference between people's and the metric's p-value.

    Over pairs of systems; segments that both sides have scored for all systems count. None with
    fewer than two systems or no such segment. Thompson et al. (2024).
    """
    complete = ~(np.isnan(gold) | np.isnan(metric)).any(axis=0)
    if len(gold) < 2 or not complete.any():
        return None
    left, right = (
        better_by_chance(side[:, complete], n_trials=n_trials) for side in (gold, metric)
    )
    return float(1 - np.abs(left - right).mean())


def surely_better(sums: Floats, squares: Floats) -> Floats:
    """The same p-values from sums of differences and of their squares, by the normal curve.

    For resamples, where a permutation test in each would take too long.
    """
    spread = np.sqrt(squares)
    z = np.divide(sums, spread, out=np.zeros_like(sums), where=spread > 0)
    p_values: Floats = 0.5 * (1 - _erf(z / sqrt(2)))
    return p_values
