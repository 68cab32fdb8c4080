"""One-sided tests against full enumeration, and against what a normal difference would give."""

import math

import numpy as np
import pytest
from counting import C, D, all_swaps, paired_counts, plain_rate, rate

from litmus.stats.averages import MICRO
from litmus.stats.one_sided import largest_loss, not_worse_by, worse_by_bootstrap, worse_by_swaps


@pytest.mark.parametrize(("left", "right"), [(C, D), (D, C)])
def test_worse_by_swaps_is_the_share_of_all_swaps(
    left: list[tuple[int, int]], right: list[tuple[int, int]]
) -> None:
    p = worse_by_swaps(paired_counts(left, right), rate, MICRO, n_trials=20_000, seed=1, first=0)
    actual, trials = all_swaps(left, right, plain_rate)
    ties = np.abs(trials - actual) < 1e-9
    exact = np.mean(np.where(ties, 0.5, trials < actual))  # right further below left
    assert p[0, 1] == pytest.approx(exact, abs=0.012)


def below(x: float) -> float:
    return (1 + math.erf(x / math.sqrt(2))) / 2


def test_bootstraps_agree_with_the_normal_distribution() -> None:
    rng = np.random.default_rng(5)
    old, new = ((rng.random(400) < share).astype(int) for share in (0.6, 0.55))
    counts = paired_counts([(k, 1) for k in old.tolist()], [(k, 1) for k in new.tolist()])
    difference = 100 * (new - old)
    error = difference.std(ddof=1) / 20
    worse = worse_by_bootstrap(counts, rate, MICRO, n_trials=20_000, seed=1, first=0)[0, 1]
    assert worse == pytest.approx(below(difference.mean() / error), abs=0.01)
    for margin in (2.0, 8.0, 15.0):
        p = not_worse_by(counts, rate, MICRO, margin=margin, n_trials=20_000, seed=1, first=0)
        assert p[0, 1] == pytest.approx(1 - below((difference.mean() + margin) / error), abs=0.02)


def test_a_system_is_never_shown_to_be_worse_than_its_like() -> None:
    counts = paired_counts(C, C)
    for worse in (worse_by_swaps, worse_by_bootstrap):
        assert worse(counts, rate, MICRO, n_trials=500, seed=1, first=0)[0, 1] >= 0.5


@pytest.mark.parametrize("level", [0.05, 0.2])
def test_a_margin_is_shown_beyond_the_largest_loss_and_only_there(level: float) -> None:
    counts = paired_counts(C, D)
    how = {"n_trials": 400, "seed": 1, "first": 0}
    loss = largest_loss(counts, rate, MICRO, level=level, **how)[0, 1]
    more, less = (
        not_worse_by(counts, rate, MICRO, margin=loss + off, **how)[0, 1] for off in (1e-6, -1e-6)
    )
    assert more < level <= less
    assert largest_loss(counts, rate, MICRO, **how)[0, 1] == pytest.approx(
        largest_loss(counts, rate, MICRO, level=0.05, **how)[0, 1]
    )


def test_so_few_trials_show_no_margin() -> None:
    how = {"n_trials": 18, "seed": 1, "first": 0}  # (0 + 1) / 19 is above 0.05
    assert largest_loss(paired_counts(C, D), rate, MICRO, **how)[0, 1] == math.inf
    how["n_trials"] = 20
    assert largest_loss(paired_counts(C, D), rate, MICRO, **how)[0, 1] < math.inf


def test_the_first_may_be_any_and_without_evidence_there_is_no_p() -> None:
    nothing = [(0, 0)] * len(C)
    for test in (worse_by_swaps, worse_by_bootstrap):
        there = test(paired_counts(C, D, nothing), rate, MICRO, n_trials=300, seed=1, first=1)
        back = test(paired_counts(D, C), rate, MICRO, n_trials=300, seed=1, first=0)
        assert there[0, 0] == back[0, 1]
        assert math.isnan(there[0, 2])


RUNS = 2000


@pytest.mark.release
@pytest.mark.parametrize("n", [30, 60, 300])
def test_false_alarms_and_false_passes_are_as_rare_as_they_say(n: int) -> None:
    """Equal systems for the alarms, one worse by exactly the margin for the passes."""
    rng = np.random.default_rng(n)
    swaps = bootstrap = passes = 0
    for trial in range(RUNS):
        hard = rng.random(n) * 0.6
        old, equal, worse = (
            [(int(right), 1) for right in rng.random(n) < 0.3 + hard - loss] for loss in (0, 0, 0.1)
        )
        same, pair = paired_counts(old, equal), paired_counts(old, worse)
        how = {"n_trials": 400, "seed": trial, "first": 0}
        swaps += worse_by_swaps(same, rate, MICRO, **how)[0, 1] < 0.05
        bootstrap += worse_by_bootstrap(same, rate, MICRO, **how)[0, 1] < 0.05
        passes += not_worse_by(pair, rate, MICRO, margin=10.0, **how)[0, 1] < 0.05
    shares = [100 * found / RUNS for found in (swaps, bootstrap, passes)]
    print(n, *(f"{share:.1f}" for share in shares))
    assert all(3.0 < share < 6.5 for share in shares), shares  # 3 sigma: 1.5
