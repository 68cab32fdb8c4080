"""How tests run: reproducible, on one thread each, in tiers by cost, without needless imports."""

import ctypes
import gc
import os
import re
import signal
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import settings
from tests.tiers import LIST, Tiers

ROOT = Path(__file__).resolve().parent
# Folder, in tests or in the package -> what its tests need, and are marked with.
MARKERS = {"nmt": "torch", "models": "torch", "browser": "browser"}
RUN_MODELS = ("cxmi.py", "probe.py")  # of the front door: their examples run a model
MODULES = {"torch": "torch", "browser": "playwright"}
# Tests of what is not the package, by folder; what a fixture brings along.
RELEASE = ("benchmarks", "experiments")
FIXTURES = {"shared": "release"}
TIERS = re.compile(r"\b(fast|slow|release|torch|browser)\b")
MISSING = re.compile(r"\bnot installed\b|could not import|litmus-mt\[")
ELSEWHERE = re.compile("comet|stanza|eflomal|systran|axe-core")  # `.[test-all]` brings none of them
LOADED = pytest.StashKey[set[str]]()
WORKERS = 4  # each has its own torch and its own browser
HELD = pytest.StashKey[int]()
MUCH, STEP = 540, 60  # MB; after collecting, a worker holds 360

# What was compiled stays in __pycache__, also where Python is told to leave nothing behind: to
# rewrite all assertions in every run takes longer than everything else before the first test, and
# every command that a test starts would compile the package anew, which is half of its time.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# Workers side by side would fight for the cores, and the order of sums must not depend on how many
# there are. Processes that tests start take it over.
for library in ("OMP", "MKL", "OPENBLAS"):
    os.environ[f"{library}_NUM_THREADS"] = "1"

# Started in the background by a shell, Python ignores ^C, and so would all that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No files beside the checkout, a slow machine is no failure, and every run tries the same examples;
# --hypothesis-profile=fresh tries others, and more.
settings.register_profile("litmus", database=None, deadline=None, derandomize=True, max_examples=25)
settings.register_profile("fresh", database=None, deadline=None, max_examples=300)
settings.load_profile("litmus")

# Files in the data folder of whoever runs the tests must not change their results.
os.environ["LITMUS_DATA"] = os.devnull
os.environ["LITMUS_CACHE"] = "off"  # what one test keeps must not help another
os.environ["LITMUS_PROGRESS"] = "off"  # on a slow machine there would be lines of it on stderr


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of our own."""
    group = parser.getgroup("litmus")
    group.addoption("--record-costs", metavar="FOLDER", help="write down what each test costs")
    group.addoption("--reversed", action="store_true", help="the last test first")
    group.addoption("--any-cost", action="store_true", help="refuse no test that costs too much")
    group.addoption("--complete", action="store_true", help="fail where a package is not installed")


def pytest_configure(config: pytest.Config) -> None:
    """Tiers; without words of one's own, the default one."""
    folder = config.getoption("--record-costs")
    watching = not (folder or config.getoption("--any-cost"))
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
    tiers = Tiers(LIST, watching=watching, record=Path(folder) if folder else None)
    config.pluginmanager.register(tiers, "tiers")
    if not TIERS.search(config.option.markexpr):
        own = f"({config.option.markexpr}) and " if config.option.markexpr else ""
        config.option.markexpr = f"{own}not slow and not release"


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """No workers where they would only cost time, or hide what a test prints."""
    files = [argument for argument in config.args if argument.partition("::")[0].endswith(".py")]
    alone = config.getoption("capture") == "no" or config.getoption("collectonly")
    if alone or (files and len(files) == len(config.args)):
        return 0
    return min((os.cpu_count() or 1) + 1, WORKERS)  # one more: browsers are waited for


def _needs(path: Path) -> str | None:
    """What the tests in a file need, by the folders it is in."""
    if not path.is_relative_to(ROOT):
        return None
    folders = path.relative_to(ROOT).parts[:-1]
    if folders[:1] == ("src",):
        return MARKERS["nmt"] if "nmt" in folders or path.name in RUN_MODELS else None
    return next((MARKERS[name] for name in folders if name in MARKERS), None)


def _marks(path: Path) -> list[str]:
    """The marks of all tests in a file."""
    needs = _needs(path)
    folders = path.relative_to(ROOT).parts[:-1] if path.is_relative_to(ROOT) else ()
    release = folders[:1] == ("tests",) and not {*folders}.isdisjoint(RELEASE)
    return [*([needs, "slow"] if needs else []), *(["release"] if release else [])]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Nothing of what collecting makes is garbage, so that nobody need ever look for it."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Tests that -m leaves out are not even imported."""
    expression = config.option.markexpr
    if " or " in expression:
        return None
    marks = _marks(collection_path / "_" if collection_path.is_dir() else collection_path)
    left_out = any(f"not {mark}" in expression for mark in marks) or (
        expression == "fast" and bool(marks)
    )
    return True if left_out else None


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Iterator[None]:
    """A module without examples is not imported for them; one for which a package is missing
    is skipped."""
    collectors = yield
    needs = _needs(file_path)
    if needs and collectors and find_spec(MODULES[needs]) is None:
        return [Skipped.from_parent(one.parent, path=file_path) for one in collectors]
    if file_path.suffix == ".py" and b">>>" not in file_path.read_bytes():
        return [one for one in collectors if type(one).__name__ != "DoctestModule"]
    return collectors


class Skipped(pytest.File):
    """A file whose tests need what is not installed."""

    def collect(self) -> list[pytest.Item]:
        """Nothing, for a reason."""
        module = MODULES[_needs(self.path) or ""]
        pytest.skip(f"{module} is not installed: pip install -e '.[test-all]'")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks by folder and by fixture."""
    if config.getoption("--reversed"):
        items.reverse()
    for item in items:
        for marker in _marks(item.path):
            item.add_marker(marker)
        for fixture in getattr(item, "fixturenames", ()):
            if fixture in FIXTURES:
                item.add_marker(FIXTURES[fixture])


def pytest_sessionfinish(session: pytest.Session) -> None:
    """With --complete, nothing may be skipped because a package is missing."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if not session.config.getoption("--complete") or reporter is None:
        return
    places = [report.longrepr for report in reporter.stats.get("skipped", ())]
    reasons = {str(place[-1]) for place in places if isinstance(place, tuple)}
    ours = (reason for reason in reasons if not ELSEWHERE.search(reason))
    if missing := sorted(filter(MISSING.search, ours)):
        reporter.write_line("\nSkipped, but --complete was asked for:\n" + "\n".join(missing))
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """What is loaded before the test and its fixtures."""
    item.stash[LOADED] = {name for name in MODULES.values() if name in sys.modules}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """A test that needs more than its folder says fails."""
    for marker, module in MODULES.items():
        if marker in getattr(item, "fixturenames", ()) or module in _names(item):
            _expect(item, marker)
    outcome = yield
    for marker, module in MODULES.items():
        if module in sys.modules and module not in item.stash[LOADED]:
            _expect(item, marker)
    return outcome


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Between files, a worker that holds much lets go of what was remembered: models, tables."""
    held = item.config.stash.setdefault(HELD, MUCH - STEP)
    if nextitem is None or nextitem.path == item.path or _memory() < held + STEP:
        return
    ours = [module for name, module in sys.modules.items() if name.partition(".")[0] == "litmus"]
    for module in (*ours, getattr(item, "module", None)):
        for value in tuple(vars(module).values()) if module else ():
            if hasattr(value, "cache_clear"):
                value.cache_clear()
    gc.collect()
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)):
        trim(0)  # glibc keeps the holes otherwise
    item.config.stash[HELD] = max(_memory(), MUCH - STEP)


def _memory() -> int:
    """MB that the process holds; 0 where the system does not say."""
    statm = Path("/proc/self/statm")
    pages = int(statm.read_text().split()[1]) if statm.exists() else 0
    return pages * os.sysconf("SC_PAGE_SIZE") // (1 << 20)


def _names(item: pytest.Item) -> set[str]:
    """Modules that a test's file imports, and names that its code uses."""
    if not isinstance(item, pytest.Function):
        return set()
    modules = [value for value in vars(item.module).values() if isinstance(value, ModuleType)]
    return {module.__name__.partition(".")[0] for module in modules} | set(
        item.function.__code__.co_names
    )


def _expect(item: pytest.Item, marker: str) -> None:
    if item.get_closest_marker(marker) is None:
        folders = " or ".join(name for name, needs in MARKERS.items() if needs == marker)
        pytest.fail(
            f"{item.nodeid} needs {MODULES[marker]}, but is in no folder called {folders}.\n"
            "Move it to one, so that the default tier leaves it out.",
            pytrace=False,
        )
