"""Intervals against NumPy and published tables."""

import numpy as np
import pytest

from litmus.stats.intervals import percentiles, wilson


def test_percentiles_are_those_of_numpy() -> None:
    rng = np.random.default_rng(4)
    whole, gaps = rng.normal(size=(501, 3, 2)), rng.normal(size=(40, 30, 2))
    gaps[rng.random(gaps.shape) < 0.4] = np.nan
    gaps[:, 0, 0], gaps[1:, 1, 0] = np.nan, np.nan  # none, and one alone
    for values in (whole, gaps, whole[:, :1, :1], np.full((10, 1), np.nan)):
        found = percentiles(values)
        for place in np.ndindex(values.shape[1:]):
            column = values[(slice(None), *place)]
            column = column[~np.isnan(column)]
            expected = np.quantile(column, [0.025, 0.975]) if len(column) else [np.nan, np.nan]
            np.testing.assert_allclose([bound[place] for bound in found], expected, rtol=1e-12)


def test_percentiles_by_hand() -> None:
    values = np.arange(41, dtype=float)[:, None].repeat(2, axis=1)
    with_gaps = np.vstack([values, [[np.nan, 7.0]], [[np.nan, 7.0]]])
    for given in (values, with_gaps):  # trials without evidence are left out
        low, high = percentiles(given)
        assert (low[0], high[0]) == pytest.approx((1.0, 39.0))  # 2.5 % and 97.5 % of 40 steps


# Newcombe, Statistics in Medicine 17 (1998), table I, score method without continuity correction
@pytest.mark.parametrize(("hits", "n", "low", "high"), [
    (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611),
    (1, 29, 0.0061, 0.1718),
])  # fmt: skip
def test_wilson_gives_the_published_intervals(hits: int, n: int, low: float, high: float) -> None:
    assert wilson(hits / n, n) == pytest.approx((low, high), abs=5e-5)
    assert wilson(1 - hits / n, n) == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_wilson_stays_between_nought_and_one() -> None:
    assert wilson(0.0, 1)[0] == 0.0
    assert wilson(1.0, 1)[1] == 1.0
