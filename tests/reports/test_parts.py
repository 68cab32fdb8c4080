"""A report too large for one page is several, which together list every segment once."""

import base64
import gzip
import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.reports.browsing import odd_suite

import litmus.api.report
from litmus.api.report import Report, write_page
from litmus.corpus.suite import read_suite
from litmus.reports.parts import Parts
from litmus.scoring.measuring import inputs
from litmus.scoring.options import ScoringOptions

OPTIONS = ScoringOptions(metrics=("blacklist", "chrf"), n_bootstrap=20, n_trials=20, test="ar")


def written(folder: Path, name: str) -> Report:
    suite = read_suite(folder)
    return write_page(folder.parent / name, suite, suite.systems, OPTIONS, links=False)


def data_of(path: Path) -> tuple[Any, Any]:
    blocks = re.findall(r'id="(?:numbers|segments)">([^<]*)<', path.read_text(encoding="utf-8"))
    numbers, listed = (json.loads(gzip.decompress(base64.b64decode(block))) for block in blocks)
    return numbers, listed


def sources(listed: Any) -> list[str]:
    return [listed["strings"][number] for number in listed["suites"][0]["segments"]["source"]]


def totals(listed: Any, metric: int, system: int) -> list[float]:
    """The sums of a metric's counts; a column that is one number is that often as there are
    entries."""
    counted = listed["suites"][0]["counted"][metric]
    n = len(counted["entries"]["segment"])
    columns = counted["counts"][system]
    return [sum(c) if isinstance(c, list) else c * n for c in columns]


def test_parts_list_every_segment_once_and_have_all_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Pages of about fifteen segments of the odd suite, which come in batches of five.
    monkeypatch.setattr(inputs, "BATCH", 5)
    monkeypatch.setattr(litmus.api.report, "Parts", partial(Parts, most=15 * 2 * (2 + 18 + 3)))
    folder = odd_suite(tmp_path / "odd")
    made = written(folder, "parts.html")
    monkeypatch.setattr(litmus.api.report, "Parts", Parts)
    undivided = written(folder, "whole.html")
    assert undivided.parts == () and "\n" not in str(undivided)
    whole_numbers, whole = data_of(undivided.path)
    assert whole_numbers["part"] is None
    first, second = str(made).splitlines()
    assert first.startswith(f"{tmp_path / 'parts.html'}: odd v1, en-he, 36 segments")
    assert second == (
        "The segments are too many for one page. They are in 3, which link to each other: "
        "parts.html, parts.2.html to parts.3.html. Every page has all the numbers."
    )
    assert [path.name for path in made.parts] == ["parts.html", "parts.2.html", "parts.3.html"]
    pages = [data_of(path) for path in made.parts]
    assert [len(sources(listed)) for _, listed in pages] == [15, 15, 6]
    assert [text for _, listed in pages for text in sources(listed)] == sources(whole)
    for k, (numbers, _) in enumerate(pages, start=1):
        part = numbers.pop("part")
        assert (part["number"], part["firsts"], part["total"]) == (k, [0, 15, 30], 36)
        assert part["names"] == [path.name for path in made.parts]
        assert numbers == {key: value for key, value in whole_numbers.items() if key != "part"}
    for metric in range(2):
        for system in range(2):
            sums = zip(*(totals(listed, metric, system) for _, listed in pages), strict=True)
            assert [sum(column) for column in sums] == totals(whole, metric, system)
