"""Suites by name: those that come with litmus, the user's own, and sacreBLEU's test sets."""

from collections.abc import Mapping
from pathlib import Path

from litmus.corpus.sacrebleu_sets import PREFIX, SacrebleuSet, load_sacrebleu
from litmus.corpus.suite import SuiteFolder, read_suite
from litmus.errors import DataError, UnknownName
from litmus.plugins.data_folder import DataFile, data_files

_FOLDER = Path(__file__).parents[1] / "demo" / "suites"


def shipped_suites() -> Mapping[str, Path]:
    """Name -> folder of those that come with litmus."""
    return {path.name: path for path in sorted(_FOLDER.iterdir()) if path.is_dir()}


def suite_folders() -> Mapping[str, DataFile]:
    """Name -> folder of those that ship and those in the user's data folder."""
    return data_files("suites", shipped_suites().values(), "*", _name)


def _name(path: Path) -> str | None:
    return path.name if (path / "suite.toml").exists() else None


def load_suite(name: str | Path) -> SuiteFolder | SacrebleuSet:
    """The suite in a folder, or the one of that name: your own, or one that ships.

    `sacrebleu:wmt24/en-de` is a test set of sacreBLEU's, from its cache or downloaded by it.

    >>> suite = load_suite("demo-en-es")
    >>> suite.info.target, sorted(suite.systems), next(suite.segments()).id
    ('es', ['apertium', 'nmt-europarl'], 'en-001')
    """
    path, name = Path(name), str(name)
    if path.is_dir():
        return read_suite(path)
    suites = suite_folders()
    if name in suites:
        return read_suite(suites[name].path)
    if name.startswith(PREFIX):
        return load_sacrebleu(name)
    if path.exists():
        return read_suite(path)  # which says what it misses
    if path.name != name:
        raise DataError(f"{name} does not exist. A suite is a folder with suite.toml in it.")
    raise UnknownName("suite", name, suites)
