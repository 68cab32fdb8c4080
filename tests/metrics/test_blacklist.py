"""The blacklist by hand."""

import unicodedata

import pytest
from measuring import rows_of, value_of

from litmus.corpus.segment import Idiom, Segment
from litmus.errors import UsageError
from litmus.metrics.base import Setup
from litmus.metrics.registry import create

HORSE = Segment(
    "1",
    "马马虎虎",
    ("so so",),
    idioms=(Idiom("马马虎虎", ((0, 4),)),),
    blacklist=("horse", "tigers"),
)
ZH_EN = ("zh", "en")


def triggered(options: str, pair: str, word: str, text: str) -> list[str]:
    source, _, target = pair.partition("-")
    segment = Segment("1", "x", blacklist=(word,))
    (row,) = rows_of(f"blacklist{options}", [segment], [text], pair=(source, target))
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


CASES = [
    ("", "zh-en", "horse", "", []),
    # endings: by form, by stem where there is a stemmer, by lemma where forms are irregular
    (":match=form", "zh-en", "tigers", "a Tiger", []),
    (":match=form", "zh-en", "tigers", "two Tigers", ["Tigers"]),
    (":match=stem", "zh-en", "mouse", "two mice", []),
    (":match=lemma", "zh-en", "mouse", "two mice", ["mice"]),
    # hyphens and curly quotes part words; as published they do not
    ("", "zh-en", "horse", "a horse-like thing", ["horse"]),
    ("", "zh-en", "horse", "a “horse”", ["horse"]),
    (":compat=cibb", "zh-en", "horse", "a horse-like thing", []),
    (":compat=cibb", "zh-en", "horse", "a “horse”", []),
    (":compat=cibb", "zh-en", "horse", 'a "Horse", sir', ["horse"]),
    # text without spaces, and from right to left
    ("", "en-zh", "桶", "他踢了桶。", ["桶"]),
    ("", "en-zh", "桶", "他死了。", []),
    ("", "en-he", "דלי", "הוא בעט: דלי!", ["דלי"]),
    # phrases are found as a whole
    ("", "fr-en", "spill beans", "He spilled beans.", ["spill beans"]),
    ("", "fr-en", "spill beans", "He spilled the beans.", []),
    ("", "fr-en", "spill beans", "Beans spill.", []),
]


@pytest.mark.parametrize(("options", "pair", "word", "text", "found"), CASES)
def test_blacklist_triggers(
    options: str, pair: str, word: str, text: str, found: list[str]
) -> None:
    assert triggered(options, pair, word, text) == found


@pytest.mark.parametrize(("target", "word"), [("fr", "forêt"), ("he", "שָׁלוֹם"), ("ja", "がまん")])
def test_blacklist_sees_through_normal_forms(target: str, word: str) -> None:
    composed, decomposed = (unicodedata.normalize(form, word) for form in ("NFC", "NFD"))
    for listed, used in ((composed, decomposed), (decomposed, composed)):
        assert len(triggered("", f"en-{target}", listed, used)) == 1


def test_blacklist_by_stem_is_the_default_where_there_is_a_stemmer() -> None:
    assert create("blacklist", Setup("zh", "en")).signature_parts()["match"] == "stem"
    assert create("blacklist", Setup("en", "he")).signature_parts()["match"] == "form"
    with pytest.raises(UsageError) as caught:
        create("blacklist:match=stem", Setup("en", "he"))
    assert str(caught.value) == (
        "There is no Snowball stemmer for Hebrew. Use match=form, or match=lemma "
        "where simplemma knows the language."
    )
