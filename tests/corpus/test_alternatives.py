"""Alternatives in one line, as idiom lists and Steingrímsson et al. (2024) write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.errors import DataError
from litmus.importers.alternatives import expand

HINT = "\n| separates forms, / alternatives for one word, ( ) holds what may be left out."


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("break the ice", ["break the ice"]),
        ("hit the sack / sheets / hay", ["hit the sack", "hit the sheets", "hit the hay"]),
        ("to pick / take up the gauntlet", ["to pick up the gauntlet", "to take up the gauntlet"]),
        ("vera klár/tilbúinn", ["vera klár", "vera tilbúinn"]),
        ("vera sjálfs sín(s) herra", ["vera sjálfs síns herra", "vera sjálfs sín herra"]),
        ("(in)direct", ["indirect", "direct"]),
        ("(go / run) away", ["go away", "run away", "away"]),
        ("a (b|c) d", ["a b d", "a c d", "a d"]),
        ("klár(ir)/tilbúnir", ["klárir", "klár", "tilbúnir"]),
        ("x y | z", ["x y", "z"]),
        ("a | a", ["a"]),
        ("<NP1/NP2> fer", ["<NP1/NP2> fer"]),
        ("a/b c (d)", ["a c d", "a c", "b c d", "b c"]),
        ("a  b", ["a b"]),
        ("5 < 6", ["5 < 6"]),
        ("ready/able!", ["ready!", "able!"]),
        ("", [""]),
    ],
)
def test_forms(text: str, forms: list[str]) -> None:
    assert expand(text) == forms


def test_limit_is_the_largest_number_allowed() -> None:
    assert len(expand("a/b c/d e/f", limit=8)) == 8
    with pytest.raises(DataError):
        expand("a/b c/d e/f", limit=7)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a (b (c))", "has parentheses inside parentheses"),
        ("a (b", "has an opening parenthesis without its closing one"),
        ("a) b", "has a closing parenthesis without its opening one"),
        ("a |", "has an empty alternative"),
        ("| a", "has an empty alternative"),
        ("a ()", "has an empty alternative"),
        ("a /", "has a slash without a word on both sides"),
        ("/ a", "has a slash without a word on both sides"),
        ("a / | b", "has a slash without a word on both sides"),
    ],
)
def test_text_that_cannot_be_read(text: str, what: str) -> None:
    with pytest.raises(DataError) as caught:
        expand(text, where="list.txt:3")
    assert str(caught.value) == f"list.txt:3: {text!r} {what}.{HINT}"


def test_too_many_forms_are_refused_before_they_are_made() -> None:
    with pytest.raises(DataError) as caught:
        expand(" ".join(["a/b"] * 60))
    assert str(caught.value) == (
        f"{('a/b ' * 20)[:79]}…".join("''") + f" has more than 1,000 forms.{HINT}"
    )


@given(st.text("ab|/() <>", max_size=25))
def test_any_text_gives_forms_or_a_data_error(text: str) -> None:
    try:
        forms = expand(text)
    except DataError:
        return
    assert forms
    assert len(set(forms)) == len(forms)
