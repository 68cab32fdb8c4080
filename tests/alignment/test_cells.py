"""Batches of sentence pairs: every pair once, every cell the word pair that stands there."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from litmus.alignment.embedded import cooccurrence as module
from litmus.alignment.embedded.cooccurrence import Cells

Keyed = tuple[Sequence[str], Sequence[str]]


def pairs(seed: int, count: int, longest: int = 9) -> list[Keyed]:
    rng = Random(seed)
    return [
        tuple(
            [rng.choice("abcdefgh") + side for _ in range(rng.randint(0, longest))]
            for side in ("", "'")
        )  # type: ignore[misc]
        for _ in range(count)
    ]


def covered(cells: Cells) -> list[int]:
    return sorted(number for batch in cells.batches for number in batch.numbers)


def check_cells(cells: Cells, given: Sequence[Keyed]) -> None:
    """Every batch against the sentences: keys, padding, and the word pair of every cell."""
    for batch in cells.batches:
        assert len(batch.numbers) == len(batch.source) == len(batch.target) == len(batch.cells)
        for row, number in enumerate(batch.numbers):
            source, target = given[number]
            n, m = len(target), len(source)
            assert [cells.source[key] for key in batch.source[row, :m]] == list(source)
            assert [cells.target[key] for key in batch.target[row, :n]] == list(target)
            assert not batch.source[row, m:].any()
            assert not batch.target[row, n:].any()
            assert not batch.cells[row, n:].any()
            assert not batch.cells[row, :, m:].any()
            for j, i in np.ndindex(n, m):
                cell = batch.cells[row, j, i]
                assert cell > 0
                assert cells.source[cells.first[cell]] == source[i]
                assert cells.target[cells.second[cell]] == target[j]


@pytest.mark.parametrize("dense", [True, False])
@pytest.mark.parametrize("count", [3, 40, 300])
def test_cells_cover_every_pair_with_both_sides_once(
    monkeypatch: pytest.MonkeyPatch, count: int, dense: bool
) -> None:
    if not dense:
        monkeypatch.setattr(module, "_LARGEST", 0)
    given = pairs(count, count)
    cells = Cells(given)
    assert covered(cells) == [n for n, (source, target) in enumerate(given) if source and target]
    check_cells(cells, given)


def test_cells_leave_out_a_pair_with_an_empty_side() -> None:
    given: list[Keyed] = [([], ["x"]), (["a"], []), ([], []), (["a"], ["x"])]
    cells = Cells(given)
    assert [batch.numbers for batch in cells.batches] == [[3]]
    check_cells(cells, given)
    for nothing in ([], given[2:3], given[1:2]):
        cells = Cells(nothing)
        assert (cells.batches, len(cells)) == ([], 1)  # entry 0, which stands for no word pair


def test_cells_hold_each_word_pair_once_after_one_for_no_words() -> None:
    given: list[Keyed] = [(["a", "b", "a"], ["x", "x"]), (["a"], ["x", "y"])]
    cells = Cells(given)
    pairs = zip(cells.first, cells.second, strict=True)
    held = [(cells.source[a], cells.target[b]) for a, b in pairs]
    assert (held[0], cells.first[0], cells.second[0]) == (("", ""), 0, 0)
    assert sorted(held[1:]) == [("a", "x"), ("a", "y"), ("b", "x")]
    assert len(cells) == len(held)


@pytest.mark.parametrize(("limit", "value"), [("_TOGETHER", 3), ("_CELLS", 20)])
def test_cells_in_small_batches_cover_the_same(
    monkeypatch: pytest.MonkeyPatch, limit: str, value: int
) -> None:
    given = pairs(6, 60)
    few = len(Cells(given).batches)
    monkeypatch.setattr(module, limit, value)
    cells = Cells(given)
    assert len(cells.batches) > few
    assert covered(cells) == [n for n, (source, target) in enumerate(given) if source and target]
    check_cells(cells, given)
    for batch in cells.batches:
        assert len(batch.numbers) <= 3 or limit != "_TOGETHER"
        assert batch.cells.size <= 20 or len(batch.numbers) == 1 or limit != "_CELLS"


def test_cells_of_one_very_long_pair_make_a_batch_of_their_own() -> None:
    given: list[Keyed] = [(["a"] * 900, ["x"] * 900), (["a"], ["x"])]
    cells = Cells(given)
    assert [batch.numbers for batch in cells.batches] == [[1], [0]]
    assert len(cells) == 2


def test_cells_of_much_text_leave_out_word_pairs_that_meet_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # a-x meets in both pairs, a-y and b-x only in one
    given: list[Keyed] = [(["a"], ["x", "y"]), (["a", "b"], ["x"])]
    monkeypatch.setattr(module, "_DENSE", 0)
    cells = Cells(given, least=2)
    assert len(cells) == 2
    assert (cells.source[cells.first[1]], cells.target[cells.second[1]]) == ("a", "x")
    found = {number: batch.cells[row] for batch in cells.batches
             for row, number in enumerate(batch.numbers)}  # fmt: skip
    assert found[0][:2, 0].tolist() == [1, 0]
    assert found[1][0, :2].tolist() == [1, 0]


def test_cells_are_numbered_alike_with_a_table_and_by_sorting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # so many words that the table has blocks that are full, empty, and in between
    rng = Random(9)
    words = [f"w{n}" for n in range(600)]
    given = [(rng.choices(words, k=40), rng.choices(words, k=40)) for _ in range(150)]
    given.append((["w0"], words))
    table = Cells(given)
    monkeypatch.setattr(module, "_LARGEST", 0)
    sorted_ = Cells(given)
    assert (table.first == sorted_.first).all()
    assert (table.second == sorted_.second).all()
    for ours, theirs in zip(table.batches, sorted_.batches, strict=True):
        assert (ours.cells == theirs.cells).all()


def test_cells_spread_weights_over_the_pairs_that_meet() -> None:
    cells = Cells([(["a", "b"], ["x"]), (["b"], ["y"])])
    number = {key: n for n, key in enumerate(cells.source)}
    other = {key: n for n, key in enumerate(cells.target)}
    asked = [("b", "y", 2.0), ("a", "y", 3.0), ("a", "x", 4.0)]  # a and y do not meet
    weights = cells.spread(
        np.array([number[a] for a, _, _ in asked]),
        np.array([other[b] for _, b, _ in asked]),
        np.array([weight for _, _, weight in asked]),
    )
    found = {
        (cells.source[a], cells.target[b]): weight
        for a, b, weight in zip(cells.first, cells.second, weights.tolist(), strict=True)
    }
    assert found == {("", ""): 0.0, ("a", "x"): 4.0, ("b", "x"): 0.0, ("b", "y"): 2.0}
