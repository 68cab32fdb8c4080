"""Alignments by hand."""

from dataclasses import replace

import pytest

from litmus.alignment.links import Alignment
from litmus.alignment.written import written

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


@pytest.mark.parametrize(
    ("form", "guesses", "line"),
    [
        ("pharaoh", False, "0-0 1-1 3-1 3-2\n"),
        ("pharaoh", True, "0-0 1-1 2-1 3-1 3-2\n"),
        ("jsonl", False,
         '{"line": 7, "source_tokens": ["he", "kicked", "the", "bucket"], '
         '"source_spans": [[0, 2], [3, 9], [10, 13], [14, 20]], '
         '"target_tokens": ["il", "est", "mort"], "target_spans": [[0, 2], [3, 6], [7, 11]], '
         '"links": [[0, 0, 1.0], [1, 1, 0.5], [3, 1, 1.0], [3, 2, 1.0]], "guesses": [[2, 1]]}\n'),
    ],
)  # fmt: skip
def test_an_alignment_as_a_line(form: str, guesses: bool, line: str) -> None:
    known = replace(KICKED, confidence={(1, 1): 0.5}, guesses=frozenset({(2, 1)}))
    pair = ("he kicked the bucket", "il est mort")
    assert written(7, pair, known, form, guesses=guesses) == line
