"""Random resamples as weight matrices, so that a trial of any metric is a matrix product."""

from collections.abc import Iterator

import numpy as np

from litmus.arrays import Floats

_CHUNK = 1 << 21  # weights in memory at a time


def bootstrap_weights(n_units: int, n_trials: int, seed: int, width: int = 0) -> Iterator[Floats]:
    """Chunks of rows: how often each unit is drawn when n units are drawn with replacement.

    `width` is how many numbers the caller makes of a row, where that is more than its units.
    """
    rng = np.random.default_rng([seed, 1])
    rows = max(1, _CHUNK // max(n_units, width))
    for start in range(0, n_trials, rows):
        size = min(rows, n_trials - start)
        drawn = rng.integers(0, n_units, (size, n_units))
        drawn += np.arange(size)[:, None] * n_units
        counts = np.bincount(drawn.ravel(), minlength=size * n_units)
        yield counts.reshape(size, n_units).astype(np.float64)


def swap_masks(n_units: int, n_trials: int, seed: int, width: int = 0) -> Iterator[Floats]:
    """Chunks of rows of 0 and 1: whether a unit's outputs change places, each with chance 1/2."""
    rng = np.random.default_rng([seed, 2])
    rows = max(1, _CHUNK // max(n_units, width))
    for start in range(0, n_trials, rows):
        size = min(rows, n_trials - start)
        n_bytes = (size * n_units + 7) // 8
        bits = np.unpackbits(np.frombuffer(rng.bytes(n_bytes), np.uint8))[: size * n_units]
        yield bits.reshape(size, n_units).astype(np.float64)
