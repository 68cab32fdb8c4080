"""Contrast by hand: the words that tell a reference from its wrong variants."""

import numpy as np
import pytest
from measuring import rows_of

from litmus.corpus.segment import Segment
from litmus.metrics.base import Setup
from litmus.metrics.registry import create

IT = Segment("1", "It sleeps.", ("Elle dort.",), contrastive=("Il dort.", "Ça dort."))


# "dort" is in the reference and in one of the variants, "ils" in a variant only
SHARED = Segment("1", "x", ("Elle dort",), contrastive=("Ils dorment", "Il dort"))
ACCENT = Segment("1", "x", ("\u00c9l\u00e8ve",), contrastive=("ma\u00eetre",))
RUSSIAN = Segment("1", "x", ("Ты идёшь",), contrastive=("Вы идёте",))
CHINESE = Segment("1", "x", ("你好吗",), contrastive=("您好吗",))
COUNTS = {"right": (1.0, 1.0, 1.0), "wrong": (0.0, 1.0, 1.0), "undecided": (0.0, 0.0, 1.0)}


@pytest.mark.parametrize(
    ("target", "segment", "text", "verdict"),
    [
        ("fr", IT, "Elle dort.", "right"),
        ("fr", IT, "Mais ELLE ronfle !", "right"),  # the rest of the output is free
        ("fr", IT, "Il dort.", "wrong"),
        ("fr", IT, "", "undecided"),
        ("fr", IT, "dort", "undecided"),
        ("fr", IT, "Elle dit qu'il dort.", "undecided"),
        ("fr", SHARED, "dort", "undecided"),
        ("fr", SHARED, "ils", "wrong"),
        ("fr", ACCENT, "E\u0301le\u0300ve", "right"),
        ("ru", RUSSIAN, "ты тут", "right"),
        ("zh", CHINESE, "您在吗", "wrong"),
    ],
)
def test_contrast_by_the_words_that_tell(
    target: str, segment: Segment, text: str, verdict: str
) -> None:
    (row,) = rows_of("contrast", [segment], [text], pair=("en", target))
    assert (row.evidence["verdict"], row.counts) == (verdict, COUNTS[verdict])


def test_contrast_shows_the_words_that_decide() -> None:
    (row,) = rows_of("contrast", [IT], ["Elle dit qu'il dort."])
    assert row.evidence == {"verdict": "undecided", "right": ["elle"], "wrong": ["il"]}


def test_contrast_leaves_out_segments_without_a_choice() -> None:
    same = Segment("2", "x", ("a b",), contrastive=("b a",))
    none = Segment("3", "x", ("a b",))
    more = Segment("4", "x", ("a",), contrastive=("a b",))  # nothing in the reference alone
    rows = rows_of("contrast", [IT, same, none, more], ["elle"] * 4)
    assert [row.segment for row in rows] == [0]


def test_contrast_values_by_hand() -> None:
    # 3 right of 4 decided of 5 segments
    metric = create("contrast", Setup("en", "fr"))
    shown = {r.suffix: float(r.value(np.array([3.0, 4.0, 5.0]))) for r in metric.readings}
    assert shown == {"": 75.0, "decided": 80.0}
