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


def evaluated(folder: Path, *rows: Any, **options: Any) -> tuple[Any, Any, Any]:
    """What is found of one translation with ratings in `r.jsonl`, and the data of its page."""
    if rows:
        options["ratings"] = folder / "r.jsonl"
        lines = [json.dumps({"id": "1", "system": "mine", **row}) for row in rows]
        options["ratings"].write_text("\n".join(lines) + "\n")
    options = {"page": folder / "page.html"} | options
    found = evaluate(
        languages="en-de", source=["a"], references=["b"], outputs={"mine": ["c d e"]},
        metrics="chrf", **options,
    )  # fmt: skip
    return found, *data_of(folder / "page.html")


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
    numbers = listed["errors"][0][0]
    spans = [tuple(numbers[i : i + 4]) for i in range(0, len(numbers), 5)]
    # the emoji before them is two units: one more than the characters that files count
    assert spans[0] == (0, 0, 6, 4) and spans[2] == (0, 0, 15, 5)
    assert spans[3] == (0, 0, 0, 0)  # an omission keeps its place
    assert spans[5] == (1, 1, 14, 6)  # in the source, where the emoji comes later
    assert spans[6] == (2, 0, 0, 2)
    assert listed["rated"][1][2] == [1, 90.0, 0]  # errors were not asked for
    assert listed["errors"][1] == [0, [0, 0, 3, 3, kinds.index(("minor", "Fluency/Grammar"))], 0]


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
    _, about, listed = evaluated(tmp_path)
    assert about["raters"] is None
    assert (listed["errors"], listed["rated"]) == ([0], [0])


def test_a_severity_without_weight_gives_no_score(tmp_path: Path) -> None:
    odd = {"spans": [{"start": 0, "end": 1, "severity": "odd"}]}
    result, about, _ = evaluated(tmp_path, odd)
    assert result.notes[-1] == (
        "1 rating without a score: no weight is known for the severity of an error. "
        "litmus check FILE names them."
    )
    assert about["raters"]["rated"] == [[0, 0, 1, 0, 0, None, 1]]
    assert about["raters"]["names"] == ["r.jsonl"]


def test_ratings_need_a_page_and_a_file_of_ratings(tmp_path: Path) -> None:
    path = tmp_path / "r.txt"
    path.write_text("hello\n")
    for options, message in (
        ({"page": None}, "ratings are shown in a report. Say where it goes: page=F.html"),
        ({}, f"{path} is none of the files of ratings: JSON lines with id, system and score or "
         "spans; WMT's MQM table; Appraise's CSV; Pearmut's annotations; NAME.seg.score."),
    ):  # fmt: skip
        with pytest.raises(LitmusError) as caught:
            evaluated(tmp_path, ratings=path, **options)
        assert str(caught.value) == message
    assert not (tmp_path / "page.html").exists()


def test_pieces_of_an_error_are_one(tmp_path: Path) -> None:
    piece = {"start": 0, "end": 1, "severity": "major"}
    spans = [piece, piece | {"start": 2, "end": 3, "score": 0.0}]
    _, about, listed = evaluated(tmp_path, {"spans": spans})
    assert about["raters"]["errors"] == [[0, 0, 0, 1]]
    assert len(listed["errors"][0][0]) == 2 * 5  # both are shown


def test_files_of_one_name_are_told_apart(tmp_path: Path) -> None:
    files = [tmp_path / folder / "r.jsonl" for folder in "AB"]
    for score, file in enumerate(files, start=1):
        file.parent.mkdir()
        file.write_text(json.dumps({"id": "1", "system": "mine", "score": score}) + "\n")
    _, about, _ = evaluated(tmp_path, ratings=files)
    assert about["raters"]["names"] == ["A/r.jsonl", "B/r.jsonl"]
    raters = [Rater("m", "f.jsonl", True), Rater("m", "", True)]
    assert names_of(raters) == ["m (f.jsonl)", "m (scored here)"]
