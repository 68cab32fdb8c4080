"""Formulas: what a metric computes, and the data that the page computes the same from."""

import numpy as np
import pytest

from litmus.metrics.base import Setup
from litmus.metrics.formulas import EditRate, Formula, NGramF, NGramPrecision, Ratio
from litmus.metrics.registry import create, metrics


def test_ratio_is_undefined_where_there_is_nothing_below() -> None:
    values = Ratio("a", "b").on(("a", "b"))(np.array([[1.0, 4.0], [0.0, 0.0], [3.0, 2.0]]))
    assert values[0] == 25.0
    assert np.isnan(values[1])
    assert values[2] == 150.0


def test_ratio_adds_and_subtracts_columns() -> None:
    ratio = Ratio("right-extra", "gold+more", 10.0).on(("extra", "gold", "more", "right"))
    assert ratio(np.array([2.0, 3.0, 1.0, 8.0])) == 15.0
    assert ratio.as_data() == {
        "kind": "ratio", "scale": 10.0, "over": [-1, 0, 0, 1], "under": [0, 1, 1, 0],
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(set(metrics()) - {"comet"}))
def test_page_computes_ratios_as_the_metrics_do(name: str) -> None:
    metric = create(name, Setup("en", "fr"))
    rng = np.random.default_rng(4)
    for reading in metric.readings:
        data = reading.formula
        if data is None:  # the page says that it cannot
            assert not isinstance(reading.value, Formula)
            continue
        if data["kind"] != "ratio":
            continue
        totals = rng.integers(0, 3, (50, len(metric.columns))).astype(float)
        over, under = totals @ data["over"], totals @ data["under"]
        expected = np.where(under > 0, data["scale"] * over / np.where(under > 0, under, 1), np.nan)
        np.testing.assert_allclose(reading.value(totals), expected)


def test_kinds_beside_ratios_say_what_the_page_must_know() -> None:
    assert NGramPrecision(2).as_data() == {"kind": "ngram-precision", "orders": 2}
    assert NGramF().as_data() == {"kind": "ngram-f", "beta": 2.0}
    assert EditRate().as_data() == {"kind": "edit-rate"}


def test_precision_of_fewer_orders_by_hand() -> None:
    # lengths 4 and 8; unigrams 2 of 4, bigrams 1 of 3: exp(1 - 8 / 4) x sqrt(1/2 x 1/3)
    totals = np.array([4.0, 8.0, 2.0, 1.0, 4.0, 3.0, 1.0])
    expected = 100 * np.exp(-1) * (1 / 6) ** 0.5
    assert NGramPrecision(2)(totals) == pytest.approx(expected)


def test_f_score_weighs_recall_as_told() -> None:
    # precision 1 / 2, recall 1 / 4; beta 1: 2 x (1/8) / (3/4)
    assert NGramF(1.0)(np.array([2.0, 4.0, 1.0, 1.0])) == pytest.approx(100 / 3)
