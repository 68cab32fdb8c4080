"""What a report holds of ratings: counts and means by hand, offsets as the page counts them."""

import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.reports.rated_suite import RATINGS, rated_page

from litmus import evaluate
from litmus.corpus.rating_index import Rater, names_of
from litmus.errors import LitmusError
from litmus.reports import parts


def data_of(page: Path) -> tuple[Any, Any]:
    blocks = re.findall(r'id="(?:numbers|segments)">([^<]*)<', page.read_text(encoding="utf-8"))
    numbers, listed = (json.loads(gzip.decompress(base64.b64decode(block))) for block in blocks)
    return numbers["suites"][0], listed["suites"][0]


def test_numbers_of_raters(tmp_path: Path) -> None:
    about, listed = data_of(rated_page(tmp_path))
    raters = about["raters"]
    assert raters["names"] == ["ana (people.jsonl)", "ben", "ana (judge.jsonl)"]
    assert raters["files"] == ["people.jsonl", "people.jsonl", "judge.jsonl"]
    # rater, system, ratings, without an error, scored, mean, asked for errors
    assert raters["rated"] == [
        [0, 0, 3, 0, 3, pytest.approx(80 / 3), 3],
        [0, 1, 2, 1, 2, 85.0, 2],
        [1, 0, 1, 0, 1, 30.5, 1],
        [1, 1, 1, 0, 1, 90.0, 0],
        [2, 0, 1, 0, 1, -5.0, 1],  # no score: what a major error costs
    ]
    # by file and system, segments averaged: a of mine is rated twice
    assert raters["means"] == [
        ["people.jsonl", 0, 3, pytest.approx((25.25 + 60 + 0) / 3)],
        ["people.jsonl", 1, 3, pytest.approx((100 + 70 + 90) / 3)],
        ["judge.jsonl", 0, 1, -5.0],
    ]
    kinds = [tuple(kind) for kind in raters["kinds"]]
    counted = {(r, s, *kinds[k]): n for r, s, k, n in raters["errors"]}
    assert counted[0, 0, "critical", "Non-translation!"] == 1
    assert counted[0, 0, "critical", "Accuracy/Omission"] == 1
    assert sum(counted.values()) == sum(
        len(spans or ()) for rows in RATINGS.values() for *_, spans in rows
    )
    assert listed["rated"][1][2] == [1, 90.0, 0]  # errors were not asked for
    assert listed["errors"][1] == [0, [0, 0, 3, 3, kinds.index(("minor", "Fluency/Grammar"))], 0]


def test_offsets_count_utf16_units(tmp_path: Path) -> None:
    _, listed = data_of(rated_page(tmp_path))
    numbers = listed["errors"][0][0]
    spans = [tuple(numbers[i : i + 4]) for i in range(0, len(numbers), 5)]
    # the emoji before them is two units: one more than the characters that files count
    assert spans[0] == (0, 0, 6, 4) and spans[2] == (0, 0, 15, 5)
    assert spans[3] == (0, 0, 0, 0)  # an omission keeps its place
    assert spans[5] == (1, 1, 14, 6)  # in the source, where the emoji comes later
    assert spans[6] == (2, 0, 0, 2)


def test_parts_hold_the_ratings_of_their_segments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("litmus.api.report.Parts", lambda file: parts.Parts(file, most=1))
    monkeypatch.setattr("litmus.scoring.measuring.inputs.BATCH", 1)
    whole = rated_page(tmp_path)
    about, first = data_of(whole)
    _, second = data_of(whole.with_suffix(".2.html"))
    assert len(first["rated"][0]) == len(second["rated"][0]) == 1
    assert first["rated"][0][0][:2] == [0, 20.0] and second["rated"][0][0][:2] == [0, 60.0]
    assert len(about["raters"]["rated"]) == 5  # every page has all the numbers


def test_report_without_ratings_says_nothing_of_raters(tmp_path: Path) -> None:
    texts: dict[str, Any] = {"languages": "en-de", "source": ["a"], "references": ["b"]}
    page = tmp_path / "page.html"
    evaluate(**texts, outputs={"mine": ["c"]}, metrics="chrf", page=page)
    about, listed = data_of(page)
    assert about["raters"] is None
    assert (listed["errors"], listed["rated"]) == ([0], [0])


def test_a_severity_without_weight_gives_no_score(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    spans = [{"start": 0, "end": 1, "severity": "odd"}]
    path.write_text(json.dumps({"id": "1", "system": "mine", "spans": spans}) + "\n")
    texts: dict[str, Any] = {"languages": "en-de", "source": ["a"], "references": ["b"]}
    page = tmp_path / "page.html"
    result = evaluate(**texts, outputs={"mine": ["c"]}, metrics="chrf", page=page, ratings=path)
    assert result.notes[-1] == (
        "1 rating without a score: no weight is known for the severity of an error. "
        "litmus check FILE names them."
    )
    about, _ = data_of(page)
    assert about["raters"]["rated"] == [[0, 0, 1, 0, 0, None, 1]]
    assert about["raters"]["names"] == ["r.jsonl"]


def test_ratings_need_a_page(tmp_path: Path) -> None:
    texts: dict[str, Any] = {"languages": "en-de", "source": ["a"], "outputs": {"m": ["b"]}}
    with pytest.raises(LitmusError) as caught:
        evaluate(**texts, references=["b"], metrics="chrf", ratings="r.jsonl")
    assert str(caught.value) == ("ratings are shown in a report. Say where it goes: page=F.html")


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "r.txt"
    path.write_text("hello\n")
    texts: dict[str, Any] = {"languages": "en-de", "source": ["a"], "outputs": {"m": ["b"]}}
    with pytest.raises(LitmusError) as caught:
        evaluate(**texts, references=["b"], metrics="chrf", ratings=path, page=tmp_path / "p.html")
    assert str(caught.value) == (
        f"{path} is none of the files of ratings: JSON lines with id, system and score or spans; "
        "WMT's MQM table; Appraise's CSV; Pearmut's annotations; NAME.seg.score."
    )
    assert not (tmp_path / "p.html").exists()


def test_pieces_of_an_error_are_one(tmp_path: Path) -> None:
    piece = {"start": 0, "end": 1, "severity": "major"}
    spans = [piece, piece | {"start": 2, "end": 3, "score": 0.0}]
    path = tmp_path / "r.jsonl"
    path.write_text(json.dumps({"id": "1", "system": "mine", "spans": spans}) + "\n")
    texts: dict[str, Any] = {"languages": "en-de", "source": ["a"], "references": ["b"]}
    page = tmp_path / "page.html"
    evaluate(**texts, outputs={"mine": ["c d e"]}, metrics="chrf", page=page, ratings=path)
    about, listed = data_of(page)
    assert about["raters"]["errors"] == [[0, 0, 0, 1]]
    assert len(listed["errors"][0][0]) == 2 * 5  # both are shown


def test_a_metric_in_a_file_and_scored_now_are_told_apart() -> None:
    raters = [Rater("m", "f.jsonl", True), Rater("m", "", True)]
    assert names_of(raters) == ["m (f.jsonl)", "m (scored here)"]


def test_files_of_one_name_are_told_apart(tmp_path: Path) -> None:
    files = [tmp_path / folder / "r.jsonl" for folder in "AB"]
    for score, file in enumerate(files, start=1):
        file.parent.mkdir()
        file.write_text(json.dumps({"id": "1", "system": "mine", "score": score}) + "\n")
    texts: dict[str, Any] = {"languages": "en-de", "source": ["a"], "references": ["b"]}
    page = tmp_path / "page.html"
    evaluate(**texts, outputs={"mine": ["c"]}, metrics="chrf", page=page, ratings=files)
    about, _ = data_of(page)
    assert about["raters"]["names"] == ["A/r.jsonl", "B/r.jsonl"]
