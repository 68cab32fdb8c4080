"""The cases that ship: well formed, and on the reference data all equal or explained."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from litmus import reproduce
from litmus.published.case import case_files, load_case
from litmus.published.results import Reproduction

FILES = case_files()
MINUTES = ("winomt", "wmt25-terminology")  # see test_small_copies.py; `litmus reproduce` runs them


def test_cases_are_well_formed() -> None:
    for name in FILES:
        case = load_case(name, FILES)
        assert case.figures and case.data and case.path.with_suffix(".py").is_file(), name
        names = [figures.name for figures in case.figures]
        assert len(set(names)) == len(names), name
        for one in case.data:
            sums = one.files.values()
            assert sums and all(re.fullmatch("[0-9a-f]{64}", one) for one in sums), name


@pytest.fixture(scope="module", params=[name for name in FILES if name not in MINUTES])
def run(request: pytest.FixtureRequest, shared: Path) -> Iterator[tuple[str, Reproduction]]:
    yield request.param, reproduce(shared / "data", request.param)


def test_case_is_reproduced(run: tuple[str, Reproduction]) -> None:
    name, result = run
    assert not result.skipped
    assert not result.failed
    published = {
        (figures.what, item)
        for figures in load_case(name, FILES).figures
        for item in figures.published
    }
    assert published <= {(row.what, row.item) for row in result.rows}
