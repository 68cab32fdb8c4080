"""The random resamples themselves."""

import numpy as np
import pytest

from litmus.stats import resampling
from litmus.stats.resampling import bootstrap_weights, swap_masks

MAKERS = (bootstrap_weights, swap_masks)


def drawn(maker: object, n_units: int, n_trials: int, seed: int) -> np.ndarray:
    assert callable(maker)
    return np.concatenate(list(maker(n_units, n_trials, seed)))


def test_bootstrap_draws_as_many_units_as_there_are() -> None:
    weights = drawn(bootstrap_weights, 13, 500, 1)
    assert weights.shape == (500, 13)
    assert (weights.sum(axis=1) == 13).all()
    assert (weights == weights.round()).all()
    assert (weights >= 0).all()


def test_bootstrap_draws_every_unit_alike() -> None:
    # each weight is binomial(n, 1/n): mean 1, variance 1 - 1/n; 20 000 trials, five sigma
    weights = drawn(bootstrap_weights, 10, 20_000, 2)
    assert weights.mean(axis=0) == pytest.approx(np.ones(10), abs=5 * (0.9 / 20_000) ** 0.5)
    assert weights.var() == pytest.approx(0.9, abs=0.02)


def test_swaps_happen_with_chance_one_half_each() -> None:
    masks = drawn(swap_masks, 10, 20_000, 3)
    assert set(np.unique(masks)) == {0.0, 1.0}
    assert masks.mean(axis=0) == pytest.approx(np.full(10, 0.5), abs=5 * 0.5 / 20_000**0.5)
    between = np.corrcoef(masks.T) - np.eye(10)  # units swap independently
    assert np.abs(between).max() < 5 / 20_000**0.5


@pytest.mark.parametrize("maker", MAKERS)
def test_resamples_repeat_with_their_seed_nought_included(maker: object) -> None:
    assert (drawn(maker, 9, 50, 0) == drawn(maker, 9, 50, 0)).all()
    assert len({drawn(maker, 9, 50, seed).tobytes() for seed in range(50)}) == 50


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize(("most", "n_trials", "sizes"), [(100, 10, [3, 3, 3, 1]), (10, 2, [1, 1])])
def test_resamples_come_in_chunks_of_bounded_size(
    maker: object, most: int, n_trials: int, sizes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resampling, "_CHUNK", most)
    assert callable(maker)
    assert [chunk.shape for chunk in maker(30, n_trials, 1)] == [(size, 30) for size in sizes]
