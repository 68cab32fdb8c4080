"""The GitHub Action: what GitHub needs, and no input that is not there."""

import re
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


def test_inputs_are_described_and_all_of_them_are_used(action: dict[str, Any]) -> None:
    used = set(re.findall(r"\binputs\.([\w-]+)", ACTION.read_text(encoding="utf-8")))
    assert used == set(action["inputs"])
    for name, value in action["inputs"].items():
        assert value["description"], name
        assert value.get("required") or "default" in value, name


def test_the_example_of_the_docs_gives_inputs_that_exist(action: dict[str, Any]) -> None:
    yaml = pytest.importorskip("yaml")
    page = (ACTION.parent / "docs" / "gate.md").read_text(encoding="utf-8")
    workflow = yaml.safe_load(re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)[0])
    given = workflow["jobs"]["gate"]["steps"][1]["with"]
    required = {name for name, value in action["inputs"].items() if value.get("required")}
    assert required <= set(given) <= set(action["inputs"])
