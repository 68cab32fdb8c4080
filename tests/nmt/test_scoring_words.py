"""Subwords to words: who gets which, and that no value is lost."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.errors import UsageError
from litmus.nmt.words import merge, owners, whitespace_words

WORDS = [(0, 4), (5, 9), (9, 10), (14, 20)]


@pytest.mark.parametrize(
    ("span", "word"),
    [
        ((0, 2), 0),  # inside
        ((4, 9), 1),  # a space and a word
        ((3, 7), 1),  # two letters of the second, one of the first
        ((3, 6), 0),  # one of each: the first
        ((8, 14), 1),
        ((5, 5), 1),  # mere space: the next word
        ((4, 4), 1),
        ((4, 5), 0),  # a space that has a place of its own is as near to both: the first
        ((12, 12), 3),
        ((20, 20), 3),  # nothing follows
        ((25, 26), 3),
        ((10, 11), 2),  # outside all words: the nearest
        ((13, 14), 3),
    ],
)
def test_a_subword_goes_to_the_word_it_shares_most_with(span: tuple[int, int], word: int) -> None:
    assert owners([span], WORDS) == [word]


def test_bytes_of_one_character_are_all_its_words() -> None:
    assert merge([(0, 1), (0, 1), (0, 2), (1, 2)], [1, 2, 4, 8], [(0, 1), (1, 2)]) == [7, 8]


def test_words_without_subwords_have_zero() -> None:
    assert merge([(0, 1)], [-1.5], [(0, 1), (2, 3)]) == [-1.5, 0.0]


def test_no_words_for_subwords_is_an_error() -> None:
    assert merge([], [], []) == []
    with pytest.raises(UsageError, match="no words to give them to"):
        merge([(0, 1)], [1.0], [])


def test_words_out_of_order_are_an_error() -> None:
    with pytest.raises(UsageError, match="in order"):
        merge([(0, 1)], [1.0], [(3, 5), (0, 2)])
    with pytest.raises(UsageError, match="do not overlap"):
        merge([(0, 1)], [1.0], [(0, 3), (2, 5)])


def test_a_value_for_every_span() -> None:
    with pytest.raises(ValueError, match="zip"):
        merge([(0, 1)], [1.0, 2.0], [(0, 1)])


bounds = st.lists(st.integers(0, 60), min_size=2, max_size=16, unique=True).map(sorted)


@given(
    bounds,
    st.lists(st.tuples(st.integers(0, 70), st.integers(0, 9), st.integers(-999, 0)), max_size=30),
)
def test_sums_are_kept(cuts: list[int], pieces: list[tuple[int, int, int]]) -> None:
    words = list(zip(cuts[::2], cuts[1::2], strict=False))
    spans = [(start, start + length) for start, length, _ in pieces]
    values = [float(value) for *_, value in pieces]  # whole numbers: sums are exact
    assert sum(merge(spans, values, words)) == sum(values)


@given(st.text(max_size=40), st.integers(1, 5))
def test_sums_of_real_cuts_are_kept(text: str, size: int) -> None:
    words = whitespace_words(text)
    if not words:
        return
    spans = [(i, min(i + size, len(text))) for i in range(0, len(text), size)]
    values = [-math.log(i + 2) for i in range(len(spans))]
    assert math.fsum(merge(spans, values, words)) == pytest.approx(math.fsum(values), abs=1e-9)


@given(st.text(alphabet="ab \t\u2028\u00a0中", max_size=30))
def test_whitespace_words_are_what_split_finds(text: str) -> None:
    assert [text[start:end] for start, end in whitespace_words(text)] == text.split()
