"""Average precision, by hand."""

import numpy as np
import pytest

from litmus.stats.average_precision import average_precision


@pytest.mark.parametrize(("scores", "relevant", "expected"), [
    # precision at every relevant item, in the order of the scores
    ([0.9, 0.5, 0.4, -1.0], "++--", 1.0), ([0.9, 0.5, 0.4, -1.0], "++++", 1.0),
    ([0.9, 0.5, 0.4, -1.0], "--++", (1 / 3 + 2 / 4) / 2),
    ([0.9, 0.5, 0.4, -1.0], "+--+", (1 / 1 + 2 / 4) / 2),
    ([0.1, 0.9, 0.5], "+-+", (1 / 2 + 2 / 3) / 2),
    # equal scores are one step: precision 1/3 wherever the relevant one stands
    ([1.0, 1.0, 1.0], "+--", 1 / 3), ([1.0, 1.0, 1.0], "-+-", 1 / 3),
    ([1.0, 1.0, 1.0], "--+", 1 / 3),
    ([2.0, 1.0, 1.0, 0.0], "+-+-", (1 + 2 / 3) / 2), ([0.5] * 10, "+++-------", 0.3),
    # nothing relevant is undefined
    ([0.3, 0.2], "--", None), ([], "", None),
])  # fmt: skip
def test_average_precision(scores: list[float], relevant: str, expected: float | None) -> None:
    found = average_precision(np.array(scores), np.array([mark == "+" for mark in relevant]))
    assert found == (expected if expected is None else pytest.approx(expected))
