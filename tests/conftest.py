"""What all tests share: the data beside the checkout, a browser, a count of calls."""

import json
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
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


@pytest.fixture
def evalset(tmp_path: Path) -> Path:
    """An EvalSet made by hand: four segments in two documents, three systems, a reference."""
    systems = {
        "good": ["ein Hund", "zwei Katzen", "der Tag", "die Nacht"],
        "fair": ["ein Hund", "zwei Katze", "der Tage", "die Nacht"],
        "poor": ["eine Hund", "zwei", "den Tag", "Nacht"],
        "refA": ["ein Hund", "zwei Katzen", "der Tag", "die Nacht"],
    }
    mqm = {"good": [0, -1, 0, None], "fair": [0, -5, -1, None], "poor": [-5, -6, -5, None]}
    metric = {"good": [0.9, 0.8, 0.9, 0.9], "fair": [0.9, 0.6, 0.7, 0.9],
              "poor": [0.5, 0.7, 0.6, 0.4]}  # fmt: skip
    errors = {"start": 0, "end": 4, "category": "fluency/grammar", "severity": "major",
              "score": 5.0, "is_source_error": False}  # fmt: skip
    rating = {
        "good": ["None", '{"errors": []}', "None", "None"],
        "fair": ["None", json.dumps({"errors": [errors]}), "None", "None"],
        "poor": [json.dumps({"errors": [errors]}), "None", "None", "None"],
    }

    def lines(by_system: Mapping[str, Sequence[object]]) -> str:
        return "".join(f"{name}\t{value}\n" for name, own in by_system.items() for value in own)

    files = {
        "documents/en-de.docs": "news\td1\nnews\td1\nchat\td2\nchat\td2\n",
        "sources/en-de.txt": "a dog\ntwo cats\nthe day\nthe night\n",
        "references/en-de.refA.txt": "\n".join(systems["refA"]) + "\n",
        "human-scores/en-de.mqm.seg.score": lines(mqm),
        "human-scores/en-de.mqm.sys.score": "good\t-0.3333333333333333\nfair\t-2\npoor\t-5.333333333333333\n",
        "human-scores/en-de.mqm.rater1.seg.rating": lines(rating),
        "metric-scores/en-de/ours-refA.seg.score": lines(metric),
        "metric-scores/en-de/ours-refA.sys.score": "good\t0.875\nfair\t0.775\npoor\t0.55\n",
    } | {f"system-outputs/en-de/{name}.txt": "\n".join(own) + "\n" for name, own in systems.items()}
    folder = tmp_path / "evalset"
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
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
