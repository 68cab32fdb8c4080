"""Alignments by hand."""

from dataclasses import replace

from litmus.alignment.links import Alignment

# "he kicked the bucket" - "il est mort"
KICKED = Alignment(
    ((0, 2), (3, 9), (10, 13), (14, 20)),
    ((0, 2), (3, 6), (7, 11)),
    frozenset({(0, 0), (1, 1), (3, 2), (3, 1)}),
)


def test_linked_targets_of_a_span() -> None:
    assert KICKED.linked_targets([(3, 20)]) == (1, 2)


def test_linked_targets_of_a_word_without_links() -> None:
    assert KICKED.linked_targets([(10, 13)]) == ()


def test_linked_targets_of_several_pieces() -> None:
    assert KICKED.linked_targets([(0, 2), (14, 20)]) == (0, 1, 2)


def test_linked_targets_of_a_token_that_the_span_only_touches() -> None:
    assert KICKED.linked_targets([(16, 18)]) == (1, 2)


def test_linked_targets_of_a_span_that_ends_where_a_token_begins() -> None:
    assert KICKED.linked_targets([(2, 3)]) == ()


def test_linked_targets_of_nothing() -> None:
    assert KICKED.linked_targets([]) == ()


def test_linked_targets_are_guessed_only_where_no_word_of_the_span_has_a_link() -> None:
    # "the bucket" against "mort": the link of "bucket" counts, the guess for "the" does not
    guessed = replace(
        KICKED, links=frozenset({(0, 0), (3, 2)}), guesses=frozenset({(1, 1), (2, 1)})
    )
    assert guessed.linked_targets([(10, 20)]) == (2,)
    assert guessed.linked_targets([(3, 13)]) == (1,)
    assert guessed.linked_targets([(0, 2)]) == (0,)
