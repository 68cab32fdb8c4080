"""The pytest plugin, as a project that has litmus installed meets it."""

import subprocess
import sys
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]
# Where litmus is installed with its entry points, pytest has loaded the plugin already.
INSTALLED = any(point.name == "litmus" for point in entry_points(group="pytest11"))
LOAD = () if INSTALLED else ("-p", "litmus.pytest_plugin")
SUITE = "'demo-is-en', metrics='bleu', n_bootstrap=50"


# One run for all, since Python, pytest and litmus take their time to begin.
TESTS = f"""
import pytest

@pytest.mark.litmus({SUITE}, require=["bleu>=90"])
def test_marker_that_is_broken():
    raise AssertionError("it is not run")

@pytest.mark.litmus({SUITE}, require=["bleu>=1"])
def test_marker_that_holds(litmus):
    (verdicts,) = litmus.verdicts
    assert verdicts.held and verdicts.result.systems == ("apertium",)
    assert False, "it was run"

def made(n_bad):
    return ["wrong" if k < n_bad else f"sentence number {{k}} is right" for k in range(40)]

TEXTS = dict(languages="de-en", source=[f"Satz {{k}}" for k in range(40)], references=made(0))

def test_good(litmus):
    assert litmus(outputs={{"new": made(1)}}, require="chrf>=90", metrics="chrf", **TEXTS).held

def test_bad(litmus):
    litmus(outputs={{"new": made(30)}}, require="chrf>=90", metrics="chrf", **TEXTS)

def test_misspelt(litmus):
    litmus(outputs={{"new": made(0)}}, require="chrff>=90", metrics="chrf", **TEXTS)
"""


def test_markers_and_the_fixture_decide_what_passes(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS)
    result = pytester.runpytest_subprocess(*LOAD, "-p", "no:cacheprovider", "--strict-markers")
    result.assert_outcomes(passed=1, failed=4)
    result.stdout.fnmatch_lines(
        ["requirements: 1 broken", "bleu>=90 *apertium:bleu *broken *90.0*", "segment *cost"]
    )
    result.stdout.fnmatch_lines(
        ["*it was run*", "*chrf>=90 *new:chrf *broken*",
         "*No metric of this table is called 'chrff'.*"]
    )  # fmt: skip
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*it is not run*")
    result.stdout.no_fnmatch_line("*raise_if_broken*")


def test_the_plugin_is_found_and_imports_nothing_of_litmus_until_it_is_asked() -> None:
    code = (
        "import sys; import pytest; before = set(sys.modules); import litmus.pytest_plugin;"
        "print(sorted(name for name in set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True,
        env={"PYTHONPATH": str(Path(__file__).parents[2] / "src"), "PATH": ""},
    )  # fmt: skip
    assert done.stdout.strip() == "['litmus', 'litmus.pytest_plugin']"
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["entry-points"]["pytest11"] == {"litmus": "litmus.pytest_plugin"}
