"""How a metric is asked for, and what is refused."""

import numpy as np
import pytest

from litmus.errors import LitmusError
from litmus.metrics.base import Setup, merge_evidence, parse_spec, rate
from litmus.metrics.registry import create, metrics

SETUP = Setup("en", "fr")


def test_metric_options_ride_on_the_name() -> None:
    spec = parse_spec("litter:case=fold,dictionary=a/b.txt+c.txt")
    assert (spec.name, spec.chosen) == ("litter", {"case": "fold", "dictionary": "a/b.txt+c.txt"})


def test_metric_option_keeps_what_follows_the_first_equals_sign() -> None:
    assert parse_spec("litter:dictionary=a=b").chosen == {"dictionary": "a=b"}


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            "liter",
            "No metric is called 'liter'. Did you mean 'litter'?\n"
            "Known: apt-eval, autoie, blacklist, bleu, chrf, chrf++, comet, consistency, contrast, "
            "idiom-accuracy, litter, omission, ter, word-f",
        ),
        (
            "blacklist:mtch=stem",
            "No option of blacklist is called 'mtch'. Did you mean 'match'?\n"
            "Known: average, compat, match",
        ),
        (
            "blacklist:match=stems",
            "blacklist: match cannot be 'stems'. Known: auto, form, stem, lemma",
        ),
        (
            "blacklist:match",
            "'match' in 'blacklist:match' is not an option. Write name:key=value,key=value",
        ),
        (
            "blacklist:match=",
            "'match=' in 'blacklist:match=' is not an option. Write name:key=value,key=value",
        ),
        (
            "blacklist:match=form,match=stem",
            "'blacklist:match=form,match=stem' gives 'match' twice.",
        ),
    ],
)
def test_metric_options_that_are_refused(spec: str, message: str) -> None:
    with pytest.raises(LitmusError) as caught:
        create(spec, SETUP)
    assert str(caught.value) == message
    assert caught.value.exit_code == 2


@pytest.mark.parametrize("name", [name for name in metrics() if name != "comet"])
def test_metric_signature_shows_every_option(name: str) -> None:
    metric = create(name, SETUP)
    shown = metric.signature_parts()
    if name in ("bleu", "chrf", "chrf++", "ter"):  # sacreBLEU's own words
        assert {"case", "sacrebleu"} <= set(shown)
    else:
        expected = {option.key for option in metric.options} - {"average"} | {"avg"}
        assert set(shown) == expected


@pytest.mark.parametrize("name", [name for name in metrics() if name != "comet"])
def test_metric_of_no_counts_is_undefined_not_zero(name: str) -> None:
    metric = create(name, SETUP)
    for reading in metric.readings:
        values = reading.value(np.zeros((2, 3, len(metric.columns))))
        assert values.shape == (2, 3)
        assert np.isnan(values).all()


def test_metric_first_reading_is_the_value() -> None:
    for name in metrics():
        if name != "comet":
            metric = create(name, SETUP)
            assert metric.readings[0].suffix == ""
            assert metric.readings[0].higher_is_better == metric.higher_is_better


def test_metric_support_is_one_of_its_columns() -> None:
    for name in metrics():
        if name != "comet":
            metric = create(name, SETUP)
            assert metric.support in metric.columns
            assert metric.proportion is None or metric.proportion in metric.columns


def test_rate_is_undefined_where_there_is_nothing_below() -> None:
    values = rate(np.array([[1.0, 4.0], [0.0, 0.0], [3.0, 2.0]]), 0, 1)
    assert values[0] == 25.0
    assert np.isnan(values[1])
    assert values[2] == 150.0


def test_evidence_of_several_labels_is_united() -> None:
    merged = merge_evidence(
        [
            {"idiom": "a", "triggered": ["x", "y"], "blocklist": {"w": ["x"]}, "kind": None},
            {"idiom": "b", "triggered": ["y", "z"], "blocklist": {"v": ["z"]}, "kind": "word"},
        ]
    )
    assert merged == {
        "idiom": "a | b",
        "triggered": ["x", "y", "y", "z"],
        "blocklist": {"w": ["x"], "v": ["z"]},
        "kind": "word",
        "labels": [
            {"idiom": "a", "triggered": ["x", "y"], "blocklist": {"w": ["x"]}, "kind": None},
            {"idiom": "b", "triggered": ["y", "z"], "blocklist": {"v": ["z"]}, "kind": "word"},
        ],
    }
