"""`litmus score`: its formats, where words go, how outputs are named, exit codes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from commanding import (
    ENVIRONMENT,
    FIXTURES,
    LITERAL,
    MIXED,
    REFERENCE,
    SEGMENTS,
    Litmus,
    python,
    write_lines,
    written,
)

from litmus import __version__

here, litmus, tiny = FIXTURES

FIELDS = [
    "system", "metric", "tag", "n", "value", "low", "high", "p", "signature", "options", "family",
    "tests", "suite", "column", "bucket", "p_raw",
]  # fmt: skip
FEW = ("--bootstrap", "50")


SIGNED = f"unit:segment|ci:bs50|seed:12345|v:{__version__}"
BLACKLIST = "blacklist|set:tiny.v3|lang:en-fr|nrefs:1|match:stem|compat:no|avg:micro"
AUTOIE = "AutoIE|set:tiny.v3|lang:en-fr|nrefs:1|match:substring|avg:micro"


def test_text_is_a_table_with_support_intervals_and_signatures(tiny: Path, litmus: Litmus) -> None:
    # 3 of 3 and 0 of 3 cases. Every resample agrees, so the interval is Wilson's:
    # 0 of 3: upper end z2 / (3 + z2) = 3.8415 / 6.8415 = 56.1 %; 3 of 3: mirrored, 43.9 %.
    # AutoIE.pairs of @right: one of two alternatives, then all: (1/2 + 1 + 1) / 3 = 83.3 %.
    arguments = ["score", "-t", "tiny", "-i", "@literal", "@right", *FEW]
    answer = litmus(*arguments)
    row = litmus(*arguments, "-f", "json").row("@right", "autoie.pairs")
    assert 50 <= row["low"] < row["value"] < row["high"] <= 100
    pairs = f"83.3 [{row['low']:.1f}, {row['high']:.1f}]"
    assert (
        answer.out
        == f"""\
tiny v3, en-fr, 4 segments, 2 labels

          blacklist ↓          AutoIE ↑             AutoIE.pairs ↑
@literal  100.0 [43.9, 100.0]  0.0 [0.0, 56.1]      0.0 [0.0, 56.1]
@right    0.0 [0.0, 56.1]      100.0 [43.9, 100.0]  {pairs}
n         3                    3                    3

[low, high]: 95 % interval.
{BLACKLIST}|{SIGNED}
{AUTOIE}|{SIGNED}
"""
    )
    assert (answer.code, answer.err) == (0, "")


def test_json_is_one_row_a_line_with_the_same_keys(tiny: Path, litmus: Litmus) -> None:
    first, *lines, last, end = litmus("score", "-t", "tiny", "-f", "json", *FEW).out.split("\n")
    assert (first, last, end) == ("[", "]", "")
    rows = [json.loads(line.strip().removesuffix(",")) for line in lines]
    assert [list(row) for row in rows] == [FIELDS] * (3 * 3 * 3)  # systems, readings, labels
    assert {row["tag"] for row in rows} == {None, "kick the bucket", "spill the beans"}


def test_tsv_holds_what_json_holds(tiny: Path, litmus: Litmus) -> None:
    rows = litmus("score", "-t", "tiny", "-f", "json", *FEW).rows
    header, *lines = litmus("score", "-t", "tiny", "-f", "tsv", *FEW).out[:-1].split("\n")
    keys = [*FIELDS[:9], *FIELDS[12:15]]
    assert header.split("\t") == keys
    shown = [["" if row[key] is None else str(row[key]) for key in keys] for row in rows]
    assert [line.split("\t") for line in lines] == shown


@pytest.mark.parametrize(("format", "lines"), [
    ("md", ["| a\\|b\\* | 100.0 [43.9, 100.0] |", "| n | 3 |",
            "| spill the beans | 2 | 100.0 [34.2, 100.0] | **0.0** [0.0, 65.8] |",
            f"`{BLACKLIST}|{SIGNED}`  "]),
    ("latex", [r"a\textbar{}b* & 100.0 {\small [43.9, 100.0]} \\", r"$n$ & 3 \\",
               f"% {BLACKLIST}|{SIGNED}"]),
])  # fmt: skip
def test_formats_for_papers_have_support_labels_and_signatures(
    tiny: Path, litmus: Litmus, format: str, lines: list[str]
) -> None:
    answer = litmus(
        "score", "-t", "tiny", "-i", "a|b*=tiny/systems/literal.txt", "@right", "-m", "blacklist",
        "-f", format, "--labels", *FEW,
    )  # fmt: skip
    assert set(lines) <= set(answer.out.split("\n"))


def test_bare_prints_values_with_names_where_there_are_several(tiny: Path, litmus: Litmus) -> None:
    arguments = ["score", "-t", "tiny", "-m", "blacklist", "autoie", "-b", *FEW]
    values = {
        "literal": {"blacklist": 100.0, "autoie": 0.0, "autoie.pairs": 0.0},
        "mixed": {"blacklist": 200 / 3, "autoie": 100 / 3, "autoie.pairs": 100 / 3},
        "right": {"blacklist": 0.0, "autoie": 100.0, "autoie.pairs": 250 / 3},
    }
    named = [(s, m, value) for s, row in values.items() for m, value in row.items()]
    assert litmus(*arguments).out == "".join(f"{s}\t{m}\t{v:.1f}\n" for s, m, v in named)
    assert litmus(*arguments, "-f", "json").rows == [
        {"system": s, "metric": m, "value": pytest.approx(v)} for s, m, v in named
    ]
    header, *lines = litmus(*arguments, "-f", "tsv").out[:-1].split("\n")
    assert header == "system\tmetric\tvalue"
    assert [line.split("\t")[:2] for line in lines] == [[s, m] for s, m, _ in named]
    markdown = litmus(*arguments, "-l", "eng-fra", "-f", "md").out  # the suite's own pair
    assert "| mixed | 66.7 | 33.3 | 33.3 |" in markdown and "[" not in markdown


def test_bare_value_by_itself_is_a_number(tiny: Path, litmus: Litmus) -> None:
    arguments = ["score", "-t", "tiny", "-i", "@mixed", "-m", "blacklist", "-b", *FEW]
    assert litmus(*arguments).out == "66.7\n"
    (row,) = litmus(*arguments, "-f", "json").rows
    assert row == {"system": "@mixed", "metric": "blacklist", "value": pytest.approx(200 / 3)}


@pytest.mark.parametrize(("decimals", "shown"), [("0", "67"), ("1", "66.7"), ("3", "66.667")])
def test_width_sets_the_decimals(tiny: Path, litmus: Litmus, decimals: str, shown: str) -> None:
    out = litmus(
        "score", "-t", "tiny", "-i", "@mixed", "-m", "blacklist", "-bw", decimals, *FEW
    ).out
    assert out == f"{shown}\n"


def test_output_file_holds_what_stdout_would(tiny: Path, litmus: Litmus) -> None:
    shown = litmus("score", "-t", "tiny", *FEW).out
    answer = litmus("score", "-t", "tiny", "-o", "new/result.txt", *FEW)
    assert (answer.code, answer.out, answer.err) == (0, "", "")
    assert (tiny / "new" / "result.txt").read_text(encoding="utf-8") == shown
    assert [path.name for path in (tiny / "new").iterdir()] == ["result.txt"]


def test_output_file_stays_as_it_was_on_error(tiny: Path, litmus: Litmus) -> None:
    (tiny / "result.txt").write_text("old", encoding="utf-8")
    write_lines(tiny / "short.fr", LITERAL[:3])
    answer = litmus("score", "-t", "tiny", "-i", "short.fr", "-o", "result.txt")
    assert answer.code == 1
    assert (tiny / "result.txt").read_text(encoding="utf-8") == "old"
    assert sorted(p.name for p in tiny.iterdir()) == ["result.txt", "short.fr", "tiny", "tiny.tsv"]


def test_notes_go_to_stderr_unless_quiet(tiny: Path, litmus: Litmus) -> None:
    write_lines(tiny / "out.fr", ["", "", *REFERENCE[2:]])
    loud = litmus("score", "-t", "tiny", "-i", "out.fr", "-f", "json", *FEW)
    assert loud.err == (
        "litmus: out.fr has 2 empty lines (the first is line 1); an empty line is scored as an "
        "empty translation.\n"
    )
    assert loud.row("out.fr", "autoie")["value"] == pytest.approx(200 / 3)
    quiet = litmus("score", "-t", "tiny", "-i", "out.fr", "-f", "json", "-q", *FEW)
    assert (quiet.out, quiet.err) == (loud.out, "")


@pytest.mark.slow
def test_piped_output_has_no_escape_codes_and_no_progress(tiny: Path) -> None:
    variables = {"FORCE_COLOR": "1"}
    done = python("-m", "litmus", "score", "-t", "tiny", *FEW, cwd=tiny, variables=variables)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert done.stdout.startswith("tiny v3, en-fr, 4 segments, 2 labels\n")


@pytest.mark.slow
def test_output_is_utf8_whatever_the_locale(tiny: Path) -> None:
    variables = {"PYTHONIOENCODING": "latin-1"}
    done = python("-m", "litmus", "score", "-t", "tiny", *FEW, cwd=tiny, variables=variables)
    assert "blacklist ↓" in done.stdout
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="has no such pipes")
def test_reader_that_leaves_early_is_no_error(tiny: Path) -> None:
    command = [sys.executable, "-m", "litmus", "score", "-t", "tiny", *FEW]
    with subprocess.Popen(
        command, cwd=tiny, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def test_outputs_are_named_by_file_by_hand_or_by_the_suite(tiny: Path, litmus: Litmus) -> None:
    write_lines(tiny / "out.fr", MIXED)
    write_lines(tiny / "a=b.fr", REFERENCE)
    names = ["out.fr", "mine=out.fr", "@literal", "a=b.fr"]
    rows = litmus("score", "-t", "tiny", "-i", *names, "-m", "blacklist", "-f", "json", *FEW).rows
    values = {row["system"]: row["value"] for row in rows if row["tag"] is None}
    assert values == {
        "out.fr": pytest.approx(200 / 3),
        "mine": pytest.approx(200 / 3),
        "@literal": 100.0,
        "a=b.fr": 0.0,
    }


def test_shipped_output_may_be_given_a_name(tiny: Path, litmus: Litmus) -> None:
    arguments = ["score", "-t", "tiny", "-m", "blacklist", "-f", "json", *FEW]
    answer = litmus(*arguments, "-i", "mine=@mixed", "@right")
    assert answer.row("mine", "blacklist")["value"] == pytest.approx(200 / 3)
    assert answer.row("@right", "blacklist")["value"] == 0.0
    write_lines(tiny / "@file", LITERAL)
    assert litmus(*arguments, "-i", "mine=@file").row("mine", "blacklist")["value"] == 100.0


def test_inputs_and_metrics_may_be_given_in_several_flags(tiny: Path, litmus: Litmus) -> None:
    answer = litmus(
        "score", "-i", "@mixed", "-m", "blacklist", "-i", "@right", "-m", "autoie", "-t", "tiny",
        "-b", *FEW,
    )  # fmt: skip
    values = [line.split("\t") for line in answer.out.split("\n")[:-1]]
    assert [value for _, _, value in values] == ["66.7", "33.3", "33.3", "0.0", "100.0", "83.3"]
    assert [system for system, _, _ in values] == ["@mixed"] * 3 + ["@right"] * 3


SPANS = ["", "kick the bucket\t[(3, 20)]", '{"label": "spill the beans", "spans": [[4, 21]]}']


@pytest.fixture
def loose(here: Path) -> Path:
    """Three segments as loose files; tokens between spaces are s.en's words, too."""
    write_lines(here / "s.en", [segment["source"] for segment in SEGMENTS[:3]])
    write_lines(here / "r.fr", REFERENCE[:3])
    write_lines(here / "h.fr", LITERAL[:3])
    write_lines(here / "s.spans", SPANS)
    return here


LOOSE = ("-l", "en-fr", "-s", "s.en", "-r", "r.fr", "--spans", "s.spans")


def test_alignments_may_count_from_one_between_spaces(here: Path, litmus: Litmus) -> None:
    write_lines(here / "s.en", ["He kicked the bucket."])
    write_lines(here / "r.fr", ["Il est mort."])
    write_lines(here / "s.spans", ["kick the bucket\t[(3, 20)]"])
    write_lines(here / "r.align", ["1-1 2-2 3-2 4-3"])
    answer = litmus(
        "score", *LOOSE, "--alignment", "r.align", "--alignment", "r.fr=r.align",
        "--alignment-base", 1, "--alignment-tokens", "space", "-i", "r.fr", "-m", "apt-eval", "-b",
        "--segments", "why.jsonl", *FEW,
    )  # fmt: skip
    # unigram precision, chrF, TER, BLEU, edit distance of a piece against itself; BLEU adds one to
    # each order's counts, which leaves 1/1 for the two orders a piece of two words does not have
    values = [line.split("\t")[-1] for line in answer.out.split("\n")[:-1]]
    assert values == ["100.0", "100.0", "0.0", "100.0", "100.0"]
    (row,) = written(here / "why.jsonl")
    assert row["evidence"]["hypothesis_words"] == ["est", "mort."]


def test_spans_bring_litter_into_the_default_metrics(loose: Path, litmus: Litmus) -> None:
    answer = litmus("score", *LOOSE, "-i", "h.fr", "-f", "json", *FEW)
    assert [r["metric"] for r in answer.rows if r["tag"] is None] == ["litter", "bleu", "chrf"]
    without = litmus("score", *LOOSE[:-2], "-i", "h.fr", "-f", "json", *FEW)
    assert [row["metric"] for row in without.rows] == ["bleu", "chrf"]
    assert "--spans" not in answer.err + without.err


@pytest.mark.parametrize("flag", ["--spans", "--alignment"])
def test_files_that_no_metric_reads_are_named(loose: Path, litmus: Litmus, flag: str) -> None:
    answer = litmus("score", *LOOSE[:-2], "-i", "h.fr", "-m", "bleu", flag, "s.spans", *FEW)
    assert answer.err == f"litmus: {flag} was given, but none of the metrics reads it.\n"


def test_spans_without_a_dictionary_say_how_to_use_them(loose: Path, litmus: Litmus) -> None:
    arguments = ["-l", "is-fr", *LOOSE[2:], "-i", "h.fr", *FEW]
    answer = litmus("score", *arguments, "-f", "json")
    assert [row["metric"] for row in answer.rows] == ["bleu", "chrf"]
    message = """\
litmus: --spans was not used: LitTER has no dictionary for is-fr.
Use it: -m litter:dictionary=FILE bleu chrf, or -m apt-eval bleu chrf
"""
    assert answer.err == message
    assert message in litmus("report", *arguments, "--no-links").err


def test_docids_tie_loose_lines(loose: Path, litmus: Litmus) -> None:
    write_lines(loose / "s.docids", ["x", "x", "y"])
    arguments = ["score", *LOOSE, "--docids", "s.docids", "-i", "h.fr", "--by", "document", *FEW]
    heading = litmus(*arguments).out.split("\n")[0]
    assert heading == "s.en v1, en-fr, 3 segments, 2 labels, 2 documents"


@pytest.mark.slow
def test_exit_codes_of_the_program(tiny: Path) -> None:
    fine = python("-m", "litmus", "score", "-t", "tiny", "-b", *FEW, cwd=tiny)
    assert (fine.returncode, fine.stdout.count("\n"), fine.stderr) == (0, 9, "")
    data = python("-m", "litmus", "score", "-t", "tiny", "-i", "nowhere.fr", cwd=tiny)
    assert (data.returncode, data.stdout) == (1, "")
    assert data.stderr == "litmus: nowhere.fr does not exist.\n"
    flags = python("-m", "litmus", "score", "-t", "tiny", "-m", "blackist", cwd=tiny)
    assert (flags.returncode, flags.stdout) == (2, "")
    assert flags.stderr.startswith(
        "litmus: No metric is called 'blackist'. Did you mean 'blacklist'?\nKnown: apt-eval, "
    )
