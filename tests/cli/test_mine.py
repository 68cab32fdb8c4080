"""`litmus mine`: whole outputs, and what it refuses."""

import gzip
import json
import re
from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, python, write_lines, written

from litmus.corpus.blocks import SIZE

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


def test_mine_rows_say_how_likely_they_are_figurative(text: Path, litmus: Litmus) -> None:
    rows = [json.loads(row) for row in litmus(*MINE).out.splitlines()]
    assert all(0 <= row["figurative"] <= 1 for row in rows)


def test_mine_leaves_out_what_is_not_figurative_enough(here: Path, litmus: Litmus) -> None:
    literal, meant = "The ship broke the ice on the frozen river.", "His joke broke the ice."
    (here / "x.en").write_text(f"{literal}\n{meant}\n")
    (here / "list.txt").write_text("break the ice\n")
    found = [json.loads(row)["line"] for row in litmus(*MINE).out.splitlines()]
    kept = [
        json.loads(row)["line"] for row in litmus(*MINE, "--figurative", "0.5").out.splitlines()
    ]
    assert (found, kept) == ([1, 2], [2])


def test_mine_refuses_a_probability_where_nothing_tells_it(here: Path, litmus: Litmus) -> None:
    (here / "x.de").write_text("Er hat ins Gras gebissen.\n")
    (here / "list.txt").write_text("ins Gras beißen\n")
    answer = litmus("mine", "list.txt", "x.de", "-l", "de", "--figurative", "0.5")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == (
        "litmus: Nothing tells literal from figurative use in 'de'; it is known for en. "
        "Leave out --figurative.\n"
    )


def test_mine_writes_a_file_and_a_summary(text: Path, litmus: Litmus) -> None:
    answer = litmus(*MINE, "-o", "out.jsonl")
    assert (answer.code, answer.out, answer.err) == (0, SUMMARY, "")
    assert plain((text / "out.jsonl").read_text("utf-8")) == OUTPUT
    assert sorted(path.name for path in text.iterdir()) == ["list.txt", "out.jsonl", "x.en"]


@pytest.mark.parametrize(
    "options", [["--workers", "1"], ["-q"], ["--analyser", "none"], ["--resume"]]
)
def test_mine_options_that_change_nothing_here(
    text: Path, litmus: Litmus, options: list[str]
) -> None:
    answer = litmus(*MINE, *options, "-o", "out.jsonl")
    assert (answer.code, answer.out, answer.err) == (0, SUMMARY, "")
    assert plain((text / "out.jsonl").read_text("utf-8")) == OUTPUT


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


def test_mine_shipped_list_and_compressed_text(here: Path, litmus: Litmus) -> None:
    (here / "x.en.gz").write_bytes(gzip.compress("".join(f"{line}\n" for line in LINES).encode()))
    answer = litmus("mine", "en", "x.en.gz", "-l", "en")
    assert (answer.code, plain(answer.out), answer.err) == (0, OUTPUT, "")


def test_mine_free_and_gaps(here: Path, litmus: Litmus) -> None:
    write_lines(here / "list.txt", ["spill the beans"])
    write_lines(
        here / "x.en", ["The beans were, we all think, spilled.", "The beans were spilled."]
    )
    found = {
        options: [json.loads(line)["line"] for line in litmus(*MINE, *options).out.splitlines()]
        for options in [(), ("--matcher", "free"), ("--matcher", "free", "--max-gap", "1")]
    }
    assert list(found.values()) == [[], [1, 2], [2]]


def test_mine_inserted_words(here: Path, litmus: Litmus) -> None:
    write_lines(here / "list.txt", ["break the ice"])
    write_lines(here / "x.en", ["She broke the ice.", "She broke the thick ice."])
    found = [len(litmus(*MINE, "--max-inserted", number).out.splitlines()) for number in (0, 1)]
    assert found == [1, 2]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["mine", "xx", "x.en", "-l", "en"], 1, "xx does not exist.\n"
         "Lists found by name: ar, de, en, es, fr, he, is, it, ja, ko, nl, pt, ro, ru, tr, zh"),
        (["mine", "de", "x.en", "-l", "en"], 2, "The list de is for de, but the corpus is en."),
        ([*MINE, "--max-gap", "-1"], 2, "--max-gap must be at least 0, not -1."),
        ([*MINE, "--max-inserted", "-1"], 2, "--max-inserted must be at least 0, not -1."),
        ([*MINE, "--workers", "0"], 2, "--workers must be at least 1, not 0."),
        ([*MINE, "--resume"], 2, "--resume and --samples need -o OUT."),
        ([*MINE, "--samples", "x.html"], 2, "--resume and --samples need -o OUT."),
        ([*MINE, "-o", "out.gz"], 2,
         "out.gz cannot be written compressed: a run that was stopped could not resume.\n"
         "Write out and compress it afterwards."),
        ([*MINE, "--overwrite", "-o", "."], 1, ". is a folder; give the name of a file."),
        ([*MINE, "--analyser", "nope"], 2,
         "No analyser is called 'nope'.\n"
         "Known: conllu:FILE, embedded[:FOLDER], plain, spacy:PIPELINE, stanza[:LANG[:PACKAGE]]"),
        ([*MINE, "--overwrite", "-o", "x.en"], 2,
         "-o x.en is also an input and would be overwritten.\n"
         "Give another name; nothing was done."),
    ],
)  # fmt: skip
def test_mine_refuses(
    text: Path, litmus: Litmus, arguments: list[str], code: int, message: str
) -> None:
    before = sorted(text.rglob("*"))
    answer = litmus(*arguments)
    assert (answer.code, answer.out, answer.err) == (code, "", f"litmus: {message}\n")
    assert sorted(text.rglob("*")) == before


def test_mine_missing_corpus_is_named(text: Path, litmus: Litmus) -> None:
    answer = litmus("mine", "list.txt", "no.en", "-l", "en")
    assert (answer.code, answer.out, answer.err) == (1, "", "litmus: no.en does not exist.\n")


def test_mine_unknown_language(text: Path, litmus: Litmus) -> None:
    answer = litmus("mine", "list.txt", "x.en", "-l", "english")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("litmus: ")


def test_mine_unknown_matcher(text: Path, litmus: Litmus) -> None:
    answer = litmus(*MINE, "--matcher", "order")
    assert answer.code == 2
    assert "there is no 'order'. Did you mean 'ordered'?\nKnown: ordered, free" in answer.err


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("hit the (sack", "list.txt:2: '(' without ')'. Close the parenthesis."),
        ("someone", "list.txt:2: 'someone' holds only slots. Add a word that the idiom must have."),
        ("in the", "list.txt:2: 'in the' is made of stop words only and would match nearly every sentence.\n"
                   "Remove it, or add a word that tells the idiom from other text."),
        ("red tape", "list.txt:2 repeats line 1: 'red tape'. Remove one."),
    ],
)  # fmt: skip
def test_mine_names_the_entry_that_is_wrong(
    here: Path, litmus: Litmus, entry: str, message: str
) -> None:
    write_lines(here / "list.txt", ["red tape", entry])
    write_lines(here / "x.en", LINES)
    answer = litmus(*MINE, "-o", "out")
    assert (answer.code, answer.out, answer.err) == (1, "", f"litmus: {message}\n")
    assert not (here / "out.part").exists()


def test_mine_names_the_line_that_is_not_utf8(text: Path, litmus: Litmus) -> None:
    (text / "x.en").write_bytes(b"one\ntwo\ncaf\xe9\n")
    answer = litmus(*MINE, "-o", "out")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("litmus: x.en:3 is not UTF-8: byte 0xe9 at byte 4 of the line.\n")


def test_mine_unfinished_run_and_overwrite(text: Path, litmus: Litmus) -> None:
    litmus(*MINE, "-o", "out.jsonl")
    (text / "out.jsonl").rename(text / "out.jsonl.part")
    (text / "out.jsonl.state").write_text("{}", "utf-8")
    answer = litmus(*MINE, "-o", "out.jsonl")
    assert (answer.code, answer.err) == (
        2,
        "litmus: out.jsonl.part holds the beginning of a run that was stopped.\n"
        "Resume it with --resume, or start again with --overwrite.\n",
    )
    answer = litmus(*MINE, "-o", "out.jsonl", "--overwrite")
    assert (answer.code, answer.out, answer.err) == (0, SUMMARY, "")
    assert plain((text / "out.jsonl").read_text("utf-8")) == OUTPUT


def test_mine_samples_page_shows_the_matches(text: Path, litmus: Litmus) -> None:
    answer = litmus(*MINE, "-o", "out.jsonl", "--samples", "look.html")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == f"{SUMMARY}To judge the matches, open look.html\n"
    page = (text / "look.html").read_text("utf-8")
    assert page.lower().startswith("<!doctype html>")
    for part in ("spill the beans", "kicked the bucket"):
        assert part in page


@pytest.mark.slow
def test_mine_help_is_quick_to_load(here: Path) -> None:
    check = (
        "import sys\nfrom litmus.cli.main import parser\nparser()\n"
        "print(sorted(m for m in sys.modules if m.split('.')[0] in ('numpy', 'onnxruntime')))"
    )
    assert python("-c", check).stdout == "[]\n"


@pytest.mark.slow
def test_mine_as_a_program_with_two_workers(text: Path) -> None:
    # Two blocks: what is found stands in the first and in the second.
    write_lines(text / "x.en", [*LINES * 300, *["Nothing of it. " * 70] * 1_500, *LINES * 300])
    assert (text / "x.en").stat().st_size > 1.4 * SIZE
    for workers in (1, 2):
        done = python(
            "-m", "litmus", *MINE, "--workers", str(workers), "--analyser", "none",
            "-o", f"{workers}.jsonl", cwd=text,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
    assert (text / "1.jsonl").read_bytes() == (text / "2.jsonl").read_bytes()
    rows = written(text / "2.jsonl")
    assert [row["line"] for row in rows[-3:]] == [3_298, 3_300, 3_300]
    assert len(rows) == 1_800
