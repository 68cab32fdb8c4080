"""The folder of a test says what it needs, and the suite holds it to that."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES = {
    "torch.py": "",  # stand-ins: nothing but their names counts
    "playwright.py": "",
    "tests/nmt/test_inside.py": "import torch\ndef test_inside(): pass\n",
    "tests/cli/models/test_models.py": "def test_models(): import torch\n",
    "tests/pages/browser/test_look.py": "def test_look(): import playwright\n",
    "tests/stats/test_plain.py": "def test_plain(): pass\n",
    "tests/stats/test_top.py": "import torch\ndef test_top(): pass\n",
    "tests/stats/test_lazy.py": "def test_lazy(): import torch\n",
    "tests/stats/test_hidden.py": "def test_hidden(): __import__('torch')\n",
    "tests/stats/test_shown.py": "def test_shown(browser): pass\n",
    "tests/stats/test_slow.py": "import pytest\n@pytest.mark.slow\ndef test_slow(): pass\n",
    "src/litmus/stats/plain.py": "raise ImportError('without an example, nobody imports it')\n",
    "src/litmus/stats/counts.py": '"""\n>>> 1 + 1\n2\n"""\n',
    "src/litmus/nmt/scores.py": '"""\n>>> 1 + 2\n3\n"""\n',
    "tests/conftest.py": "import pytest\n@pytest.fixture\ndef browser(): pass\n",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checkout")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    for name in ("conftest.py", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    return folder


def outcomes(folder: Path, *flags: str) -> tuple[set[str], set[str], str]:
    """Names of the tests that passed and failed, and all that was printed."""
    command = [sys.executable, "-m", "pytest", "-n0", "-rA", "-p", "no:cacheprovider", *flags]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    found: dict[str, set[str]] = {"PASSED": set(), "FAILED": set()}
    for line in done.stdout.splitlines():
        outcome, _, rest = line.partition(" ")
        if outcome in found:
            found[outcome].add(rest.split(" - ")[0].rpartition("::")[2])
    return found["PASSED"], found["FAILED"], done.stdout


def test_tests_outside_their_folder_fail(folder: Path) -> None:
    passed, failed, output = outcomes(folder)
    assert failed == {"test_top", "test_lazy", "test_shown"}
    # What no name gives away shows only where torch is not loaded for others.
    assert passed == {
        "test_inside",
        "test_models",
        "test_look",
        "test_plain",
        "test_hidden",
        "counts",
        "scores",
    }
    assert (
        "tests/stats/test_lazy.py::test_lazy needs torch, but is in no folder called nmt or models.\n"
        "Move it to one, so that -m 'not torch' leaves it out.\n"
    ) in output


def test_what_no_code_shows_is_found_where_torch_is_not_loaded(folder: Path) -> None:
    passed, failed, _ = outcomes(
        folder, "-m", "not torch and not browser", "--ignore=tests/stats/test_top.py"
    )
    assert passed == {"test_plain", "counts"}
    assert failed == {"test_hidden", "test_lazy", "test_shown"}


def test_slow_tests_run_where_they_are_asked_for(folder: Path) -> None:
    passed, failed, _ = outcomes(folder, "-m", "slow")
    assert (passed, failed) == ({"test_slow"}, set())
