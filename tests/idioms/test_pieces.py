"""Exact spans and pieces, in characters, whatever stands around and inside."""

import unicodedata

import pytest
from finding import matcher, pieces
from hypothesis import given
from hypothesis import strategies as st

CASES = [
    ("en", "spill the beans", "She spilled the beans.", ["spilled the beans"]),
    ("en", "kick the bucket", "He kicked the old bucket.", ["kicked the", "bucket"]),
    ("en", "take someone for a ride", "He took the mayor for a ride.", ["took", "for a ride"]),
    ("en", "pull someone's leg", "They pulled my leg.", ["pulled my leg"]),
    ("en", "pull someone's leg", "They pulled Mary's leg.", ["pulled", "leg"]),
    ("en", "once in a blue moon", "A once-in-a-blue-moon day.", ["once-in-a-blue-moon"]),
    ("en", "blue moon", "A once\u2011in\u2011a\u2011blue\u2011moon day.", ["blue\u2011moon"]),
    ("en", "not hold water", "It doesn’t hold water.", ["doesn’t hold water"]),
    ("en", "like father like son", "Like father, like son.", ["Like father", "like son"]),
    ("en", "kick the bucket", "He kicked 😀 the bucket.", ["kicked", "the bucket"]),
    ("en", "kick the bucket", "He kicked\u00a0the  bucket.", ["kicked\u00a0the  bucket"]),
    ("de", "<someone> einen Bären aufbinden", "Er bindet mir einen Bären auf.", ["bindet", "einen Bären auf"]),
    ("de", "die Katze aus dem Sack lassen", "Er lässt nun die Katze aus dem Sack.", ["lässt", "die Katze aus dem Sack"]),
    ("fr", "mettre la puce à l'oreille", "Il met la puce à l’oreille.", ["met la puce à l’oreille"]),
    ("zh", "雪上加霜", "真是雪上 加霜。", ["雪上 加霜"]),
    ("zh", "给 某人 穿小鞋", "老板给他穿小鞋。", ["给", "穿小鞋"]),
    ("ja", "手を焼く", "手を焼いた", ["手", "焼"]),
]  # fmt: skip


@pytest.mark.parametrize(("code", "entry", "sentence", "expected"), CASES)
def test_pieces_move_with_the_text_before_them(
    code: str, entry: str, sentence: str, expected: list[str]
) -> None:
    for before in ("", "😀👍🏽 ", "雪 ", "e\u0301 x\u0308 ", "𝒦𝒦 ", "\u202e\u200f "):
        text = f"{before}{sentence}"
        [found] = matcher(code, entry).find(text)
        assert [text[start:end] for start, end in found.pieces] == expected
        assert found.span == (found.pieces[0][0], found.pieces[-1][1])
    if code in ("de", "fr"):
        typed = [unicodedata.normalize("NFD", text) for text in (sentence, *expected)]
        assert pieces(code, entry, typed[0]) == typed[1:]


def test_row_of_an_occurrence() -> None:
    text = "😀 He kicked the old bucket."
    [found] = matcher("en", "kick the bucket").find(text)
    assert found.row(7, text) == {
        "line": 7, "idiom": "kick the bucket", "span": [5, 26], "pieces": [[5, 15], [20, 26]],
        "text": "kicked the old bucket", "flags": ["inserted"],
    }  # fmt: skip


WORDS = ["spill", "Spilled", "the", "beans", "kick", "kicked", "bucket", "pulled", "Mary's", "leg",
         "my", "old", ",", ".", "-", "😀", "’", "e\u0301", "not", "don't"]  # fmt: skip


@pytest.mark.parametrize("kind", ["ordered", "free"])
@given(text=st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))
def test_spans_are_sound_in_any_text(kind: str, text: str) -> None:
    finder = matcher(
        "en", "spill the beans", "kick the bucket", "pull someone's leg", kind=kind, backend=None
    )
    found = finder.find(text)
    assert found == sorted(found, key=lambda one: (one.span, one.idiom))
    for one in found:
        start, end = one.span
        assert 0 <= start < end <= len(text)
        assert (one.pieces[0][0], one.pieces[-1][1]) == (start, end)
        assert all(a < b for a, b in one.pieces)
        assert all(b <= c for (_, b), (c, _) in zip(one.pieces, one.pieces[1:], strict=False))
    for one in found:  # occurrences of one idiom do not overlap
        for other in found:
            if one is not other and one.idiom == other.idiom:
                assert one.span[1] <= other.span[0] or other.span[1] <= one.span[0]
