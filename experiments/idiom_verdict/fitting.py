"""Logistic regression with a ridge, by Newton's method: small enough to be repeated often."""

import numpy as np

STEPS = 12


class Logistic:
    """`strength` is the weight of the data beside the ridge, as C of scikit-learn."""

    def __init__(self, strength: float) -> None:
        self.strength = strength

    def fit(self, x: np.ndarray, y: np.ndarray) -> "Logistic":
        self.mean, spread = x.mean(0), x.std(0)
        self.scale = np.where(spread > 1e-9, spread, 1.0)
        z = self._scaled(x)
        weights = np.zeros(z.shape[1])
        ridge = np.full(z.shape[1], 1 / self.strength)
        ridge[0] = 1e-6
        for _ in range(STEPS):
            said = 1 / (1 + np.exp(-np.clip(z @ weights, -30, 30)))
            slope = z.T @ (said - y) + ridge * weights
            curve = (z * (said * (1 - said))[:, None]).T @ z + np.diag(ridge)
            step = np.linalg.solve(curve, slope)
            weights -= step
            if np.abs(step).max() < 1e-4:
                break
        self.weights = weights
        return self

    def _scaled(self, x: np.ndarray) -> np.ndarray:
        return np.hstack([np.ones((len(x), 1)), (x - self.mean) / self.scale])

    def say(self, x: np.ndarray) -> np.ndarray:
        return 1 / (1 + np.exp(-np.clip(self._scaled(x) @ self.weights, -30, 30)))
