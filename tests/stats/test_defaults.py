"""Unless somebody says otherwise there are 1,000 trials with seed 12345, as pages and papers say."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from litmus.stats.agreement import Estimate, cohen_kappa, krippendorff_alpha
from litmus.stats.meta_evaluation.metric_tests import pearson_rows, swapped_scores
from litmus.stats.meta_evaluation.segment_pairs import kendall_like
from litmus.stats.meta_evaluation.system_pairs import better_by_chance, soft_accuracy

RNG = np.random.default_rng(8)
CODES = RNG.integers(0, 3, (60, 2))
GOLD, ONE, OTHER = RNG.normal(size=(3, 40))
SCORES = RNG.normal(size=(5, 30))


@pytest.mark.parametrize(
    ("compute", "said"),
    [
        (partial(cohen_kappa, CODES[:, 0], CODES[:, 1], 3), {"n_bootstrap": 1000, "seed": 12345}),
        (partial(krippendorff_alpha, CODES, 3),
         {"n_bootstrap": 1000, "seed": 12345, "level": "nominal"}),
        (partial(swapped_scores, GOLD, ONE, OTHER, pearson_rows),
         {"n_trials": 1000, "seed": 12345}),
        (partial(better_by_chance, SCORES), {"n_trials": 1000, "seed": 4}),
        (partial(soft_accuracy, SCORES, -SCORES**2), {"n_trials": 1000}),
    ],
)  # fmt: skip
def test_trials_and_seeds_are_those_that_are_documented(
    compute: Callable[..., Any], said: dict[str, Any]
) -> None:
    assert np.array_equal(compute(), compute(**said))
    for name, value in said.items():
        if not isinstance(value, str):
            assert not np.array_equal(compute(), compute(**{name: value + 1})), name


def test_the_least_difference_of_human_scores_that_counts_is_25() -> None:
    gold = np.array([[0.0, 0.0, 0.0], [25.0, 24.9, 40.0]])
    metric = np.array([[0.0, 1.0, 1.0], [1.0, 0.0, 0.0]])
    assert kendall_like(gold, metric) == kendall_like(gold, metric, 25.0)
    assert kendall_like(gold, metric, 41.0) is None


def test_where_resamples_say_nothing_there_is_no_interval() -> None:
    """Two units of different labels: half of the resamples have one of them twice."""
    found = cohen_kappa(np.array([0, 1]), np.array([0, 1]), 2, n_bootstrap=3, seed=0)
    assert (found.value, found.n) == (1.0, 2)
    none = cohen_kappa(np.array([0, 1]), np.array([0, 1]), 2, n_bootstrap=1, seed=_seed_of_one())
    assert none == Estimate(1.0, None, None, 2)


def _seed_of_one() -> int:
    """A seed whose one resample of two units draws the same unit twice."""
    for seed in range(100):
        drawn = np.random.default_rng([seed, 1]).integers(0, 2, (1, 2))
        if drawn[0, 0] == drawn[0, 1]:
            return seed
    raise AssertionError
