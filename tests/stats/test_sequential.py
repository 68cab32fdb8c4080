"""Decisions before everything is drawn: fair bets, and how seldom they are wrong."""

from itertools import permutations
from typing import Any

import numpy as np
import pytest

from litmus.arrays import Floats
from litmus.stats.sequential import FEWEST_UNITS, Bets, Moments, NormalBets, batch_ends

ALPHA = 0.05


def draw(bets: Bets | NormalBets, rows: Floats) -> tuple[bool | None, int]:
    """What was decided, and after how many of the rows."""
    begun = 0
    for end in batch_ends(len(rows)):
        bets.add(rows[begun:end])
        begun = end
        if bets.decided is not None:
            break
    return bets.decided, begun


def mean_above_zero(sums: Floats) -> Floats:
    """Of columns (value, 1)."""
    return np.asarray(sums[..., 0] / sums[..., 1])


def with_ones(values: Floats) -> Floats:
    return np.stack([values, np.ones(len(values))], axis=1)


def test_batches_grow_by_a_quarter_and_end_at_the_end() -> None:
    assert list(batch_ends(100)) == [32, 40, 50, 62, 77, 96, 100]
    assert list(batch_ends(20)) == [20]
    assert len(list(batch_ends(1_000_000))) < 60


def mean_capital(numbers: list[float], drawn: int) -> list[float]:
    """On one side and the other, over all orders of the numbers."""
    capital = []
    for order in permutations(numbers):
        bets = Bets(len(numbers), -0.5, 0.5, alpha=1e-12)
        bets.add(np.array(order[:drawn]))
        capital.append(bets.capital)
    return [float(mean) for mean in np.mean(capital, axis=0)]


def test_bets_are_fair_where_the_sum_is_zero() -> None:
    numbers = [-0.5, 0.2, 0.3, -0.1, 0.4, -0.3]
    for drawn in range(1, 6):
        assert mean_capital(numbers, drawn) == pytest.approx([1.0, 1.0], abs=1e-9)
    above, below = mean_capital([-0.5, 0.2, 0.3, -0.1, 0.3, -0.3], 4)  # their sum is -0.1
    assert above < 1 < below


def test_what_no_rest_can_change_is_certain() -> None:
    bets = Bets(4, -1.0, 1.0, alpha=1e-12)
    bets.add(np.array([1.0, 1.0]))
    assert bets.decided is None  # two more of -1 make it 0
    bets.add(np.array([0.5]))
    assert bets.decided is True


def test_one_hit_breaks_a_bound_of_zero() -> None:
    bets = Bets(1000, 0.0, 100.0, alpha=1e-12)
    bets.add(np.zeros(40))
    assert bets.decided is None
    bets.add(np.array([0.0, 100.0, 0.0]))
    assert bets.decided is True


def test_bets_decide_where_the_capital_is_one_over_alpha() -> None:
    numbers = np.random.default_rng(5).choice([-0.3, 0.7], 500, p=[0.6, 0.4])
    free = Bets(500, -0.3, 0.7, alpha=1e-300)  # bets on, whatever it has
    capital = []
    for number in numbers[:400]:
        free.add(np.array([number]))
        capital.append(max(free.capital))
    first = next(n for n, one in enumerate(capital, 1) if one >= 1 / ALPHA)
    bets = Bets(500, -0.3, 0.7, alpha=ALPHA)
    bets.add(numbers[: first - 1])
    assert bets.decided is None
    bets.add(numbers[first - 1 : first])
    assert bets.decided is True


def test_normal_bets_decide_where_the_mixture_is_worth_one_over_alpha() -> None:
    # The capital of one bet of size s on n draws with mean m is exp(s n m - s^2 n / 2); sizes are
    # half normal. n of N without replacement tell as much as n N / (N - n) with.
    size, drawn = 400, 100
    deviates = np.random.default_rng(13).normal(0, 1, drawn)
    deviates = (deviates - deviates.mean()) / deviates.std(ddof=1)
    worth, needed = drawn * size / (size - drawn), -np.log(ALPHA)
    scale = np.sqrt((2 * needed + np.log(2 * needed + 1)) / (size / 3))
    sizes = np.linspace(0, 10 * scale, 200_001)
    density = 2 * np.exp(-((sizes / scale) ** 2) / 2) / (scale * np.sqrt(2 * np.pi))

    def capital(mean: float) -> float:
        gains = np.exp(sizes * worth * mean - sizes**2 * worth / 2)
        return float((density * gains)[1:].sum() * sizes[1])

    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if capital(middle) < 1 / ALPHA else (low, middle)
    for mean, decided in ((0.999 * low, None), (1.001 * low, True), (-1.001 * low, False)):
        bets = NormalBets(size, mean_above_zero, 2, alpha=ALPHA)
        bets.add(with_ones(deviates + mean))
        assert bets.decided is decided


def test_batches_do_not_change_what_bets_decide() -> None:
    rng = np.random.default_rng(5)
    numbers = rng.choice([-0.3, 0.7], 500, p=[0.6, 0.4])
    whole = Bets(500, -0.3, 0.7, alpha=ALPHA)
    whole.add(numbers)
    found, after = draw(Bets(500, -0.3, 0.7, alpha=ALPHA), numbers)
    assert found is whole.decided is True
    mirror = draw(Bets(500, -0.7, 0.3, alpha=ALPHA), -numbers)
    assert mirror == (False, after)


def spread(rows: Floats, value: Any = mean_above_zero) -> float:
    moments = Moments(rows.shape[1])
    moments.add(rows[:100])
    moments.add(rows[100:])
    return moments.spread(value)


def test_spread_is_the_standard_deviation_of_a_mean() -> None:
    rng = np.random.default_rng(2)
    values = rng.normal(3, 2, 400)
    assert spread(with_ones(values)) == pytest.approx(values.std(ddof=1), rel=1e-4)
    # counts that never occur have no part, though the root takes no sums below 0
    rows = np.column_stack([with_ones(values), np.zeros(400)])
    found = spread(rows, lambda sums: mean_above_zero(sums) + np.sqrt(sums[..., 2]))
    assert found == pytest.approx(values.std(ddof=1), rel=1e-4)
    # Of a/b: the standard deviation of (a - r b) over the mean of b (Cochran 1977, chapter 6).
    below = rng.integers(1, 9, 300).astype(float)
    above = below * rng.random(300)
    expected = (above - above.sum() / below.sum() * below).std(ddof=1) / below.mean()
    assert spread(np.stack([above, below], axis=1)) == pytest.approx(expected, rel=1e-4)


def test_normal_bets_wait_for_enough_units_and_leave_the_end_to_the_whole() -> None:
    rows = with_ones(np.random.default_rng(3).normal(5, 1, 200))
    bets = NormalBets(200, mean_above_zero, 2, alpha=ALPHA)
    bets.add(rows[: FEWEST_UNITS - 1])
    assert bets.decided is None
    bets.add(rows[FEWEST_UNITS - 1 : 40], look=False)
    assert bets.decided is None
    bets.add(rows[40:41])
    assert bets.decided is True
    late = NormalBets(200, mean_above_zero, 2, alpha=ALPHA)
    late.add(rows)
    assert late.decided is None


def test_errors_ask_for_more_than_the_value() -> None:
    # The mean is about 2 standard errors of the whole above 0: enough, but not 4 errors above.
    values = np.random.default_rng(4).normal(0, 1, 4000)
    values += 2 / np.sqrt(4000) - values.mean()
    more = NormalBets(4000, mean_above_zero, 2, alpha=ALPHA, errors=(6.0, 6.0))
    less = NormalBets(4000, mean_above_zero, 2, alpha=ALPHA, errors=(-4.0, -4.0))
    assert draw(more, with_ones(values))[0] is False
    assert draw(less, with_ones(values))[0] is True


def wrong_share(values: Floats, *, exact: bool, orders: int, seed: int) -> tuple[float, float]:
    """How often a decision is wrong, and which share is not drawn."""
    rng = np.random.default_rng(seed)
    wrong, saved = 0, 0.0
    for _ in range(orders):
        order = rng.permutation(values)
        if exact:
            bets: Bets | NormalBets = Bets(len(values), -1.0, 1.0, alpha=ALPHA)
            found, after = draw(bets, order)
        else:
            bets = NormalBets(len(values), mean_above_zero, 2, alpha=ALPHA)
            found, after = draw(bets, with_ones(order))
        wrong += found is bool(values.sum() < 0)  # NumPy's own truth is nobody's
        saved += 1 - after / len(values)
    return wrong / orders, saved / orders


def population(size: int, mean: float, seed: int) -> Floats:
    """Numbers from -1 to 1 with this mean, most of them small."""
    values = np.random.default_rng(seed).beta(2, 2, size) * 1.6 - 0.8
    return np.clip(values - values.mean() + mean, -1, 1)


@pytest.mark.parametrize("exact", [True, False])
def test_a_sum_just_beside_zero_is_seldom_decided_wrongly(exact: bool) -> None:
    wrong, _ = wrong_share(population(400, -1e-4, 7), exact=exact, orders=60, seed=8)
    assert wrong <= ALPHA + 3 * np.sqrt(ALPHA * (1 - ALPHA) / 60)


@pytest.mark.parametrize("exact", [True, False])
def test_a_clear_case_saves_most(exact: bool) -> None:
    wrong, saved = wrong_share(population(1000, 0.2, 9), exact=exact, orders=20, seed=10)
    assert wrong == 0 and saved > 0.7


@pytest.mark.release
@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("size", [120, 1000])
@pytest.mark.parametrize("mean", [-1e-4, 0.01])
def test_false_alarms_stay_below_nominal(exact: bool, size: int, mean: float) -> None:
    wrong, _ = wrong_share(population(size, mean, 11), exact=exact, orders=4000, seed=12)
    assert wrong <= ALPHA + 3 * np.sqrt(ALPHA * (1 - ALPHA) / 4000)
