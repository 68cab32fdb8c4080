"""Softmax regression with a ridge, by Newton's method: small enough to be repeated often."""

import numpy as np

from litmus.metrics.idiom.verdict.model import Logistic, scaled

STEPS = 20


def fit(
    names: tuple[str, ...],
    x: np.ndarray,
    outcomes: np.ndarray,
    n_outcomes: int,
    weights: np.ndarray,
    strength: float,
    start: Logistic | None = None,
) -> Logistic:
    """`outcomes` are numbers from 0; `strength` is the weight of the data beside the ridge, which
    pulls towards 0, or towards the weights of a model to `start` from."""
    total = weights.sum()
    if start is None:
        mean = weights @ x / total
        spread = np.sqrt(weights @ (x - mean) ** 2 / total)
        scale = np.where(spread > 1e-9, spread, 1.0)
    else:
        mean, scale = start.mean, start.scale
    z = np.hstack([np.ones((len(x), 1)), scaled(x, mean, scale)])
    size = z.shape[1]
    goal = np.zeros((n_outcomes - 1, size)) if start is None else start.weights
    beta = goal.copy()
    ridge = np.full(size, 1 / strength)
    ridge[0] = 1e-6
    truth = np.array([outcomes == k for k in range(1, n_outcomes)], dtype=float)
    for _ in range(STEPS):
        heights = np.exp(np.clip(beta @ z.T, -30, 30))
        said = heights / (1 + heights.sum(0))
        slope = ((said - truth) * weights) @ z + ridge * (beta - goal)
        curve = np.zeros((beta.size, beta.size))
        for a in range(n_outcomes - 1):
            for b in range(n_outcomes - 1):
                w = weights * said[a] * ((a == b) - said[b])
                block = (z * w[:, None]).T @ z
                curve[a * size : (a + 1) * size, b * size : (b + 1) * size] = block
        curve += np.diag(np.tile(ridge, n_outcomes - 1))
        step = np.linalg.solve(curve, slope.ravel()).reshape(beta.shape)
        beta -= step
        if np.abs(step).max() < 1e-4:
            break
    return Logistic(names, mean, scale, beta)


def chances(model: Logistic, x: np.ndarray) -> np.ndarray:
    """Of every outcome, for many rows at once."""
    z = np.hstack([np.ones((len(x), 1)), scaled(x, model.mean, model.scale)])
    heights = np.exp(np.clip(model.weights @ z.T, -30, 30))
    everything = np.vstack([np.ones(len(x)), heights])
    return (everything / everything.sum(0)).T
