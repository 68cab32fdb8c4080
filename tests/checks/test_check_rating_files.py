"""`litmus check` on files of ratings, sound and damaged: what is wrong is named with its line."""

import json
from pathlib import Path

import pytest

from litmus.checks.ratings import check_ratings, is_ratings
from litmus.checks.report import Report

HEAD = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity"
ROW = "m\td\t1\t7\tr1\tsaid\tSagte <v>es</v>\tFluency/Grammar\tMinor"
ESA = "u,m,1,TGT,en,de,80,d#m,False,{},0,0"
SPAN = '"[{""start_i"":0,""end_i"":3,""severity"":""minor""}]"'


def checked(path: Path, text: str) -> Report:
    path.write_bytes(text.encode("utf-8"))
    assert is_ratings(path, ())
    return check_ratings(path, ())


@pytest.mark.parametrize("start", ["", "\ufeff"], ids=["plain", "bom"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize(("name", "lines"), [
    ("a.tsv", [HEAD, ROW, ROW.replace("r1", "r2")]),
    ("a.csv", [ESA.format(SPAN), ESA.format(SPAN).replace("u,m,1", "u,m,2")]),
])  # fmt: skip
def test_tables_with_any_line_end(
    tmp_path: Path, name: str, lines: list[str], end: str, start: str
) -> None:
    report = checked(tmp_path / name, start + end.join(lines) + end)
    assert report.problems == ()
    assert (report.counts["ratings"], report.counts["error spans"]) == (2, 2)


BAD = [
    ("a.tsv", [HEAD, ROW, "m\td", ROW.replace("Minor", "Bad")], [
        "{f}:3 has 2 tab-separated columns; the header names 9.",
        "{f}:2: no weight is known for an error of severity 'Bad'.\n"
        "Known: critical, major, minor, neutral, undecided",
    ]),
    ("a.csv", [
        ESA.format("[]"),
        ESA.format("[]"),
        "id,system",
        ESA.format('"[{""start_i"":4,""end_i"":3,""severity"":""minor""}]"').replace("m,1", "m,2"),
        ESA.format('"[{""start_i"":4}]"').replace("m,1", "m,3"),
        ESA.format("[]").replace("80", "many"),
        ESA.format("[]").replace("80", "nan"),
    ], [
        "{f}:2: u has rated item 1 of 'm' in 'd' before ({f}:1).\nKeep one of the rows.",
        "{f}:3 is no row of Appraise's scores: 2 columns.",
        "{f}:4: the span from 4 to 3 is none.",
        "{f}:5: error spans have start_i, end_i and severity; found '[{\"start_i\":4}]'.",
        "{f}:6: the item or the score is no number: could not convert string to float: 'many'.",
        "{f}:7: the score must be a finite number, but is nan.",
    ]),
    ("a.jsonl", [
        '{"id": "1", "system": "m", "score": 1}',
        '{"id": "1", "system": "m", "score": 2}',
        '{"id": "2", "system": "m", "spans": [{"start": 0, "end": 1, "severty": "minor"}]}',
        '{"id": "3", "system": "m"}',
    ], [
        "{f}:2: the annotator has rated '1' of 'm' before ({f}:1).\nGive one rating each.",
        "{f}:3: unknown key 'severty'. Did you mean 'severity'?\n"
        "Known: category, end, in, score, severity, start",
        "{f}:4 has neither 'score' nor 'spans'. A rating needs one of them.",
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "lines", "problems"), BAD)
def test_what_is_wrong_is_named(
    tmp_path: Path, name: str, lines: list[str], problems: list[str]
) -> None:
    path = tmp_path / name
    report = checked(path, "\n".join(lines) + "\n")
    assert list(report.problems) == [problem.replace("{f}", str(path)) for problem in problems]


def entry(**more: object) -> str:
    span = {"start_i": 0, "end_i": 1, "severity": "minor"}
    value = {
        "annotation": [{"m": {"score": 5, "error_spans": [span]}}],
        "item": [{"item_id": "1", "src": "a", "tgt": {"m": "ab"}}],
        "user_id": "ana",
        "item_i": 0,
    }
    return json.dumps(value | more)


def test_pearmut_that_is_wrong_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    outside = [{"m": {"score": 5, "error_spans": [{"start_i": 0, "end_i": 7}]}}]
    lines = [
        entry(),
        entry(item_i=1, item=[{"src": "a", "tgt": {"m": "ab"}}]),
        entry(item_i=2, annotation=outside),
        entry(item_i=3, annotation=[]),
        entry(item_i=4, item=None),
        entry(item_i=5).replace('"score": 5', '"score": Infinity'),
        '{"id": "1", "system": "m", "score": 1}',
        "[]",
    ]
    report = checked(path, "\n".join(lines) + "\n")
    assert report.counts["ratings"] == 1
    assert list(report.problems) == [
        f"{path}:2: an item has no item_id, so nobody knows its segment.\n"
        "Add the suite's ids to the campaign's items.",
        f"{path}:3: the span from 0 to 7 is outside its text, of which 2 characters are shown.",
        f"{path}:4 has 1 items, but 0 annotations.",
        f"{path}:5 is no entry of Pearmut, which has user_id, item_i, item and annotation "
        "(TypeError(\"object of type 'NoneType' has no len()\")).",
        f"{path}:6: 'score' must be a finite number, but is inf.",
        f"{path}:7 is no entry of Pearmut, which has user_id, item_i, item and annotation "
        "(KeyError('user_id')).",
        f"{path}:8 holds list, not a JSON object.",
    ]


def test_what_is_read_in_spite_of_it_is_noted(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    for text, said in (
        ("a <v>b <v>c</v></v>", "<v> inside <v>"),
        ("a <v>b", "<v> without </v>"),
        ("a</v> b", "</v> without <v>"),
    ):
        row = ROW.replace("Sagte <v>es</v>", text)
        report = checked(path, f"{HEAD}\n{row}\n{row.replace('r1', 'r2')}\n")
        assert report.ok
        assert report.notes[0] == (
            f"Read in spite of it: {path}:2: {said} in the target. And 1 more such."
        )
    report = checked(path, f"{HEAD}\n{ROW}\n{ROW}\n")
    assert report.notes[0] == f"Read in spite of it: {path}:3 is the same error as in a row before."


def test_cells_of_ten_megabytes(tmp_path: Path) -> None:
    long = "x" * 10_000_000
    report = checked(tmp_path / "a.tsv", f"{HEAD}\n{ROW.replace('said', long)}\n")
    assert report.ok and report.counts["ratings"] == 1
    path = tmp_path / "a.csv"
    report = checked(path, f"{ESA.format('[]')}\n{ESA.format(long)}\n")
    assert list(report.problems) == [
        f"{path}:2 is no row of Appraise's scores: field larger than field limit (131072)."
    ]
