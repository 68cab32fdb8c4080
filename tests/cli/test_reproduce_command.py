"""`litmus reproduce`: what it prints, writes and comes back with."""

import json
import re
from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus
from tests.published.reproducing import Made, make

here, litmus, tiny = FIXTURES


@pytest.fixture
def made(here: Path) -> Made:
    make(here)
    return Made(Path("data"), Path("own"))


KNOWN = "\n[[figures.known]]\nreason = 'they count blank lines'\nup_to = 2"


def test_reproduce_prints_published_and_ours(made: Made, litmus: Litmus) -> None:
    made.case(figures=f'published = {{ "a.txt" = 2, "b.txt" = 5 }}{KNOWN}')
    answer = litmus("reproduce", "data", "lines", "--own", "own")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == (
        "2 figures of 1 case: 1 equal, 1 differ for a known reason\n"
        "2 printed in papers\n"
        "\n"
        "Cases\n"
        "case   paper            figures  equal  within  explained  differs\n"
        "lines  Doe et al. 2020        2      1       0          1        0\n"
        "\n"
        "lines: Doe et al. 2020 (Table 1; paper)\n"
        "what          published  ours  difference  verdict\n"
        "lines: a.txt          2     2           0  equal\n"
        "lines: b.txt          5     3          -2  differs: they count blank lines\n"
        "\n"
        "source: printed in the paper, what the authors' code says, or counted by others in the data.\n"
        "equal: the same at the decimals that were published; difference: ours minus published.\n"
    )


def test_reproduce_fails_if_a_figure_differs_for_no_known_reason(
    made: Made, litmus: Litmus
) -> None:
    made.case(figures='tolerance = 1\npublished = { "a.txt" = 1, "b.txt" = 5 }')
    answer = litmus("reproduce", "data", "lines", "--own", "own")
    assert (answer.code, answer.err) == (1, "")
    assert answer.out.startswith(
        "2 figures of 1 case: 1 within tolerance, 1 differ and nobody knows why\n"
    )
    assert "  within 1\n" in answer.out and "  differs\n" in answer.out


def test_reproduce_says_which_case_it_skips(made: Made, litmus: Litmus) -> None:
    made.case()
    made.case("other", texts={"c.txt": "one\n"})
    answer = litmus("reproduce", "data", "--own", "own", "-f", "json")
    assert answer.code == 0  # nobody asked for it by name
    assert (
        "litmus: other was skipped. lines/c.txt is missing. "
        "Origin: example.org/doe/lines at commit 1234.\n"
    ) in answer.err
    verdicts = {row["case"]: row["verdict"] for row in answer.rows}
    assert (verdicts["lines"], verdicts["other"]) == ("equal", "skipped")


def test_reproduce_fails_if_a_case_that_was_named_is_skipped(made: Made, litmus: Litmus) -> None:
    made.case()
    made.case("other", texts={"c.txt": "one\n"})
    answer = litmus("reproduce", "data", "lines", "other", "--own", "own", "-q")
    assert (answer.code, answer.err) == (1, "")
    assert "\nother  Doe et al. 2020  skipped\n" in answer.out
    assert answer.out.startswith("2 figures of 1 case: 2 equal; 1 case skipped\n")


def test_reproduce_with_nothing_to_run(made: Made, litmus: Litmus) -> None:
    made.case(texts={"c.txt": "one\n"})
    answer = litmus("reproduce", "data", "lines", "--own", "own", "-o", "out.txt")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("litmus: No case could be recomputed from data.\nlines: lines/c.")
    assert not Path("out.txt").exists()


def test_reproduce_unknown_case(made: Made, litmus: Litmus) -> None:
    made.case()
    answer = litmus("reproduce", "data", "line", "--own", "own")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("litmus: No case is called 'line'. Did you mean 'lines'?\nKnown: ")


def test_reproduce_as_json_and_tsv(made: Made, litmus: Litmus) -> None:
    made.case()
    answer = litmus("reproduce", "data", "lines", "--own", "own", "-f", "json", "-o", "out.json")
    assert (answer.code, answer.out) == (0, "")
    assert json.loads(Path("out.json").read_text("utf-8"))[0] == {
        "case": "lines", "paper": "Doe et al. 2020", "table": "Table 1", "what": "lines",
        "item": "a.txt", "source": "paper", "published": 2.0, "ours": 2, "difference": 0.0,
        "decimals": 0, "tolerance": 0.0, "verdict": "equal", "reason": None,
    }  # fmt: skip
    tsv = litmus("reproduce", "data", "lines", "--own", "own", "-f", "tsv").out.split("\n")
    assert tsv[0].split("\t")[:5] == ["case", "paper", "table", "what", "item"]
    assert len(tsv) == 4


@pytest.mark.parametrize(("format", "row"), [
    ("md", "| lines: b.txt | 5 | 3 | -2 | differs: they count blank lines |"),
    ("latex", r"lines: b.txt & 5 & 3 & -2 & differs: they count blank lines \\"),
])  # fmt: skip
def test_reproduce_for_papers(made: Made, litmus: Litmus, format: str, row: str) -> None:
    made.case(figures=f'published = {{ "a.txt" = 2, "b.txt" = 5 }}{KNOWN}')
    answer = litmus("reproduce", "data", "lines", "--own", "own", "-f", format)
    assert answer.code == 0
    assert row in answer.out.split("\n")


def test_reproduce_writes_a_page_that_needs_nothing(made: Made, litmus: Litmus) -> None:
    made.case(figures=f'published = {{ "a.txt" = 2, "b.txt" = 5 }}{KNOWN}')
    made.case("other", texts={"c.txt": "one\n"})
    words = ("reproduce", "data", "lines", "other", "--own", "own", "--html", "page.html", "-q")
    litmus(*words)
    page = Path("page.html").read_text("utf-8")
    assert page.startswith("<!doctype html>") and page.endswith("</html>\n")
    assert "default-src 'none'" in page
    assert not re.search(r"<script|<link|@import|url\(|src=", page)
    assert "<h2>Lines &lt;counted&gt;</h2>" in page
    assert "Doe et al. 2020. Lines &amp; more." in page
    assert "lines: example.org/doe/lines at commit 1234. Licence: MIT." in page
    assert "<td>differs: they count blank lines</td>" in page
    assert "<p>Skipped: lines/c.txt is missing." in page
    litmus(*words)
    assert Path("page.html").read_text("utf-8") == page


def test_reproduce_leaves_no_page_where_nothing_ran(made: Made, litmus: Litmus) -> None:
    made.case(texts={"c.txt": "one\n"})
    answer = litmus("reproduce", "data", "lines", "--own", "own", "--html", "page.html")
    assert answer.code == 1
    assert not Path("page.html").exists()


def test_reproduce_one_file_for_two(made: Made, litmus: Litmus) -> None:
    made.case()
    answer = litmus("reproduce", "data", "--own", "own", "-o", "x", "--html", "x")
    assert (answer.code, answer.err) == (2, "litmus: -o and --html name the same file. Give two.\n")


def test_reproduce_list_shows_cases_and_their_data(made: Made, litmus: Litmus) -> None:
    made.case()
    answer = litmus("reproduce", "list", "lines", "--own", "own")
    assert answer.out.split("\n")[2:4] == [
        "case   paper            what             folders in DATA",
        "lines  Doe et al. 2020  Lines <counted>  lines",
    ]
    (row,) = litmus("reproduce", "list", "lines", "--own", "own", "-f", "json").rows
    assert row["data"][0]["origin"] == "example.org/doe/lines at commit 1234"
    assert row["data"][0]["licence"] == "MIT" and set(row["data"][0]["files"]) == {"a.txt", "b.txt"}


def test_reproduce_list_shows_every_shipped_case(litmus: Litmus) -> None:
    from litmus.published.case import case_files

    answer = litmus("reproduce", "list", "-f", "json")
    assert [row["case"] for row in answer.rows] == list(case_files())
