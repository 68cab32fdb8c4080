"""Estimates from stratified samples, against published arithmetic and exact distributions."""

import numpy as np
import pytest

from litmus.stats.agreement import cohen_kappa
from litmus.stats.stratified import Detection, Sample, cross_table, detection, label_shares

# Shao et al. (2018), section 5: all 145 triggered translations were judged (142 literal errors, 3
# right), and 100 of the 1,049 others (39 errors, none of them literal).
STRATUM = np.repeat([0, 1], [145, 100])
LITERAL = np.repeat([1.0, 0.0, 0.0], [142, 3, 100])
ERROR = np.repeat([1.0, 0.0, 1.0, 0.0], [142, 3, 39, 61])
FLAGS = np.repeat([1.0, 0.0], [145, 100])[:, None]
CIBB = Sample(STRATUM, np.array([145.0, 1049.0]), np.arange(245))


def detected(truth: np.ndarray, sample: Sample = CIBB, flags: np.ndarray = FLAGS) -> Detection:
    (result,) = detection(sample, truth, flags, n_draws=4000, seed=1)
    return result


@pytest.mark.parametrize(("truth", "cells", "recall"), [
    (LITERAL, [142, 3, 0, 1049], 100.0), (ERROR, [142, 3, 409, 640], 25.8),
])  # fmt: skip
def test_errors_of_the_published_table(truth: np.ndarray, cells: list[int], recall: float) -> None:
    result = detected(truth)
    assert [round(cell.value or 0) for cell in result.cells.values()] == cells
    assert result.measures["precision"].value == pytest.approx(100 * 142 / 145)  # 97.9 %
    assert result.measures["recall"].value == pytest.approx(recall, abs=0.05)  # 142 / 551
    found = sum(result.cells[name].value or 0 for name in ("true_positive", "false_negative"))
    assert round(found) == cells[0] + cells[2]


def test_intervals_of_rates_are_jeffreys() -> None:
    found, rng = detected(LITERAL).measures, np.random.default_rng(5)
    # with 0 of 100 the rate of the rest may be 2.5 %, 26 literal errors of 1,049
    missed = 1049 * np.quantile(rng.beta(0.5, 100.5, 400_000), 0.975)
    assert found["recall"].low == pytest.approx(100 * 142 / (142 + missed), abs=1.5)
    assert found["recall"].high == 100.0
    low, high = np.quantile(100 * rng.beta(142.5, 3.5, 400_000), [0.025, 0.975])
    assert found["precision"].low == pytest.approx(low, abs=0.4)
    assert found["precision"].high == pytest.approx(high, abs=0.2)


def test_items_of_one_group_are_one_observation() -> None:
    # Every item twice, under one group: as many as before, so the interval stays as wide.
    twice = Sample(np.repeat(STRATUM, 2), CIBB.sizes, np.repeat(CIBB.group, 2))
    apart = Sample(np.repeat(STRATUM, 2), CIBB.sizes, np.arange(490))
    truth, flags = np.repeat(ERROR, 2), np.repeat(FLAGS, 2, axis=0)
    recalls = [detected(truth, one, flags).measures["recall"] for one in (twice, apart)]
    recalls.append(detected(ERROR).measures["recall"])
    grouped, ungrouped, single = ((recall.high or 0) - (recall.low or 0) for recall in recalls)
    assert grouped == pytest.approx(single, rel=0.08)
    assert ungrouped < 0.8 * grouped


def test_detectors_are_compared_on_the_same_draws() -> None:
    flags = np.column_stack([FLAGS[:, 0], FLAGS[:, 0], np.zeros(245), np.ones(245)])
    first, same, never, always = detection(CIBB, ERROR, flags, n_draws=500, seed=1)
    assert first.measures == same.measures and first.best == same.best
    assert never.measures["precision"].value is None  # nothing was flagged
    assert never.measures["recall"].value == 0.0
    assert never.measures["f1"].value == 0.0
    assert always.measures["precision"].value == pytest.approx(100 * 551.11 / 1194)
    assert always.measures["recall"].value == 100.0
    assert always.measures["kappa"].value == pytest.approx(0.0)
    # 2 x 551 / (1194 + 551) = 63 % for always, 2 x 142 / (145 + 551) = 41 % for the blacklist
    assert (always.best, first.best) == (100.0, 0.0)


def test_a_tie_counts_half() -> None:
    sample = Sample(np.zeros(4, np.int64), np.array([4.0]), np.arange(4))
    flags = np.array([[1.0], [1.0], [0.0], [0.0]])
    (result,) = detection(sample, np.array([1.0, 0.5, 0.5, 0.0]), flags, n_draws=50, seed=1)
    assert result.measures["precision"].value == pytest.approx(75.0)
    assert result.measures["recall"].value == pytest.approx(75.0)


def test_label_shares_by_hand() -> None:
    # 2 of 4 judged in a stratum of 4, 1 of 2 in a stratum of 12: (2 + 6) / 16
    sample = Sample(np.array([0, 0, 0, 0, 1, 1]), np.array([4.0, 12.0]), np.arange(6))
    yes = np.array([1.0, 1, 0, 0, 1, 0])
    shares = label_shares(sample, np.column_stack([yes, 1 - yes]), n_draws=200, seed=1)
    assert [share.value for share in shares] == pytest.approx([50.0, 50.0])
    assert [share.n for share in shares] == [6, 6]


def test_domain_keeps_what_its_items_stand_for() -> None:
    chosen = CIBB.choose(np.arange(245) >= 195)  # half of the judged rest
    assert chosen.sizes.tolist() == [pytest.approx(1049 / 2)]


def test_strata_of_one_kind_share_the_prior() -> None:
    sizes, kind = np.array([10.0, 30.0, 7.0]), np.array([0, 0, 1])
    sample = Sample(np.array([0, 1, 2]), sizes, np.arange(3), kind)
    assert sample.prior.tolist() == [0.125, 0.375, 0.5]
    assert Sample(sample.stratum, sizes, sample.group).prior.tolist() == [0.5, 0.5, 0.5]
    chosen = sample.choose(np.array([False, True, True]))
    assert chosen.kind is not None and chosen.kind.tolist() == [0, 1]
    assert (chosen.sizes.tolist(), chosen.group.tolist()) == ([30.0, 7.0], [1, 2])


def test_a_stratum_without_judged_items_has_no_estimate() -> None:
    with pytest.raises(AssertionError, match="without judged items"):
        Sample(np.array([0]), np.array([1.0, 2.0]), np.arange(1))


def test_sums_are_by_group_and_stratum() -> None:
    sample = Sample(np.array([0, 0, 1, 1]), np.array([2.0, 2.0]), np.array([5, 5, 5, 9]))
    found = sample.by_group(np.array([[1.0, 0.5], [2.0, 0.5], [4.0, 0.0], [8.0, 1.0]]))
    assert found.tolist() == [[[3.0, 1.0], [4.0, 0.0]], [[0.0, 0.0], [8.0, 1.0]]]


@pytest.mark.release
def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    # 600 flagged of 3,000, wrong 9 times of 10; the rest wrong once in 20; 60 of the rest judged.
    rng = np.random.default_rng(11)
    stratum = np.repeat([0, 1], [600, 60])
    sample = Sample(stratum, np.array([600.0, 2400.0]), np.arange(660))
    flags = np.repeat([1.0, 0.0], [600, 60])[:, None]
    recall = 100 * 0.9 * 600 / (0.9 * 600 + 0.05 * 2400)
    holds = 0
    for _ in range(150):
        truth = (rng.random(660) < np.where(stratum == 0, 0.9, 0.05)).astype(float)
        (result,) = detection(sample, truth, flags, n_draws=300, seed=2)
        low, high = result.measures["recall"].low, result.measures["recall"].high
        holds += low is not None and high is not None and low <= recall <= high
    assert 0.90 <= holds / 150 <= 0.99


# --- verdicts of several kinds --------------------------------------------------------------------


def test_cross_table_of_a_census_has_the_kappa_of_two_raters() -> None:
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 4, 300)
    said = np.where(rng.random(300) < 0.6, truth, rng.integers(0, 4, 300))
    census = Sample(np.zeros(300, np.int64), np.array([300.0]), np.arange(300))
    found = cross_table(census, np.eye(4)[said], np.eye(4)[truth], n_draws=2000, seed=1)
    expected = cohen_kappa(said, truth, 4, n_bootstrap=2000)
    assert found.kappa.value == pytest.approx(expected.value)
    assert found.kappa.low == pytest.approx(expected.low, abs=0.02)
    assert found.kappa.high == pytest.approx(expected.high, abs=0.02)
    assert found.same.value == pytest.approx(100 * (said == truth).mean())
    assert found.cells[1, 2] == ((said == 1) & (truth == 2)).sum()


def test_cross_table_of_two_kinds_is_that_of_a_detector() -> None:
    flags, truth = (np.stack([1 - x, x], axis=1) for x in (FLAGS[:, 0], ERROR))
    found = cross_table(CIBB, flags, truth, n_draws=200, seed=1)
    cells = detected(ERROR).cells
    names = ("true_negative", "false_negative", "false_positive", "true_positive")
    assert found.cells.ravel() == pytest.approx([cells[name].value for name in names])
    assert found.kappa.value == pytest.approx(detected(ERROR).measures["kappa"].value)


def test_perfect_agreement_of_a_few_is_no_certainty() -> None:
    few = Sample(np.zeros(8, np.int64), np.array([8.0]), np.arange(8))
    kinds = np.eye(4)[[0, 1, 2, 3, 0, 1, 2, 3]]
    found = cross_table(few, kinds, kinds, n_draws=1000, seed=1)
    assert (found.same.value, found.kappa.value) == (100.0, 1.0)
    assert found.same.low is not None and 50 < found.same.low < 99
