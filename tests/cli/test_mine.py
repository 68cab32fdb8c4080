"""`litmus mine`: whole outputs."""

import json
import re
from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, write_lines

here, litmus, tiny = FIXTURES

LINES = [
    "He kicked the bucket.",
    "Nothing here.",
    "She spilled the beans, then he spilled the beans.",
]
ROWS = [
    {"line": 1, "idiom": "kick the bucket", "span": [3, 20], "pieces": [[3, 20]], "text": "kicked the bucket", "flags": []},
    {"line": 3, "idiom": "spill the beans", "span": [4, 21], "pieces": [[4, 21]], "text": "spilled the beans", "flags": []},
    {"line": 3, "idiom": "spill the beans", "span": [31, 48], "pieces": [[31, 48]], "text": "spilled the beans", "flags": []},
]  # fmt: skip
OUTPUT = "".join(json.dumps(row) + "\n" for row in ROWS)
MINE = ("mine", "list.txt", "x.en", "-l", "en")
SUMMARY = """3 occurrences of 2 idioms (of 3 listed) in 3 lines: out.jsonl
        2  spill the beans
        1  kick the bucket
"""


def plain(rows: str) -> str:
    """Rows without the probability, which every new model may change."""
    return re.sub(r', "figurative": [01]\.\d+', "", rows)


@pytest.fixture
def text(here: Path) -> Path:
    """`x.en` and `list.txt`."""
    write_lines(here / "x.en", LINES)
    write_lines(here / "list.txt", ["kick the bucket", "spill the beans", "red tape"])
    return here


def test_mine_prints_rows(text: Path, litmus: Litmus) -> None:
    answer = litmus(*MINE)
    assert (answer.code, plain(answer.out), answer.err) == (0, OUTPUT, "")


def test_mine_writes_a_file_and_a_summary(text: Path, litmus: Litmus) -> None:
    answer = litmus(*MINE, "-o", "out.jsonl")
    assert (answer.code, answer.out, answer.err) == (0, SUMMARY, "")
    assert plain((text / "out.jsonl").read_text("utf-8")) == OUTPUT
    assert sorted(path.name for path in text.iterdir()) == ["list.txt", "out.jsonl", "x.en"]


def test_mine_summary_shows_ten_idioms(here: Path, litmus: Litmus) -> None:
    words = [f"alpha{letter} omega{letter}" for letter in "abcdefghijkl"]
    write_lines(here / "list.txt", words)
    write_lines(here / "x.en", words)
    answer = litmus(*MINE, "-o", "out")
    first, *shown, last = answer.out[:-1].split("\n")
    assert first == "12 occurrences of 12 idioms (of 12 listed) in 12 lines: out"
    assert len(shown) == 10
    assert last == "      ...  and 2 more"


def test_mine_without_occurrences(here: Path, litmus: Litmus) -> None:
    write_lines(here / "list.txt", ["red tape"])
    write_lines(here / "x.en", ["no"] * 1_200)
    answer = litmus(*MINE, "-o", "out")
    assert (answer.code, answer.out) == (
        0, "0 occurrences of 0 idioms (of 1 listed) in 1,200 lines: out\n",
    )  # fmt: skip
    assert (here / "out").read_bytes() == b""


def test_mine_samples_page_shows_the_matches(text: Path, litmus: Litmus) -> None:
    answer = litmus(*MINE, "-o", "out.jsonl", "--samples", "look.html")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == f"{SUMMARY}To judge the matches, open look.html\n"
    page = (text / "look.html").read_text("utf-8")
    assert page.lower().startswith("<!doctype html>")
    for part in ("spill the beans", "kicked the bucket"):
        assert part in page
