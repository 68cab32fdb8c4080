"""When two written words are one word, or made of one."""

from collections.abc import Collection

import pytest

from litmus.language.same_word import same_word, spelling

NOTHING: Collection[str] = frozenset()


def test_spelling_of_a_word() -> None:
    spelt = {
        "Straße": "strasse", "E-Mail": "email", "U.S.": "us", "Élève": "eleve", "ёлка": "елка",
        "don't": "dont", "snake_case": "snakecase", "3,5": "35", "–": "",
    }  # fmt: skip
    assert {word: spelling(word) for word in spelt} == spelt


# `vocabulary` is what the rest of a compound has to be in.
SAME = [
    # spelled otherwise
    ("en", "E-Mail", "email", "", True),
    ("en", "İzmir", "izmir", "", True),
    ("fr", "Élève", "eleve", "", True),
    # forms of one word
    ("en", "mice", "mouse", "", True),
    ("en", "cat", "dog", "", False),
    # they begin alike, by four letters and six tenths of the shorter one
    ("en", "Europe", "european", "", True),
    ("en", "nation", "native", "", True),  # nati, four of six letters
    ("en", "nations", "natives", "", False),  # nati, four of seven
    ("en", "note", "not", "", True),  # a clipping
    ("en", "cart", "care", "", False),  # three letters, although these are three quarters
    # one is what is left of the other
    ("en", "info", "information", "", True),
    ("en", "lab", "laboratory", "", True),
    ("en", "la", "laboratory", "", False),  # two letters
    ("en", "formation", "information", "", False),  # not its beginning, and no compounds
    # parts between hyphens, of four letters and more
    ("de", "100-Beispielen", "Beispiel", "", True),
    ("de", "Haupt-Ziel", "Neben-Ziel", "", True),
    ("de", "Tag-Amt", "Amt-Zug", "", False),
    # compounds, where words are written together
    ("de", "Haustür", "Tür", "", False),  # three letters, and haus is not known
    ("de", "Haustür", "Tür", "haus", True),
    ("de", "Türgriff", "Tür", "griff", True),
    ("de", "Gartenzaun", "Zaun", "", True),  # four letters at its end
    ("de", "Schultür", "Schule", "tür", True),  # which has lost its e
    ("fr", "portemanteau", "manteau", "porte", False),  # no language of compounds
    # two compounds with a part in common
    ("de", "Konferenzsaal", "Konferenzort", "", True),  # nine letters, known or not
    ("de", "Sitzungssaal", "Konferenzsaal", "saal", True),
    ("de", "Sitzungssaal", "Konferenzsaal", "", False),
    ("de", "Sitzungsort", "Konferenzort", "ort", False),  # three letters
    ("de", "Gartenzaun", "Gartentor", "", True),  # six letters
    ("de", "Holzhaus", "Holzweg", "holz", True),
    # characters
    ("zh", "国家", "国民", "", True),
    ("zh", "国", "家国", "", True),
    ("zh", "家", "国", "", False),
    ("zh", "该国", "国家", "", True),  # the sign points
    ("zh", "该", "国", "", False),  # and nothing is left without it
]


@pytest.mark.parametrize(("code", "one", "other", "vocabulary", "expected"), SAME)
def test_two_words_are_the_same_word(
    code: str, one: str, other: str, vocabulary: str, expected: bool
) -> None:
    same = same_word(code, frozenset(vocabulary.split()))
    assert same(one, other) is expected
    assert same(other, one) is expected


def test_words_need_no_vocabulary() -> None:
    assert same_word("de", NOTHING)("Häuser", "Haus")
