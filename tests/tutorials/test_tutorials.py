"""The tutorials: every command runs, and prints what the page says."""

import os
import sys
from pathlib import Path

import pytest
from shell_page import Command, run, steps

ROOT = Path(__file__).resolve().parents[2]
TUTORIALS = sorted(
    path for path in (ROOT / "docs" / "tutorials").glob("*.md") if path.name != "README.md"
)
PROGRAMS = {
    "litmus": '-c "import sys; from litmus.cli import main; sys.exit(main())"',
    "python": "",
}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """This checkout's litmus on the path; no colours, and nothing kept from earlier runs."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, arguments in PROGRAMS.items():
        script = programs / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n', "utf-8")
        script.chmod(0o755)
    own = {key: value for key, value in os.environ.items() if not key.startswith(("LITMUS", "XDG"))}
    return own | {
        "PATH": f"{programs}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "src"),
        "HOME": str(tmp_path),
        "NO_COLOR": "1",
        "COLUMNS": "100",
        "LC_ALL": "C.UTF-8",
    }


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_tutorial(page: Path, environment: dict[str, str], tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert any(isinstance(step, Command) and step.expected for step in steps(text))
    folder = tmp_path / "work"
    folder.mkdir()
    problems = run(text, folder, environment)
    assert not problems, "\n\n".join([page.name, *problems])
