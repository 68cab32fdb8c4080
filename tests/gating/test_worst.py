"""What a metric saw of a segment, in words, and what is kept of it until it is asked for."""

import json
from types import SimpleNamespace
from typing import Any

import numpy as np

from litmus.gating.watching import _number
from litmus.gating.worst import _in_words, _said, _shown
from litmus.metrics.base import Evidence


def test_evidence_is_told_in_words() -> None:
    for value, percent, words in (
        (0.256, True, "26 %"), (1, True, "100 %"), (0.256, False, "0.256"), ("text", True, "text"),
        (["a", 0.5], True, "a, 50 %"), (["a", 0.5], False, "a, 0.5"),
        ({"a": 0.5, "b": ["c", "d"]}, True, "a = 50 %, b = c, d"), ({"a": 0.5}, False, "a = 0.5"),
    ):  # fmt: skip
        assert _in_words(value, percent=percent) == words
    # a value of one segment may be none, and numbers of NumPy are kept as numbers
    assert (_shown(float("nan")), _shown(33.333)) == ("n/a", "33.3")
    assert json.dumps([np.int64(3), np.float32(0.5)], default=_number) == "[3, 0.5]"


def test_what_sets_a_metric_off_is_told_first_and_nothing_is_not_told() -> None:
    metric: Any = SimpleNamespace(
        evidence=(
            Evidence("share", "share", percent=True), Evidence("found", "found", marks="required"),
            Evidence("cause", "cause", marks="trigger"), Evidence("plain", ""),
        )
    )  # fmt: skip
    seen = {"share": 0.5, "found": ["x"], "cause": "c", "plain": "p", "other": 1}
    assert _said(metric, seen) == ["cause: c", "share: 50 %", "found: x"]
    for nothing in (None, "", [], {}):
        assert _said(metric, {"share": nothing}) == []
    assert _said(metric, {"share": 0}) == ["share: 0 %"]
