"""Micro and macro by hand."""

import numpy as np
import pytest
from counting import paired_counts, rate

from litmus.stats.averages import LABELS, MACRO, MICRO, gather, value_of
from litmus.stats.tally import Tally

# label 0: 1 of 4; label 1: 1 of 1; so micro 2 / 5, macro (1/4 + 1) / 2
ROWS = [(1.0, 2.0), (0.0, 2.0), (1.0, 1.0)]
EVERYTHING = np.ones((1, 3))


def test_averages_of_two_labels_by_hand() -> None:
    counts = paired_counts(ROWS, labels=[0, 0, 1])
    found = {
        how: value_of(counts, EVERYTHING, rate, how)[0, :, 0] for how in (MICRO, MACRO, LABELS)
    }
    assert {how: values.tolist() for how, values in found.items()} == {
        MICRO: [pytest.approx(40)], MACRO: [pytest.approx(62.5)], LABELS: [25.0, 100.0],
    }  # fmt: skip


def test_macro_leaves_out_labels_without_evidence_in_a_resample() -> None:
    counts = paired_counts(ROWS, labels=[0, 0, 1])
    weights = np.array([[1.0, 1.0, 0.0], [0.0, 0.0, 0.0], [2.0, 0.0, 1.0]])
    values = value_of(counts, weights, rate, MACRO)[:, 0, 0]
    assert values[0] == 25.0  # label 1 was not drawn
    assert np.isnan(values[1])  # nothing was drawn
    assert values[2] == 75.0  # (2 of 4 and 1 of 1) / 2


def test_micro_counts_a_unit_as_often_as_it_was_drawn() -> None:
    counts = paired_counts(ROWS)
    value = value_of(counts, np.array([[3.0, 0.0, 1.0]]), rate, MICRO)
    assert value[0, 0, 0] == pytest.approx(100 * 4 / 7)


def test_macro_without_any_label_is_undefined() -> None:
    counts = paired_counts(ROWS)
    assert value_of(counts, EVERYTHING, rate, LABELS).shape == (1, 0, 1)
    assert np.isnan(value_of(counts, EVERYTHING, rate, MACRO)[0, 0, 0])


def test_macro_of_a_resample_counts_a_label_as_often_as_it_was_drawn() -> None:
    # Labels A (one unit, value 100) and B (two units, value 0 and 100). Drawn: A twice, B's first
    # once: A has twice its cases (share 2), B half of them (share 1/2), so the mean is
    # (2 x 100 + 1/2 x 0) / (2 + 1/2) = 80.
    tally = Tally(2)
    tally.add([0, 1, 2], [0, 1, 1], np.array([[1.0, 1.0], [0.0, 1.0], [1.0, 1.0]]))
    counts = gather([tally], 3)
    for drawn, value in (([2.0, 1.0, 0.0], 80.0), ([1.0, 1.0, 1.0], (100 + 50) / 2)):
        found = value_of(counts, np.array([drawn]), rate, MACRO)
        assert found[0, 0, 0] == pytest.approx(value)
