"""The suites that come with litmus, and how `-t` finds one."""

from collections.abc import Mapping
from importlib import resources
from pathlib import Path

from litmus.corpus.suite import SuiteFolder, read_suite
from litmus.errors import DataError, UnknownName


def shipped_suites() -> Mapping[str, Path]:
    """Name -> folder."""
    with resources.as_file(resources.files("litmus") / "demo" / "suites") as folder:
        return {path.name: path for path in sorted(folder.iterdir()) if path.is_dir()}


def load_suite(name: str | Path) -> SuiteFolder:
    """The suite in a folder, or the one of that name that ships; `litmus.load_suite`."""
    path, name = Path(name), str(name)
    if path.is_dir():
        return read_suite(path)
    shipped = shipped_suites()
    if name in shipped:
        return read_suite(shipped[name])
    if path.exists():
        return read_suite(path)  # which says what it misses
    if path.name != name:
        raise DataError(f"{name} does not exist. A suite is a folder with suite.toml in it.")
    raise UnknownName("suite", name, shipped)
