"""Holm's correction over what is read together: how often ten equal systems get any star."""

import numpy as np
import pytest

from litmus.corpus.numbering import Numbering
from litmus.corpus.suite import SuiteInfo
from litmus.metrics.base import Setup
from litmus.metrics.registry import create
from litmus.scoring.measuring.collected import Collected, Counted
from litmus.scoring.naming import SummarySettings
from litmus.scoring.rows import SIGNIFICANT, ResultRow
from litmus.scoring.summarise import summarise
from litmus.stats.paired import holm
from litmus.stats.tally import Tally

INFO = SuiteInfo("made-up", "zh", "en")


def rows_of(
    hits: np.ndarray, settings: SummarySettings, labels: int = 1
) -> tuple[list[ResultRow], list[str]]:
    """Rows and notes for hits (metrics, systems, segments); label i is every i-th segment's."""
    n_metrics, n_systems, n = hits.shape
    counted = []
    for k in range(n_metrics):
        tallies = []
        for system in range(n_systems):
            tally = Tally(2)
            counts = np.stack([hits[k, system].astype(float), np.ones(n)], axis=1)
            tally.add(np.arange(n), np.arange(n) % labels, counts)
            tallies.append(tally)
        counted.append(Counted(create("blacklist", Setup("zh", "en")), f"m{k}", tallies))
    names = Numbering({f"l{i}": i for i in range(labels)})
    collected = Collected(counted, labels=names, n_segments=n, n_units=n, n_references={1})
    rows, _, _, notes = summarise(collected, [f"s{i}" for i in range(n_systems)], INFO, settings)
    return rows, notes


def drawn(rng: np.random.Generator, shape: tuple[int, int, int]) -> np.ndarray:
    """Equal systems: the same chance for all, nothing shared."""
    return rng.random(shape) < 0.4


def p_values(rows: list[ResultRow], *, labels: bool = False) -> list[float]:
    return [row.p for row in rows if (row.tag is not None) == labels and row.p is not None]


def test_a_family_is_all_systems_and_metrics_of_a_table() -> None:
    hits = drawn(np.random.default_rng(5), (2, 4, 100))
    hits[0, 2] |= np.arange(100) % 4 == 0  # one that differs
    settings = SummarySettings("ar", 2, 1000)
    pairs = ((k, s) for k in range(2) for s in (1, 2, 3))
    alone = [p for k, s in pairs for p in p_values(rows_of(hits[[k]][:, [0, s]], settings)[0])]
    together, _ = rows_of(hits, settings)
    assert len(alone) == 6 and min(alone) < SIGNIFICANT
    assert p_values(together) == pytest.approx(holm(alone))
    families = {(r.metric, r.system): (r.family, r.tests) for r in together if r.tag is None}
    assert families == {
        (metric, system): ("all", 6) if system != "s0" else (None, None)
        for metric in ("m0", "m1") for system in ("s0", "s1", "s2", "s3")
    }  # fmt: skip


def test_a_family_of_labels_is_all_systems_and_labels_of_a_metric() -> None:
    hits = drawn(np.random.default_rng(6), (2, 3, 120))
    hits[:, 2] &= np.arange(120) % 3 == 0
    settings = SummarySettings("ar", 2, 1000)
    together, _ = rows_of(hits, settings, labels=2)
    for k in range(2):
        parts = (hits[[k]][:, [0, s], label::2] for label in range(2) for s in (1, 2))
        alone = [p for part in parts for p in p_values(rows_of(part, settings)[0])]
        found = p_values([row for row in together if row.metric == f"m{k}"], labels=True)
        assert len(alone) == len(found) == 4
        assert found == pytest.approx(holm(alone), abs=0.1)  # other swaps than alone


def test_too_few_trials_for_the_size_of_a_table_are_named() -> None:
    # 9 systems against one on 6 metrics: 54 / 1001 is more than 0.05
    hits = np.zeros((6, 10, 40), bool)
    hits[:, 1:] = True
    rows, notes = rows_of(hits, SummarySettings("bs", 1000))
    assert min(p_values(rows)) >= SIGNIFICANT
    assert notes[0] == (
        "the table: with 54 comparisons and 1,000 trials no corrected p can be below 0.054, so "
        "nothing gets a star. Use more trials: n_bootstrap=5400"
    )
    rows, notes = rows_of(hits, SummarySettings("ar", 2, 10_000))
    assert all(row.p < SIGNIFICANT for row in rows if row.p is not None)
    assert notes == []


def starred(shape: tuple[int, int, int], labels: int, test: str, runs: int) -> tuple[float, float]:
    """Share of runs with any star on the whole set, and in the first metric's table of labels."""
    rng, hits = np.random.default_rng(11), np.zeros(2)
    for seed in range(runs):
        settings = SummarySettings(test, 1000 if test == "bs" else 2, 1000, seed)
        rows, _ = rows_of(drawn(rng, shape), settings, labels)
        stars = [row for row in rows if row.p is not None and row.p < SIGNIFICANT]
        hits += (
            any(row.tag is None for row in stars),
            any(row.tag is not None and row.metric == "m0" for row in stars),
        )
    return float(hits[0]) / runs, float(hits[1]) / runs


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shape", "labels", "test"),
    [((1, 10, 100), 1, "ar"), ((4, 10, 100), 1, "ar"), ((1, 10, 120), 3, "ar"),
     ((1, 10, 100), 1, "bs")],
)  # fmt: skip
def test_ten_equal_systems_seldom_get_any_star(
    shape: tuple[int, int, int], labels: int, test: str
) -> None:
    runs = 1000
    whole, by_label = starred(shape, labels, test, runs)
    print(f"{test} {shape} labels={labels}: {100 * whole:.1f} %, labels {100 * by_label:.1f} %")
    most = 0.06 + 3 * (0.05 * 0.95 / runs) ** 0.5
    assert whole <= most
    assert by_label <= most


def test_a_family_of_one_metric_does_not_change_with_the_others() -> None:
    hits = drawn(np.random.default_rng(5), (3, 4, 100))
    hits[0, 2] |= np.arange(100) % 4 == 0
    settings = SummarySettings("ar", 2, 1000, family="metric")
    alone = [row.p for row in rows_of(hits[:1], settings)[0] if row.tag is None]
    together, _ = rows_of(hits, settings)
    assert [row.p for row in together if row.tag is None and row.metric == "m0"] == alone
    assert {row.family for row in together if row.p and row.tag is None} == {"m0", "m1", "m2"}
    one_family, _ = rows_of(hits, SummarySettings("ar", 2, 1000))
    assert [row.p for row in one_family if row.tag is None and row.metric == "m0"] != alone


def test_what_is_not_tested_is_not_in_the_family() -> None:
    hits = drawn(np.random.default_rng(5), (3, 4, 100))
    settings = SummarySettings("ar", 2, 1000, tested=("m1",))
    rows, _ = rows_of(hits, settings)
    alone = [row.p for row in rows_of(hits[[1]], SummarySettings("ar", 2, 1000))[0]]
    assert [row.p for row in rows if row.metric == "m1"] == alone
    assert {row.p for row in rows if row.metric != "m1"} == {None}
    signed = {row.metric: row.signature for row in rows}
    assert "|test:ar1000.holm.m1|" in signed["m1"] and "|test:" not in signed["m0"]
