"""How often the paired tests call equal systems different. The nominal rate is 5 %."""

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from counting import Array, rate

from litmus.stats.averages import MACRO, MICRO, Counts, gather, value_of
from litmus.stats.paired import FEWEST_UNITS, approximate_randomisation, bootstrap
from litmus.stats.resampling import bootstrap_weights
from litmus.stats.tally import Tally

TESTS = {"ar": approximate_randomisation, "bs": bootstrap}
N_TRIALS = 500
REPLICATIONS = {30: 8000, 100: 4000, 1000: 1500}
LOWEST, HIGHEST = 0.03, 0.06  # what we claim

pytestmark = pytest.mark.release


def share(chance: float) -> Callable[[np.random.Generator, int], Array]:
    return lambda rng, n: (rng.random((n, 2)) < chance).astype(float)


def continuous(rng: np.random.Generator, n: int) -> Array:
    """Scores of two systems that find the same segments hard."""
    return rng.normal(size=(n, 1)) + rng.normal(size=(n, 2))


SCORES = {"rate 0.3": share(0.3), "rate 0.6": share(0.6), "continuous": continuous}


def counts_of(scores: Array, cases: float = 1.0) -> Counts:
    none = np.empty(0, np.int64)
    dense = np.stack([scores, np.full(scores.shape, cases)], axis=-1)
    return Counts(dense, np.empty((0, *dense.shape[1:])), none, none, none)


def alarms(name: str, draw: Callable[[np.random.Generator], Counts], replications: int) -> float:
    rng = np.random.default_rng(2024)
    hits = 0
    for seed in range(replications):
        p = TESTS[name](draw(rng), rate, MICRO, n_trials=N_TRIALS, seed=seed)[0]
        hits += bool(p[0, 1] < 0.05)
    return hits / replications


CELLS = list(product(TESTS, SCORES, REPLICATIONS))


@pytest.mark.parametrize(("name", "kind", "n"), CELLS)
def test_false_alarm_rate_of_equal_systems(name: str, kind: str, n: int) -> None:
    replications = REPLICATIONS[n]
    found = alarms(name, lambda rng: counts_of(SCORES[kind](rng, n)), replications)
    noise = 3 * (0.05 * 0.95 / replications) ** 0.5  # three sigma of counting alarms
    print(f"{name} {kind} n={n}: {100 * found:.1f} % ± {100 * noise:.1f}")
    assert LOWEST - noise <= found <= HIGHEST + noise


def documents(rng: np.random.Generator, n: int) -> Counts:
    """Ten cases a document; how hard a document is differs by system."""
    chance = np.clip(rng.normal(0.4, 0.15, (n, 2)), 0.02, 0.98)
    return counts_of(rng.binomial(10, chance).astype(float), 10.0)


@pytest.mark.parametrize("n", [6, 10, 20])
def test_false_alarm_rate_of_randomisation_stays_low_with_few_documents(n: int) -> None:
    found = alarms("ar", lambda rng: documents(rng, n), 4000)
    assert found <= HIGHEST + 3 * (0.05 * 0.95 / 4000) ** 0.5


def test_false_alarm_rate_of_the_bootstrap_is_why_it_needs_many_units() -> None:
    few, enough = (alarms("bs", lambda rng, n=n: documents(rng, n), 4000) for n in (5, 30))  # type: ignore[misc]
    assert few > 0.12  # which is why no p-value is given below FEWEST_UNITS
    assert FEWEST_UNITS["bs"] == 30
    assert enough <= 0.065 + 3 * (0.05 * 0.95 / 4000) ** 0.5


def test_false_alarm_rate_of_few_cases_is_not_that_of_other_tools() -> None:
    """Twenty 0/1 cases: tests that do not count ties alarm in 15 to 29 % of comparisons."""
    replications = 1000
    for name in TESTS:
        found = alarms(name, lambda rng: counts_of(share(0.6)(rng, 20)), replications)
        assert found <= HIGHEST + 3 * (0.05 * 0.95 / replications) ** 0.5


def labelled(rng: np.random.Generator, n_segments: int, n_labels: int) -> Counts:
    """Equal systems on labels most of which occur once, as in a set of idioms."""
    labels = np.concatenate([np.arange(n_labels), rng.integers(0, n_labels, n_segments - n_labels)])
    tallies = []
    for _ in range(2):
        tally = Tally(2)
        hits = (rng.random(n_segments) < 0.4).astype(float)
        tally.add(np.arange(n_segments), labels, np.stack([hits, np.ones(n_segments)], axis=1))
        tallies.append(tally)
    return gather(tallies, n_segments)


@pytest.mark.parametrize(("n_segments", "n_labels"), [(231, 184), (100, 90), (300, 50)])
def test_false_alarm_rate_and_coverage_of_the_macro_average(n_segments: int, n_labels: int) -> None:
    rng, replications = np.random.default_rng(7), 1000
    hits, covered = {"ar": 0, "bs": 0}, 0
    for seed in range(replications):
        counts = labelled(rng, n_segments, n_labels)
        for name, run in TESTS.items():
            hits[name] += bool(run(counts, rate, MACRO, n_trials=300, seed=seed)[0, 0, 1] < 0.05)
        weights = bootstrap_weights(n_segments, 300, seed)
        values = np.concatenate([value_of(counts, w, rate, MACRO) for w in weights])[:, 0, 0]
        low, high = np.quantile(values, [0.025, 0.975])
        covered += bool(low <= 40 <= high)
    noise = 3 * (0.05 * 0.95 / replications) ** 0.5
    print(
        n_segments, n_labels, {k: v / replications for k, v in hits.items()}, covered / replications
    )
    assert all(LOWEST - noise <= v / replications <= HIGHEST + noise for v in hits.values())
    assert covered / replications >= 0.93 - noise
