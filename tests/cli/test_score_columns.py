"""`litmus score` by columns, against a baseline by name, and on several suites at once."""

from pathlib import Path

import pytest
from commanding import (
    FIXTURES,
    LITERAL,
    MIXED,
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


@pytest.mark.slow
def test_by_column_is_the_same_from_workers_and_shards(tiny: Path, litmus: Litmus) -> None:
    write_lines(tiny / "columns.tsv", COLUMNS)
    command = (
        "score", "-t", "tiny", "-m", "blacklist", "chrf", "--columns", "columns.tsv",
        "--by-column", "domain", "idiom-frequency", "--paired-ar", "--trials", "50", *FEW, "-q",
    )  # fmt: skip
    whole = litmus(*command, "--workers", "1")
    assert whole.code == 0, whole.err
    assert litmus(*command, "--workers", "2").out == whole.out
    for k in (1, 2):
        assert litmus(*command, "--shard", f"{k}/2", "-o", f"part{k}").code == 0
    assert litmus("merge", "part1", "part2", "-o", "merged.txt").code == 0
    assert (tiny / "merged.txt").read_text(encoding="utf-8") == whole.out


def test_columns_of_another_length_are_refused(tiny: Path, litmus: Litmus) -> None:
    write_lines(tiny / "columns.tsv", COLUMNS[:-1])
    answer = litmus("score", "-t", "tiny", "--columns", "columns.tsv", "--by-column", "domain")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == (
        "litmus: columns.tsv has 3 rows, but tiny has 4 segments.\n"
        "Every segment needs one row, in order; nothing was done.\n"
    )


def test_unknown_column_and_baseline(tiny: Path, litmus: Litmus) -> None:
    answer = litmus("score", "-t", "tiny", "--by-column", "lenght")
    assert answer.code == 2
    assert answer.err.startswith(
        "litmus: No column of this suite is called 'lenght'. Did you mean 'length'?\n"
    )
    answer = litmus("score", "-t", "tiny", "--baseline", "rihgt", "--paired-ar")
    assert answer.code == 2
    assert answer.err == (
        "litmus: No system is called 'rihgt'. Did you mean 'right'?\nKnown: literal, mixed, right\n"
    )


def many(folder: Path, name: str, **systems: list[str]) -> Path:
    """Forty segments: enough for a test."""
    segments = [{**SEGMENTS[1], "id": str(k)} for k in range(40)]
    return write_suite(folder / name, segments, systems, metrics=["blacklist"])


WRONG, RIGHT = [LITERAL[1]] * 40, [REFERENCE[1]] * 40


def test_baseline_is_whom_others_are_tested_against(here: Path, litmus: Litmus) -> None:
    many(here, "many", base=WRONG, right=RIGHT, same=RIGHT)
    command = ("score", "-t", "many", "--paired-ar", "--trials", "200", "-q", *FEW)
    rows = litmus(*command, "--baseline", "right", "-f", "json").rows
    whole = {row["system"]: row for row in rows if row["tag"] is None}
    assert whole["right"]["p"] is None
    assert whole["same"]["p"] == whole["same"]["p_raw"] == 1.0
    assert whole["base"]["p"] == pytest.approx(2 * whole["base"]["p_raw"])
    assert whole["base"]["p"] < 0.05
    assert "* differs from right (p < 0.05" in litmus(*command, "--baseline", "right").out
    assert "* differs from base (p < 0.05" in litmus(*command).out


def test_markdown_and_latex_show_p_and_the_best_in_bold(here: Path, litmus: Litmus) -> None:
    many(here, "many", base=WRONG, right=RIGHT, same=RIGHT)
    command = ("score", "-t", "many", "--paired-ar", "--trials", "200", "-q", *FEW)
    markdown = litmus(*command, "-f", "md").out.split("\n")
    assert markdown[4] == "| base | 100.0 [91.2, 100.0] |"
    assert markdown[5].startswith("| right | **0.0** [0.0, 8.8] \\* (p = 0.0")
    assert markdown[6].startswith("| same | **0.0** [0.0, 8.8] \\* (p = 0.0")  # a tie
    latex = litmus(*command, "-f", "latex").out
    assert "right & \\textbf{0.0} {\\small [0.0, 8.8]}$^{*}$ {\\small ($p = 0.0" in latex
    assert "% Bold: best of the systems.\n" in latex


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


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["-i", "out/one.fr"], 2, "out/one.fr does not say which suite it translates, and there "
         "are several.\nSay where the name of the suite goes: -i NAME=out/{suite}.txt, or take "
         "what comes with the suites: -i @NAME"),
        (["-i", "mine=gone/{suite}.fr"], 1,
         f"There is no {Path('gone', 'one.fr')}, the output of mine on one."),
        (["-i", "@mine"], 2, "No output of two is called '@mine'.\nKnown: @base, @other"),
        (["-i", "@base", "@base"], 2,
         "Two outputs are called '@base'. Name them: -i NAME=FILE"),
        (["-i", "mine=out/{suite}.fr", "-o", "out/two.fr"], 2,
         f"-o {Path('out', 'two.fr')} is also an input and would be overwritten.\n"
         "Give another name; nothing was done."),
        (["-o", "two/segments.jsonl"], 2,
         f"-o {Path('two', 'segments.jsonl')} is also an input and would be overwritten.\n"
         "Give another name; nothing was done."),
        (["-t", "one"], 2, "2 suites are called 'one'; their rows could not be told apart.\n"
         "Give each suite once, or rename one in its suite.toml."),
        (["--segments", "x.jsonl"], 2, "--segments is for one suite. Score the suites one by one."),
        (["--shard", "1/2", "-o", "x"], 2,
         "--shard is for one suite. Score the suites one by one."),
        (["--paired-ar", "--baseline", "mine"], 2,
         "mine is the baseline, but two has no output of it.\n"
         "Name a system that every suite has: --baseline NAME"),
    ],
)  # fmt: skip
def test_bad_input_of_several_suites(
    two: Path, litmus: Litmus, arguments: list[str], code: int, message: str
) -> None:
    answer = litmus("score", "-t", "one", "-t", "two", *arguments, *FEW)
    assert (answer.code, answer.out, answer.err) == (code, "", f"litmus: {message}\n")


def test_report_takes_one_suite(two: Path, litmus: Litmus) -> None:
    answer = litmus("report", "-t", "one", "-t", "two")
    assert answer.code == 2
    assert "one and two were given; it is one suite at a time." in answer.err


def test_suites_of_other_languages_say_theirs(here: Path, litmus: Litmus) -> None:
    write_suite(here / "a", SEGMENTS, {"x": MIXED}, metrics=["blacklist"])
    write_suite(here / "b", SEGMENTS, {"x": MIXED}, metrics=["blacklist"], target="es")
    out = litmus("score", "-t", "a", "-t", "b", *FEW).out
    assert out.startswith(
        "2 suites\na v3, en-fr, 4 segments, 2 labels\nb v3, en-es, 4 segments, 2 labels\n"
    )
