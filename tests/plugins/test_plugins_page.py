"""The page on plug-ins: its file is a metric, its commands run."""

import re
import shlex
from pathlib import Path

import pytest
from tests.cli.commanding import FIXTURES, Litmus

here, litmus, _ = FIXTURES
PAGE = (Path(__file__).resolve().parents[2] / "docs" / "plug-ins.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", re.findall(r"^    \$ (litmus .*)$", PAGE, re.MULTILINE))
def test_command_of_the_page_runs_with_its_file(here: Path, litmus: Litmus, command: str) -> None:
    block = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None
    (here / "shouting.py").write_text(block[1], encoding="utf-8")
    answer = litmus(*shlex.split(command)[1:])
    assert (answer.code, answer.err) == (0, "")
    title = "Shouting† ↓" if "least=3" in command else "Shouting ↓"  # † options of one's own
    assert title in answer.out
