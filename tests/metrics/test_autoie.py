"""AutoIE by hand."""

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


NAP = item(("take", "nap"))
ANY = item(("nap",), ("forty", "wink"))
ONE = item(("nap",))


def test_autoie_passes() -> None:
    for match, segment, text, expected in (
        # all words, of any alternative
        ("substring", NAP, "He takes a nap.", True),
        ("substring", NAP, "He has a nap.", False),
        ("substring", NAP, "", False),
        ("substring", ANY, "He had forty winks.", True),
        ("substring", ANY, "He had forty.", False),
        # inside words, whatever their case, or in other ways
        ("substring", item(("Nap",)), "kidNAPped", True),
        ("word", ONE, "Naps all day", False),
        ("word", ONE, "A Nap, really", True),
        ("space", ONE, "a nap", True),
        ("space", ONE, "a nap, really", False),
        ("space", ONE, "a Nap", False),
        ("stem", ONE, "napped", True),
        ("stem", ONE, "kidnapped", False),
        ("word", item(("don't",)), "I don't", True),
        ("word", item(("don",)), "I don't", False),
        ("word", item(("שלום",)), "הוא אמר: שלום!", True),
    ):
        assert passed(match, segment, text) is expected, (match, segment, text)


def passed(match: str, segment: Segment, text: str) -> bool:
    (row,) = rows_of(f"autoie:match={match}", [segment], [text], pair=IS_EN)
    assert row.counts[2:] == (segment.weight, 1.0)
    return row.counts[0] > 0


@pytest.mark.parametrize("match", ["substring", "word", "space"])
def test_autoie_sees_through_normal_forms(match: str) -> None:
    composed, decomposed = (unicodedata.normalize(form, "köttur") for form in ("NFC", "NFD"))
    assert passed(match, item((composed,)), f"einn {decomposed} hér")
    assert passed(match, item((decomposed,)), f"einn {composed} hér")


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


def test_autoie_shows_what_is_missing_from_the_nearest_alternative() -> None:
    segment = item(("forty", "wink"), ("take", "a", "nap"))
    (row,) = rows_of("autoie", [segment], ["they take a rest"], pair=IS_EN)
    assert row.evidence == {
        "required": ["take", "a", "nap"],
        "missing": ["nap"],
        "alternatives": [["forty", "wink"], ["take", "a", "nap"]],
    }


@pytest.mark.parametrize(("group", "expected"), [(None, 50.0), ("a", 0.0)])
def test_autoie_pairs_of_one_segment_are_its_alternatives(
    group: str | None, expected: float
) -> None:
    # two pairs in a row of its own: one of the two is there; in a group, the first is its own
    rows = rows_of("autoie", [item(("nap",), ("wink",), group=group)], ["a wink"], pair=IS_EN)
    pairs = create("autoie", Setup(*IS_EN)).readings[1]
    assert float(pairs.value(np.array(totals(rows)))) == expected
