"""Correlations by hand and from a published example."""

import numpy as np
import pytest

from litmus.stats.correlation import pearson, spearman


def test_pearson_by_hand() -> None:
    # deviations -1.5 -0.5 0.5 1.5 and -1 1 -1 1: 2 / sqrt(5 * 4)
    found = pearson(np.array([1.0, 2, 3, 4]), np.array([1.0, 3, 1, 3]))
    assert found == pytest.approx(2 / 20**0.5)


def test_pearson_of_anscombes_first_set() -> None:
    # Anscombe, The American Statistician 27 (1973): r = 0.816
    x = np.array([10.0, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5])
    y = np.array([8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68])
    assert pearson(x, y) == pytest.approx(0.81642, abs=1e-5)


def test_spearman_by_hand() -> None:
    # IQ and hours of television, the textbook example: rho = 1 - 6 * 194 / (10 * 99)
    iq = np.array([106.0, 100, 86, 101, 99, 103, 97, 113, 112, 110])
    hours = np.array([7.0, 27, 2, 50, 28, 29, 20, 12, 6, 17])
    assert spearman(iq, hours) == pytest.approx(1 - 6 * 194 / (10 * 99))


def test_spearman_gives_ties_their_mean_rank() -> None:
    # ranks 1 2.5 2.5 4 and 1 2 3 4: covariance 4.5, variances 4.5 and 5
    found = spearman(np.array([1.0, 5, 5, 9]), np.array([10.0, 20, 30, 40]))
    assert found == pytest.approx(4.5 / (4.5 * 5) ** 0.5)


@pytest.mark.parametrize("correlation", [pearson, spearman])
def test_correlation_without_variation_is_undefined(correlation: object) -> None:
    assert callable(correlation)
    assert correlation(np.array([1.0, 1, 1]), np.array([1.0, 2, 3])) is None
    assert correlation(np.array([1.0]), np.array([1.0])) is None
    assert correlation(np.array([]), np.array([])) is None


def test_correlation_of_a_line_is_exactly_one() -> None:
    x = np.arange(7) / 10
    assert pearson(x, 3 * x + 1) == 1.0
    assert pearson(x, -x) == -1.0
