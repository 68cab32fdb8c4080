"""The tutorial for release engineers: five commands, and CI fails on what was pushed."""

import re
import subprocess
from pathlib import Path

import pytest
from shell_page import NewFile, run, steps

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tutorials" / "release-engineer.md"
WORKFLOW = ".github/workflows/gate.yml"


def test_five_commands_lead_to_a_failing_gate_in_ci(
    environment: dict[str, str], tmp_path: Path
) -> None:
    yaml = pytest.importorskip("yaml")
    story = PAGE.read_text(encoding="utf-8").split("## What the job shows")[0]
    install, take, init, gate, push = re.findall(r"^\$ (.*(?:\n> .*)*)$", story, re.MULTILINE)
    assert "pip install" in install
    assert "litmus init" in init
    commit, pushed, _ = push.partition(" && git push")
    assert pushed

    files = {step.name: step.text for step in steps(story) if isinstance(step, NewFile)}
    blocks = "".join(f'```text title="{name}"\n{text}```\n' for name, text in files.items())
    who = "git config user.email e@example.org && git config user.name E"
    before, after = f"$ git init -q && {who}\n$ {take}\n", f"$ {commit}\n"
    page = f"```console\n{before}```\n{blocks}```console\n{after}```\n"
    here = tmp_path / "work"
    here.mkdir()
    assert run(page, here, environment) == []

    checkout = tmp_path / "checkout"
    subprocess.run(["git", "clone", "-q", here, checkout], check=True)
    job = yaml.safe_load((checkout / WORKFLOW).read_text("utf-8"))["jobs"]["gate"]
    ours = [step["run"] for step in job["steps"] if "run" in step and "pip" not in step["run"]]
    assert ours == [gate.removesuffix("  # exit 3")]

    summary = tmp_path / "summary.md"
    on_github = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary)}
    done = subprocess.run(
        ["bash", "-c", ours[0]], cwd=checkout, env=environment | on_github,
        capture_output=True, encoding="utf-8", timeout=500,
    )  # fmt: skip
    assert done.returncode == 3
    assert len(re.findall("^::error ", done.stderr, re.MULTILINE)) == 2
    assert "2 broken" in summary.read_text("utf-8")
    kept = job["steps"][-1]["with"]["path"].split()
    assert all((checkout / name).is_file() for name in kept)
