"""Tests keep to their tier: by folder, by the list of what they cost, and by the clock."""

import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from tests import tiers
from tests.tiers import OTHERS, Cost

ROOT = Path(__file__).resolve().parents[1]
FILES = {
    "torch.py": "",  # stand-ins: nothing but their names counts
    "playwright.py": "",
    "tests/nmt/test_inside.py": "import torch\ndef test_inside(): pass\n",
    "tests/cli/models/test_models.py": "def test_models(): import torch\n",
    "tests/pages/browser/test_look.py": "def test_look(): import playwright\n",
    "tests/experiments/test_script.py": "def test_script(): pass\n",
    "tests/stats/test_plain.py": "def test_plain(): pass\n",
    "tests/stats/test_listed.py": "def test_listed(): pass\n",
    "tests/stats/test_dear.py": "def test_dear(): pass\n",
    "tests/stats/test_top.py": "import torch\ndef test_top(): pass\n",
    "tests/stats/test_lazy.py": "def test_lazy(): import torch\n",
    "tests/stats/test_hidden.py": "def test_hidden(): __import__('torch')\n",
    "tests/stats/test_shown.py": "def test_shown(browser): pass\n",
    "tests/stats/test_data.py": "def test_data(shared): pass\n",
    "tests/stats/test_slow.py": "import pytest\n@pytest.mark.slow\ndef test_slow(): pass\n",
    "tests/stats/test_busy.py": (
        "import time\ndef test_busy():\n"
        "    end = time.process_time() + 0.3\n    while time.process_time() < end: pass\n"
    ),
    "tests/stats/test_first.py": (
        "import time\ndone = []\ndef test_first():\n    done or test_busy()\n    done.append(1)\n"
        "def test_asleep(): time.sleep(0.3)\n"
        "from test_busy import test_busy as busy\ntest_busy = busy\n"
    ),
    "src/litmus/stats/plain.py": "raise ImportError('without an example, nobody imports it')\n",
    "src/litmus/stats/counts.py": '"""\n>>> 1 + 1\n2\n"""\n',
    "src/litmus/nmt/scores.py": '"""\n>>> 1 + 2\n3\n"""\n',
    "tests/conftest.py": (
        "import pytest\n@pytest.fixture\ndef browser(): pass\n@pytest.fixture\ndef shared(): pass\n"
    ),
    "tests/durations.tsv": (
        "default\t0.20\t0.20\t1\ttests/stats/test_listed.py::test_listed\n"
        "default\t9.00\t9.00\t1\ttests/stats/test_dear.py::test_dear\n"
    ),
}
FAST = {"test_plain", "counts"}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checkout")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    for name in ("conftest.py", "pyproject.toml", "tests/tiers.py"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def outcomes(checkout: Path, *flags: str) -> tuple[set[str], set[str], str]:
    """Names of the tests that passed and failed, and all that was printed."""
    command = [sys.executable, "-m", "pytest", "-n0", "-rA", "-p", "no:cacheprovider", *flags]
    done = subprocess.run(
        command, cwd=checkout, capture_output=True, text=True, timeout=120, check=False
    )
    names: dict[str, set[str]] = {"PASSED": set(), "FAILED": set(), "ERROR": set()}
    for line in done.stdout.splitlines():
        outcome, _, rest = line.partition(" ")
        if outcome in names:
            names[outcome].add(rest.split(" - ")[0].rpartition("::")[2])
    return names["PASSED"], names["FAILED"] | names["ERROR"], done.stdout


def test_the_default_tier_refuses_what_has_outgrown_it_or_stands_elsewhere(checkout: Path) -> None:
    passed, failed, output = outcomes(checkout)
    assert failed == {
        *("test_dear", "test_busy", "test_asleep"),
        *("test_top", "test_lazy", "test_shown"),
    }
    assert passed == {*FAST, "test_hidden", "test_listed", "test_first"}
    for line in (
        "tests/stats/test_lazy.py::test_lazy needs torch, but is in no folder called nmt or models.\n",
        "test_dear has outgrown its tier: 9.00 CPU seconds a case, and default allows 4.\n",
        "test_asleep has outgrown its tier: 0.30 s asleep, and fast allows 0.05.\n",
        "Make it cheaper, mark it (slow, release), or measure it again: python -m benchmarks.dur",
    ):
        assert line in output


@pytest.mark.parametrize(
    ("expression", "names"),
    [
        ("slow", {"test_slow", "test_inside", "test_models", "test_look", "scores"}),
        ("release", {"test_data", "test_script"}),
    ],
)
def test_other_tiers_run_where_they_are_asked_for(
    checkout: Path, expression: str, names: set[str]
) -> None:
    passed, failed, _ = outcomes(checkout, "-m", expression)
    assert (passed, failed) == (names, set())


def test_the_fast_tier_is_what_the_list_does_not_name(checkout: Path) -> None:
    passed, _, _ = outcomes(
        checkout, "-m", "fast", "--any-cost", "--ignore=tests/stats/test_top.py"
    )
    assert passed == {*FAST, "test_busy", "test_first", "test_asleep"}


@pytest.mark.parametrize(("flag", "code"), [("-q", 0), ("--complete", 1)])
def test_a_missing_package_skips_or_with_complete_fails(
    tmp_path: Path, checkout: Path, flag: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)  # CI's --complete
    shutil.copytree(checkout, tmp_path, dirs_exist_ok=True)
    hidden = "import sys\nsys.modules['torch'] = None\n"
    (tmp_path / "sitecustomize.py").write_text(hidden, encoding="utf-8")
    command = [sys.executable, "-c", f"{hidden}import pytest; sys.exit(pytest.main())"]
    done = subprocess.run(
        [*command, "-n0", "-rs", "-m", "slow", "tests/nmt", flag], cwd=tmp_path,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "torch is not installed: pip install -e '.[test-all]'" in done.stdout
    assert (done.returncode == 1) == (code == 1), done.stdout


def test_what_is_recorded_is_merged_with_the_list(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").write_text(
        "def test_one(): ...\ndef test_two(): ...\nclass TestIn:\n    def test_three(self): ...\n"
    )
    before = {
        "tests/test_a.py::test_two": Cost("default", 1, 1, 1),
        "tests/test_a.py::TestIn::test_three": Cost("slow", 2, 2, 1),
        "tests/test_a.py::test_gone": Cost("slow", 3, 3, 1),
        "tests/test_b.py::test_gone": Cost("slow", 4, 4, 1),
    }
    assert tiers.gone(before, tmp_path) == list(before)[2:]
    costs = tmp_path / "costs"
    costs.mkdir()
    (costs / "1").write_text(
        '["tests/test_a.py::test_one[a]", "fast", 0.2]\n["tests/test_a.py::test_one[b]", "fast", 0.01]\n'
    )
    (costs / "2").write_text(
        '["tests/test_a.py::test_one[a]", "fast", 0.06]\n["tests/test_a.py::test_two", "default", 0.02]\n'
    )
    merged = tiers.merged(costs, before, tmp_path, whole=True)
    assert merged == {
        "tests/test_a.py::TestIn::test_three": Cost("slow", 2, 2, 1),
        OTHERS: Cost("fast", 0.02, 0.05, 1),
        "tests/test_a.py::test_one": Cost("default", pytest.approx(0.07), 0.06, 2),
    }
    path = tmp_path / "list.tsv"
    path.write_text(tiers.written(merged), encoding="utf-8")
    assert tiers.read(path).keys() == merged.keys()
    assert OTHERS not in tiers.merged(costs, before, tmp_path, whole=False)


def test_a_tier_over_its_budget_names_what_is_dearest() -> None:
    costs = {
        "a": Cost("fast", 80, 1, 1),
        "b": Cost("default", 400, 1, 1),
        "c": Cost("slow", 900, 9, 1),
    }
    assert tiers.over_budget(costs) == []
    costs["d"] = Cost("default", 50.4, 1, 1)
    assert tiers.over_budget(costs) == ["default: 530 CPU seconds of 520; b 400, a 80, d 50"]


def test_the_list_is_within_the_budget() -> None:
    costs = tiers.read()
    assert tiers.over_budget(costs) == []
    assert tiers.gone(costs, ROOT) == [], f"renew the list: {tiers.RENEW}"


@pytest.mark.parametrize(
    ("module", "category", "stops"),
    [
        ("litmus.stats.resampling", RuntimeWarning, True),
        ("litmus.files.text", DeprecationWarning, False),  # a dependency's, shown at our call
        ("numpy.lib.io", RuntimeWarning, False),
    ],
)
def test_only_warnings_of_our_own_are_errors(
    module: str, category: type[Warning], stops: bool
) -> None:
    with pytest.raises(category) if stops else warnings.catch_warnings(record=True):
        warnings.warn_explicit("careful", category, "file.py", 1, module=module)
