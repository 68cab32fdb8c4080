"""Terms from the command line: a list, found and scored; suites that have them."""

import base64
import gzip
import json
import re
from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, write_lines, written

import litmus as package
from litmus.reports.marks import TRIGGER

here, litmus, tiny = FIXTURES

FILES = ("-l", "en-de", "-s", "src", "-r", "ref", "-i", "out")
FAST = ("--bootstrap", "20")


@pytest.fixture
def texts(here: Path) -> Path:
    write_lines(here / "src", ["The bank pays interest.", "Two banks wait.", "The bank is closed."])
    write_lines(here / "ref", ["Die Bank zahlt Zinsen.", "Zwei Banken warten.", "Die Bank ist zu."])
    write_lines(here / "out", ["Die Bank zahlt Zinsen.", "Zwei Banken warten.", "Das Haus ist zu."])
    write_lines(here / "docs", ["a", "a", "a"])
    write_lines(here / "terms.tsv", ["bank\tBank\tnot Geldhaus", "interest\tZins", "loan\tKredit"])
    return here


def test_a_list_is_found_and_scored_in_one_command(texts: Path, litmus: Litmus) -> None:
    done = litmus("score", *FILES, "--docids", "docs", "--terms", "terms.tsv", "-f", "json", *FAST)
    assert done.code == 0, done.err
    assert done.row("out", "terms")["value"] == 75  # three of four
    assert done.row("out", "terms.surface")["value"] == 25  # Bank, once
    assert done.row("out", "terms.consistency")["value"] == 50  # Banken kept, Haus not
    assert done.row("out", "terms", "bank")["value"] == pytest.approx(66.667, abs=1e-3)
    assert {row["metric"] for row in done.rows} > {"bleu", "chrf"}
    assert "4 occurrences of 2 terms were found in the sources (terms.tsv." in done.err
    assert "1 term of the list occurs in no segment: loan." in done.err


def test_a_list_that_is_not_there(texts: Path, litmus: Litmus) -> None:
    assert litmus("score", *FILES, "--terms", "no.tsv").err == (
        "litmus: no.tsv does not exist. A term list has lines of: source TAB target\n"
    )


def test_a_list_is_checked_to_its_end(texts: Path, litmus: Litmus) -> None:
    done = litmus("check", "terms.tsv", "--as", "terms")
    assert done.code == 0 and "3 terms" in done.out and "3 translations" in done.out
    write_lines(texts / "bad.tsv", ["bank\tBank", "rate", "bank\tBank"])
    bad = litmus("check", "bad.tsv", "--as", "terms")
    assert bad.code == 1
    assert "bad.tsv:2 has 1 columns" in bad.out and "bad.tsv:3 repeats line 1" in bad.out


def test_a_report_marks_terms(texts: Path, litmus: Litmus) -> None:
    done = litmus("report", *FILES, "--terms", "terms.tsv", "-o", "page.html", *FAST)
    assert done.code == 0, done.err
    page = (texts / "page.html").read_text(encoding="utf-8")
    (block,) = re.findall(r'id="segments">([^<]*)<', page)
    listed = json.loads(gzip.decompress(base64.b64decode(block)))
    assert "not Geldhaus" in json.dumps(listed["values"])
    sources = listed["suites"][0]["segments"]["idioms"]
    assert [mark[1:] for mark in sources[0]] == [[4, 4], [14, 8]]  # bank, interest
    third = listed["suites"][0]["marks"][0][2]
    assert [third[k + 1 : k + 3] for k in range(0, len(third), 4) if third[k] == TRIGGER] == [
        [4, 4]
    ]


def test_a_suite_keeps_its_terms(texts: Path, litmus: Litmus) -> None:
    made = litmus("suite", "filter", *FILES, "--terms", "terms.tsv", "-o", "kept")
    assert made.code == 0, made.err
    first = written(texts / "kept" / "segments.jsonl")[0]
    assert first["terms"] == [
        {"source": "bank", "targets": ["Bank"], "note": "not Geldhaus", "spans": [[4, 8]]},
        {"source": "interest", "targets": ["Zins"], "spans": [[14, 22]]},
    ]
    assert "4 terms" in litmus("check", "kept").out
    done = litmus("score", "-t", "kept", "-f", "json", *FAST)
    assert done.row("out", "terms")["value"] == 75


def test_terms_from_python() -> None:
    result = package.evaluate(
        languages="en-de",
        source=["The bank pays."],
        outputs={"mine": ["Das Bankhaus zahlt."], "yours": ["Das Institut zahlt."]},
        terms={"bank": ["Bank", "Geldhaus"]},
        metrics="terms",
        n_bootstrap=20,
    )
    values = {
        row.system: row.value for row in result.rows if row.tag is None and row.metric == "terms"
    }
    assert values == {"mine": 100.0, "yours": 0.0}
