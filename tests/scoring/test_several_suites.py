"""Several suites in one table: values side by side, p-values corrected over all of them."""

import json
from pathlib import Path

import pytest
from suites import listed, outputs, suite

from litmus import evaluate, evaluate_suites
from litmus.corpus.suite import SuiteFolder
from litmus.errors import UnknownName, UsageError
from litmus.scoring.suites import Results
from litmus.stats.paired import holm

N = 40


def made(folder: Path, name: str, *, label: bool = False) -> SuiteFolder:
    return suite(
        folder, [listed(k, "horse", label=f"l{k % 2}" if label else None) for k in range(N)],
        name=name,
    )  # fmt: skip


def texts(n_wrong: int) -> list[str]:
    return ["horse" if k < n_wrong else "dog" for k in range(N)]


@pytest.fixture
def found(tmp_path: Path) -> Results:
    """Blacklist: 50 and 25 on the first suite, 100 and 25 on the second."""
    wrong = {"one": {"base": 20, "mine": 10}, "two": {"base": 40, "mine": 10}}
    given = {}
    for name, by_system in wrong.items():
        (tmp_path / name).mkdir()
        files = {system: texts(n) for system, n in by_system.items()}
        given[name] = outputs(tmp_path / name, **files)
    return evaluate_suites(
        [made(tmp_path / name, name) for name in wrong], given, metrics="blacklist", test="ar",
        n_trials=500, n_bootstrap=30,
    )  # fmt: skip


def test_values_are_those_of_each_suite_alone(found: Results, tmp_path: Path) -> None:
    for name in ("one", "two"):
        alone = evaluate(
            tmp_path / name / name,
            {system: tmp_path / name / f"{system}.txt" for system in ("base", "mine")},
            metrics="blacklist", test="ar", n_trials=500, n_bootstrap=30,
        )  # fmt: skip
        pairs = list(zip(alone.rows, found[name].rows, strict=True))
        keys = ("system", "metric", "tag", "n", "value", "low", "high", "suite", "p_raw")
        for key in keys:
            assert [getattr(a, key) for a, _ in pairs] == [getattr(b, key) for _, b in pairs]


def test_p_is_corrected_over_all_suites(found: Results) -> None:
    tested = [row for row in found.rows if row.p is not None]
    assert [(row.suite, row.system, row.tests) for row in tested] == [
        ("one", "mine", 2), ("two", "mine", 2),
    ]  # fmt: skip
    raw = [row.p_raw for row in tested]
    assert None not in raw
    assert [row.p for row in tested] == holm([p for p in raw if p is not None])


def test_table_has_suites_side_by_side_and_their_mean(found: Results) -> None:
    lines = found.table().split("\n")
    assert lines[:3] == [
        "2 suites", "one v2, zh-en, 40 segments", "two v2, zh-en, 40 segments",
    ]  # fmt: skip
    heads, *rows = [line.split() for line in lines[5:9]]
    assert lines[4] == "blacklist ↓"
    assert heads == ["one", "two", "mean"]
    # base: (50 + 100) / 2; mine: (25 + 25) / 2
    assert [(row[0], row[1], row[-1]) for row in rows[:2]] == [
        ("base", "50.0", "75.0"), ("mine", "25.0", "25.0"),
    ]  # fmt: skip
    assert rows[2] == ["n", "40", "40"]
    assert "mean: over the suites, each counted once." in lines
    assert "* differs from base " in found.table()


def test_best_of_each_suite_and_of_the_mean_is_bold(found: Results) -> None:
    mine = next(line for line in found.table("md").split("\n") if line.startswith("| mine"))
    assert mine.count("**25.0**") == 3
    assert found.table("latex").count(r"\textbf{25.0}") == 3
    assert "(p " in mine


def test_json_rows_name_their_suite(found: Results) -> None:
    rows = json.loads(found.table("json"))
    assert [(row["suite"], row["system"]) for row in rows] == [
        ("one", "base"), ("one", "mine"), ("two", "base"), ("two", "mine"),
    ]  # fmt: skip
    assert len(found.to_pandas()) == 4


def test_labels_are_a_table_and_a_family_for_each_suite(tmp_path: Path) -> None:
    suites = [made(tmp_path, name, label=True) for name in ("one", "two")]
    given = outputs(tmp_path, base=texts(40), mine=texts(0))
    found = evaluate_suites(
        suites, {"one": given, "two": given}, metrics="blacklist", test="ar", n_trials=500,
        n_bootstrap=30,
    )  # fmt: skip
    assert {row.tests for row in found.rows if row.p is not None and row.tag is None} == {2}
    table = found.table(labels=True)
    assert "\none: blacklist ↓\n" in table and "\ntwo: blacklist ↓\n" in table


def test_system_without_an_output_there_has_a_dash_and_no_mean(tmp_path: Path) -> None:
    suites = [made(tmp_path, name) for name in ("one", "two")]
    given = outputs(tmp_path, base=texts(40), mine=texts(0))
    found = evaluate_suites(
        suites, {"one": given, "two": {"base": given["base"]}}, metrics="blacklist", n_bootstrap=30
    )
    table = found.table("md")
    mine = next(line for line in table.split("\n") if line.startswith("| mine"))
    assert mine.startswith("| mine | **0.0** ") and mine.endswith(" | – | – |")
    assert "–: no output, or not measured there." in table


def test_suite_twice_is_refused(tmp_path: Path) -> None:
    one = made(tmp_path, "one")
    with pytest.raises(UsageError) as caught:
        evaluate_suites([one, one.folder])
    assert str(caught.value) == (
        "2 suites are called 'one'; their rows could not be told apart.\n"
        "Give each suite once, or rename one in its suite.toml."
    )


def test_baseline_must_be_on_every_suite(tmp_path: Path) -> None:
    suites = [made(tmp_path, name) for name in ("one", "two")]
    given = outputs(tmp_path, base=texts(40), mine=texts(0), other=texts(1))
    by_suite = {
        "one": {"base": given["base"], "mine": given["mine"]},
        "two": {"mine": given["mine"], "other": given["other"]},
    }
    with pytest.raises(UsageError) as caught:
        evaluate_suites(suites, by_suite, metrics="blacklist", test="ar")
    assert str(caught.value) == (
        "base is the baseline, but two has no output of it.\n"
        "Name a system that every suite has: baseline=NAME"
    )
    found = evaluate_suites(
        suites, by_suite, metrics="blacklist", test="ar", baseline="mine", n_trials=50,
        n_bootstrap=30,
    )  # fmt: skip
    assert [(r.suite, r.system) for r in found.rows if r.p is not None] == [
        ("one", "base"), ("two", "other"),
    ]  # fmt: skip
    with pytest.raises(UnknownName) as unknown:
        evaluate_suites(suites, by_suite, metrics="blacklist", test="ar", baseline="bse")
    assert str(unknown.value).startswith("No system is called 'bse'. Did you mean 'base'?")


def test_outputs_go_by_the_name_of_a_suite(tmp_path: Path) -> None:
    suites = [made(tmp_path, name) for name in ("one", "two")]
    given = outputs(tmp_path, base=texts(40))
    with pytest.raises(UnknownName) as unknown:
        evaluate_suites(suites, {"onn": given})
    assert str(unknown.value).startswith("No suite of these is called 'onn'. Did you mean 'one'?")
    with pytest.raises(UsageError) as caught:
        evaluate_suites(suites, {"one": given})
    assert str(caught.value) == "There is no output for two, though there are for other suites."
    with pytest.raises(UsageError):
        evaluate_suites("demo-en-es")
