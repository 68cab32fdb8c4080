"""The blacklist by hand."""

import math
import unicodedata

import pytest
from measuring import rows_of, totals, value_of

from litmus.corpus.segment import Idiom, Segment
from litmus.errors import UsageError
from litmus.metrics.base import Batch, Outputs, Setup
from litmus.metrics.registry import create

HORSE = Segment(
    "1",
    "马马虎虎",
    ("so so",),
    idioms=(Idiom("马马虎虎", ((0, 4),)),),
    blacklist=("horse", "tigers"),
)
ZH_EN = ("zh", "en")


def triggered(spec: str, words: tuple[str, ...], text: str, pair: tuple[str, str]) -> list[str]:
    segment = Segment("1", "x", ("y",), blacklist=words)
    (row,) = rows_of(spec, [segment], [text], pair=pair)
    assert row.counts == (float(bool(row.evidence["triggered"])), 1.0)
    found: list[str] = row.evidence["triggered"]
    return found


def test_blacklist_by_hand() -> None:
    # 4 segments, 3 with a list, 2 of them triggered: 100 * 2 / 3
    plain = Segment("2", "马", ("a horse",))
    hypotheses = ["horses and tigers", "so so", "a tiger", "a horse"]
    rows = rows_of("blacklist", [HORSE, HORSE, HORSE, plain], hypotheses, pair=ZH_EN)
    assert [row.counts for row in rows] == [(1.0, 1.0), (0.0, 1.0), (1.0, 1.0)]
    assert value_of("blacklist", rows, ZH_EN) == pytest.approx(200 / 3)


def test_blacklist_shows_words_as_the_translation_has_them() -> None:
    (row,) = rows_of("blacklist", [HORSE], ["Horses, horses and a tiger"], pair=ZH_EN)
    assert row.label == "马马虎虎"
    assert row.evidence == {
        "idiom": "马马虎虎",
        "blacklist": ["horse", "tigers"],
        "triggered": ["Horses", "horses", "tiger"],
    }


def test_blacklist_without_lists_is_undefined_not_zero() -> None:
    rows = rows_of("blacklist", [Segment("1", "x", ("y",))], ["a horse"], pair=ZH_EN)
    assert rows == []
    assert math.isnan(value_of("blacklist", rows, ZH_EN))


def test_blacklist_empty_translation_does_not_trigger() -> None:
    assert totals(rows_of("blacklist", [HORSE], [""], pair=ZH_EN)) == (0.0, 1.0)


def test_blacklist_needs_no_reference() -> None:
    segment = Segment("1", "x", blacklist=("horse",))
    assert totals(rows_of("blacklist", [segment], ["horse"], pair=ZH_EN)) == (1.0, 1.0)


def test_blacklist_by_form_keeps_endings_apart() -> None:
    assert triggered("blacklist:match=form", ("tigers",), "a Tiger", ZH_EN) == []
    assert triggered("blacklist:match=form", ("tigers",), "two Tigers", ZH_EN) == ["Tigers"]


def test_blacklist_by_stem_is_the_default_where_there_is_a_stemmer() -> None:
    assert create("blacklist", Setup("zh", "en")).signature_parts()["match"] == "stem"
    assert create("blacklist", Setup("en", "he")).signature_parts()["match"] == "form"


def test_blacklist_by_stem_without_a_stemmer_is_refused() -> None:
    with pytest.raises(UsageError) as caught:
        create("blacklist:match=stem", Setup("en", "he"))
    assert str(caught.value) == (
        "There is no Snowball stemmer for Hebrew. Use match=form, or match=lemma "
        "where simplemma knows the language."
    )


def test_blacklist_by_lemma_joins_irregular_forms() -> None:
    assert triggered("blacklist:match=stem", ("mouse",), "two mice", ZH_EN) == []
    assert triggered("blacklist:match=lemma", ("mouse",), "two mice", ZH_EN) == ["mice"]


def test_blacklist_splits_at_hyphens_and_curly_quotes() -> None:
    assert triggered("blacklist", ("horse",), "a horse-like thing", ZH_EN) == ["horse"]
    assert triggered("blacklist", ("horse",), "a “horse”", ZH_EN) == ["horse"]


def test_blacklist_as_published_glues_at_hyphens_and_keeps_curly_quotes() -> None:
    spec = "blacklist:compat=cibb"
    assert triggered(spec, ("horse",), "a horse-like thing", ZH_EN) == []
    assert triggered(spec, ("horse",), "a “horse”", ZH_EN) == []
    assert triggered(spec, ("horse",), 'a "Horse", sir', ZH_EN) == ["horse"]


def test_blacklist_is_found_inside_text_without_spaces() -> None:
    assert triggered("blacklist", ("桶",), "他踢了桶。", ("en", "zh")) == ["桶"]
    assert triggered("blacklist", ("桶",), "他死了。", ("en", "zh")) == []


def test_blacklist_is_found_in_text_from_right_to_left() -> None:
    assert triggered("blacklist", ("דלי",), "הוא בעט: דלי!", ("en", "he")) == ["דלי"]


@pytest.mark.parametrize("pair", [("en", "fr"), ("en", "he"), ("en", "ja")])
@pytest.mark.parametrize("forms", [("NFC", "NFD"), ("NFD", "NFC")])
def test_blacklist_sees_through_normal_forms(pair: tuple[str, str], forms: tuple[str, str]) -> None:
    word = {"fr": "forêt", "he": "שָׁלוֹם", "ja": "がまん"}[pair[1]]
    listed, used = (unicodedata.normalize(form, word) for form in forms)  # type: ignore[arg-type]
    assert len(triggered("blacklist", (listed,), used, pair)) == 1


def test_blacklist_finds_phrases_as_a_whole() -> None:
    segment = Segment("1", "x", ("y",), blacklist=("spill beans",))
    metric = create("blacklist", Setup("fr", "en"))
    prepared = metric.prepare(Batch([segment] * 3))
    outputs = Outputs("s", ["He spilled beans.", "He spilled the beans.", "Beans spill."])
    assert [row.counts[0] for row in metric.measure(prepared, outputs)] == [1.0, 0.0, 0.0]
