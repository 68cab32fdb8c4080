"""Links by vectors: the rules on matrices by hand; models/ has an encoder."""

from math import exp, sqrt

import numpy as np
import pytest

from litmus.alignment.backends.encoder import both_probable, mutual_best


def test_mutual_best_by_hand() -> None:
    # row 0 and column 0 choose each other, as do row 2 and column 1; row 1 prefers column 0
    similarity = np.array([[0.9, 0.1], [0.6, 0.2], [0.0, 0.5]])
    assert mutual_best(similarity).tolist() == [[0.9, 0.0], [0.0, 0.0], [0.0, 0.5]]
    assert mutual_best(np.array([[0.1, 0.3, 0.2]])).tolist() == [[0.0, 0.3, 0.0]]
    # words that are unlike may still be each other's best; a confidence of 0 would be no link
    assert 0 < mutual_best(np.array([[-0.5]]))[0, 0] < 0.01


def test_both_probable_by_hand() -> None:
    # 10 against 0 leaves exp(-10) < 0.001 to the other; 2 against 0 leaves more than that
    found = both_probable(np.array([[10.0, 0.0], [0.0, 2.0]]))
    assert (found > 0).tolist() == [[True, False], [False, True]]
    high, low = 1 / (1 + exp(-10)), 1 / (1 + exp(-2))
    assert found[0, 0] == pytest.approx(high)
    assert found[1, 1] == pytest.approx(low)


def test_both_probable_needs_both_directions() -> None:
    # row 1 is torn between its columns, but column 0 is sure of row 0
    found = both_probable(np.array([[20.0, 0.0], [3.0, 3.0]]))
    assert found[1, 0] == 0
    assert found[1, 1] == pytest.approx(sqrt(0.5 * 1 / (1 + exp(-3))))
    assert np.isfinite(both_probable(np.array([[1e4, -1e4], [-1e4, 1e4]]))).all()
