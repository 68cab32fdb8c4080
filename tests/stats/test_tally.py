"""Tally against plain sums, and the promise that its memory does not grow."""

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litmus.stats import tally as tally_module
from litmus.stats.averages import gather
from litmus.stats.tally import MOST_ENTRIES, MOST_UNITS, Tally, align_bins

Rows = list[tuple[int, int, int, int]]
ROWS = st.lists(
    st.tuples(st.integers(0, 40), st.integers(-1, 4), st.integers(-9, 9), st.integers(0, 9)),
    max_size=60,
)


def filled(rows: Rows, batch: int = 7) -> Tally:
    tally = Tally(2)
    for start in range(0, len(rows), batch):
        part = rows[start : start + batch]
        tally.add(
            [row[0] for row in part],
            [row[1] for row in part],
            np.array([row[2:] for row in part], float),
        )
    return tally


def as_dict(tally: Tally) -> dict[tuple[int, int], tuple[float, ...]]:
    bins, labels, counts = tally.frozen()
    return {
        (int(b), int(label)): tuple(row)
        for b, label, row in zip(bins, labels, counts.tolist(), strict=True)
    }


@given(ROWS)
def test_tally_sums_by_unit_and_label_like_a_dict(rows: Rows) -> None:
    naive: dict[tuple[int, int], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for unit, label, first, second in rows:
        naive[unit, label][0] += first
        naive[unit, label][1] += second
    assert as_dict(filled(rows)) == {key: tuple(sums) for key, sums in naive.items()}


def test_tally_is_sorted_by_label_then_bin() -> None:
    tally = filled([(2, 1, 1, 1), (1, 1, 1, 1), (0, 0, 1, 1), (9, -1, 1, 1)])
    bins, labels, _ = tally.frozen()
    assert labels.tolist() == [-1, 0, 1, 1]
    assert bins.tolist() == [9, 0, 1, 2]


@pytest.mark.parametrize(("rows", "sums", "n_units"), [
    ([], {}, 0),
    ([(3, -1, 1, 1), (17, -1, 1, 1)], {(3, -1): (1.0, 1.0), (17, -1): (1.0, 1.0)}, 18),
    # bins are shared beyond its units
    ([(0, -1, 1, 1), (MOST_UNITS, -1, 2, 1), (MOST_UNITS + 1, -1, 5, 1)],
     {(0, -1): (3.0, 2.0), (1, -1): (5.0, 1.0)}, MOST_UNITS + 2),
])  # fmt: skip
def test_tally_by_hand(
    rows: Rows,
    sums: dict[tuple[int, int], tuple[float, ...]],
    n_units: int,
) -> None:
    tally = filled(rows)
    tally.add([], [], np.empty((0, 2)))
    assert (as_dict(tally), tally.n_units) == (sums, n_units)


def test_tally_keeps_sums_over_more_units_than_bins() -> None:
    n = 3 * MOST_UNITS + 5
    tally = Tally(1)
    values = np.arange(n, dtype=float)[:, None]
    for start in range(0, n, 1000):
        units = np.arange(start, min(start + 1000, n))
        tally.add(units, np.full(len(units), -1), values[units])
    bins, _, counts = tally.frozen()
    assert len(bins) == MOST_UNITS
    assert counts.sum() == n * (n - 1) / 2
    expected = sum(range(3, n, MOST_UNITS))  # the units of bin 3
    assert counts[bins.tolist().index(3), 0] == expected


def test_tally_rebin_preserves_sums_of_every_label() -> None:
    rows = [(unit, unit % 3, unit, 1) for unit in range(64)]
    tally = filled(rows)
    tally.rebin(8)
    sums_by_bin = as_dict(tally)
    assert max(bin_ for bin_, _ in sums_by_bin) == 7
    for label in range(3):
        of_label = [sums for (_, code), sums in sums_by_bin.items() if code == label]
        assert sum(sums[0] for sums in of_label) == sum(u for u in range(64) if u % 3 == label)
    assert sums_by_bin[5, 2] == (5 + 29 + 53, 3.0)  # units of bin 5 (of 8) with label 2


def test_tally_added_to_after_rebinning_goes_to_the_same_bins() -> None:
    tally = filled([(1, -1, 1, 1)])
    tally.rebin(4)
    tally.add([5, 6], [-1, -1], np.array([[10.0, 1.0], [100.0, 1.0]]))
    assert as_dict(tally) == {(1, -1): (11.0, 2.0), (2, -1): (100.0, 1.0)}


def test_counts_are_kept_exactly_whatever_their_size() -> None:
    for value in (0, 255, 256, 65_535, 65_536, 2**32 - 1, 2**32, 2**53, 0.5, -1, 0.1 + 0.2):
        tally = filled([(0, -1, 3, 1), (1, 4, value, 1)])
        assert as_dict(tally) == {(0, -1): (3.0, 1.0), (1, 4): (value, 1.0)}
        tally.add([1], [4], np.array([[1.0, 1.0]]))
        assert as_dict(tally)[1, 4] == (value + 1.0, 2.0)


def test_small_counts_take_a_byte_each() -> None:
    tally = Tally(18)
    for start in range(0, MOST_UNITS, 1000):
        units = np.arange(start, min(start + 1000, MOST_UNITS))
        tally.add(units, np.full(len(units), -1), np.full((len(units), 18), 200.0))
    tally.frozen()
    assert tally._counts.nbytes == 18 * MOST_UNITS


def test_tally_memory_is_bounded() -> None:
    # half a million (unit, label) pairs, all different: bins are merged until they fit
    rng = np.random.default_rng(2)
    tally = Tally(2)
    total = 0.0
    for start in range(0, 500_000, 20_000):
        units = np.arange(start, start + 20_000)
        counts = rng.integers(0, 9, (20_000, 2)).astype(float)
        tally.add(units, units % 97, counts)
        total += counts.sum()
        assert tally._n_waiting <= MOST_ENTRIES + 20_000
        assert len(tally._keys) <= MOST_ENTRIES
    bins, labels, counts = tally.frozen()
    assert len(bins) <= MOST_ENTRIES
    assert tally.n_bins < MOST_UNITS
    assert MOST_UNITS % tally.n_bins == 0
    assert bins.max() < tally.n_bins
    assert set(labels.tolist()) == set(range(97))
    assert counts.sum() == total


def test_tallies_get_the_same_bins_before_they_are_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tally_module, "MOST_ENTRIES", 64)
    few = filled([(unit, -1, 1, 1) for unit in range(10)])
    many = filled([(unit, unit % 50, 1, 1) for unit in range(500)])
    used = align_bins([few, many])
    assert few.n_bins == many.n_bins == used
    assert used < MOST_UNITS
    assert sum(sums[0] for sums in as_dict(few).values()) == 10
    assert sum(sums[0] for sums in as_dict(many).values()) == 500


def test_tallies_of_few_units_use_only_as_many_bins() -> None:
    assert align_bins([filled([(6, -1, 1, 1)]), filled([(2, -1, 1, 1)])]) == 7


def test_gather_puts_systems_side_by_side() -> None:
    left = filled([(0, -1, 1, 2), (1, 0, 3, 4), (1, 1, 5, 6)])
    right = filled([(1, 1, 7, 8), (2, 0, 9, 1)])
    counts = gather([left, right], 3)
    dense = [[[1, 2], [0, 0]], [[8, 10], [7, 8]], [[0, 0], [9, 1]]]
    assert counts.dense.tolist() == dense
    assert counts.labels.tolist() == [0, 1]
    assert counts.entry_unit.tolist() == [1, 2, 1]
    assert counts.by_label.tolist() == [[[3, 4], [0, 0]], [[0, 0], [9, 1]], [[5, 6], [7, 8]]]
    assert counts.starts.tolist() == [0, 2]


@settings(max_examples=60)
@given(ROWS, ROWS, st.lists(st.integers(0, 5), min_size=41, max_size=41))
def test_gather_totals_count_each_unit_as_often_as_drawn(
    left: Rows, right: Rows, drawn: list[int]
) -> None:
    counts = gather([filled(left), filled(right)], 41)
    assert counts.labels.tolist() == sorted({row[1] for row in left + right if row[1] >= 0})
    for weights in (np.ones(41), np.array(drawn, float)):

        def sums(rows: Rows, weights: np.ndarray = weights) -> list[float]:
            return [sum(weights[row[0]] * row[c] for row in rows) for c in (2, 3)]

        assert counts.totals(weights[None])[0].tolist() == [sums(left), sums(right)]
        by_label = counts.label_totals(weights[None])[0]
        for place, label in enumerate(counts.labels):
            expected = [sums([row for row in rows if row[1] == label]) for rows in (left, right)]
            assert by_label[place].tolist() == expected
