"""Average precision, by hand."""

import numpy as np
import pytest

from litmus.stats.average_precision import average_precision


def ap(scores: list[float], relevant: str) -> float | None:
    return average_precision(np.array(scores), np.array([mark == "+" for mark in relevant]))


@pytest.mark.parametrize(("relevant", "expected"), [
    ("++--", 1.0),
    ("--++", (1 / 3 + 2 / 4) / 2),
    ("+--+", (1 / 1 + 2 / 4) / 2),
    ("++++", 1.0),
])  # fmt: skip
def test_precision_at_every_relevant_item(relevant: str, expected: float) -> None:
    assert ap([0.9, 0.5, 0.4, -1.0], relevant) == pytest.approx(expected)


def test_order_of_items_does_not_matter() -> None:
    assert ap([0.1, 0.9, 0.5], "+-+") == pytest.approx((1 / 2 + 2 / 3) / 2)


def test_equal_scores_are_one_step() -> None:
    # all three are above the threshold, or none: precision 1/3 wherever the relevant one stands
    assert [ap([1.0, 1.0, 1.0], marks) for marks in ("+--", "-+-", "--+")] == [
        pytest.approx(1 / 3)
    ] * 3
    assert ap([2.0, 1.0, 1.0, 0.0], "+-+-") == pytest.approx((1 + 2 / 3) / 2)


def test_ties_everywhere_give_the_share_that_is_relevant() -> None:
    assert ap([0.5] * 10, "+++-------") == pytest.approx(0.3)


def test_nothing_relevant_is_undefined() -> None:
    assert ap([0.3, 0.2], "--") is None
    assert ap([], "") is None
