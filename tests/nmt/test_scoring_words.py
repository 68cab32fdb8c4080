"""Subwords to words: who gets which, and that no value is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.errors import UsageError
from litmus.nmt.words import merge, owners, whitespace_words

WORDS = [(0, 4), (5, 9), (9, 10), (14, 20)]


@pytest.mark.parametrize(("span", "word"), [
    ((0, 2), 0),  # inside
    ((4, 9), 1),  # a space and a word
    ((3, 7), 1),  # two letters of the second, one of the first
    ((3, 6), 0),  # one of each: the first
    ((8, 14), 1),
    ((5, 5), 1), ((4, 4), 1),  # mere space: the next word
    ((4, 5), 0),  # a space that has a place of its own is as near to both: the first
    ((12, 12), 3),
    ((20, 20), 3), ((25, 26), 3),  # nothing follows
    ((10, 11), 2), ((13, 14), 3),  # outside all words: the nearest
])  # fmt: skip
def test_a_subword_goes_to_the_word_it_shares_most_with(span: tuple[int, int], word: int) -> None:
    assert owners([span], WORDS) == [word]


def test_values_by_hand() -> None:
    # bytes of one character are all its word's; a word without subwords has 0
    assert merge([(0, 1), (0, 1), (0, 2), (1, 2)], [1, 2, 4, 8], [(0, 1), (1, 2)]) == [7, 8]
    assert merge([(0, 1)], [-1.5], [(0, 1), (2, 3)]) == [-1.5, 0.0]
    assert merge([], [], []) == []


@pytest.mark.parametrize(("words", "message"), [
    ([], "no words to give them to"), ([(3, 5), (0, 2)], "in order"),
    ([(0, 3), (2, 5)], "do not overlap"),
])  # fmt: skip
def test_words_that_do_not_fit_are_an_error(words: list[tuple[int, int]], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        merge([(0, 1)], [1.0], words)
    with pytest.raises(ValueError, match="zip"):
        merge([(0, 1)], [1.0, 2.0], [(0, 1)])


bounds = st.lists(st.integers(0, 60), min_size=2, max_size=16, unique=True).map(sorted)
PIECES = st.lists(st.tuples(st.integers(0, 70), st.integers(0, 9), st.integers(-999, 0)), max_size=30)  # fmt: skip


@given(bounds, PIECES)
def test_sums_are_kept(cuts: list[int], pieces: list[tuple[int, int, int]]) -> None:
    words = list(zip(cuts[::2], cuts[1::2], strict=False))
    spans = [(start, start + length) for start, length, _ in pieces]
    values = [float(value) for *_, value in pieces]  # whole numbers: sums are exact
    assert sum(merge(spans, values, words)) == sum(values)


@given(st.text(alphabet="ab \t\u2028\u00a0中", max_size=30))
def test_whitespace_words_are_what_split_finds(text: str) -> None:
    assert [text[start:end] for start, end in whitespace_words(text)] == text.split()
