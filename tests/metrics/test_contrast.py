"""Contrast by hand: the words that tell a reference from its wrong variants."""

import math
from typing import Any

import numpy as np
import pytest
from measuring import rows_of

from litmus.corpus.segment import Segment
from litmus.metrics.base import Setup
from litmus.metrics.registry import create

PAIR = ("en", "fr")
IT = Segment("1", "It sleeps.", ("Elle dort.",), contrastive=("Il dort.", "Ça dort."))


def verdict(hypothesis: str, segment: Segment = IT) -> Any:
    (row,) = rows_of("contrast", [segment], [hypothesis])
    return row.evidence["verdict"], row.counts


def test_contrast_by_hand() -> None:
    # right only: counts (right, decided, segments)
    assert verdict("Elle dort.") == ("right", (1.0, 1.0, 1.0))
    assert verdict("Il dort.") == ("wrong", (0.0, 1.0, 1.0))


def test_contrast_is_generative_the_rest_of_the_output_is_free() -> None:
    assert verdict("Mais ELLE ronfle !") == ("right", (1.0, 1.0, 1.0))


@pytest.mark.parametrize("output", ["", "dort", "Elle dit qu'il dort."])
def test_contrast_with_neither_or_both_decides_nothing(output: str) -> None:
    assert verdict(output) == ("undecided", (0.0, 0.0, 1.0))


def test_contrast_shows_the_words_that_decide() -> None:
    (row,) = rows_of("contrast", [IT], ["Elle dit qu'il dort."])
    assert row.evidence == {"verdict": "undecided", "right": ["elle"], "wrong": ["il"]}


def test_contrast_words_shared_with_any_variant_do_not_count() -> None:
    # "dort" is in the reference and in one of the variants, "ils" in a variant only
    segment = Segment("1", "x", ("Elle dort",), contrastive=("Ils dorment", "Il dort"))
    assert verdict("dort", segment)[0] == "undecided"
    assert verdict("ils", segment)[0] == "wrong"


def test_contrast_leaves_out_segments_without_a_choice() -> None:
    same = Segment("2", "x", ("a b",), contrastive=("b a",))
    none = Segment("3", "x", ("a b",))
    more = Segment("4", "x", ("a",), contrastive=("a b",))  # nothing in the reference alone
    rows = rows_of("contrast", [IT, same, none, more], ["elle"] * 4)
    assert [row.segment for row in rows] == [0]


def test_contrast_values_by_hand() -> None:
    # 3 right of 4 decided of 5 segments
    metric = create("contrast", Setup(*PAIR))
    shown = {r.suffix: float(r.value(np.array([3.0, 4.0, 5.0]))) for r in metric.readings}
    assert shown == {"": 75.0, "decided": 80.0}
    assert math.isnan(metric.value(np.zeros(3)))


def test_contrast_reads_combining_marks_and_scripts_without_blanks() -> None:
    accent = Segment("1", "x", ("\u00c9l\u00e8ve",), contrastive=("ma\u00eetre",))
    assert verdict("E\u0301le\u0300ve", accent)[0] == "right"
    russian = Segment("1", "x", ("Ты идёшь",), contrastive=("Вы идёте",))
    (row,) = rows_of("contrast", [russian], ["ты тут"], pair=("en", "ru"))
    assert row.counts == (1.0, 1.0, 1.0)
    chinese = Segment("1", "x", ("你好吗",), contrastive=("您好吗",))
    (row,) = rows_of("contrast", [chinese], ["您在吗"], pair=("en", "zh"))
    assert row.counts == (0.0, 1.0, 1.0)


def test_segment_without_wrong_variants_is_no_evidence() -> None:
    assert rows_of("contrast", [Segment("1", "x", ("y",))], ["y"]) == []
