"""Correlations by hand and from a published example."""

from collections.abc import Callable

import numpy as np
import pytest

from litmus.stats.correlation import pearson, spearman

Correlation = Callable[[np.ndarray, np.ndarray], float | None]
# Anscombe, The American Statistician 27 (1973)
ANSCOMBE = (
    [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5],
    [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68],
)
# IQ and hours of television, the textbook example
IQ = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110], [7, 27, 2, 50, 28, 29, 20, 12, 6, 17]


@pytest.mark.parametrize(("correlation", "one", "other", "expected"), [
    # deviations -1.5 -0.5 0.5 1.5 and -1 1 -1 1: 2 / sqrt(5 * 4)
    (pearson, [1, 2, 3, 4], [1, 3, 1, 3], 2 / 20**0.5),
    (pearson, *ANSCOMBE, 0.81642),
    (spearman, *IQ, 1 - 6 * 194 / (10 * 99)),
    # ranks 1 2.5 2.5 4 and 1 2 3 4: covariance 4.5, variances 4.5 and 5
    (spearman, [1, 5, 5, 9], [10, 20, 30, 40], 4.5 / (4.5 * 5) ** 0.5),
])  # fmt: skip
def test_correlations(
    correlation: Correlation, one: list[float], other: list[float], expected: float
) -> None:
    found = correlation(np.array(one, float), np.array(other, float))
    assert found == pytest.approx(expected, abs=1e-5 if one is ANSCOMBE[0] else 1e-12)


@pytest.mark.parametrize("correlation", [pearson, spearman])
def test_correlation_without_variation_is_undefined(correlation: Correlation) -> None:
    for one, other in (([1.0, 1, 1], [1.0, 2, 3]), ([1.0], [1.0]), ([], [])):
        assert correlation(np.array(one), np.array(other)) is None


def test_correlation_of_a_line_is_exactly_one() -> None:
    x = np.arange(7) / 10
    assert pearson(x, 3 * x + 1) == 1.0
    assert pearson(x, -x) == -1.0
