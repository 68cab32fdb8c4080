"""What a project keeps from run to run, and what makes it do work again."""

import json
import os
from pathlib import Path

import pytest

import litmus
from litmus.errors import DataError, UsageError
from litmus.projects.digests import Digests
from litmus.projects.kept import from_json, to_json
from litmus.projects.requirements import from_json as verdicts_from_json
from litmus.projects.requirements import to_json as verdicts_to_json
from litmus.projects.run import run_project

SOURCE = ["You are late.", "You know her.", "It is a cat.", "Take it.", "You are right."] * 50
TARGET = ["Tu es en retard.", "Tu la connais.", "C'est un chat.", "Prends-le.", "Vous avez raison."] * 50  # fmt: skip
OTHER = ["Vous êtes en retard.", "Tu le connais.", "Il est un chat.", "Prenez-la.", "Tu as raison."] * 50  # fmt: skip
SUITE = '[suites.{0}]\nlanguage-pair = "en-fr"\nsource = "src"\nreferences = "ref"\n'
PROJECT = (
    'metrics = "chrf"\ntests.bootstrap = 20\n' + SUITE.format("a") + SUITE.format("b")
    + '[systems]\nmine = {{ output = {{ a = "one", b = "{0}" }} }}\n'
)  # fmt: skip


def write(path: Path, lines: list[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, lines in {"src": SOURCE, "ref": TARGET, "one": OTHER, "two": TARGET}.items():
        write(tmp_path / name, lines)
    (tmp_path / "litmus.toml").write_text(PROJECT.format("two"), encoding="utf-8")
    return tmp_path


class Killed(BaseException):
    """The end of a run."""


@pytest.mark.slow
def test_a_run_that_was_killed_goes_on_where_it_was(folder: Path) -> None:
    def kill(done: int) -> None:
        if done > 250 + 100:
            raise Killed

    with pytest.raises(Killed):
        run_project(folder, progress=kill)
    done = run_project(folder)
    assert done.changes == (("b", "not scored yet"),)
    assert done.measured == {("b", "chrf", "mine"): 50}  # two batches of three were there
    assert run_project(folder).changes == ()


def test_results_are_those_of_evaluate_suites(folder: Path) -> None:
    done = run_project(folder)
    again = run_project(folder)
    plain = {
        name: litmus.evaluate(
            languages="en-fr", source=SOURCE, references=[TARGET], outputs={"mine": own},
            metrics="chrf", n_bootstrap=20,
        ).overall("mine", "chrf")
        for name, own in (("a", OTHER), ("b", TARGET))
    }  # fmt: skip
    for run in (done, again):
        assert run.results is not None
        for name, row in plain.items():
            found = run.results[name].overall("mine", "chrf")
            assert (found.value, found.low, found.high, found.n) == (
                row.value, row.low, row.high, row.n
            )  # fmt: skip
    assert done.table("json") == again.table("json")


def test_results_survive_as_plain_data() -> None:
    result = litmus.evaluate(
        "demo-en-es", metrics=["litter", "bleu"], n_bootstrap=30, n_trials=30, test="ar",
        by_column="length", subsets=True,
    )  # fmt: skip
    assert from_json(to_json(result)) == result


def test_verdicts_survive_as_plain_data() -> None:
    verdicts = litmus.gate(
        "demo-en-es", require=["litter <= 50", "nmt-europarl:chrf not worse than apertium by 1"],
        metrics=["litter", "chrf"], n_bootstrap=30, n_trials=30,
    )  # fmt: skip
    assert not verdicts.held
    assert verdicts_from_json(verdicts_to_json(verdicts), verdicts.results) == verdicts
    kept = json.loads(json.dumps(verdicts_to_json(verdicts)))
    assert verdicts_from_json(kept, {}).table() == verdicts.table()


def test_only_what_decides_a_result_is_a_change(folder: Path) -> None:
    run_project(folder)
    file = folder / "litmus.toml"
    write(folder / "three", TARGET)  # the same content under another name, and a comment
    file.write_text("# why\n" + PROJECT.format("three"), encoding="utf-8")
    done = run_project(folder)
    assert (done.changes, done.measured) == ((), {})
    file.write_text(file.read_text("utf-8").replace("bootstrap = 20", "bootstrap = 30"), "utf-8")
    done = run_project(folder)
    assert done.changes == (("a", "tests.bootstrap changed"), ("b", "tests.bootstrap changed"))
    assert done.measured == {}


def test_the_working_directory_is_what_it_was(folder: Path) -> None:
    before = Path.cwd()
    run_project(folder)
    (folder / "one").unlink()
    with pytest.raises(DataError, match="names one, which does not exist"):
        run_project(folder)
    assert Path.cwd() == before


def test_a_dry_run_has_no_table(folder: Path) -> None:
    done = run_project(folder, dry_run=True)
    assert done.changes == (("a", "not scored yet"), ("b", "not scored yet"))
    with pytest.raises(UsageError, match="A dry run has no results"):
        done.table()
    assert not (folder / ".litmus").exists()


def test_only_is_no_last_run(folder: Path) -> None:
    done = run_project(folder, only="b")
    assert done.measured == {("b", "chrf", "mine"): 250}
    done = run_project(folder)
    assert done.changes == (("a", "not scored yet"), ("b", "not scored yet"))
    assert done.measured == {("a", "chrf", "mine"): 250}


def test_digests_trust_the_date_of_what_is_old(tmp_path: Path) -> None:
    file, memory = tmp_path / "text", tmp_path / "memory.json"
    for when, is_read in ((None, True), (1000, False)):
        file.write_text("one", encoding="utf-8")
        times = (when or file.stat().st_mtime,) * 2
        os.utime(file, times)
        digests = Digests(memory)
        first = digests.of(file)
        digests.save()
        file.write_text("two", encoding="utf-8")  # a change that only reading would show
        os.utime(file, times)
        assert (Digests(memory).of(file) != first) is is_read  # read if too new to be trusted
    os.utime(file, (2000, 2000))
    assert Digests(memory).of(file) != first
