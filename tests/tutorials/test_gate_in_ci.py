"""The tutorial for release engineers: five commands, and CI fails on what was pushed."""

import re
import subprocess
from pathlib import Path

import pytest
from shell_page import NewFile, run, steps

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tutorials" / "release-engineer.md"
WORKFLOW = ".github/workflows/gate.yml"


@pytest.mark.slow
def test_five_commands_lead_to_a_failing_gate_in_ci(
    environment: dict[str, str], tmp_path: Path
) -> None:
    yaml = pytest.importorskip(
        "yaml", reason="PyYAML is not installed: pip install -e '.[test-all]'"
    )
    story = PAGE.read_text(encoding="utf-8").split("## What the job shows")[0]
    install, take, init, gate, push = re.findall(r"^\$ (.*(?:\n> .*)*)$", story, re.MULTILINE)
    assert "pip install" in install
    assert "litmus init" in init
    commit, pushed, _ = push.partition(" && git push")
    assert pushed

    files = {step.name: step.text for step in steps(story) if isinstance(step, NewFile)}
    blocks = "".join(f'```text title="{name}"\n{text}```\n' for name, text in files.items())
    page = f"```console\n$ {take}\n$ {init}\n```\n{blocks}```console\n$ {commit}\n```\n"
    here = tmp_path / "work"
    _as_installed(here)
    who = {f"GIT_{whose}_{what}": "e@example.org"
           for whose in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}  # fmt: skip
    assert run(page, here, environment | who) == []

    (repository,) = {path.parent for path in here.glob("*/litmus.toml")}
    checkout = tmp_path / "checkout"
    subprocess.run(["git", "clone", "-q", repository, checkout], check=True)
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


def _as_installed(folder: Path) -> None:
    """What the first command leaves: a clone with texts in it, and an environment."""
    (folder / "litmus" / ".git").mkdir(parents=True)
    (folder / "litmus" / "source.txt").write_text("in no known language\n", encoding="utf-8")
    (folder / "env").mkdir()
    (folder / "env" / "pyvenv.cfg").touch()
