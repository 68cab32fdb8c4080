"""Scores on subsets: a random sample, segments with an idiom, triggered, not triggered."""

from dataclasses import replace
from pathlib import Path

import pytest
from suites import listed, scored

from litmus.corpus.segment import Segment
from litmus.scoring.measuring.subsets import RANDOM_SIZE
from litmus.scoring.results import Result

# Two with an idiom and a list, one with a list alone, three plain.
SEGMENTS = [
    listed(1, "horse", label="a", reference="one two"),
    listed(2, "horse", label="a", reference="one two"),
    listed(3, "tiger", reference="one two"),
    *(listed(number, reference="one two") for number in (4, 5, 6)),
]
FIRST = ["horse", "one two", "one two", "one two", "one three", "one two"]
SECOND = ["horse", "one horse", "one two", "one two", "one two", "one two"]
Values = dict[str, tuple[int, object]]


def by_subset(result: Result, system: str, metric: str) -> Values:
    return {
        row.tag.removeprefix("subset:"): (row.n, row.value)
        for row in result.rows
        if row.system == system and row.metric == metric and (row.tag or "").startswith("subset:")
    }


def test_subsets_by_hand(tmp_path: Path) -> None:
    systems = {"first": FIRST, "second": SECOND}
    result = scored(tmp_path, SEGMENTS, systems, "blacklist", "ter", subsets=True)
    # TER: edits over two reference words a segment
    assert by_subset(result, "first", "ter") == {
        "random": (3, pytest.approx(100 * 1 / 6)),  # segments 4 to 6
        "with-idiom": (3, pytest.approx(100 * 2 / 6)),  # 1 to 3
        "triggered": (1, 100.0),  # 1
        "not-triggered": (2, 0.0),  # 2 and 3
    }
    assert by_subset(result, "second", "ter") == {
        "random": (3, 0.0),
        "with-idiom": (3, pytest.approx(100 * 3 / 6)),
        "triggered": (2, pytest.approx(100 * 3 / 4)),  # 1 and 2: its own triggers
        "not-triggered": (1, 0.0),
    }
    # it decides what is triggered: 100 and 0 there, whatever the system
    assert by_subset(result, "first", "blacklist") == {"with-idiom": (3, pytest.approx(100 / 3))}
    without = scored(tmp_path, SEGMENTS, systems, "blacklist", "ter")
    rest = [row for row in result.rows if not (row.tag or "").startswith("subset:")]
    assert list(without.rows) == rest


def test_subsets_have_no_p(tmp_path: Path) -> None:
    systems = {"first": ["horse"] * 40, "second": ["x"] * 40}
    segments = [listed(i, "horse") for i in range(40)]
    result = scored(tmp_path, segments, systems, subsets=True, test="ar", n_trials=20)
    shown = {row.tag: row.p for row in result.rows if row.system == "second"}
    assert shown.pop(None) is not None
    assert set(shown.values()) == {None}


def test_subsets_without_evidence_are_left_out(tmp_path: Path) -> None:
    result = scored(tmp_path, SEGMENTS, {"first": FIRST}, "ter", subsets=True)
    assert set(by_subset(result, "first", "ter")) == {"random", "with-idiom"}  # nothing triggers
    plain = {"first": FIRST[3:]}
    result = scored(tmp_path, SEGMENTS[3:], plain, "blacklist", "ter", subsets=True)
    assert by_subset(result, "first", "blacklist") == {}
    assert set(by_subset(result, "first", "ter")) == {"random"}
    # a macro average is measured there, but there are no labels
    plain, macro = {"first": FIRST[2:]}, "blacklist:average=macro"
    result = scored(tmp_path, SEGMENTS[2:], plain, macro, subsets=True)
    assert by_subset(result, "first", "blacklist") == {"with-idiom": (1, None)}


def sampled(tmp_path: Path, n: int, seed: int) -> tuple[int, object]:
    segments = [Segment(str(i), "x", ("one two",)) for i in range(n)]
    lines = {"one": ["one two" if i % 2 else "three four" for i in range(n)]}
    result = scored(tmp_path, segments, lines, "ter", subsets=True, n_bootstrap=5, seed=seed)
    return by_subset(result, "one", "ter")["random"]


def test_subset_random_is_a_sample_of_at_most_a_thousand(tmp_path: Path) -> None:
    drawn = [sampled(tmp_path, 1300, seed) for seed in (0, 1, 0)]
    assert {n for n, _ in drawn} == {RANDOM_SIZE} == {1000}
    for _, value in drawn:  # drawn without regard to place; sigma is 0.8
        assert value == pytest.approx(50, abs=6)
    assert drawn[0] == drawn[2] != drawn[1]
    assert sampled(tmp_path, 30, 1) == (30, 50.0)


def test_subset_triggered_is_decided_by_the_first_metric_with_evidence(tmp_path: Path) -> None:
    # LitTER knows the first idiom only and calls it literal; the blacklists decide the others
    dictionary = tmp_path / "zh-en.tsv"
    dictionary.write_text("虎\tgoat\n", encoding="utf-8")
    segments = [
        listed(1, "horse", label="a", reference="one two"),
        listed(2, "horse", reference="one two"),
        listed(3, "horse", reference="one two"),
    ]
    metrics = (f"litter:dictionary={dictionary}", "blacklist", "ter")
    lines = {"one": ["a goat", "a horse", "one two"]}
    found = by_subset(scored(tmp_path, segments, lines, *metrics, subsets=True), "one", "ter")
    assert found["triggered"] == (2, 100.0)
    assert found["not-triggered"] == (1, 0.0)


def test_subsets_of_a_macro_average_are_those_of_a_suite_cut_to_them(tmp_path: Path) -> None:
    labels = ["a", "a", "a", "b", "c", None, None, "a"]
    segments = [
        listed(i, "horse", *(["tiger"] if i % 3 else []), label=label, reference="one two")
        for i, label in enumerate(labels)
    ] + [listed(8, reference="one two")]
    texts = ["horse", "one", "tiger one", "one two", "tiger", "horse", "x", "horse", "horse"]
    # AutoIE has labels and defines no subset.
    segments = [replace(segment, required=("one",)) for segment in segments]
    metrics = ["blacklist", "autoie:average=macro", "autoie"]
    whole = scored(tmp_path, segments, {"one": texts}, *metrics, subsets=True)
    for name, chosen in (("triggered", (0, 2, 4, 5, 7)), ("not-triggered", (1, 3, 6))):
        lines = {"one": [texts[i] for i in chosen]}
        cut = scored(tmp_path, [segments[i] for i in chosen], lines, *metrics[1:])
        for metric in metrics[1:]:
            alone = cut.overall("one", metric)
            found = by_subset(whole, "one", metric)[name]
            assert found == (alone.n, pytest.approx(alone.value)), (name, metric)
    micro, macro = (by_subset(whole, "one", metric)["triggered"][1] for metric in metrics[:0:-1])
    assert micro != macro
