"""The GitHub Action: what GitHub needs, and no input that is not there."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ACTION = Path(__file__).resolve().parents[1] / "action.yml"


@pytest.fixture
def action() -> dict[str, Any]:
    yaml = pytest.importorskip("yaml")
    found: dict[str, Any] = yaml.safe_load(ACTION.read_text(encoding="utf-8"))
    return found


def test_it_is_a_composite_action(action: dict[str, Any]) -> None:
    assert {"name", "description", "inputs", "runs"} <= set(action)
    assert action["runs"]["using"] == "composite"
    for step in action["runs"]["steps"]:
        assert ("uses" in step) != ("run" in step)
        assert "run" not in step or "shell" in step  # composite steps must name their shell
    used = set(re.findall(r"\binputs\.([\w-]+)", ACTION.read_text(encoding="utf-8")))
    assert used == set(action["inputs"])


@pytest.mark.parametrize(("report", "segments", "arguments"), [
    (True, True, "-t demo-is-en -m chrf --bootstrap 10"),
    (False, True, "-t demo-is-en -m chrf --bootstrap 10 --sequential"),
    (False, False, "-t demo-is-en -t demo-en-es -i @apertium -m chrf --bootstrap 10"),
])  # fmt: skip
def test_it_runs_as_github_would_run_it(
    action: dict[str, Any], tmp_path: Path, report: bool, segments: bool, arguments: str
) -> None:
    (script,) = (s["run"] for s in action["runs"]["steps"] if s.get("shell") == "python")
    told = {
        "LITMUS_ARGUMENTS": arguments, "LITMUS_REQUIRE": "apertium:chrf>=10\n",
        "LITMUS_REPORT": str(report).lower(), "LITMUS_SEGMENTS": str(segments).lower(),
        "LITMUS_FOLDER": str(tmp_path / "out"),
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, **told}, cwd=tmp_path,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    written = {path.name for path in (tmp_path / "out").iterdir()}
    assert written == {
        "verdicts.xml", *(["report.html"] if report else []),
        *(["segments.jsonl"] if segments else []),
    }  # fmt: skip


def test_the_example_of_the_docs_gives_inputs_that_exist(action: dict[str, Any]) -> None:
    yaml = pytest.importorskip("yaml")
    page = (ACTION.parent / "docs" / "gate.md").read_text(encoding="utf-8")
    workflow = yaml.safe_load(re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)[0])
    given = workflow["jobs"]["gate"]["steps"][1]["with"]
    required = {name for name, value in action["inputs"].items() if value.get("required")}
    assert required <= set(given) <= set(action["inputs"])
