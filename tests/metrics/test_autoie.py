"""AutoIE by hand."""

import math
import unicodedata

import numpy as np
import pytest
from measuring import rows_of, totals, value_of

from litmus.corpus.segment import Segment
from litmus.metrics.base import Setup
from litmus.metrics.registry import create

IS_EN = ("is", "en")


def item(*required: tuple[str, ...], weight: float = 1.0, group: str | None = None) -> Segment:
    return Segment("1", "x", ("y",), required=required, weight=weight, group=group)


def passed(spec: str, segment: Segment, text: str) -> bool:
    (row,) = rows_of(spec, [segment], [text], pair=IS_EN)
    assert row.counts[2:] == (segment.weight, 1.0)
    return row.counts[0] > 0


NAP = item(("take", "nap"))


def test_autoie_passes_only_with_all_words() -> None:
    assert passed("autoie", NAP, "He takes a nap.")
    assert not passed("autoie", NAP, "He has a nap.")


def test_autoie_passes_with_any_alternative() -> None:
    assert passed("autoie", item(("nap",), ("forty", "wink")), "He had forty winks.")
    assert not passed("autoie", item(("nap",), ("forty", "wink")), "He had forty.")


def test_autoie_readings_by_hand() -> None:
    # one item in two pairs of weight 1/2 and one item alone; the first translation has the words
    # of the other pair, the second its own, the third nothing. Any: (1/2 + 1/2 + 0) / 2 = 50 %.
    # Pairs, each by its own words: (0 + 1/2 + 0) / 2 = 25 %.
    first = item(("nap",), ("wink",), weight=0.5, group="a")
    second = item(("wink",), ("nap",), weight=0.5, group="a")
    rows = rows_of(
        "autoie", [first, second, item(("bucket",))], ["a wink", "a wink", "dead"], pair=IS_EN
    )
    sums = np.array(totals(rows))
    metric = create("autoie", Setup(*IS_EN))
    assert {r.suffix: float(r.value(sums)) for r in metric.readings} == {"": 50.0, "pairs": 25.0}


def test_autoie_variants_of_an_item_weigh_one_together() -> None:
    # a passed item of one pair, and a failed item of three: 50 %, not 25 %
    several = [item(("nap",), weight=1 / 3, group="b") for _ in range(3)]
    rows = rows_of("autoie", [item(("nap",)), *several], ["nap", "", "", ""], pair=IS_EN)
    assert value_of("autoie", rows, IS_EN) == pytest.approx(50)


def test_autoie_matches_stems_inside_words_whatever_their_case() -> None:
    assert passed("autoie", item(("Nap",)), "kidNAPped")


@pytest.mark.parametrize(
    ("match", "text", "expected"),
    [
        ("word", "Naps all day", False),
        ("word", "A Nap, really", True),
        ("space", "a nap", True),
        ("space", "a nap, really", False),
        ("space", "a Nap", False),
        ("stem", "napped", True),
        ("stem", "kidnapped", False),
    ],
)
def test_autoie_other_ways_to_match(match: str, text: str, expected: bool) -> None:
    assert passed(f"autoie:match={match}", item(("nap",)), text) is expected


def test_autoie_word_keeps_apostrophes_inside() -> None:
    assert passed("autoie:match=word", item(("don't",)), "I don't")
    assert not passed("autoie:match=word", item(("don",)), "I don't")


def test_autoie_shows_what_is_missing_from_the_nearest_alternative() -> None:
    segment = item(("forty", "wink"), ("take", "a", "nap"))
    (row,) = rows_of("autoie", [segment], ["they take a rest"], pair=IS_EN)
    assert row.evidence == {
        "required": ["take", "a", "nap"],
        "missing": ["nap"],
        "alternatives": [["forty", "wink"], ["take", "a", "nap"]],
    }


def test_autoie_empty_translation_fails() -> None:
    assert not passed("autoie", NAP, "")


def test_autoie_without_required_words_is_undefined_not_zero() -> None:
    rows = rows_of("autoie", [Segment("1", "x", ("y",))], ["nap"], pair=IS_EN)
    assert rows == []
    assert math.isnan(value_of("autoie", rows, IS_EN))


@pytest.mark.parametrize("match", ["substring", "word", "space"])
@pytest.mark.parametrize("forms", [("NFC", "NFD"), ("NFD", "NFC")])
def test_autoie_sees_through_normal_forms(match: str, forms: tuple[str, str]) -> None:
    wanted, used = (unicodedata.normalize(form, "köttur") for form in forms)  # type: ignore[arg-type]
    assert passed(f"autoie:match={match}", item((wanted,)), f"einn {used} hér")


def test_autoie_finds_words_in_text_from_right_to_left() -> None:
    assert passed("autoie:match=word", item(("שלום",)), "הוא אמר: שלום!")


@pytest.mark.parametrize(("group", "expected"), [(None, 50.0), ("a", 0.0)])
def test_autoie_pairs_of_one_segment_are_its_alternatives(
    group: str | None, expected: float
) -> None:
    # two pairs in a row of its own: one of the two is there; in a group, the first is its own
    rows = rows_of("autoie", [item(("nap",), ("wink",), group=group)], ["a wink"], pair=IS_EN)
    pairs = create("autoie", Setup(*IS_EN)).readings[1]
    assert float(pairs.value(np.array(totals(rows)))) == expected
