"""Published figures beside ours, on cases made up here."""

import gzip
import shutil
from pathlib import Path

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


def verdicts(made: Made) -> list[tuple[str, str | None]]:
    return [(row.verdict, row.reason) for row in rows(made)]


def test_equal_figures(made: Made) -> None:
    made.case()
    assert rows(made) == [
        FigureRow("lines", "Doe et al. 2020", "Table 1", "lines", item, "paper",
                  float(n), n, 0.0, 0, 0.0, "equal", None)
        for item, n in (("a.txt", 2), ("b.txt", 3))
    ]  # fmt: skip


def test_figure_is_equal_at_the_decimals_that_were_published(made: Made) -> None:
    code = made_up(1 / 3, 0.3351)
    figures = 'decimals = 2\ntolerance = 0.006\npublished = { "a.txt" = 0.33, "b.txt" = 0.33 }'
    made.case(figures=figures, code=code)
    assert verdicts(made) == [("equal", None), ("within tolerance", None)]


def test_difference_with_a_reason(made: Made) -> None:
    known = '[[figures.known]]\nreason = "they count blank lines"\nup_to = 2\nitems = ["b.txt"]'
    made.case(figures=f'published = {{ "a.txt" = 2, "b.txt" = 5 }}\n{known}')
    assert verdicts(made) == [("equal", None), ("differs", "they count blank lines")]
    made.case(figures=f'published = {{ "a.txt" = 2, "b.txt" = 6 }}\n{known}')
    assert verdicts(made) == [("equal", None), ("differs", None)]  # further off than was known


def test_figure_that_was_not_found_differs(made: Made) -> None:
    made.case(figures='published = { "a.txt" = 2, "b.txt" = 3, "c.txt" = 4 }')
    last = rows(made)[-1]
    assert (last.item, last.published, last.ours, last.verdict) == ("c.txt", 4.0, None, "differs")
    assert last.failed


def test_figure_that_only_we_have_differs(made: Made) -> None:
    made.case(figures='published = { "a.txt" = 2 }')
    last = rows(made)[-1]
    assert (last.item, last.published, last.ours, last.failed) == ("b.txt", None, 3, True)


def test_published_figure_can_be_in_the_data(made: Made) -> None:
    code = made_up(2, 3).replace("value)", "value, 3)")
    made.case(figures='published_in = "a.txt"', code=code)
    assert [(row.published, row.verdict) for row in rows(made)] == [(3, "differs"), (3, "equal")]


def test_a_table_that_the_data_have_lost_is_a_failure(made: Made) -> None:
    code = made_up(2, 3).replace("yield Found", "if False: yield Found")
    made.case(figures='published_in = "a.txt"', code=code)
    made.case("other", code=made_up(2, 3), texts={})
    found = reproduce(made.data, ("lines", "other"), own=made.own)
    assert [row.case for row in found.failed] == ["lines"]


def made_up(*values: float) -> str:
    """A case that has these values without counting anything."""
    return (
        "from litmus.published.case import Found\n"
        "def recompute(data):\n"
        f"    for name, value in zip(('a.txt', 'b.txt'), {values!r}):\n"
        "        yield Found('lines', name, value)\n"
    )


# --- the data ------------------------------------------------------------------------------------


def skipped(made: Made) -> str:
    """Why the case `lines` is skipped, while another one runs."""
    made.case("other", code=made_up(2, 3), texts={})
    found = reproduce(made.data, ("lines", "other"), own=made.own)
    assert [row.case for row in found.figures] == ["other", "other"]
    (row,) = found.skipped
    assert (row.case, row.verdict, row.published, row.ours) == ("lines", "skipped", None, None)
    return row.reason or ""


def test_missing_folder(made: Made) -> None:
    made.case()
    shutil.rmtree(made.data / "lines")
    made.case("other", code=made_up(2, 3), texts={})
    with pytest.raises(DataError) as caught:
        reproduce(made.data, ("lines",), own=made.own)
    assert str(caught.value) == (
        f"No case could be recomputed from {made.data}.\n"
        "lines: The folder lines is missing. Origin: example.org/doe/lines at commit 1234."
    )


def test_compression_is_no_change(made: Made) -> None:
    texts = {f"{name}.gz": text for name, text in TEXTS.items()}
    for name, text in texts.items():
        (made.data / "lines" / name).write_bytes(gzip.compress(text.encode(), 1))
    made.case(code=made_up(2, 3), texts=texts)
    assert [row.verdict for row in rows(made)] == ["equal", "equal"]


def test_broken_file_is_a_reason_to_skip(made: Made) -> None:
    made.case(texts={"a.gz": "one\n"})
    (made.data / "lines" / "a.gz").write_bytes(b"no gzip")
    assert str(made.data / "lines" / "a.gz") in skipped(made)


def test_folder_that_is_none(made: Made) -> None:
    made.case()
    with pytest.raises(DataError, match="is not a folder. Give the folder that holds the data"):
        reproduce(made.data / "nowhere", own=made.own)


# --- the cases -----------------------------------------------------------------------------------


def test_unknown_case(made: Made) -> None:
    made.case()
    with pytest.raises(UnknownName, match=r"No case is called 'linse'. Did you mean 'lines'\?"):
        rows(made, "linse")


def test_case_named_twice_runs_once(made: Made) -> None:
    made.case()
    assert len(rows(made, "lines", "lines")) == 2


def test_own_case_takes_the_place_of_one_that_ships(made: Made) -> None:
    made.case("cibb")
    assert [row.ours for row in rows(made, "cibb")] == [2, 3]


@pytest.mark.slow
def test_workers_change_nothing(made: Made) -> None:
    made.case()
    made.case("other", code=made_up(2, 4))
    names = ("other", "lines")
    alone = reproduce(made.data, names, own=made.own)
    assert reproduce(made.data, names, own=made.own, workers=2) == alone
    assert [row.case for row in alone.rows] == ["other", "other", "lines", "lines"]


def test_progress_counts_cases(made: Made) -> None:
    made.case()
    made.case("other")
    seen: list[int] = []
    reproduce(made.data, ("lines", "other"), own=made.own, progress=seen.append)
    assert seen == [1, 2]


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


def test_file_that_the_case_does_not_name(made: Made) -> None:
    made.case(texts={"a.txt": TEXTS["a.txt"]})
    made.case("other", code=made_up(2, 3), texts={})
    (row,) = reproduce(made.data, ("lines", "other"), own=made.own).skipped
    assert "does not name the file lines/b.txt. Add it, with its digest." in (row.reason or "")


def test_case_without_a_function(made: Made) -> None:
    made.case(code="def compute(data): ...\n")
    with pytest.raises(DataError, match="defines nothing called 'recompute'"):
        rows(made)


def test_own_case_that_fails_is_skipped_with_its_line(made: Made) -> None:
    made.case(code="def recompute(data):\n    yield {}['lines']\n")
    assert skipped(made) == f"KeyError: 'lines' ({made.own.resolve() / 'lines.py'}:2)."


def test_folder_without_cases(made: Made) -> None:
    with pytest.raises(DataError, match=r"holds no case. A case is a file NAME.toml beside NAME"):
        reproduce(made.data, own=made.data)


def test_workers_must_be_some(made: Made) -> None:
    with pytest.raises(UsageError, match="workers must be at least 1"):
        reproduce(made.data, workers=0)
