"""Paired tests against full enumeration and a plain rendering."""

import random
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from counting import Array, C, D, Pair, all_swaps, paired_counts, plain_rate, rate

from litmus.stats.averages import LABELS, MACRO, MICRO, Counts
from litmus.stats.paired import approximate_randomisation, bootstrap, holm, observed

TESTS = [approximate_randomisation, bootstrap]
A = [(1, 1), (1, 1), (0, 1), (1, 1), (1, 1), (0, 1), (1, 1), (1, 1), (1, 1), (0, 1)]
B = [(0, 1), (1, 1), (0, 1), (0, 1), (1, 1), (1, 1), (0, 1), (0, 1), (1, 1), (0, 1)]


def exact_mid_p(
    left: list[Pair], right: list[Pair], value: Callable[[Sequence[Pair]], float] = plain_rate
) -> float:
    """All 2^n ways to swap: the share that differs more, and half of those that tie."""
    actual, trials = all_swaps(left, right, value)
    more = np.abs(trials) - abs(actual)
    return float(np.mean((more > 1e-9) + (np.abs(more) <= 1e-9) / 2))


def plain_bootstrap(left: list[Pair], right: list[Pair], n_trials: int, seed: int) -> float:
    """Centred differences of resampled rates, ties in full, (hits + 1) / (trials + 1)."""
    rng = random.Random(seed)
    pairs = list(zip(left, right, strict=True))

    def difference(sample: list[tuple[Pair, Pair]]) -> float:
        one, other = map(plain_rate, zip(*sample, strict=True))
        return other - one

    actual = difference(pairs)
    hits = sum(
        abs(difference(rng.choices(pairs, k=len(pairs))) - actual) >= abs(actual) - 1e-9
        for _ in range(n_trials)
    )
    return (hits + 1) / (n_trials + 1)


def p_value(test: object, counts: Counts, average: str = MICRO, **options: int) -> Array:
    assert callable(test)
    settings = {"n_trials": 2000, "seed": 1} | options
    found: Array = test(counts, rate, average, **settings)[0]
    return found


@pytest.mark.parametrize(("left", "right"), [(A, B), (C, D)])
def test_randomisation_comes_to_the_exact_mid_p(left: list[Pair], right: list[Pair]) -> None:
    exact = exact_mid_p(left, right)
    found = p_value(approximate_randomisation, paired_counts(left, right), n_trials=40_000)[0, 1]
    assert found == pytest.approx(exact, abs=5 * (exact * (1 - exact) / 40_000) ** 0.5)


@pytest.mark.parametrize(("left", "right", "exact"), [
    # the systems differ on one unit: every swap differs as much, so all trials tie: 1/2
    ("11111", "11110", 1 / 2),
    # +1 +1: of four swaps two differ by 2 (tie), two by 0: mid-p 1/4
    ("1111", "0011", 1 / 4),
])  # fmt: skip
def test_randomisation_mid_p_by_hand(left: str, right: str, exact: float) -> None:
    counts = paired_counts(*([(int(hit), 1) for hit in side] for side in (left, right)))
    found = p_value(approximate_randomisation, counts, n_trials=40_000)[0, 1]
    assert found == pytest.approx(exact, abs=0 if exact == 1 / 2 else 0.01)


@pytest.mark.parametrize("scale", [0.1, 0.3, 0.7, 1 / 3, 1e-4])
def test_randomisation_sees_ties_through_rounding(scale: float) -> None:
    # the same two disagreements as fractions: sums of swapped floats differ in their last digits
    left = [(scale * k, 1.0) for k in (1, 2, 7, 4)]
    right = [(scale * (k + extra), 1.0) for k, extra in ((1, 3), (2, 3), (7, 0), (4, 0))]
    found = p_value(approximate_randomisation, paired_counts(left, right), n_trials=40_000)[0, 1]
    assert found == pytest.approx(1 / 4, abs=0.01)


@pytest.mark.parametrize(("left", "right"), [(A, B), (C, D)])
def test_bootstrap_agrees_with_a_plain_rendering(left: list[Pair], right: list[Pair]) -> None:
    plain = plain_bootstrap(left, right, 20_000, seed=3)
    found = p_value(bootstrap, paired_counts(left, right), n_trials=20_000)[0, 1]
    noise = (2 * plain * (1 - plain) / 20_000) ** 0.5
    assert found == pytest.approx(plain, abs=5 * noise)


@pytest.mark.parametrize("test", TESTS)
def test_p_where_nothing_is_to_be_decided(test: object) -> None:
    same = paired_counts(C, C, labels=[0, 1] * 5)
    left, right = [(1.0, 1.0), (0.0, 1.0)] * 20, [(0.0, 1.0), (1.0, 1.0)] * 20
    assert p_value(test, same)[0, 1] == p_value(test, same, MACRO)[0, 1] == 1.0
    assert p_value(test, paired_counts(left, right))[0, 1] == 1.0  # equal scores
    nothing = [(0.0, 0.0)] * 10
    assert np.isnan(p_value(test, paired_counts(nothing, nothing))[0, 1])
    assert np.isnan(p_value(test, paired_counts(A, B))[0, 0])  # the first system


@pytest.mark.parametrize("test", TESTS)
def test_p_of_a_large_difference_is_the_smallest_there_is(test: object) -> None:
    left, right = [(1.0, 1.0)] * 50, [(0.0, 1.0)] * 50
    found = p_value(test, paired_counts(left, right), n_trials=999)[0, 1]
    expected = 1 / 1000 if test is bootstrap else 0.5 / 1000
    assert found == pytest.approx(expected)


@pytest.mark.parametrize("test", TESTS)
def test_p_repeats_with_its_seed_nought_included(test: object) -> None:
    counts = paired_counts(C, D)
    found = [float(p_value(test, counts, seed=k, n_trials=5000)[0, 1]) for k in (0, 0, 1, 2)]
    assert found[0] == found[1]
    assert len(set(found)) > 1


@pytest.mark.parametrize("test", TESTS)
def test_p_is_that_of_each_pair_when_there_are_several_systems(test: object) -> None:
    together = p_value(test, paired_counts(A, B, A, C))
    for place, other in enumerate((B, A, C), start=1):
        assert together[0, place] == p_value(test, paired_counts(A, other))[0, 1]


@pytest.mark.parametrize("test", TESTS)
def test_p_of_a_label_is_that_of_its_units_alone(test: object) -> None:
    # label 1 holds C and D; label 0 something else. Only the random draws differ.
    noise = [(1.0, 2.0)] * 10
    counts = paired_counts(noise + C, noise + D, labels=[0] * 10 + [1] * 10)
    found = p_value(test, counts, LABELS, n_trials=20_000)
    assert found.shape == (2, 2)
    assert found[0, 1] == 1.0  # equal there
    alone = p_value(test, paired_counts(C, D), n_trials=20_000)[0, 1]
    # a resample holds now more, now fewer units of the label
    assert found[1, 1] == pytest.approx(alone, abs=0.04 if test is bootstrap else 0.02)


def test_randomisation_of_macro_comes_to_the_exact_mid_p() -> None:
    labels = [0, 0, 0, 1, 1, 1, 1, 2, 2, 2]

    def macro(side: Sequence[Pair]) -> float:
        parts = ([r for r, own in zip(side, labels, strict=True) if own == k] for k in range(3))
        return sum(map(plain_rate, parts)) / 3

    counts = paired_counts(C, D, labels=labels)
    found = p_value(approximate_randomisation, counts, MACRO, n_trials=40_000)[0, 1]
    assert found == pytest.approx(exact_mid_p(C, D, macro), abs=0.012)


def test_bootstrap_leaves_out_resamples_without_the_label() -> None:
    # the label stands in one unit of two: half the draws of one unit miss it, (1/2)^2 of two
    left, right = [(1.0, 2.0), (5.0, 9.0)], [(0.0, 2.0), (5.0, 9.0)]
    counts = paired_counts(left, right, labels=[0, 1])
    n_trials = 4000
    found = p_value(bootstrap, counts, LABELS, n_trials=n_trials)[0, 1]
    # drawn, the label always differs as observed, so no centred difference is as large; a
    # quarter of the trials tell nothing and must not count as if they had
    assert 1 / found - 1 == pytest.approx(0.75 * n_trials, rel=0.05)


def test_observed_are_the_values_of_the_whole_set() -> None:
    assert observed(paired_counts(A, B), rate, MICRO).tolist() == [[70.0, 40.0]]


def test_p_does_not_depend_on_the_scale_of_the_value() -> None:
    counts = paired_counts(C, D)
    for test in TESTS:
        small = test(counts, lambda t: rate(t) / 1000, MICRO, n_trials=500, seed=1)[0, 0, 1]
        assert small == p_value(test, counts, n_trials=500)[0, 1]


@pytest.mark.parametrize(("given", "corrected"), [
    # sorted 0.005 0.01 0.03 0.04: times 4, 3, 2, 1, never falling: 0.02 0.03 0.06 0.06
    ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),
    ([0.4, 0.9, 0.6], [1.0, 1.0, 1.0]), ([0.03], [0.03]), ([], []), ([0.02, 0.02], [0.04, 0.04]),
])  # fmt: skip
def test_holm_by_hand(given: list[float], corrected: list[float]) -> None:
    assert holm(given) == pytest.approx(corrected)


def test_bootstrap_differences_are_widened_for_small_sets() -> None:
    # Three units with differences 0, 1 and 5: observed mean 2. Of the 27 ways to draw three of
    # three, 2 have a mean at least 2 away from 2; times sqrt(3/2), 8 have.
    scores = np.array([[0.0, 0.0], [0.0, 1.0], [0.0, 5.0]])
    counts = paired_counts(*([(score, 1) for score in side] for side in scores.T))
    p = bootstrap(counts, rate, MICRO, n_trials=20_000, seed=1)[0, 0, 1]
    assert p == pytest.approx(8 / 27, abs=0.012)
