"""Expected words in the segments of a suite."""

import pytest

from litmus.corpus.expected import ExpectedWord
from litmus.corpus.segment import Segment, from_json, to_json
from litmus.errors import DataError


def test_expected_words_are_read_back() -> None:
    expected = (
        ExpectedWord("dich", "formality", "ACC.INFORM.SING", "you"),
        ExpectedWord("glaubt", "auxiliary", lemma="glauben"),
    )
    segment = Segment("1", "I see you.", ("Ich sehe dich.",), expected=expected)
    assert from_json("f:1", to_json(segment)) == segment
    assert to_json(segment)["expected"][1] == {
        "word": "glaubt", "phenomenon": "auxiliary", "lemma": "glauben",
    }  # fmt: skip


def test_label_is_phenomenon_and_rule() -> None:
    assert ExpectedWord("il", "gender", "NOM.MASC.SING").label == "gender NOM.MASC.SING"
    assert ExpectedWord("il", "gender").label == "gender"


@pytest.mark.parametrize(
    ("expected", "message"),
    [
        ("dich", "f:1: 'expected' must be a list, but is str."),
        (["dich"], "f:1: an expected word must be an object with 'word' and 'phenomenon'."),
        ([{"word": "dich"}], "f:1: an expected word needs 'phenomenon'."),
        ([{"word": " ", "phenomenon": "gender"}], "f:1: an expected word needs 'word'."),
        ([{"word": 3, "phenomenon": "gender"}], "f:1: 'word' must be a string, but is int."),
        ([{"word": "er", "phenomenon": "gender", "rul": "x"}],
         "f:1: unknown key 'rul'. Did you mean 'rule'?\n"
         "Known: lemma, phenomenon, rule, source_word, word"),
    ],
)  # fmt: skip
def test_expected_words_that_do_not_fit(expected: object, message: str) -> None:
    with pytest.raises(DataError) as caught:
        from_json("f:1", {"id": "1", "source": "x", "expected": expected})
    assert str(caught.value) == message
