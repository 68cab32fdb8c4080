"""Several suites in one table: values side by side, p-values corrected over all of them."""

import json
from pathlib import Path

import pytest
from suites import listed, outputs, suite

from litmus import evaluate, evaluate_suites
from litmus.corpus.suite import SuiteFolder
from litmus.errors import LitmusError, UnknownName, UsageError
from litmus.scoring.suites import Results
from litmus.stats.paired import holm

N = 40
HOW = {"metrics": "blacklist", "test": "ar", "n_trials": 500, "n_bootstrap": 30}


def made(folder: Path, name: str, *, label: bool = False) -> SuiteFolder:
    segments = [listed(k, "horse", label=f"l{k % 2}" if label else None) for k in range(N)]
    return suite(folder, segments, name=name)


def systems(folder: Path, **wrong: int) -> dict[str, Path]:
    folder.mkdir(exist_ok=True)
    return outputs(folder, **{k: ["horse"] * n + ["dog"] * (N - n) for k, n in wrong.items()})


@pytest.fixture
def suites(tmp_path: Path) -> list[SuiteFolder]:
    return [made(tmp_path / name, name) for name in ("one", "two")]


@pytest.fixture
def found(tmp_path: Path, suites: list[SuiteFolder]) -> Results:
    """Blacklist: 50 and 25 on the first suite, 100 and 25 on the second."""
    given = {
        "one": systems(tmp_path / "one", base=20, mine=10),
        "two": systems(tmp_path / "two", base=40, mine=10),
    }
    return evaluate_suites(suites, given, **HOW)


def test_values_are_those_of_each_suite_alone(found: Results, tmp_path: Path) -> None:
    for name in ("one", "two"):
        files = {system: tmp_path / name / f"{system}.txt" for system in ("base", "mine")}
        alone = evaluate(tmp_path / name / name, files, **HOW)  # type: ignore[arg-type]
        pairs = list(zip(alone.rows, found[name].rows, strict=True))
        for key in ("system", "metric", "tag", "n", "value", "low", "high", "suite", "p_raw"):
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
    # the best of each suite and of the mean is bold
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
    labelled = [made(tmp_path, name, label=True) for name in ("one", "two")]
    given = systems(tmp_path, base=40, mine=0)
    found = evaluate_suites(labelled, {"one": given, "two": given}, **HOW)
    assert {row.tests for row in found.rows if row.p is not None and row.tag is None} == {2}
    table = found.table(labels=True)
    assert "\none: blacklist ↓\n" in table and "\ntwo: blacklist ↓\n" in table


def test_system_without_an_output_there_has_a_dash_and_no_mean(
    suites: list[SuiteFolder], tmp_path: Path
) -> None:
    given = systems(tmp_path, base=40, mine=0)
    by_suite = {"one": given, "two": {"base": given["base"]}}
    table = evaluate_suites(suites, by_suite, metrics="blacklist", n_bootstrap=30).table("md")
    mine = next(line for line in table.split("\n") if line.startswith("| mine"))
    assert mine.startswith("| mine | **0.0** ") and mine.endswith(" | – | – |")
    assert "–: no output, or not measured there." in table


def refused(kind: type[LitmusError], *given: object, **options: object) -> str:
    with pytest.raises(kind) as caught:
        evaluate_suites(*given, **options)  # type: ignore[arg-type]
    return str(caught.value)


def test_baseline_must_be_on_every_suite(suites: list[SuiteFolder], tmp_path: Path) -> None:
    given = systems(tmp_path, base=40, mine=0, other=1)
    by_suite = {
        "one": {"base": given["base"], "mine": given["mine"]},
        "two": {"mine": given["mine"], "other": given["other"]},
    }
    assert refused(UsageError, suites, by_suite, **HOW) == (
        "base is the baseline, but two has no output of it.\n"
        "Name a system that every suite has: baseline=NAME"
    )
    found = evaluate_suites(suites, by_suite, **HOW, baseline="mine")
    assert [(r.suite, r.system) for r in found.rows if r.p is not None] == [
        ("one", "base"), ("two", "other"),
    ]  # fmt: skip
    unknown = refused(UnknownName, suites, by_suite, **HOW, baseline="bse")
    assert unknown.startswith("No system is called 'bse'. Did you mean 'base'?")


def test_outputs_go_by_the_name_of_a_suite(suites: list[SuiteFolder], tmp_path: Path) -> None:
    given = systems(tmp_path, base=40)
    unknown = refused(UnknownName, suites, {"onn": given})
    assert unknown.startswith("No suite of these is called 'onn'. Did you mean 'one'?")
    assert refused(UsageError, suites, {"one": given}) == (
        "There is no output for two, though there are for other suites."
    )
    assert refused(UsageError, [suites[0], suites[0].folder]) == (
        "2 suites are called 'one'; their rows could not be told apart.\n"
        "Give each suite once, or rename one in its suite.toml."
    )
    refused(UsageError, "demo-en-es")
