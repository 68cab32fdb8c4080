"""Words that a judge quotes are found where they are, however it writes them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.judging.places import find


@pytest.mark.parametrize(
    ("quote", "text", "words"),
    [
        ("Eimer", "Er trat den Eimer um.", "Eimer"),
        ("den  eimer", "Er trat den Eimer um.", "den Eimer"),
        ("'Eimer'", "Er trat den Eimer um.", "Eimer"),
        ("den Eimer...", "Er trat den Eimer um.", "den Eimer"),
        ('"Ja"', "Er sagte „Ja“ zu ihr.", "„Ja“"),
        ("well-known", "a well\u2011known man", "well\u2011known"),
        ("STRASSE", "in der Straße hier", "Straße"),
        ("cafe\u0301", "im caf\u00e9 dort", "caf\u00e9"),
        ("123", "im Jahr １２３ war", "１２３"),
        ("桶", "他踢了桶。", "桶"),
        ("دلو", "ركل الدلو أمس", "دلو"),
        ("two\nwords", "the two  words here", "two  words"),
    ],
)
def test_found(quote: str, text: str, words: str) -> None:
    place = find(quote, text)
    assert place is not None and text[slice(*place)] == words


@pytest.mark.parametrize("quote", ["", "  ", '"', "...", "nicht da", "Eimer um den"])
def test_not_found(quote: str) -> None:
    assert find(quote, "Er trat den Eimer um.") is None


def test_of_several_places_one_that_cuts_no_word_in_the_context_and_not_taken() -> None:
    assert find("in", "innen in Wien") == (6, 8)
    text = "der Hund und der Kater und der Vogel"
    assert find("der", text, context="und der Vogel") == (27, 30)
    assert find("der", text, context="nirgends") == (0, 3)
    assert find("der", text, taken=[(0, 3)]) == (13, 16)
    assert find("der", text, taken=[(0, 3), (13, 16), (27, 30)]) == (0, 3)


@given(st.text(min_size=1), st.integers(0, 20), st.integers(1, 20), st.text())
def test_a_piece_of_a_text_is_always_found(text: str, start: int, length: int, other: str) -> None:
    piece = text[start : start + length]
    place = find(piece, text)
    if piece.strip():
        assert place is not None and text[slice(*place)] == piece
    for found in (place, find(other, text)):
        assert found is None or 0 <= found[0] < found[1] <= len(text)
