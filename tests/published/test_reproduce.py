"""Published figures beside ours, on cases made up here."""

import gzip
import shutil
from pathlib import Path
from typing import Any

import pytest
from reproducing import TEXTS, Made, make

from litmus import reproduce
from litmus.errors import DataError, UnknownName, UsageError
from litmus.published.results import FigureRow


@pytest.fixture
def made(tmp_path: Path) -> Made:
    return make(tmp_path)


def rows(made: Made, *names: str) -> list[FigureRow]:
    return list(reproduce(made.data, names or ("lines",), own=made.own).rows)


def made_up(*values: float, more: str = "") -> str:
    """A case that has these values without counting anything."""
    return (
        "from litmus.published.case import Found\n"
        "def recompute(data):\n"
        f"    for name, value in zip(('a.txt', 'b.txt'), {values!r}):\n"
        f"        yield Found('lines', name, value{more})\n"
    )


KNOWN = '[[figures.known]]\nreason = "blank lines"\nup_to = 2\nitems = ["b.txt"]'


@pytest.mark.parametrize(("figures", "code", "expected"), [
    ('published = { "a.txt" = 2, "b.txt" = 3 }', None,
     [("a.txt", 2, 2, "equal"), ("b.txt", 3, 3, "equal")]),
    ('decimals = 2\ntolerance = 0.006\npublished = { "a.txt" = 0.33, "b.txt" = 0.33 }',
     made_up(1 / 3, 0.3351),
     [("a.txt", 0.33, 1 / 3, "equal"), ("b.txt", 0.33, 0.3351, "within tolerance")]),
    (f'published = {{ "a.txt" = 2, "b.txt" = 5 }}\n{KNOWN}', None,
     [("a.txt", 2, 2, "equal"), ("b.txt", 5, 3, "differs: blank lines")]),
    (f'published = {{ "a.txt" = 2, "b.txt" = 6 }}\n{KNOWN}', None,  # further off than was known
     [("a.txt", 2, 2, "equal"), ("b.txt", 6, 3, "differs: None")]),
    ('published = { "a.txt" = 2, "c.txt" = 4 }', made_up(2),
     [("a.txt", 2, 2, "equal"), ("c.txt", 4, None, "differs: None")]),
    ('published = { "a.txt" = 2 }', None,
     [("a.txt", 2, 2, "equal"), ("b.txt", None, 3, "differs: None")]),
    ('published_in = "a.txt"', made_up(2, 3, more=", 3"),  # in the data
     [("a.txt", 3, 2, "differs: None"), ("b.txt", 3, 3, "equal")]),
])  # fmt: skip
def test_verdicts(
    made: Made, figures: str, code: str | None, expected: list[tuple[object, ...]]
) -> None:
    made.case(figures=figures, **({"code": code} if code else {}))
    found = rows(made, "lines", "lines")  # a case that is named twice runs once
    assert [
        (row.item, row.published, row.ours,
         f"differs: {row.reason}" if row.verdict == "differs" else row.verdict)
        for row in found
    ] == expected  # fmt: skip
    assert [row.failed for row in found] == [one[3] == "differs: None" for one in expected]
    assert (found[0].paper, found[0].table, found[0].source) == (
        "Doe et al. 2020", "Table 1", "paper",
    )  # fmt: skip


def test_a_table_that_the_data_have_lost_is_a_failure(made: Made) -> None:
    code = made_up(2, 3).replace("yield Found", "if False: yield Found")
    made.case(figures='published_in = "a.txt"', code=code)
    made.case("other", code=made_up(2, 3), texts={})
    found = reproduce(made.data, ("lines", "other"), own=made.own)
    assert [row.case for row in found.failed] == ["lines"]


# --- the data ------------------------------------------------------------------------------------


def test_missing_folder(made: Made) -> None:
    made.case()
    shutil.rmtree(made.data / "lines")
    with pytest.raises(DataError) as caught:
        reproduce(made.data, ("lines",), own=made.own)
    assert str(caught.value) == (
        f"No case could be recomputed from {made.data}.\n"
        "lines: The folder lines is missing. Origin: example.org/doe/lines at commit 1234."
    )


@pytest.mark.parametrize(("settings", "reason"), [
    ({"texts": {"a.gz": "one\n"}}, "{data}/lines/a.gz"),  # which is no gzip
    ({"texts": {"a.txt": TEXTS["a.txt"]}},
     "does not name the file lines/b.txt. Add it, with its digest."),
    ({"code": "def recompute(data):\n    yield {}['lines']\n"}, "KeyError: 'lines' ({own}/lines.py:2)."),
])  # fmt: skip
def test_a_case_that_cannot_be_recomputed_is_skipped(
    made: Made, settings: dict[str, Any], reason: str
) -> None:
    made.case(**settings)
    (made.data / "lines" / "a.gz").write_bytes(b"no gzip")
    made.case("other", code=made_up(2, 3), texts={})
    found = reproduce(made.data, ("lines", "other"), own=made.own)
    assert [row.case for row in found.figures] == ["other", "other"]
    (row,) = found.skipped
    assert (row.case, row.verdict, row.published, row.ours) == ("lines", "skipped", None, None)
    assert reason.format(data=made.data, own=made.own.resolve()) in (row.reason or "")


def test_compression_is_no_change(made: Made) -> None:
    texts = {f"{name}.gz": text for name, text in TEXTS.items()}
    for name, text in texts.items():
        (made.data / "lines" / name).write_bytes(gzip.compress(text.encode(), 1))
    made.case(code=made_up(2, 3), texts=texts)
    assert [row.verdict for row in rows(made)] == ["equal", "equal"]


# --- the cases -----------------------------------------------------------------------------------


def test_own_case_takes_the_place_of_one_that_ships(made: Made) -> None:
    made.case("cibb")
    made.case("other")
    seen: list[int] = []
    found = reproduce(made.data, ("cibb", "other"), own=made.own, progress=seen.append)
    assert [row.ours for row in found.rows] == [2, 3, 2, 3]
    assert seen == [1, 2]  # cases


@pytest.mark.slow
def test_workers_change_nothing(made: Made) -> None:
    made.case()
    made.case("other", code=made_up(2, 4))
    names = ("other", "lines")
    alone = reproduce(made.data, names, own=made.own)
    assert reproduce(made.data, names, own=made.own, workers=2) == alone
    assert [row.case for row in alone.rows] == ["other", "other", "lines", "lines"]


@pytest.mark.parametrize(("figures", "message"), [
    ("", "the figures 'lines' need either 'published' or 'published_in'."),
    ("published = { a = 1 }\n[[figures.known]]\nreason = 'x'\nup_to = 1\nitems = ['aa']",
     "the figures 'lines' explain 'aa', which is not among them."),
    ("published = { a = 1 }\ntolerence = 1", "unknown key 'figures[0].tolerence'. Did you mean"),
    ("published = { a = 1 }\n[[figures.known]]\nreason = 'x'", "'figures[0].known[0].up_to' is missing"),
])  # fmt: skip
def test_mistakes_in_a_case(made: Made, figures: str, message: str) -> None:
    made.case(figures=figures)
    with pytest.raises(DataError) as caught:
        rows(made)
    assert message in str(caught.value)


def test_what_cannot_be_asked_for(made: Made) -> None:
    made.case(code="def compute(data): ...\n")
    for arguments, settings, kind, message in (
        ((made.data / "nowhere",), {}, DataError, "is not a folder. Give the folder that holds"),
        ((made.data, "linse"), {}, UnknownName, r"No case is called 'linse'. Did you mean 'lines'"),
        ((made.data, "lines"), {}, DataError, "defines nothing called 'recompute'"),
        ((made.data,), {"own": made.data}, DataError, "holds no case. A case is a file NAME.toml"),
        ((made.data,), {"workers": 0}, UsageError, "workers must be at least 1"),
    ):
        with pytest.raises(kind, match=message):
            reproduce(*arguments, **({"own": made.own} | settings))  # type: ignore[arg-type]
