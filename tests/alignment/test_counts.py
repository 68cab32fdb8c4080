"""Tables of counts against plain dictionaries."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from litmus.alignment.embedded.counts import Counts

ROWS = [("house", "maison", 3.0), ("house", "chambre", 1.0), ("room", "chambre", 5.0)]


def weight(counts: Counts, source: str, target: str) -> float:
    _, _, weights = counts.between([source], [target])
    assert len(weights) <= 1
    return float(weights.sum())


def test_counts_of_pairs_and_sums_of_either_side() -> None:
    counts = Counts.of([*ROWS, ("house", "maison", 0.5)])  # repeated pairs add up
    assert len(counts) == 3
    assert [weight(counts, source, target) for source, target, _ in ROWS] == [3.5, 1.0, 5.0]
    for pair in ("room maison", "house eau", "water maison", "water eau", " "):
        assert weight(counts, *pair.split(" ")) == 0.0
    assert counts.sums(0, ["room", "house", "water", ""]).tolist() == [5.0, 4.5, 0.0, 0.0]
    assert counts.sums(1, ["chambre", "maison", "house"]).tolist() == [6.0, 3.5, 0.0]


def test_counts_between_many_keys_give_the_places_of_both() -> None:
    counts = Counts.of([*ROWS, ("room", "salle", 7.0)])
    source, target = ["room", "x", "house"], ["maison", "y", "chambre"]
    held = [column.tolist() for column in counts.between(source, target)]
    assert sorted(zip(*held, strict=True)) == [(0, 2, 5.0), (2, 0, 3.0), (2, 2, 1.0)]
    for keys in (([], target), (source, []), ([], [])):
        assert [len(column) for column in counts.between(*keys)] == [0, 0, 0]


def test_counts_of_nothing() -> None:
    counts = Counts.of([])
    assert len(counts) == 0
    assert weight(counts, "house", "maison") == 0.0
    assert counts.sums(0, ["house", ""]).tolist() == [0.0, 0.0]
    assert counts.sums(1, []).tolist() == []
    again = Counts.from_arrays("none", counts.arrays("none"))
    assert len(again) == 0
    assert weight(again, "house", "maison") == 0.0


def test_counts_agree_with_a_dictionary() -> None:
    rng = Random(7)
    keys = [f"w{n}" for n in range(12)]
    rows = [(rng.choice(keys), rng.choice(keys), float(rng.randint(1, 9))) for _ in range(90)]
    expected: Counter[tuple[str, str]] = Counter()
    for source, target, n in rows:
        expected[source, target] += int(n)
    counts = Counts.of(rows)
    assert len(counts) == len(expected)
    for source in [*keys, "other"]:
        assert [weight(counts, source, target) for target in keys] == [
            expected[source, target] for target in keys
        ]
    for side in (0, 1):
        sums = [sum(n for pair, n in expected.items() if pair[side] == key) for key in keys]
        assert counts.sums(side, keys).tolist() == sums


@pytest.mark.parametrize(
    "rows",
    [
        ROWS,
        [*ROWS, ("", "de", 4.0), ("does", "", 2.0)],  # words without a partner
        [("", "de", 4.0), *ROWS],
        [("我们", "we", 1.0), ("e\u0301", "\u0627\u0644", 2.0), ("😀", "😀", 3.0)],
    ],
)
def test_counts_come_back_from_arrays(rows: list[tuple[str, str, float]]) -> None:
    counts = Counts.of(rows)
    held = {**counts.arrays("prior"), **Counts.of([("a", "b", 1.0)]).arrays("learned")}
    again = Counts.from_arrays("prior", held)
    assert len(again) == len(counts)
    for source, target, n in rows:
        assert weight(again, source, target) == n
    for side in (0, 1):
        keys = sorted({row[side] for row in rows})
        assert again.sums(side, keys).tolist() == counts.sums(side, keys).tolist()


def test_counts_of_a_key_typed_without_diacritics_are_those_of_the_word() -> None:
    counts = Counts.of([("car", "mașin", 3.0), ("car", "maşin", 1.0), ("wine", "vin", 2.0)])
    assert weight(counts, "car", "masin") == 3.0  # the weightier of the two spellings
    assert counts.sums(1, ["masin", "vín", "vino"]).tolist() == [3.0, 2.0, 0.0]
    both = Counts.of([("already", "schon", 5.0), ("beautiful", "schön", 9.0)])
    assert weight(both, "beautiful", "schon") == 0.0  # exact keys win
    assert weight(both, "already", "schon") == 5.0


def test_counts_of_several_spellings_of_one_word() -> None:
    counts = Counts.of([("car", "mașin", 3.0), ("café", "x", 2.0)])
    first, second, weights = counts.between(["cafe", "car", "café"], ["masin", "mașin", "x"])
    found = sorted(zip(first.tolist(), second.tolist(), weights.tolist(), strict=True))
    assert found == [(0, 2, 2.0), (1, 0, 3.0), (1, 1, 3.0), (2, 2, 2.0)]


def test_counts_plus_adds_to_pairs_and_makes_new_ones() -> None:
    counts = Counts.of([("a", "x", 2.0), ("b", "y", 1.0)])
    more = counts.plus(np.array([0, 1]), np.array([0, 0]), np.array([0.5, 0.25]))
    found = zip(*more.between(["a", "b"], ["x", "y"]), strict=True)
    assert {(int(i), int(j)): float(w) for i, j, w in found} == {
        (0, 0): 2.5, (1, 0): 0.25, (1, 1): 1.0
    }  # fmt: skip
