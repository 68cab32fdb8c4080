"""What the tests of pages share: a shell's environment with this checkout's litmus in it."""

import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
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
        "PATH": f"{programs}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "src"),
        "HOME": str(tmp_path), "NO_COLOR": "1", "COLUMNS": "100", "LC_ALL": "C.UTF-8",
        "LITMUS_PROGRESS": "off",  # on a slow machine there would be lines of it
    }  # fmt: skip
