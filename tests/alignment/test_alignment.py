"""Alignments by hand."""

from dataclasses import replace

import pytest

from litmus.alignment.links import Alignment

# "he kicked the bucket" - "il est mort"
KICKED = Alignment(
    ((0, 2), (3, 9), (10, 13), (14, 20)),
    ((0, 2), (3, 6), (7, 11)),
    frozenset({(0, 0), (1, 1), (3, 2), (3, 1)}),
)


@pytest.mark.parametrize(
    ("spans", "targets"),
    [
        ([(3, 20)], (1, 2)),
        ([(10, 13)], ()),  # without links
        ([(0, 2), (14, 20)], (0, 1, 2)),
        ([(16, 18)], (1, 2)),  # only touches a token
        ([(2, 3)], ()),  # ends where a token begins
        ([], ()),
    ],
)
def test_linked_targets(spans: list[tuple[int, int]], targets: tuple[int, ...]) -> None:
    assert KICKED.linked_targets(spans) == targets


def test_linked_targets_are_guessed_only_where_no_word_of_the_span_has_a_link() -> None:
    # "the bucket" against "mort": the link of "bucket" counts, the guess for "the" does not
    guessed = replace(
        KICKED, links=frozenset({(0, 0), (3, 2)}), guesses=frozenset({(1, 1), (2, 1)})
    )
    assert guessed.linked_targets([(10, 20)]) == (2,)
    assert guessed.linked_targets([(3, 13)]) == (1,)
    assert guessed.linked_targets([(0, 2)]) == (0,)
