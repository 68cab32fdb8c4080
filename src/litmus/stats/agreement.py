"""Agreement between raters, corrected for chance: Cohen's kappa and Krippendorff's alpha.

Both are functions of a table that is a sum over units, so that a bootstrap of units is a matrix
product, like every other resample here.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from litmus.arrays import Floats, Ints
from litmus.stats.intervals import percentiles
from litmus.stats.resampling import bootstrap_weights

MISSING = -1
LEVELS = ("nominal", "ordinal")


class Estimate(NamedTuple):
    """A value with its 95 % interval and how many cases it rests on; None is no evidence."""

    value: float | None
    low: float | None
    high: float | None
    n: int


def cohen_kappa(
    left: Ints, right: Ints, n_labels: int, *, n_bootstrap: int = 1000, seed: int = 12345
) -> Estimate:
    """Cohen's kappa of two raters on the same units. 1: they always agree, 0: as by chance.

    Ratings are codes from 0, -1 where a rater did not rate; such units are left out. None where
    both use one and the same label throughout: chance explains all, and nothing can be said.

    Cohen (1960), Educational and Psychological Measurement 20.
    """
    both = (left != MISSING) & (right != MISSING)
    cells = left[both] * n_labels + right[both]
    tables = np.zeros((len(cells), n_labels * n_labels))
    tables[np.arange(len(cells)), cells] = 1.0
    return _estimate(tables, n_labels, kappa_of, n_bootstrap, seed)


def kappa_of(tables: Floats) -> Floats:
    """Kappa of tables of counts (..., labels, labels); nan where it is undefined."""
    total = tables.sum(axis=(-2, -1))
    diagonal = np.trace(tables, axis1=-2, axis2=-1)
    chance = (tables.sum(axis=-1) * tables.sum(axis=-2)).sum(axis=-1)
    room = total * total - chance  # total^2 (1 - expected agreement)
    return _divided(diagonal * total - chance, room, total * total)


def krippendorff_alpha(
    ratings: Ints,
    n_labels: int,
    *,
    level: str = "nominal",
    n_bootstrap: int = 1000,
    seed: int = 12345,
) -> Estimate:
    """Krippendorff's alpha of ratings (units, raters), -1 where a rater did not rate.

    1: perfect reliability, 0: none, below: systematic disagreement. Units with fewer than two
    ratings are no evidence. For "ordinal" the codes are in order. None where there is no
    variation.

    Krippendorff (2011), Computing Krippendorff's Alpha-Reliability.
    """
    assert level in LEVELS, level
    counts = np.stack([(ratings == code).sum(axis=1) for code in range(n_labels)], axis=1)
    counts = counts[counts.sum(axis=1) >= 2].astype(np.float64)
    n_values = counts.sum(axis=1)
    pairs = counts[:, :, None] * counts[:, None, :]
    diagonal = np.arange(n_labels)
    pairs[:, diagonal, diagonal] -= counts  # no value is paired with itself
    tables = pairs / (n_values - 1)[:, None, None] if len(counts) else pairs
    value = nominal_alpha if level == "nominal" else ordinal_alpha
    return _estimate(tables.reshape(-1, n_labels * n_labels), n_labels, value, n_bootstrap, seed)


def nominal_alpha(tables: Floats) -> Floats:
    """Alpha of coincidence tables (..., labels, labels) where labels only differ or not."""
    n_labels = tables.shape[-1]
    return _alpha(tables, 1.0 - np.eye(n_labels))


def ordinal_alpha(tables: Floats) -> Floats:
    """Alpha of coincidence tables where two labels differ by how many values lie between."""
    margins = tables.sum(axis=-1)
    upto = np.cumsum(margins, axis=-1)
    middle = upto - margins / 2  # values below, and half of those at the label
    distance = middle[..., :, None] - middle[..., None, :]
    return _alpha(tables, distance * distance)


def _alpha(tables: Floats, difference: Floats) -> Floats:
    margins = tables.sum(axis=-1)
    total = margins.sum(axis=-1)
    observed = (tables * difference).sum(axis=(-2, -1))
    products = margins[..., :, None] * margins[..., None, :]
    expected = (products * difference).sum(axis=(-2, -1))
    return _divided(expected - (total - 1) * observed, expected, total * total)


def _divided(top: Floats, bottom: Floats, scale: Floats) -> Floats:
    """top / bottom, nan where the bottom is nothing but rounding."""
    result: Floats = np.divide(
        top, bottom, out=np.full(np.shape(top), np.nan), where=bottom > 1e-12 * np.maximum(scale, 1)
    )
    return result


def _estimate(
    tables: Floats, n_labels: int, value: Callable[[Floats], Floats], n_bootstrap: int, seed: int
) -> Estimate:
    n = len(tables)
    if not n:
        return Estimate(None, None, None, 0)
    shape = (-1, n_labels, n_labels)
    actual = float(value(tables.sum(axis=0).reshape(shape))[0])
    if np.isnan(actual):
        return Estimate(None, None, None, n)
    chunks = bootstrap_weights(n, n_bootstrap, seed, tables.shape[1])
    trials = np.concatenate([value((w @ tables).reshape(shape)) for w in chunks])
    low, high = (float(end[0]) for end in percentiles(trials[:, None]))
    if np.isnan(low):
        return Estimate(actual, None, None, n)
    return Estimate(actual, low, high, n)
