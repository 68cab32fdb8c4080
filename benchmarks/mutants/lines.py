"""A plug-in of pytest that writes down which test runs which line of the package."""

import os
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

FOLDER = "LITMUS_LINES"


class Recorder:
    """Coverage, with the test's name as its context."""

    def __init__(self, folder: Path) -> None:
        self._coverage = coverage.Coverage(
            data_file=str(folder / "lines"),
            data_suffix=True,
            source=["src/litmus"],
            config_file=False,
        )
        # pytest has imported our plug-in, and so the package, before this one.
        self._coverage.set_option(
            "run:disable_warnings", ["module-not-measured", "no-data-collected"]
        )
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._coverage.switch_context(item.nodeid.partition("[")[0])
        try:
            return (yield)
        finally:
            self._coverage.switch_context("")

    def pytest_sessionfinish(self) -> None:
        self._coverage.stop()
        self._coverage.save()


def pytest_configure(config: pytest.Config) -> None:
    if FOLDER in os.environ:
        config.pluginmanager.register(Recorder(Path(os.environ[FOLDER])))


def read(folder: Path, root: Path) -> dict[str, dict[int, set[str]]]:
    """Path from the root -> line -> tests that run it."""
    table: dict[str, dict[int, set[str]]] = {}
    for file in folder.glob("*/lines.*"):
        data = coverage.CoverageData(str(file))
        data.read()
        for path in data.measured_files():
            lines = table.setdefault(Path(path).relative_to(root).as_posix(), {})
            for line, tests in data.contexts_by_lineno(path).items():
                lines.setdefault(line, set()).update(filter(None, tests))
    return table
