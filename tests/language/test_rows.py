"""Texts of any length as rows of one batch, and what runs along them."""

import numpy as np
import pytest

from litmus.language.embedded.model import Rows, along, packs

LENGTHS = [[1], [3], [2, 2], [5, 3, 3, 1], [4, 1, 1], [7, 6, 5, 4, 3, 2, 1]]


@pytest.mark.parametrize("lengths", LENGTHS)
def test_rows_are_first_places_then_second_ones(lengths: list[int]) -> None:
    places = [(at, text) for text, n in enumerate(lengths) for at in range(n)]
    rows = Rows(lengths)
    assert rows.packed(np.array(places)).tolist() == [list(place) for place in sorted(places)]
    assert sorted(places) == [places[at] for at in np.argsort(rows.order)]
    assert rows.first.tolist() == [places.index((0, text)) for text in range(len(lengths))]


@pytest.mark.parametrize("lengths", LENGTHS)
@pytest.mark.parametrize("backward", [False, True])
def test_what_runs_along_a_text_stays_in_it(lengths: list[int], backward: bool) -> None:
    rng, rows = np.random.default_rng(1), Rows(lengths)
    new, keep = rng.random((2, sum(lengths), 3), np.float32)
    expected = []
    for first, length in zip(rows.first, lengths, strict=True):
        state, found = np.zeros(3, np.float32), []
        order = range(first, first + length)
        for at in reversed(order) if backward else order:
            state = new[at] + keep[at] * state
            found.append(state)
        expected += reversed(found) if backward else found
    packed = rows.packed(new)
    steps = [(b, a) for a, b in reversed(rows.steps)] if backward else rows.steps
    along(packed, rows.packed(keep), steps)
    assert packed[rows.order].tolist() == np.array(expected).tolist()


def test_packs_hold_all_texts_longest_first() -> None:
    lengths = [3, 9, 1, 9, 4, 2]
    assert list(packs(lengths, 10)) == [[1, 3], [4, 0, 5, 2]]
    assert list(packs(lengths, 1)) == [[1], [3], [4], [0], [5], [2]]
    assert list(packs([], 10)) == []
