"""`litmus resegment`, and `score` and `report` of free text, as a user types them."""

import json
from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, write_lines, written

here, litmus, tiny = FIXTURES

SOURCE = [
    "The house is old.",
    "Where is the key?",
    "We bought it in 1998.",
    "The weather is nice.",
    "The doctor drinks water.",
]
GERMAN = [
    "Das Haus ist alt.",
    "Wo ist der Schlüssel?",
    "Wir kauften es 1998.",
    "Das Wetter ist schön.",
    "Der Arzt trinkt Wasser.",
]
FREE = {
    "a": "Sure! Here is the translation:\n\nDas Haus ist alt. Wir kauften es 1998.\n",
    "b": "Das Wetter ist schön.\nDer Arzt trinkt Wasser.\n",
}
LINES = [GERMAN[0], "", *GERMAN[2:]]
FILES = ("-l", "en-de", "-s", "src.en", "--docids", "ids")
SCORED = (*FILES, "-r", "ref.de", "-i", "mine=free", "--resegment", "-m", "chrf")
NOTES = [
    "free: 4 of 5 segments in 2 documents have text, 1 document line by line.",
    "free: 1 document with text that belongs to no segment (a).",
]


@pytest.fixture
def free(here: Path) -> Path:
    write_lines(here / "src.en", SOURCE)
    write_lines(here / "ref.de", GERMAN)
    write_lines(here / "ids", ["a", "a", "a", "b", "b"])
    (here / "free").mkdir()
    for name, text in FREE.items():
        (here / "free" / f"{name}.txt").write_text(text, encoding="utf-8")
    return here


def test_resegment_writes_a_line_per_segment(free: Path, litmus: Litmus) -> None:
    answer = litmus("resegment", "free", *FILES, "-o", "out.de", "--evidence", "why.jsonl")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == "\n".join([*NOTES, "resegment: source.v2", ""])
    assert (free / "out.de").read_text(encoding="utf-8").split("\n") == [*LINES, ""]
    first, second = written(free / "why.jsonl")
    assert (first["doc"], first["missing"], first["by_line"]) == ("a", ["2"], False)
    assert first["added"] == [{"start": 0, "end": 30, "text": "Sure! Here is the translation:"}]
    assert first["over"] == pytest.approx(26 / 57, abs=1e-4)  # letters of the remark, of all
    assert first["under"] == pytest.approx(14 / 45, abs=1e-4)
    assert first["beads"] == {"0-1": 1, "1-0": 1, "1-1": 2}
    assert (second["missing"], second["added"], second["by_line"]) == ([], [], True)


def test_resegment_prints_lines_where_no_file_is_named(free: Path, litmus: Litmus) -> None:
    answer = litmus("resegment", "free/a.txt", "free/b.txt", *FILES)
    assert (answer.code, answer.out.split("\n")) == (0, [*LINES, ""])
    assert "litmus: resegment: source.v2\n" in answer.err
    quiet = litmus("resegment", "free", *FILES, "--by", "reference", "-r", "ref.de", "-q")
    assert (quiet.code, quiet.out.split("\n"), quiet.err) == (0, [*LINES, ""], "")


def test_score_cuts_free_text_and_says_so(free: Path, litmus: Litmus) -> None:
    answer = litmus("score", *SCORED, "--segments", "why.jsonl", "-f", "json")
    assert answer.code == 0
    assert answer.err == "".join(f"litmus: {note}\n" for note in NOTES)
    litmus("resegment", "free", *FILES, "-o", "out.de", "-q")
    lines = litmus("score", *FILES, "-r", "ref.de", "-i", "mine=out.de", "-m", "chrf", "-f", "json")
    cut, plain = (json.loads(each.out)[0] for each in (answer, lines))
    assert cut["value"] == plain["value"]
    assert "|resegment:source.v2|" in cut["signature"]
    assert "resegment" not in plain["signature"]
    rows = [row for row in written(free / "why.jsonl") if row["metric"] == "resegment"]
    assert [row["id"] for row in rows] == ["1", "2", "3", "4", "5"]
    assert rows[0]["evidence"]["added"] == ["Sure! Here is the translation:"]
    assert rows[0]["counts"] == {"missing": 0, "segments": 1, "added": 26, "characters": 40}
    assert rows[1]["counts"] == {"missing": 1, "segments": 1, "added": 0, "characters": 0}


def test_report_and_evalset_take_free_text(free: Path, litmus: Litmus) -> None:
    page = litmus("report", *SCORED, "-o", "page.html", "-q")
    assert (page.code, (free / "page.html").exists()) == (0, True)
    folder = litmus("score", *SCORED, "-f", "evalset", "-o", "set", "-q")
    assert (folder.code, folder.out) == (0, "set: chrf-refA\n")
    texts = (free / "set" / "system-outputs" / "en-de" / "mine.txt").read_text(encoding="utf-8")
    assert texts.split("\n") == [*LINES, ""]


def test_a_reference_to_resegment_by_must_be_there(free: Path, litmus: Litmus) -> None:
    answer = litmus("resegment", "free", *FILES, "--by", "reference")
    assert (answer.code, answer.out, answer.err) == (
        1, "",
        "litmus: Segment '1' has no reference to resegment by.\nUse the source: --by source\n",
    )  # fmt: skip
