"""The tutorials: every command runs, and prints what the page says."""

from pathlib import Path

import pytest
from shell_page import Command, run, steps

ROOT = Path(__file__).resolve().parents[2]
TUTORIALS = sorted(
    path for path in (ROOT / "docs" / "tutorials").glob("*.md") if path.name != "README.md"
)


@pytest.mark.slow
@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_tutorial(page: Path, environment: dict[str, str], tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert any(isinstance(step, Command) and step.expected for step in steps(text))
    folder = tmp_path / "work"
    folder.mkdir()
    problems = run(text, folder, environment)
    assert not problems, "\n\n".join([page.name, *problems])
