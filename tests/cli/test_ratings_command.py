"""`litmus ratings`, and `--ratings` of report and score."""

import json
from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, write_lines

here, litmus, tiny = FIXTURES

LOOSE = ("-l", "en-de", "-s", "s.en", "--docids", "ids", "-i", "mine=o.de")
SPAN = {"start": 0, "end": 3, "category": "Style/Awkward", "severity": "minor"}


@pytest.fixture
def rated(here: Path) -> Path:
    write_lines(here / "s.en", ["One dog .", "Two cats ."])
    write_lines(here / "r.de", ["Ein Hund .", "Zwei Katzen ."])
    write_lines(here / "o.de", ["Ein Hund .", "Zwo Katzen ."])
    write_lines(here / "ids", ["d", "d"])
    rows = [
        {"id": "1", "system": "mine", "annotator": "ana", "score": 90, "spans": []},
        {"id": "2", "system": "mine", "annotator": "ana", "score": 60, "spans": [SPAN]},
    ]
    write_lines(here / "ana.jsonl", [json.dumps(row) for row in rows])
    return here


def test_ratings_are_converted_and_back(rated: Path, litmus: Litmus) -> None:
    answer = litmus("ratings", "ana.jsonl", *LOOSE, "-f", "mqm", "-o", "ana.tsv")
    assert (answer.code, answer.out) == (0, "ana.tsv: 2 ratings\n")
    assert answer.err == "litmus: mqm cannot hold everything; this is lost: 2 scores.\n"
    assert (rated / "ana.tsv").read_text().splitlines()[2].split("\t") == [
        "mine", "d", "2", "2", "ana", "Two cats .", "<v>Zwo</v> Katzen .", "Style/Awkward", "minor",
    ]  # fmt: skip
    answer = litmus("check", "ana.tsv")
    assert answer.out.startswith("ana.tsv: ratings, 2 ratings, 1 error span, 2 segments")
    for format, name in (("esa", "ana.csv"), ("pearmut", "ana.p.jsonl")):
        answer = litmus("ratings", "ana.jsonl", *LOOSE, "-f", format, "-o", name, "-q")
        assert (answer.code, answer.err) == (0, "")
        answer = litmus("ratings", name, *LOOSE, "-o", "back.jsonl")
        found = [json.loads(line) for line in (rated / "back.jsonl").read_text().splitlines()]
        assert [(row["id"], row["score"], row["spans"]) for row in found] == [
            ("1", 90.0, []),
            ("2", 60.0, [SPAN]),
        ]


def test_a_table_alone_becomes_json_lines(rated: Path, litmus: Litmus) -> None:
    litmus("ratings", "ana.jsonl", *LOOSE, "-f", "mqm", "-o", "ana.tsv", "-q")
    answer = litmus("ratings", "ana.tsv", "-o", "out.jsonl")
    assert (answer.code, answer.out, answer.err) == (0, "out.jsonl: 2 ratings\n", "")


def test_a_campaign_for_pearmut(rated: Path, litmus: Litmus) -> None:
    answer = litmus(
        "ratings", *LOOSE, "-f", "pearmut-campaign", "--protocol", "MQM", "--annotators", "ana, ben",
        "--name", "dogs", "-o", "campaign.json",
    )  # fmt: skip
    assert (answer.code, answer.out) == (0, "campaign.json: a campaign of 2 segments\n")
    campaign = json.loads((rated / "campaign.json").read_text())
    assert campaign["campaign_id"] == "dogs" and campaign["info"]["users"] == ["ana", "ben"]


@pytest.mark.parametrize(("arguments", "code", "message"), [
    (("-o", "x"), 2, "There is nothing to convert: name a file of ratings for jsonl."),
    (("ana.jsonl", "-f", "mqm", "-o", "x"), 2,
     "mqm holds texts. Give the suite that was rated: -t SUITE"),
])  # fmt: skip
def test_refused(
    rated: Path, litmus: Litmus, arguments: tuple[str, ...], code: int, message: str
) -> None:
    answer = litmus("ratings", *arguments)
    assert (answer.code, answer.out, answer.err) == (code, "", f"litmus: {message}\n")


def test_report_and_score_show_ratings(rated: Path, litmus: Litmus) -> None:
    shown = ("-m", "chrf", "-r", "r.de", "--ratings", "ana.jsonl", "--bootstrap", "20")
    answer = litmus("report", *LOOSE, *shown, "-o", "page.html")
    assert answer.code == 0
    answer = litmus("score", *LOOSE, *shown, "--report", "other.html")
    assert answer.code == 0
    for name in ("page.html", "other.html"):
        assert (rated / name).stat().st_size > 100_000


def test_the_page_of_parts_has_the_ratings(rated: Path, litmus: Litmus) -> None:
    inputs = (*LOOSE, "-m", "chrf", "-r", "r.de", "--ratings", "ana.jsonl", "--no-test")
    for k in (1, 2):
        assert litmus("report", *inputs, "--shard", f"{k}/2", "-o", f"part.{k}").code == 0
    assert litmus("merge", "part.1", "part.2", "-o", "whole.html").code == 0
    assert litmus("report", *inputs, "-o", "page.html").code == 0
    sizes = [(rated / name).stat().st_size for name in ("whole.html", "page.html")]
    assert abs(sizes[0] - sizes[1]) < 200  # but for the command at the foot
