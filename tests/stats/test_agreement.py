"""Kappa and alpha against the examples that were published with them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.stats.agreement import cohen_kappa, krippendorff_alpha

# Krippendorff (2011), Computing Krippendorff's Alpha-Reliability: examples A, B and C.
BINARY = np.array([[0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]]).T
LETTERS = np.array([["abcde".index(c) for c in row] for row in ("aabbdcccedda", "babbbccceddd")]).T
FOUR = np.array([[int(c) - 1 if c != "." else -1 for c in row] for row in (
    "123321412...", "1233224125.3", ".3332342251.", "12332441251.")]).T  # fmt: skip


@pytest.mark.parametrize(("ratings", "n_labels", "level", "published", "n"), [
    (BINARY, 2, "nominal", 0.095, 10),
    (LETTERS, 5, "nominal", 0.692, 12),
    # the twelfth unit has one rating
    (FOUR, 5, "nominal", 0.743, 11),
    (FOUR, 5, "ordinal", 0.815, 11),
])  # fmt: skip
def test_alpha_of_the_published_examples(
    ratings: np.ndarray, n_labels: int, level: str, published: float, n: int
) -> None:
    found = krippendorff_alpha(ratings, n_labels, level=level)
    assert found.value == pytest.approx(published, abs=5e-4)
    assert found.low is not None and found.high is not None
    assert found.low <= published <= found.high
    assert found.n == n


def test_kappa_by_hand() -> None:
    # both yes 20, only the left 5, only the right 10, both no 15: observed 0.7;
    # by chance 0.5 x 0.6 + 0.5 x 0.4 = 0.5; kappa = 0.2 / 0.5
    left = np.repeat([1, 1, 0, 0], [20, 5, 10, 15])
    right = np.repeat([1, 0, 1, 0], [20, 5, 10, 15])
    found = cohen_kappa(left, right, 2)
    assert found.value == pytest.approx(0.4)
    assert found.n == 50
    # its standard error by Fleiss, Cohen and Everitt (1969) is 0.127: 0.4 +- 1.96 x 0.127
    assert found.low == pytest.approx(0.151, abs=0.03)
    assert found.high == pytest.approx(0.649, abs=0.03)


@pytest.mark.parametrize(("left", "right", "n_labels", "kappa", "n"), [
    # agree on 2 + 1 + 1 of 6; left has 3, 2, 1 of the labels, right 2, 2, 2:
    # expected (6 + 4 + 2) / 36 = 1/3; kappa = (4/6 - 1/3) / (2/3) = 0.5
    ([0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 2, 2], 3, 0.5, 6),
    ([0, 1, 0, 1, -1, 1], [0, 1, 0, 1, 0, -1], 2, 1.0, 4),  # what one did not rate is left out
])  # fmt: skip
def test_kappa_of_few_units(
    left: list[int], right: list[int], n_labels: int, kappa: float, n: int
) -> None:
    found = cohen_kappa(np.array(left), np.array(right), n_labels)
    assert (found.value, found.n) == (pytest.approx(kappa), n)


@pytest.mark.parametrize("ratings", [[[0, 0], [0, 0]], [[0, -1], [-1, 1]], np.zeros((0, 2), int)])
def test_no_variation_is_undefined_not_one(ratings: list[list[int]]) -> None:
    table = np.array(ratings, np.int64).reshape(-1, 2)
    assert krippendorff_alpha(table, 2).value is None
    assert cohen_kappa(table[:, 0], table[:, 1], 2).value is None


TABLES = st.lists(st.tuples(*[st.integers(-1, 3)] * 3), min_size=4, max_size=20)


@given(TABLES)
def test_order_of_units_and_raters_changes_nothing(table: list[tuple[int, ...]]) -> None:
    ratings = np.array(table)
    mixed = np.array(sorted(table))[:, [2, 0, 1]]
    for level in ("nominal", "ordinal"):
        before = krippendorff_alpha(ratings, 4, level=level, n_bootstrap=2).value
        after = krippendorff_alpha(mixed, 4, level=level, n_bootstrap=2).value
        assert (before is None) == (after is None)
        assert before is None or before == pytest.approx(after)
