"""Scores on subsets: a random sample, segments with an idiom, triggered, not triggered."""

from dataclasses import replace
from pathlib import Path

import pytest
from suites import listed, outputs, suite

from litmus import evaluate
from litmus.corpus.segment import Segment
from litmus.scoring.measuring.subsets import RANDOM_SIZE
from litmus.scoring.results import Result

# Two with an idiom and a list, one with a list alone, three plain.
SEGMENTS = [
    listed(1, "horse", label="a", reference="one two"),
    listed(2, "horse", label="a", reference="one two"),
    listed(3, "tiger", reference="one two"),
    listed(4, reference="one two"),
    listed(5, reference="one two"),
    listed(6, reference="one two"),
]
FIRST = ["horse", "one two", "one two", "one two", "one three", "one two"]
SECOND = ["horse", "one horse", "one two", "one two", "one two", "one two"]


def by_subset(result: Result, system: str, metric: str) -> dict[str | None, tuple[int, object]]:
    return {
        row.tag: (row.n, row.value)
        for row in result.rows
        if row.system == system and row.metric == metric and (row.tag or "").startswith("subset:")
    }


def test_subsets_by_hand(tmp_path: Path) -> None:
    result = evaluate(
        suite(tmp_path, SEGMENTS),
        outputs(tmp_path, first=FIRST, second=SECOND),
        metrics=["blacklist", "ter"],
        subsets=True,
        n_bootstrap=30,
    )
    # TER: edits over two reference words a segment
    assert by_subset(result, "first", "ter") == {
        "subset:random": (3, pytest.approx(100 * 1 / 6)),  # segments 4 to 6
        "subset:with-idiom": (3, pytest.approx(100 * 2 / 6)),  # 1 to 3
        "subset:triggered": (1, 100.0),  # 1
        "subset:not-triggered": (2, 0.0),  # 2 and 3
    }
    assert by_subset(result, "second", "ter") == {
        "subset:random": (3, 0.0),
        "subset:with-idiom": (3, pytest.approx(100 * 3 / 6)),
        "subset:triggered": (2, pytest.approx(100 * 3 / 4)),  # 1 and 2: its own triggers
        "subset:not-triggered": (1, 0.0),
    }
    assert by_subset(result, "first", "blacklist") == {
        "subset:with-idiom": (3, pytest.approx(100 / 3)),
    }  # it decides what is triggered: 100 and 0 there, whatever the system


def test_subsets_change_no_other_row(tmp_path: Path) -> None:
    made, systems = suite(tmp_path, SEGMENTS), outputs(tmp_path, first=FIRST)
    rows = [
        [
            row
            for row in evaluate(
                made, systems, metrics=["blacklist", "ter"], subsets=subsets, n_bootstrap=30
            ).rows
            if not (row.tag or "").startswith("subset:")
        ]
        for subsets in (False, True)
    ]
    assert rows[0] == rows[1]


def test_subsets_have_no_p(tmp_path: Path) -> None:
    n = 40
    segments = [listed(i, "horse") for i in range(n)]
    result = evaluate(
        suite(tmp_path, segments),
        outputs(tmp_path, first=["horse"] * n, second=["x"] * n),
        metrics=["blacklist"],
        subsets=True,
        test="ar",
        n_bootstrap=20,
        n_trials=20,
    )
    shown = {row.tag: row.p for row in result.rows if row.system == "second"}
    assert shown.pop(None) is not None
    assert set(shown.values()) == {None}


def test_subsets_without_a_metric_that_triggers_have_no_triggered(tmp_path: Path) -> None:
    result = evaluate(
        suite(tmp_path, SEGMENTS),
        outputs(tmp_path, first=FIRST),
        metrics=["ter"],
        subsets=True,
        n_bootstrap=20,
    )
    assert set(by_subset(result, "first", "ter")) == {"subset:random", "subset:with-idiom"}


def sampled(tmp_path: Path, n: int, seed: int) -> tuple[int, object]:
    segments = [Segment(str(i), "x", ("one two",)) for i in range(n)]
    lines = ["one two" if i % 2 else "three four" for i in range(n)]
    result = evaluate(
        suite(tmp_path, segments, name=f"n{n}s{seed}"),
        outputs(tmp_path, one=lines),
        metrics=["ter"],
        subsets=True,
        n_bootstrap=5,
        seed=seed,
    )
    return by_subset(result, "one", "ter")["subset:random"]


def test_subset_random_is_a_sample_of_at_most_a_thousand(tmp_path: Path) -> None:
    n, value = sampled(tmp_path, 1300, 1)
    assert n == RANDOM_SIZE == 1000
    assert value == pytest.approx(50, abs=6)  # drawn without regard to place; sigma is 0.8


def test_subset_random_takes_all_where_there_are_fewer(tmp_path: Path) -> None:
    assert sampled(tmp_path, 30, 1) == (30, 50.0)


def test_subset_random_repeats_with_its_seed(tmp_path: Path) -> None:
    drawn = {seed: sampled(tmp_path, 1300, seed) for seed in (0, 1, 2)}
    assert len(set(drawn.values())) > 1
    (tmp_path / "again").mkdir()
    assert sampled(tmp_path / "again", 1300, 0) == drawn[0]


def test_subset_triggered_is_decided_by_the_first_metric_with_evidence(tmp_path: Path) -> None:
    # LitTER knows the first idiom only and calls it literal; the blacklists decide the others
    dictionary = tmp_path / "zh-en.tsv"
    dictionary.write_text("虎\tgoat\n", encoding="utf-8")
    segments = [
        listed(1, "horse", label="a", reference="one two"),
        listed(2, "horse", reference="one two"),
        listed(3, "horse", reference="one two"),
    ]
    result = evaluate(
        suite(tmp_path, segments),
        outputs(tmp_path, one=["a goat", "a horse", "one two"]),
        metrics=[f"litter:dictionary={dictionary}", "blacklist", "ter"],
        subsets=True,
        n_bootstrap=9,
    )
    found = by_subset(result, "one", "ter")
    assert found["subset:triggered"] == (2, 100.0)
    assert found["subset:not-triggered"] == (1, 0.0)


def test_subsets_of_a_metric_without_evidence_are_left_out(tmp_path: Path) -> None:
    result = evaluate(
        suite(tmp_path, SEGMENTS[3:]),
        outputs(tmp_path, first=FIRST[3:]),
        metrics=["blacklist", "ter"],
        subsets=True,
        n_bootstrap=9,
    )
    assert by_subset(result, "first", "blacklist") == {}
    assert set(by_subset(result, "first", "ter")) == {"subset:random"}


def test_subsets_of_a_macro_average_are_those_of_a_suite_cut_to_them(tmp_path: Path) -> None:
    """On every subset the value of `average=macro` is the one that its segments have alone."""
    labels = ["a", "a", "a", "b", "c", None, None, "a"]
    segments = [
        listed(i, "horse", *(["tiger"] if i % 3 else []), label=label, reference="one two")
        for i, label in enumerate(labels)
    ] + [listed(8, reference="one two")]
    texts = ["horse", "one", "tiger one", "one two", "tiger", "horse", "x", "horse", "horse"]
    # AutoIE has labels and defines no subset.
    segments = [replace(segment, required=("one",)) for segment in segments]
    metrics = ["blacklist", "autoie:average=macro", "autoie"]
    whole = evaluate(
        suite(tmp_path, segments), outputs(tmp_path, one=texts), metrics=metrics, subsets=True,
        n_bootstrap=9,
    )  # fmt: skip
    evidence = {0: True, 1: False, 2: True, 3: False, 4: True, 5: True, 6: False, 7: True}
    parts = {
        "triggered": [i for i, flagged in evidence.items() if flagged],
        "not-triggered": [i for i, flagged in evidence.items() if not flagged],
    }
    for name, chosen in parts.items():
        cut = evaluate(
            suite(tmp_path, [segments[i] for i in chosen], name=name),
            outputs(tmp_path, one=[texts[i] for i in chosen]),
            metrics=metrics[1:],
            n_bootstrap=9,
        )
        for metric in metrics[1:]:
            alone = cut.overall("one", metric)
            found = by_subset(whole, "one", metric)[f"subset:{name}"]
            assert found == (alone.n, pytest.approx(alone.value)), (name, metric)
    micro, macro = (
        by_subset(whole, "one", metric)["subset:triggered"][1] for metric in metrics[:0:-1]
    )
    assert micro != macro


def test_subsets_of_a_macro_average_without_labels_are_no_evidence(tmp_path: Path) -> None:
    result = evaluate(
        suite(tmp_path, SEGMENTS[2:]),
        outputs(tmp_path, first=FIRST[2:]),
        metrics=["blacklist:average=macro"],
        subsets=True,
        n_bootstrap=9,
    )
    assert by_subset(result, "first", "blacklist") == {"subset:with-idiom": (1, None)}
