"""Edit scripts: what becomes of one word becomes of its like."""

import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from litmus.language.embedded.edits import lowered, rewrite, script

# Few letters, so that words have pieces in common; the signs of the scripts themselves are letters.
ALPHABET = "abAB iıİI ßẞ σςΣ ǆǅ éÉ e\u0301\u0307 한국국어ᄒ 日本 וה +-=!'"
words = st.text(st.sampled_from(ALPHABET), max_size=8)
no_tab = st.characters(exclude_characters="\t", exclude_categories=["Cs"])

# source, target; another word that changes the same way, and what becomes of it
LIKE = [
    ("walked", "walk", "talked", "talk"),
    ("cities", "city", "Babies", "baby"),
    ("gesagt", "sagen", "gefragt", "fragen"),
    ("vederlo", "veder lo", "portarlo", "portar lo"),
    ("doesn't", "does n't", "Haven't", "have n't"),
    ("zum", "zu dem", "beim", "bei dem"),
    ("evlerde", "ev", "İşlerde", "iş"),
    ("İstanbul'da", "İstanbul", "İzmir'de", "İzmir"),
    ("책을", "책+을", "사람을", "사람+을"),
    ("食べ", "食べる", "見せ", "見せる"),
    ("الكتاب", "كتاب", "الولد", "ولد"),
    ("הספר", "ה ספר", "הילד", "ה ילד"),
    ("PARIS", "Paris", "LONDON", "London"),
    ("Nato", "NATO", "Unesco", "UNESCO"),
    ("Paris", "Paris", "McDonald", "McDonald"),
    ("went", "go", "fared", "go"),  # nothing in common: the script is the word
]


@pytest.mark.parametrize(("source", "target", "like", "expected"), LIKE)
def test_script_carries_over(source: str, target: str, like: str, expected: str) -> None:
    assert rewrite(source, script(source, target)) == target
    assert rewrite(like, script(source, target)) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("walked walk", "Talked talk"), ("Häuser Haus", "Länder Land"), ("aimée aimer", "portée porter"),
        ("книги книга", "Собаки собака"), ("물을 물+을", "밥을 밥+을"),
    ],
)  # fmt: skip
def test_script_is_one_for_words_that_change_alike_and_tells_others_apart(
    one: str, other: str
) -> None:
    assert script(*one.split()) == script(*other.split())
    pairs = [("walked", "walk"), ("walks", "walk"), ("walk", "walk"), ("Walk", "Walk")]
    assert len({script(*pair) for pair in pairs}) == 4


anything = st.text(no_tab, max_size=12)


@given(words | anything, words | anything, words | anything)
@example("İ", "i", "")
@example("i", "İ", "+")
@example("I", "ı", "=")
@example("ΟΔΟΣ", "οδός", "")
@example("", "", "")
@example("", "a", "")
@example("a", "", "")
@example("+", "++", "")
@example("=", "-", "")
@example("!", "!", "")
def test_rewrite_undoes_script_and_never_fails(source: str, target: str, other: str) -> None:
    assert rewrite(source, script(source, target)) == target
    made = rewrite(other, script(source, target))
    assert made is None or isinstance(made, str)


def test_rewrite_of_a_word_too_short_is_none() -> None:
    for other in ("ed", "d", ""):  # both letters are dropped, none would stay
        assert rewrite(other, script("walked", "walk")) is None
    assert rewrite("xed", script("walked", "walk")) == "x"
    assert rewrite("", script("walk", "walk")) is None
    assert rewrite("äer", script("Wälder", "Wald")) is None  # two letters before and two after


def test_lowered_keeps_the_length_of_every_character() -> None:
    # of all others, Python's own lower case is as long
    longer = [sign for sign in map(chr, range(sys.maxunicode + 1)) if len(sign.lower()) > 1]
    assert longer == ["İ"]
    assert lowered("İ") == lowered("İ" * 64)[0] == "i"
    assert lowered("İSTANBUL") == "istanbul"
    for text in ("straße", "ığdır", "οδός", "é", "한국", ""):
        assert lowered(text) == text
