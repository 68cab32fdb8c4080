"""`litmus score` by columns, against a baseline by name, and on several suites at once."""

from pathlib import Path

import pytest
from commanding import (
    FIXTURES,
    LITERAL,
    REFERENCE,
    SEGMENTS,
    Litmus,
    write_lines,
    write_suite,
)

here, litmus, tiny = FIXTURES
FEW = ("--bootstrap", "30")
COLUMNS = ["domain\tlevel", "news\t1", "news\t2", "talk\t1", "talk\t2"]


def test_by_column_of_a_file(tiny: Path, litmus: Litmus) -> None:
    write_lines(tiny / "columns.tsv", COLUMNS)
    answer = litmus(
        "score", "-t", "tiny", "-i", "@mixed", "-m", "blacklist", "--columns", "columns.tsv",
        "--by-column", "domain", "level", "-f", "json", *FEW,
    )  # fmt: skip
    # b, c and d have a blacklist; b and c are literal
    found = {(r["column"], r["bucket"]): (r["n"], r["value"]) for r in answer.rows if r["column"]}
    assert found == {
        ("domain", "news"): (1, 100.0), ("domain", "talk"): (2, 50.0),
        ("level", "1"): (1, 100.0), ("level", "2"): (2, 50.0),
    }  # fmt: skip
    assert answer.row("@mixed", "blacklist", "domain:talk")["suite"] == "tiny"


def many(folder: Path, name: str, **systems: list[str]) -> Path:
    """Forty segments: enough for a test."""
    segments = [{**SEGMENTS[1], "id": str(k)} for k in range(40)]
    return write_suite(folder / name, segments, systems, metrics=["blacklist"])


WRONG, RIGHT = [LITERAL[1]] * 40, [REFERENCE[1]] * 40


def test_word_f_shows_its_tags_unasked(tiny: Path, litmus: Litmus) -> None:
    write_lines(tiny / "ref.tags", ["0 0 0", "formality 0 0 0", "0 0 0 0 0 0", "0 0 0 0 0 0 0"])
    command = (
        "score", "-t", "tiny", "-i", "@right", "-m", "word-f", "blacklist", "--tags", "ref.tags",
        *FEW, "-q",
    )  # fmt: skip
    text = litmus(*command).out
    assert "\nformality " in text
    assert "kick the bucket" not in text  # labels of idioms are many, and asked for: --labels
    latex = litmus(*command, "-f", "latex").out
    assert latex.count("\\begin{tabular}") == 2 and "\nformality & 1 & " in latex
    assert "kick the bucket" in litmus(*command, "-f", "latex", "--labels").out


@pytest.fixture
def two(here: Path) -> Path:
    many(here, "one", base=WRONG, mine=RIGHT)
    many(here, "two", base=WRONG, other=RIGHT)
    for name in ("one", "two"):
        write_lines(here / "out" / f"{name}.fr", RIGHT)
    return here


def test_several_suites_in_one_table(two: Path, litmus: Litmus) -> None:
    answer = litmus("score", "-t", "one", "-t", "two", *FEW)
    assert answer.code == 0
    lines = [line.split() for line in answer.out.split("\n")]
    assert ["one", "two", "mean"] in lines
    assert ["base", "100.0", "[91.2,", "100.0]", "100.0", "[91.2,", "100.0]", "100.0"] in lines
    assert ["mine", "0.0", "[0.0,", "8.8]", "–", "–"] in lines


def test_outputs_on_several_suites(two: Path, litmus: Litmus) -> None:
    command = ("score", "-t", "one", "-t", "two", "-i", "@base", "mine=out/{suite}.fr")
    rows = litmus(*command, "-f", "json", *FEW).rows
    assert {(r["suite"], r["system"], r["value"]) for r in rows if r["tag"] is None} == {
        ("one", "@base", 100.0), ("one", "mine", 0.0),
        ("two", "@base", 100.0), ("two", "mine", 0.0),
    }  # fmt: skip
    assert litmus(*command, "-b", *FEW).out == (
        "one\t@base\tblacklist\t100.0\none\tmine\tblacklist\t0.0\n"
        "two\t@base\tblacklist\t100.0\ntwo\tmine\tblacklist\t0.0\n"
    )
