"""What all tests share: the data beside the checkout, a browser, a count of calls."""

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference data beside the checkout; tests that need it skip without it."""
    folder = Path(__file__).resolve().parents[2] / "shared"
    if not folder.is_dir():
        pytest.skip(f"there is no reference data beside the checkout: {folder}")
    return folder


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Debian's Chromium driven by Playwright; tests that need it skip without it.

    One for all tests: Playwright cannot be started twice in a process.
    """
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is not installed: pip install playwright"
    )
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    if chromium is None:
        pytest.skip("there is no chromium on the path: apt-get install chromium")
    with playwright.sync_playwright() as started:
        found = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def calls() -> Callable[[Callable[[], object]], int]:
    """How many functions a piece of work calls: its cost, the same on every machine at any load."""

    def count(work: Callable[[], object]) -> int:
        made = 0

        def heard(*_: object) -> None:
            nonlocal made
            made += 1

        before = sys.getprofile()
        sys.setprofile(heard)
        try:
            work()
        finally:
            sys.setprofile(before)
        return made

    return count
