"""Figures as tables and on a page, from a case in memory: every verdict, and a case skipped."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from litmus.errors import DataError
from litmus.published.case import (
    SHIPPED,
    Case,
    Data,
    DataSet,
    Figures,
    Known,
    case_files,
    load_recompute,
)
from litmus.published.files import digest, unusable
from litmus.published.page import page
from litmus.published.results import FigureRow, Reproduction, compare, explanation
from litmus.published.tables import case_table, render_figures, render_list

DATA = DataSet("lines", "example.org", "MIT & co", {"a.txt": "00"})
CASE = Case(Path("own/made_up.toml"), "Lines <counted>", "Doe 2020", "Doe. 2020.", (DATA,), (
    Figures("lines", "lines", "Table 1", "paper", known=(Known("blank lines", 2, ("b",)),)),
    Figures("words", "words", "Table 2", "data", published_in="a.txt"),
))  # fmt: skip
SKIPPED = replace(CASE, path=Path("own/gone.toml"))


def figure(item: str, verdict: str, published: float | None, ours: float | None,
           reason: str | None = None, **other: object) -> FigureRow:  # fmt: skip
    off = None if published is None or ours is None else ours - published
    row = FigureRow("made-up", "Doe 2020", "Table 1", "lines", item, "paper", published, ours, off,
                    1, 0.25, verdict, reason)  # type: ignore[arg-type]  # fmt: skip
    return replace(row, **other)  # type: ignore[arg-type]


ROWS = [
    figure("a", "equal", 2, 2),
    figure("b", "differs", 5, 3, "blank lines"),
    figure("c", "within tolerance", 1, 1.2),
    figure("", "differs", 4, None),
]
SKIP = figure("", "skipped", None, None, "The folder is missing.", case="gone", source=None)
ALL = Reproduction([*ROWS, SKIP], [CASE, SKIPPED])


def test_figures_are_told_apart_by_their_verdicts() -> None:
    assert ALL.figures == ROWS
    assert ALL.skipped == [SKIP]
    assert ALL.failed == [ROWS[3]]  # one that differs for a reason is no failure


def test_all_figures_as_text() -> None:
    assert render_figures(ALL, "text") == (
        "4 figures of 1 case: 1 equal, 1 within tolerance, 1 differ for a known reason, "
        "1 differ and nobody knows why; 1 case skipped\n"
        "4 printed in papers\n"
        "\n"
        "Cases\n"
        "case     paper     figures  equal  within  explained  differs\n"
        "made-up  Doe 2020        4      1       1          1        1\n"
        "gone     Doe 2020  skipped\n"
        "\n"
        "made-up: Doe 2020 (Table 1; paper)\n"
        "what      published  ours  difference  verdict\n"
        "lines: a        2.0   2.0         0.0  equal\n"
        "lines: b        5.0   3.0        -2.0  differs: blank lines\n"
        "lines: c        1.0   1.2         0.2  within 0.25\n"
        "lines           4.0   n/a         n/a  differs\n"
        "\n"
        "source: printed in the paper, what the authors' code says, or counted by others in the data.\n"
        "equal: the same at the decimals that were published; difference: ours minus published.\n"
    )


def test_records_have_every_field_and_the_skipped_case() -> None:
    rows = json.loads(render_figures(ALL, "json"))
    assert [(row["case"], row["verdict"], row["difference"]) for row in rows] == [
        ("made-up", "equal", 0), ("made-up", "differs", -2),
        ("made-up", "within tolerance", pytest.approx(0.2)), ("made-up", "differs", None),
        ("gone", "skipped", None),
    ]  # fmt: skip


def test_what_figures_do_not_have_in_common_is_a_column() -> None:
    rows = [ROWS[0], replace(ROWS[1], table="Table 2", source="data")]
    table = case_table(rows)
    assert table.title == "made-up: Doe 2020"
    assert [column.head for column in table.columns] == [
        "what", "published", "ours", "difference", "table", "source", "verdict",
    ]  # fmt: skip
    assert [tuple(row[4:6]) for row in table.rows] == [("Table 1", "paper"), ("Table 2", "data")]
    rows = [*rows, replace(ROWS[2], source="authors' code"), ROWS[3]]
    said = render_figures(Reproduction(rows, [CASE]), "text").split("\n")
    assert said[1] == "2 printed in papers, 1 of the authors' code, 1 counted in the data"
    one = case_table([ROWS[0], replace(ROWS[1], source="authors' code")])
    assert one.title == "made-up: Doe 2020 (Table 1)"
    assert [column.head for column in one.columns][4:] == ["source", "verdict"]


def test_list_of_cases() -> None:
    assert render_list([CASE], "text") == (
        "1 case, recomputed by: litmus reproduce DATA NAME\n"
        "\n"
        "case     paper     what             folders in DATA\n"
        "made-up  Doe 2020  Lines <counted>  lines\n"
        "\n"
        "Where the data come from, under which licence, file by file: add -f json\n"
    )
    [found] = json.loads(render_list([CASE], "json"))
    assert found == {
        "case": "made-up", "paper": "Doe 2020", "title": "Lines <counted>", "cite": "Doe. 2020.",
        "figures": ["lines", "words"],
        "data": [{"folder": "lines", "origin": "example.org", "licence": "MIT & co",
                  "files": {"a.txt": "00"}}],
    }  # fmt: skip


def test_page_has_every_figure_and_why_a_case_was_skipped() -> None:
    text = page(ALL, "v1 <signature>")
    assert text == page(ALL, "v1 <signature>")
    for said in (
        "<h2>Lines &lt;counted&gt;</h2>\n<p>Doe. 2020.</p>",
        "<li>lines: example.org. Licence: MIT &amp; co.</li>",
        "<p>Skipped: The folder is missing.</p>",
        "<p><code>v1 &lt;signature&gt;</code></p>",
        "<p>4 printed in papers</p>",
        "differs: blank lines",
    ):
        assert text.count(said) == 1 + (said[:4] in ("<h2>", "<li>"))
    assert "<script" not in text


# --- what a figure is compared with --------------------------------------------------------------


@pytest.mark.parametrize(("decimals", "tolerance", "difference", "verdict"), [
    (0, 0.0, 0.5, "equal"), (0, 0.0, -0.5, "equal"), (0, 0.0, 0.51, "differs"),
    (2, 0.0, 0.005, "equal"), (2, 0.0, 0.006, "differs"), (2, 0.1, -0.1, "within tolerance"),
    (2, 0.1, 0.11, "differs"), (2, 9.0, None, "differs"),
])  # fmt: skip
def test_verdicts(decimals: int, tolerance: float, difference: float | None, verdict: str) -> None:
    figures = Figures("n", "w", "t", "paper", decimals=decimals, tolerance=tolerance)
    assert compare(figures, difference) == verdict


@pytest.mark.parametrize(("item", "difference", "reason"), [
    ("b", 2, "first"), ("b", -2, "first"), ("b", 2.1, "second"), ("b", 4, None),
    ("a", 1, "second"), ("a", -3, "second"), ("a", None, None),
])  # fmt: skip
def test_reasons(item: str, difference: float | None, reason: str | None) -> None:
    known = (Known("first", 2, ("b",)), Known("second", 3))
    assert explanation(Figures("n", "w", "t", "paper", known=known), item, difference) == reason


# --- cases and their files -----------------------------------------------------------------------


def test_only_what_a_case_names_can_be_had(tmp_path: Path) -> None:
    data = Data(tmp_path, CASE)
    assert data.file("lines/a.txt") == tmp_path / "lines/a.txt"
    assert data.folder("lines") == tmp_path / "lines"
    for wrong in ("lines/b.txt", "a.txt"):
        with pytest.raises(DataError):
            data.file(wrong)
    with pytest.raises(DataError) as caught:
        data.folder("words")
    assert str(caught.value) == f"{CASE.path} does not name the folder words. Add it."
    assert CASE.about("words").published_in == "a.txt"
    with pytest.raises(DataError) as caught:
        CASE.about("wrods")
    assert str(caught.value) == f"{CASE.path} has no figures 'wrods'. Did you mean 'words'?"


def test_cases_that_ship_are_told_from_own_ones(tmp_path: Path) -> None:
    (tmp_path / "cibb.toml").touch()
    (tmp_path / "a_b.toml").touch()
    (tmp_path / "a_b.py").write_text("recompute = 1\n")
    files = case_files(tmp_path)
    assert files["a-b"] == tmp_path / "a_b.toml" and files["cibb"] == tmp_path / "cibb.toml"
    assert list(files) == sorted(files)
    assert case_files()["cibb"].parent == SHIPPED
    assert replace(CASE, path=SHIPPED / "cibb.toml").ships and not CASE.ships
    assert (CASE.name, replace(CASE, path=Path("cibb.toml")).name) == ("made-up", "cibb")
    with pytest.raises(DataError) as caught:
        load_recompute(replace(CASE, path=tmp_path / "a_b.toml"))
    assert str(caught.value) == (
        f"{tmp_path / 'a_b.py'} has no function 'recompute(data)'; see docs/reproduce.md."
    )


def test_data_are_usable_if_they_are_those_of_the_case(tmp_path: Path) -> None:
    said = [unusable(CASE, tmp_path)]
    (tmp_path / "lines").mkdir()
    said.append(unusable(CASE, tmp_path))
    file = tmp_path / "lines" / "a.txt"
    file.write_bytes(b"abc")
    # The digest of "abc" is in the standard of SHA-256.
    abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert digest(file) == abc
    said.append(unusable(CASE, tmp_path))
    assert said == [
        "The folder lines is missing. Origin: example.org.",
        "lines/a.txt is missing. Origin: example.org.",
        "lines/a.txt has changed: its SHA-256 begins with ba7816bf8f01, not 00. "
        "Origin: example.org.",
    ]
    whole = replace(DATA, files={"a.txt": abc})
    assert unusable(replace(CASE, data=(whole,)), tmp_path) is None
    three = replace(DATA, files=dict.fromkeys(("a.txt", "b.txt", "c.txt", "d.txt"), abc))
    assert unusable(replace(CASE, data=(whole, three)), tmp_path) == (
        "lines/b.txt and 2 more files are missing. Origin: example.org."
    )
