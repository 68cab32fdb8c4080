"""Figures of metrics against human scores: by hand, and as mt-metrics-eval's code gives them.

The matrices were written for these tests; the figures beside "mt-metrics-eval" are what its code
(SciPy 1.16) printed for them.
"""

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.arrays import Floats
from litmus.stats.correlation import pearson, spearman
from litmus.stats.meta_evaluation.by_segment import pearson_by_segment, spearman_by_segment
from litmus.stats.meta_evaluation.kendall import inversions, kendall
from litmus.stats.meta_evaluation.metric_tests import (
    pearson_rows,
    ranks,
    swapped_pearson,
    swapped_scores,
    swapped_verdicts,
)
from litmus.stats.meta_evaluation.segment_pairs import (
    calibrated_accuracy,
    kendall_by_segment,
    kendall_like,
    segment_pairs,
)
from litmus.stats.meta_evaluation.span_overlap import overlap, precision_recall_f
from litmus.stats.meta_evaluation.system_pairs import (
    better_by_chance,
    pairwise_accuracy,
    soft_accuracy,
    surely_better,
)

N = np.nan
MQM = np.array([[0, -1, -5, N, -2, 0], [-1, -1, -10, N, 0, N], [-25, 0, -5, N, -2, -0.1],
                [0, -6, -1, N, -2, -5]])  # fmt: skip
DA = np.array([[90, 70, 20, N, 60, 100], [60, 75, 90, N, 85, N], [10, 100, 50, N, 55, 80],
               [88, 30, 45, N, 58, 20]])  # fmt: skip
FINE = np.array([[0.9, 0.8, 0.5, 0.2, 0.7, 0.91], [0.85, 0.8, 0.3, 0.4, 0.75, 0.5],
                 [0.1, 0.82, 0.5, 0.3, 0.7, 0.9], [0.9, 0.3, 0.6, 0.1, 0.69, 0.4]])  # fmt: skip
COARSE = np.array([[3.0, 3, 1, 0, 2, 3], [3, 2, 1, 0, 3, 1], [0, 3, 2, 0, 2, 3],
                   [3, 1, 2, 0, 2, 1]])  # fmt: skip


@pytest.mark.parametrize(("gold", "metric", "expected"), [
    # pooled and by-segment Pearson, Kendall, Spearman; Kendall-like; acc-eq: mt-metrics-eval
    (MQM, FINE, (0.8476187, 0.9926648, 0.8188322, 0.9549193, 0.9114519, 0.9632993, 1.0, 0.9333333)),
    (DA, FINE, (0.7305680, 0.6075656, 0.6405097, 0.5651484, 0.7332463, 0.5794733, 0.6, 0.7)),
    (MQM, COARSE, (0.8158783, 0.9208012, 0.8603694, 0.8123827, 0.9218207, 0.8445924, 1.0, 0.7)),
    (DA, COARSE, (0.7836985, 0.7192657, 0.6585514, 0.5556865, 0.7315623, 0.6095349, 0.4, 0.5333333)),
])  # fmt: skip
def test_figures_are_those_of_mt_metrics_eval(
    gold: Floats, metric: Floats, expected: tuple[float, ...]
) -> None:
    both = ~np.isnan(gold)
    a, b = gold[both], metric[both]
    pairs = segment_pairs(gold, metric)
    found = (
        pearson(a, b), np.nanmean(pearson_by_segment(gold, metric)),
        kendall(a, b), np.nanmean(kendall_by_segment(pairs)),
        spearman(a, b), np.nanmean(spearman_by_segment(gold, metric)),
        kendall_like(gold, metric), calibrated_accuracy(pairs).value,
    )  # fmt: skip
    assert found == pytest.approx(expected, abs=1e-7)


def test_soft_accuracy_is_that_of_mt_metrics_eval() -> None:
    # scores that a float32, which it computes in, holds exactly
    eighths = np.round(8 * FINE)
    complete = [0, 1, 2, 4]
    for metric, expected in ((eighths, 0.939), (COARSE, 0.9036667)):
        found = pytest.approx(expected, abs=1e-6)
        assert soft_accuracy(MQM[:, complete], metric[:, complete]) == found
        assert soft_accuracy(MQM, metric) == found  # the others are left out


def test_soft_accuracy_by_hand() -> None:
    # One segment: half of the permutations swap it. Where they do not, the first is as far ahead.
    p = better_by_chance(np.array([[1.0], [0.0]]), n_trials=4000)
    assert p[0] == pytest.approx(0.5, abs=0.03)
    same = np.array([[1.0, 2, 3], [0, 1, 2]])
    assert soft_accuracy(same, same * 10) == 1.0
    assert soft_accuracy(same[:1], same[:1]) is None
    assert soft_accuracy(np.full((2, 3), N), same) is None


def test_the_normal_curve_stands_in_for_permutations() -> None:
    # z of 1.96 is p 0.025, one-sided; where nothing differs neither is better
    sums, squares = np.array([0.0, 1.959964, -1.959964, 0.0]), np.array([1.0, 1.0, 1.0, 0.0])
    assert surely_better(sums, squares) == pytest.approx([0.5, 0.025, 0.975, 0.5], abs=1e-6)
    assert surely_better(2 * sums, 4 * squares) == pytest.approx([0.5, 0.025, 0.975, 0.5], abs=1e-6)


def brute_force(gold: Floats, metric: Floats) -> float:
    """Every threshold tried, as its definition says."""
    differences = {0.0}
    rows = []
    for segment in range(gold.shape[1]):
        known = [s for s in range(len(gold)) if not np.isnan(gold[s, segment] + metric[s, segment])]
        row = [
            (gold[i, segment] - gold[j, segment], metric[i, segment] - metric[j, segment])
            for i, j in combinations(known, 2)
        ]
        differences |= {abs(m) for _, m in row}
        rows += [row] if row else []
    return max(
        float(np.mean([
            np.mean([np.sign(g) == (0 if abs(m) <= threshold else np.sign(m)) for g, m in row])
            for row in rows
        ]))
        for threshold in differences
    )  # fmt: skip


@given(st.integers(0, 10_000))
def test_calibrated_accuracy_is_the_best_of_all_thresholds(seed: int) -> None:
    rng = np.random.default_rng(seed)
    gold = rng.integers(-3, 1, (4, 5)).astype(float)
    metric = rng.integers(0, 6, (4, 5)) / 5
    gold[rng.random(gold.shape) < 0.2] = N
    found = calibrated_accuracy(segment_pairs(gold, metric))
    if found.value is not None:
        assert found.value == pytest.approx(brute_force(gold, metric))
        assert found.value == pytest.approx(np.nanmean(found.by_segment))


def test_calibrated_accuracy_ties_everywhere() -> None:
    flat = np.zeros((3, 4))
    found = calibrated_accuracy(segment_pairs(flat, flat))
    assert (found.value, found.epsilon) == (1.0, 0.0)  # people tie all, and so does the metric
    # People tie all, the metric nothing: the largest difference becomes the threshold.
    metric = np.array([[0.0] * 4, [1] * 4, [3] * 4])
    assert calibrated_accuracy(segment_pairs(flat, metric)).epsilon == 3.0
    # A constant metric is right where people tie, and nowhere else.
    gold = np.array([[0.0, 0, 0, 0], [0, 0, -1, -1], [-1, 0, -1, -2]])
    assert calibrated_accuracy(segment_pairs(gold, flat)).value == pytest.approx(
        (1 + 3 + 1 + 0) / 12
    )


@pytest.mark.parametrize("gold", [np.zeros((1, 3)), np.full((3, 3), N), np.zeros((2, 0))])
def test_no_pairs_is_no_accuracy(gold: Floats) -> None:
    found = calibrated_accuracy(segment_pairs(gold, np.zeros(gold.shape)))
    assert (found.value, found.epsilon) == (None, None)
    assert kendall_like(gold, np.zeros(gold.shape)) is None


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=30))
def test_kendall_counts_every_pair(points: list[tuple[int, int]]) -> None:
    a, b = (np.array(side, float) for side in zip(*points, strict=True))
    signs = [
        (np.sign(a[i] - a[j]), np.sign(b[i] - b[j])) for i, j in combinations(range(len(a)), 2)
    ]
    room = np.sqrt(sum(x != 0 for x, _ in signs)) * np.sqrt(sum(y != 0 for _, y in signs))
    expected = sum(x * y for x, y in signs) / room if room else None
    assert kendall(a, b) == (None if expected is None else pytest.approx(expected, abs=1e-9))


@given(st.lists(st.integers(0, 9), max_size=40))
def test_inversions_are_pairs_in_the_wrong_order(values: list[int]) -> None:
    assert inversions(np.array(values, np.int64)) == sum(a > b for a, b in combinations(values, 2))


def test_constant_scores_have_no_correlation() -> None:
    flat, line = np.zeros(4), np.arange(4.0)
    assert (pearson(flat, line), kendall(flat, line), spearman(flat, line)) == (None, None, None)
    assert np.isnan(pearson_by_segment(np.zeros((3, 2)), np.arange(6.0).reshape(3, 2))).all()


def test_pairwise_accuracy() -> None:
    # of 3 pairs, 2 are ordered the same; a tie of the metric is not
    assert pairwise_accuracy(np.array([3.0, 2, 1]), np.array([1.0, 1, 0])) == pytest.approx(2 / 3)
    assert np.isnan(pairwise_accuracy(np.array([3.0]), np.array([1.0])))
    # a system without a score is in no pair, in one resample as in the other
    drawn = np.array([[3.0, 2, np.nan], [np.nan, np.nan, 1]])
    assert pairwise_accuracy(drawn, np.array([[3.0, 2, 1]] * 2)).tolist()[0] == 1
    assert np.isnan(pairwise_accuracy(drawn, np.array([[3.0, 2, 1]] * 2))[1])


GOLD = -np.arange(1.0, 9)
CLOSE = np.array([8, 7, 6.5, 5, 4, 3, 2.5, 1])
FAR = np.array([5.0, 7, 2, 6, 3, 8, 1, 2])


def test_swapped_scores_as_mt_metrics_eval() -> None:
    # PermutationSigDiff with 20,000 draws: 0.0433
    p = swapped_scores(GOLD, CLOSE, FAR, pearson_rows, n_trials=20_000)
    assert p == pytest.approx(0.0433, abs=0.006)
    assert swapped_pearson(GOLD, np.stack([CLOSE, FAR]), [(0, 1)], n_trials=20_000, seed=12345) == [
        pytest.approx(p, abs=1e-9)
    ]
    assert swapped_scores(GOLD, CLOSE, 10 * CLOSE + 3, pearson_rows) == 1.0  # equal metrics


def test_swapped_verdicts_by_enumeration() -> None:
    # Ten verdicts differ; of their 1,024 exchanges 47 lead by as much.
    found = [calibrated_accuracy(segment_pairs(MQM, metric)).right for metric in (FINE, COARSE)]
    segments = segment_pairs(MQM, FINE).segments
    (p,) = swapped_verdicts(found, segments, [(0, 1)], n_trials=4000, seed=1)
    assert p == pytest.approx(47 / 1024, abs=0.01)


def test_ranks_begin_anew_where_one_is_surely_better() -> None:
    p = {(0, 1): 0.2, (0, 2): 0.01, (1, 2): 0.3, (2, 3): 0.2, (0, 3): 0.0, (1, 3): 0.0}
    assert ranks([0.9, 0.8, 0.7, 0.6], lambda i, j: p[i, j]) == [1, 1, 2, 2]


BOTH = [(0, 2, "major"), (0, 2, "minor")]


@pytest.mark.parametrize(("length", "gold", "found", "expected"), [
    # 2 characters are shared
    (8, [(0, 4, "major")], [(2, 6, "critical")], (2.0, 4.0, 4.0)),
    (8, [(0, 4, "Major")], [(2, 6, "minor")], (1.0, 4.0, 4.0)),
    (8, [(0, 4, "neutral")], [(2, 6, "minor")], (0.0, 0.0, 4.0)),
    # a major and a minor error on the same characters, one of each kind found
    (4, BOTH, BOTH[1:], (2.0, 4.0, 2.0)), (4, BOTH, BOTH[1:] * 2, (3.0, 4.0, 4.0)),
])  # fmt: skip
def test_overlap_by_hand(length: int, gold: Any, found: Any, expected: tuple[float, ...]) -> None:
    assert overlap(length, gold, found) == expected


def test_precision_recall_f_where_nothing_is_marked() -> None:
    precision, recall, f = precision_recall_f(np.array([[0.0, 0, 0], [0, 3, 0], [1, 2, 4]]))
    assert np.isnan(precision[:2]).all() and precision[2] == 0.25
    assert np.isnan(recall[0]) and recall[1:].tolist() == [0.0, 0.5]
    assert np.isnan(f[0]) and f[1:] == pytest.approx([0.0, 1 / 3])
