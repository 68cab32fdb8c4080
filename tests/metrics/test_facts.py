"""What every metric says of itself, and what is made of it: readings, flags, evidence."""

from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

from litmus.metrics.base import Family, Flag, Metric, Reading, Setup, merge_evidence
from litmus.metrics.formulas import Ratio, signed_columns
from litmus.metrics.registry import create, metrics

SETUP = Setup("en", "fr")
every_metric = pytest.mark.parametrize("name", [name for name in metrics() if name != "comet"])


@every_metric
def test_no_counts_are_undefined_not_zero(name: str) -> None:
    metric = create(name, SETUP)
    for reading in metric.readings:
        values = reading.value(np.zeros((2, 3, len(metric.columns))))
        assert values.shape == (2, 3)
        assert np.isnan(values).all()


@every_metric
def test_first_reading_is_the_value(name: str) -> None:
    metric = create(name, SETUP)
    totals = np.random.default_rng(1).integers(1, 9, len(metric.columns)).astype(float)
    assert metric.readings[0].suffix == ""
    assert metric.readings[0].value(totals) == metric.value(totals)
    assert len({reading.suffix for reading in metric.readings}) == len(metric.readings)


@pytest.mark.parametrize("cls", metrics().values(), ids=list(metrics()))
def test_facts_name_columns_of_the_metric(cls: type[Metric[Any]]) -> None:
    named = [cls.support, cls.proportion or cls.support]
    if cls.flag is not None:
        named += [cls.flag.wrong, cls.flag.cases]
    for reading in cls.readings:
        if isinstance(reading.value, Ratio):
            named += [reading.value.over, reading.value.under]
    for expression in named:
        assert {name for name, _ in signed_columns(expression)} <= set(cls.columns)


@pytest.mark.parametrize("cls", metrics().values(), ids=list(metrics()))
def test_facts_hang_together(cls: type[Metric[Any]]) -> None:
    assert cls.family in get_args(Family)
    assert cls.flag is not None or not cls.is_trigger  # what triggers must flag
    assert cls.verdict_words is not None or cls.flag is None  # what flags can be filtered by
    shown = {shown.key for shown in cls.evidence}
    assert len(shown) == len(cls.evidence)
    assert all(shown.title or shown.marks for shown in cls.evidence)  # listed or marked
    if cls.kinds is not None:  # verdicts of several kinds are counted, shown, and right or wrong
        assert set(cls.kinds.names) <= set(cls.columns) and cls.flag is not None
        assert {cls.kinds.key, cls.kinds.confidence, cls.kinds.because} <= shown


@pytest.mark.parametrize("cls", metrics().values(), ids=list(metrics()))
def test_every_metric_has_a_page(cls: type[Metric[Any]]) -> None:
    pages = (Path(__file__).parents[2] / "docs" / "metrics").glob("*.md")
    heads = [page.read_text(encoding="utf-8").partition("\n")[0].lower() for page in pages]
    titles = {title for head in heads for title in head.removeprefix("# ").split(", ")}
    assert cls.title.lower() in titles


def test_classes_stay_as_they_are_when_a_metric_is_made() -> None:
    metric = create("litter", SETUP)
    assert metric.readings != type(metric).readings
    assert type(metric).readings[0].value == Ratio("triggered", "idioms")


def test_reading_of_any_other_function_has_no_formula() -> None:
    reading = Reading("", lambda totals: totals[..., 0]).on(("x", "segments"))
    assert reading.value(np.array([3.0, 1.0])) == 3.0
    assert reading.formula is None


@pytest.mark.parametrize(
    ("flag", "evidence", "wrong"),
    [
        (Flag("a", "b", wrong_if="words"), {"words": ["x"]}, True),
        (Flag("a", "b", wrong_if="words"), {"words": []}, False),
        (Flag("a", "b", right_if="words"), {"words": ["x"]}, False),
        (Flag("a", "b", right_if="words"), {"words": []}, True),
        (Flag("a", "b"), {"words": ["x"]}, None),
    ],
)
def test_flag_of_one_label(flag: Flag, evidence: dict[str, Any], wrong: bool | None) -> None:
    assert flag.of_evidence(evidence) is wrong


def test_flag_without_cases_knows_nothing() -> None:
    assert Flag("triggered", "idioms").of_counts({"triggered": 0, "idioms": 0}) == (False, False)


def test_evidence_of_several_labels_is_united() -> None:
    labels = [
        {"idiom": "a", "triggered": ["x", "y"], "blocklist": {"w": ["x"]}, "kind": None},
        {"idiom": "b", "triggered": ["y", "z"], "blocklist": {"v": ["z"]}, "kind": "word"},
    ]
    assert merge_evidence(labels) == {
        "idiom": "a | b",
        "triggered": ["x", "y", "y", "z"],
        "blocklist": {"w": ["x"], "v": ["z"]},
        "kind": "word",
        "labels": labels,
    }
