"""`litmus score`: every output format, flag and file, on data small enough to score by hand."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from commanding import (
    DICTIONARY,
    ENVIRONMENT,
    FIXTURES,
    LITERAL,
    MIXED,
    REFERENCE,
    SEGMENTS,
    Litmus,
    python,
    write_lines,
    write_suite,
    written,
)

from litmus import __version__

here, litmus, tiny = FIXTURES

FIELDS = [
    "system", "metric", "tag", "n", "value", "low", "high", "p", "signature", "options", "family",
    "tests", "suite", "column", "bucket", "p_raw",
]  # fmt: skip
LITTER = "litter:dictionary=tiny.tsv"
FEW = ("--bootstrap", "50")


def signed(metric: str, settings: str, test: str = "") -> str:
    """The signature of a metric on the suite `tiny`."""
    return (
        f"{metric}|set:tiny.v3|lang:en-fr|nrefs:1|{settings}|unit:segment|ci:bs50|seed:12345{test}"
        f"|v:{__version__}"
    )


BLACKLIST_SIGNED = signed("blacklist", "match:stem|compat:no|avg:micro")
AUTOIE_SIGNED = signed("AutoIE", "match:substring|avg:micro")


# --- the text table ----------------------------------------------------------------------------


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
{BLACKLIST_SIGNED}
{AUTOIE_SIGNED}
"""
    )
    assert (answer.code, answer.err) == (0, "")


def test_text_without_evidence_says_so(here: Path, litmus: Litmus) -> None:
    write_suite(here / "tiny", SEGMENTS[:1], {"one": LITERAL[:1]})
    answer = litmus("score", "-t", "tiny", "-m", "blacklist", "--labels", *FEW)
    assert (
        answer.out
        == f"""\
tiny v3, en-fr, 1 segment

     blacklist ↓
one  n/a
n    0

[low, high]: 95 % interval.
n/a: no evidence; no segment has what the metric looks at.
{BLACKLIST_SIGNED}
"""
    )


def test_wide_tables_are_folded_and_hold_every_metric(tiny: Path, litmus: Litmus) -> None:
    metrics = ["blacklist", "autoie", "bleu", "chrf", "chrf++", "ter", LITTER]
    out = litmus("score", "-t", "tiny", "-m", *metrics, *FEW).out
    table = out.split("\n\n[low")[0]
    assert max(map(len, table.split("\n"))) <= 100
    for title in ("blacklist ↓", "AutoIE ↑", "BLEU ↑", "chrF ↑", "chrF++ ↑", "TER ↓", "LitTER† ↓"):
        assert title in table
    assert table.count("\nmixed") == 2  # two blocks, each with all systems


def test_values_by_hand_micro_and_macro(tiny: Path, litmus: Litmus) -> None:
    # mixed: 2 of 3 idioms literal; by label 1 of 1 and 1 of 2, so macro (100 + 50) / 2
    by_label = f"{LITTER},average=macro"
    arguments = ["score", "-t", "tiny", "-i", "@mixed", "-m", LITTER, by_label, *FEW]
    answer = litmus(*arguments, "-f", "json")
    micro, macro = answer.row("@mixed", LITTER), answer.row("@mixed", by_label)
    assert (micro["value"], micro["n"]) == (pytest.approx(200 / 3), 3)
    assert (macro["value"], macro["n"]) == (pytest.approx(75.0), 3)
    for row in (micro, macro):
        assert 0 <= row["low"] <= row["value"] <= row["high"] <= 100
    assert answer.row("@mixed", LITTER, "spill the beans")["value"] == pytest.approx(50.0)
    assert answer.row("@mixed", LITTER, "kick the bucket")["n"] == 1


def test_two_specs_of_a_metric_have_two_columns(tiny: Path, litmus: Litmus) -> None:
    macro = f"{LITTER},average=macro"
    out = litmus("score", "-t", "tiny", "-i", "@mixed", "-m", LITTER, macro, *FEW).out
    assert out.split("\n")[2].split() == ["LitTER†", "↓", "LitTER", "macro†", "↓"]
    told = f"† LitTER, LitTER macro with {LITTER[7:]}."
    assert told in out.split("\n")
    signatures = [line for line in out.split("\n") if line.startswith("LitTER|")]
    assert ["|avg:micro|" in signatures[0], "|avg:macro|" in signatures[1]] == [True, True]


def test_bleu_and_chrf_are_sacrebleus(tiny: Path, litmus: Litmus) -> None:
    import sacrebleu

    answer = litmus("score", "-t", "tiny", "-m", "bleu", "chrf", "-f", "json", *FEW)
    bleu = sacrebleu.corpus_bleu(MIXED, [REFERENCE]).score
    chrf = sacrebleu.corpus_chrf(MIXED, [REFERENCE]).score
    assert answer.row("mixed", "bleu")["value"] == pytest.approx(bleu)
    assert answer.row("mixed", "chrf")["value"] == pytest.approx(chrf)


# --- formats -----------------------------------------------------------------------------------


@pytest.mark.parametrize("systems", [["@mixed"], ["@literal", "@mixed", "@right"]])
def test_json_rows_have_the_same_keys_for_one_and_three(
    tiny: Path, litmus: Litmus, systems: list[str]
) -> None:
    answer = litmus("score", "-t", "tiny", "-i", *systems, "-f", "json", *FEW)
    assert all(list(row) == FIELDS for row in answer.rows)
    # per system: three readings, each over everything and over two labels
    assert len(answer.rows) == len(systems) * 3 * 3
    assert {row["system"] for row in answer.rows} == set(systems)
    assert {row["metric"] for row in answer.rows} == {"blacklist", "autoie", "autoie.pairs"}
    assert {row["tag"] for row in answer.rows} == {None, "kick the bucket", "spill the beans"}


def test_json_numbers_are_numbers_and_no_evidence_is_null(tiny: Path, litmus: Litmus) -> None:
    metrics = ["blacklist", "word-f"]
    empty = write_lines(tiny / "ref.tags", ["0 0 0", "0 0 0 0", "0 0 0 0 0 0", "0 0 0 0 0 0 0"])
    answer = litmus(
        "score", "-t", "tiny", "-i", "@mixed", "-m", *metrics, "--tags", empty, "-f", "json", *FEW
    )
    found = answer.row("@mixed", "blacklist")
    assert type(found["n"]) is int
    assert [type(found[key]) for key in ("value", "low", "high")] == [float, float, float]
    nothing = answer.row("@mixed", "word-f")
    assert nothing["n"] == 0
    assert [nothing[key] for key in ("tag", "value", "low", "high", "p")] == [None] * 5


def test_tsv_holds_what_json_holds(tiny: Path, litmus: Litmus) -> None:
    rows = litmus("score", "-t", "tiny", "-f", "json", *FEW).rows
    header, *lines = litmus("score", "-t", "tiny", "-f", "tsv", *FEW).out[:-1].split("\n")
    keys = [*FIELDS[:9], *FIELDS[12:15]]
    assert header.split("\t") == keys
    shown = [["" if row[key] is None else str(row[key]) for key in keys] for row in rows]
    assert [line.split("\t") for line in lines] == shown


def test_markdown_is_a_table_with_support_and_signatures(tiny: Path, litmus: Litmus) -> None:
    answer = litmus(
        "score", "-t", "tiny", "-i", "a|b*=tiny/systems/literal.txt", "@right", "-m", "blacklist",
        "-f", "md", "--labels", *FEW,
    )  # fmt: skip
    assert (
        answer.out
        == f"""\
**tiny v3, en-fr, 4 segments, 2 labels**

| system | blacklist ↓ |
|---|---:|
| a\\|b\\* | 100.0 [43.9, 100.0] |
| @right | **0.0** [0.0, 56.1] |
| n | 3 |

| blacklist ↓ | n | a\\|b\\* | @right |
|---|---:|---:|---:|
| spill the beans | 2 | 100.0 [34.2, 100.0] | **0.0** [0.0, 65.8] |
| kick the bucket | 1 | 100.0 [20.7, 100.0] | **0.0** [0.0, 79.3] |

\\[low, high]: 95 % interval.{"  "}
Bold: best of the systems.{"  "}

`{BLACKLIST_SIGNED}`{"  "}
"""
    )


def test_latex_escapes_names_and_holds_support_and_signatures(tiny: Path, litmus: Litmus) -> None:
    name = "a&b%c_d#e$f"
    answer = litmus(
        "score", "-t", "tiny", "-i", f"{name}=tiny/systems/literal.txt", "@right", "-m",
        "blacklist", "-f", "latex", *FEW,
    )  # fmt: skip
    assert (
        answer.out
        == rf"""% needs \usepackage{{booktabs}}
\begin{{tabular}}{{lr}}
\toprule
System & blacklist $\downarrow$ \\
\midrule
a\&b\%c\_d\#e\$f & 100.0 {{\small [43.9, 100.0]}} \\
@right & \textbf{{0.0}} {{\small [0.0, 56.1]}} \\
\midrule
$n$ & 3 \\
\bottomrule
\end{{tabular}}
% tiny v3, en-fr, 4 segments, 2 labels
% [low, high]: 95 % interval.
% Bold: best of the systems.
% {BLACKLIST_SIGNED}
"""
    )


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
    markdown = litmus(*arguments, "-f", "md").out
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


def test_labels_are_sorted_by_support_and_correlated(tiny: Path, litmus: Litmus) -> None:
    # rates 100 (n 1) and 50 (n 2): two points, the rarer the higher
    out = litmus("score", "-t", "tiny", "-i", "@mixed", "-m", "blacklist", "--labels", *FEW).out
    lines = out.split("\n\n")[2].split("\n")
    assert lines[0] == "blacklist ↓"
    assert lines[1].split() == ["n", "@mixed"]
    assert [line.split()[:5] for line in lines[2:4]] == [
        ["spill", "the", "beans", "2", "50.0"],
        ["kick", "the", "bucket", "1", "100.0"],
    ]
    assert lines[4] == (
        "@mixed: rate against frequency over 2 labels: Pearson -1.00, Spearman -1.00"
    )


# --- where words go ----------------------------------------------------------------------------


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


def test_windows_output_on_a_suite_scores_as_if_it_had_plain_line_ends(
    tiny: Path, litmus: Litmus
) -> None:
    text = "".join(f"{line}\n" for line in LITERAL)
    (tiny / "plain.fr").write_text(text)
    (tiny / "windows.fr").write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    arguments = ["score", "-t", "tiny", "-m", "bleu", "litter", "-f", "json", *FEW, "-i"]
    plain = litmus(*arguments, "it=plain.fr")
    windows = litmus(*arguments, "it=windows.fr")
    assert plain.out == windows.out
    assert windows.err == plain.err + (
        "litmus: Byte order mark (BOM) left out at the start of: windows.fr\n"
        "litmus: CRLF line ends read as \\n in: windows.fr\n"
    )


def test_windows_files_give_one_note_unless_quiet(here: Path, litmus: Litmus) -> None:
    for name, text in (("s.en", "I sing .\r\n"), ("r.fr", "Je chante .\r\n")):
        (here / name).write_bytes(text.encode())
    arguments = ["score", "-l", "en-fr", "-s", "s.en", "-r", "r.fr", "-i", "r.fr", "-m", "chrf"]
    loud = litmus(*arguments, "-b")
    assert (loud.out, loud.err) == (
        "100.0\n",
        "litmus: CRLF line ends read as \\n in: s.en, r.fr\n",
    )
    quiet = litmus(*arguments, "-bq")
    assert (quiet.out, quiet.err) == ("100.0\n", "")


@pytest.mark.slow
def test_piped_output_has_no_escape_codes_and_no_progress(tiny: Path) -> None:
    variables = {"FORCE_COLOR": "1"}
    done = python("-m", "litmus", "score", "-t", "tiny", *FEW, cwd=tiny, variables=variables)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert done.stdout.startswith("tiny v3, en-fr, 4 segments, 2 labels\n")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_progress_on_a_terminal_leaves_the_line_clean(tiny: Path) -> None:
    import fcntl
    import pty
    import struct
    import termios

    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
    command = [sys.executable, "-m", "litmus", "score", "-t", "tiny", *FEW]
    with subprocess.Popen(
        command,
        cwd=tiny,
        env=ENVIRONMENT | {"NO_COLOR": "1", "LITMUS_PROGRESS": ""},
        stdout=slave,
        stderr=slave,
    ) as process:
        os.close(slave)
        shown = b""
        try:
            while block := os.read(master, 4096):
                shown += block
        except OSError:  # the other end is closed
            pass
        assert process.wait(60) == 0
    os.close(master)
    first, *_ = shown.decode().split("\r\n")
    *bars, wiped, title = first.split("\r")
    assert any("measuring" in bar and "0/4 segments, " in bar for bar in bars)
    assert (wiped.strip(), title) == ("", "tiny v3, en-fr, 4 segments, 2 labels")
    assert "\x1b" not in shown.decode()


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


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_disk_is_said_in_one_line(tiny: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "litmus", "score", "-t", "tiny", *FEW],
            cwd=tiny, env=ENVIRONMENT, stdout=full, stderr=subprocess.PIPE, text=True,
            timeout=60, check=False,
        )  # fmt: skip
    assert done.stderr == "litmus: The result cannot be written: No space left on device.\n"
    assert done.returncode == 1


# --- evidence ----------------------------------------------------------------------------------


def test_segments_hold_a_row_for_every_segment_system_and_metric(
    tiny: Path, litmus: Litmus
) -> None:
    metrics = ["blacklist", "autoie", LITTER]
    litmus(
        "score", "-t", "tiny", "-i", "@mixed", "@right", "-m", *metrics, "--segments", "why.jsonl",
        *FEW,
    )  # fmt: skip
    rows = written(tiny / "why.jsonl")
    assert all(list(row) == ["id", "system", "metric", "counts", "evidence"] for row in rows)
    assert [(row["id"], row["system"], row["metric"]) for row in rows] == [
        (segment, system, metric)
        for segment in "abcd"
        for system in ("@mixed", "@right")
        for metric in ("blacklist", "autoie", "litter")
    ]


def test_evidence_says_which_words_and_why(tiny: Path, litmus: Litmus) -> None:
    metrics = ["blacklist", "autoie", LITTER]
    arguments = ["score", "-t", "tiny", "-i", "@mixed", "-m", *metrics, *FEW]
    litmus(*arguments, "--segments", "why.jsonl")
    rows = {(row["id"], row["metric"]): row for row in written(tiny / "why.jsonl")}
    litter = rows["b", "litter"]
    assert litter["counts"] | {"triggered": 1, "idioms": 1} == litter["counts"]
    assert litter["evidence"]["idiom"] == "kick the bucket"
    assert litter["evidence"]["blocklist"] == {"kicked": ["frappé"], "bucket": ["seau"]}
    assert sorted(litter["evidence"]["triggered"]) == ["frappé", "seau"]
    assert rows["d", "litter"]["evidence"]["triggered"] == []
    assert rows["c", "blacklist"]["evidence"]["triggered"] == ["haricots"]  # by its stem
    assert rows["c", "blacklist"]["counts"] == {"triggered": 1, "segments": 1}
    missing = rows["c", "autoie"]["evidence"]
    assert (missing["required"], missing["missing"]) == (["vendu", "mèche"], ["vendu", "mèche"])
    assert rows["d", "autoie"]["evidence"]["missing"] == []
    for metric in ("blacklist", "autoie", "litter"):
        assert not any(rows["a", metric]["counts"].values())
        assert rows["a", metric]["evidence"] == {}


# --- outputs, metrics and their options --------------------------------------------------------


def test_all_outputs_of_a_suite_are_scored_by_default(tiny: Path, litmus: Litmus) -> None:
    rows = litmus("score", "-t", "tiny", "-m", "blacklist", "-f", "json", *FEW).rows
    assert [row["system"] for row in rows if row["tag"] is None] == ["literal", "mixed", "right"]


def test_metrics_default_to_the_suites(tiny: Path, litmus: Litmus) -> None:
    assert litmus("score", "-t", "tiny", "-b", *FEW).out == (
        litmus("score", "-t", "tiny", "-m", "blacklist", "autoie", "-b", *FEW).out
    )


def test_metrics_default_to_bleu_and_chrf_for_loose_files(here: Path, litmus: Litmus) -> None:
    write_lines(here / "s.en", [segment["source"] for segment in SEGMENTS])
    write_lines(here / "r.fr", REFERENCE)
    answer = litmus("score", "-l", "en-fr", "-s", "s.en", "-r", "r.fr", "-i", "r.fr", *FEW)
    assert answer.out.split("\n")[2].split() == ["BLEU", "↑", "chrF", "↑"]
    assert answer.out.startswith("s.en v1, en-fr, 4 segments\n")


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
    answer = litmus(*arguments, "-i", "mine=@mixd")
    assert answer.code == 2
    assert answer.err.startswith(
        "litmus: No output of this suite is called '@mixd'. Did you mean '@mixed'?\n"
    )
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


def test_compressed_outputs_are_read(tiny: Path, litmus: Litmus) -> None:
    import gzip

    with gzip.open(tiny / "out.fr.gz", "wt", encoding="utf-8") as out:
        out.writelines(f"{line}\n" for line in MIXED)
    arguments = ["score", "-t", "tiny", "-i", "out.fr.gz", "-m", "blacklist", "-b", *FEW]
    assert litmus(*arguments).out == "66.7\n"


def test_options_ride_on_the_name_and_are_signed(tiny: Path, litmus: Litmus) -> None:
    upper = write_lines(tiny / "upper.fr", [line.upper() for line in LITERAL])
    answer = litmus(
        "score", "-t", "tiny", "-i", upper, "-m", LITTER, f"{LITTER},case=fold", "-f", "json", *FEW
    )
    assert answer.row("upper.fr", LITTER)["value"] == 0.0
    folded = answer.row("upper.fr", f"{LITTER},case=fold")
    assert folded["value"] == 100.0
    assert "|dictionary:tiny.v7|" in folded["signature"]
    assert "|case:fold|" in folded["signature"]


def test_language_pair_may_be_repeated_beside_a_suite(tiny: Path, litmus: Litmus) -> None:
    arguments = ["score", "-t", "tiny", "-i", "@mixed", "-m", "blacklist", "-b", *FEW]
    assert litmus(*arguments, "-l", "eng-fra").out == "66.7\n"


# --- loose files, alignments, tags -------------------------------------------------------------

SPANS = ["", "kick the bucket\t[(3, 20)]", '{"label": "spill the beans", "spans": [[4, 21]]}']


@pytest.fixture
def loose(here: Path) -> Path:
    """Three segments as loose files; tokens between spaces are s.en's words, too."""
    write_lines(here / "s.en", [segment["source"] for segment in SEGMENTS[:3]])
    write_lines(here / "r.fr", REFERENCE[:3])
    write_lines(here / "h.fr", LITERAL[:3])
    write_lines(here / "s.spans", SPANS)
    write_lines(here / "r.align", ["0-0 1-1", "0-0 1-1 2-1 3-2 4-3", "0-0 1-1 1-2 2-3 3-4 4-5"])
    write_lines(here / "h.align", ["0-0 1-1", "0-0 1-2 2-3 3-4 4-5", "0-0 1-2 2-3 3-4 4-5"])
    return here


LOOSE = ("-l", "en-fr", "-s", "s.en", "-r", "r.fr", "--spans", "s.spans")
ALIGNED = ("--alignment", "r.align", "--alignment", "h.fr=h.align")


def test_spans_of_both_forms_mark_the_idioms(loose: Path, litmus: Litmus) -> None:
    (loose / "tiny.tsv").write_text(DICTIONARY, encoding="utf-8")
    answer = litmus("score", *LOOSE, "-i", "h.fr", "-m", LITTER, "-f", "json", *FEW)
    assert [(row["tag"], row["value"]) for row in answer.rows] == [
        (None, 100.0),
        ("kick the bucket", 100.0),
        ("spill the beans", 100.0),
    ]


def test_alignments_give_apt_eval_its_words(loose: Path, litmus: Litmus) -> None:
    arguments = ["score", *LOOSE, *ALIGNED, "-i", "h.fr", "-m", "apt-eval", "omission"]
    answer = litmus(*arguments, "-f", "json", "--segments", "why.jsonl", *FEW)
    # "est mort" against "frappé le seau", "a vendu la mèche" against "renversé les haricots"
    assert answer.row("h.fr", "apt-eval")["value"] == 0.0
    assert answer.row("h.fr", "omission")["value"] == 0.0
    rows = [row for row in written(loose / "why.jsonl") if row["metric"] == "apt-eval"]
    assert [row["evidence"].get("reference_words") for row in rows] == [
        None, ["est", "mort"], ["a", "vendu", "la", "mèche"],
    ]  # fmt: skip
    assert [row["evidence"].get("hypothesis_words") for row in rows] == [
        None, ["frappé", "le", "seau"], ["renversé", "les", "haricots"],
    ]  # fmt: skip


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


def test_tags_give_word_f_its_words(here: Path, litmus: Litmus) -> None:
    # tagged: tu, tu; found: tu. Recall 1/2, precision 1/1, F 2 x 1 / (2 + 1)
    write_lines(here / "s.en", ["you sing", "you dance"])
    write_lines(here / "r.fr", ["tu chantes", "tu danses"])
    write_lines(here / "h.fr", ["tu chantes", "vous dansez"])
    write_lines(
        here / "r.tags",
        ["formality 0", '{"tokens": ["tu", "danses"], "tags": [["formality"], []]}'],
    )
    answer = litmus(
        "score", "-l", "en-fr", "-s", "s.en", "-r", "r.fr", "-i", "h.fr", "-m", "word-f",
        "--tags", "r.tags", "-f", "json", *FEW,
    )  # fmt: skip
    values = [
        answer.row("h.fr", f"word-f{part}")["value"] for part in ("", ".precision", ".recall")
    ]
    assert values == pytest.approx([200 / 3, 100.0, 50.0])
    assert answer.row("h.fr", "word-f", "formality")["n"] == 2


# --- statistics --------------------------------------------------------------------------------


def blacklisted(folder: Path, n: int, right: int) -> None:
    """A suite of n cases without labels; `a` triggers in all, `b` in all but the first few."""
    rows = [
        {"id": str(i), "source": "x", "references": ["y"], "blacklist": ["eau"]} for i in range(n)
    ]
    better = ["vin" if i < right else "eau" for i in range(n)]
    write_suite(folder, rows, {"a": ["eau"] * n, "b": better}, metrics=["blacklist"])


def test_paired_ar_by_hand(here: Path, litmus: Litmus) -> None:
    # 40 of 40 against 0 of 40: only a trial that swaps all or none comes near, and none does.
    # mid-p: (0 + (0 + 1) / 2) / (999 + 1)
    blacklisted(here / "tiny", 40, 40)
    arguments = ["score", "-t", "tiny", "--paired-ar", "--trials", 999, *FEW]
    answer = litmus(*arguments, "-f", "json")
    assert answer.row("a", "blacklist")["p"] is None
    assert answer.row("b", "blacklist")["p"] == pytest.approx(0.0005)
    assert "|test:ar999.holm|" in answer.row("b", "blacklist")["signature"]
    settings, test = "match:stem|compat:no|avg:micro", "|test:ar999.holm"
    # Wilson: z2 / (40 + z2) = 8.8 %
    assert (
        litmus(*arguments).out
        == f"""\
tiny v3, en-fr, 40 segments

   blacklist ↓
a  100.0 [91.2, 100.0]
b  0.0 [0.0, 8.8] *
n  40

[low, high]: 95 % interval.
* differs from a (p < 0.05, approximate randomisation, 999 trials, seed 12345, Holm-corrected over \
the whole table); no star: not significantly different, or fewer than 30 cases.
{signed("blacklist", settings, test)}
"""
    )


def test_paired_bs_by_hand(here: Path, litmus: Litmus) -> None:
    # every resample differs by 100, so no centred difference reaches it: (0 + 1) / (199 + 1)
    blacklisted(here / "tiny", 40, 40)
    answer = litmus("score", "-t", "tiny", "--paired-bs", "--bootstrap", 199, "-f", "json")
    assert answer.row("b", "blacklist")["p"] == pytest.approx(0.005)
    assert "|test:bs199.holm|" in answer.row("b", "blacklist")["signature"]


@pytest.mark.parametrize("test", ["--paired-ar", "--paired-bs"])
@pytest.mark.parametrize(("n", "tested"), [(29, False), (30, True)])
def test_below_thirty_cases_there_is_no_p(
    here: Path, litmus: Litmus, test: str, n: int, tested: bool
) -> None:
    blacklisted(here / "tiny", n, n)
    answer = litmus("score", "-t", "tiny", test, "--trials", 99, "-f", "json", *FEW)
    assert (answer.row("b", "blacklist")["p"] is not None) == tested


@pytest.mark.parametrize("test", ["--paired-ar", "--paired-bs"])
def test_system_against_itself_has_p_one(here: Path, litmus: Litmus, test: str) -> None:
    blacklisted(here / "tiny", 30, 15)
    answer = litmus(
        "score", "-t", "tiny", "-i", "@b", "again=tiny/systems/b.txt", test, "--trials", 99,
        "-f", "json", *FEW,
    )  # fmt: skip
    assert answer.row("again", "blacklist")["p"] == 1.0


def test_one_system_is_not_tested(tiny: Path, litmus: Litmus) -> None:
    arguments = ["score", "-t", "tiny", "-i", "@mixed", *FEW]
    assert litmus(*arguments, "--paired-ar").out == litmus(*arguments).out


def test_seed_zero_is_a_seed(here: Path, litmus: Litmus) -> None:
    blacklisted(here / "tiny", 40, 13)
    arguments = ["score", "-t", "tiny", "-i", "@b", "-f", "json", "--bootstrap", 7]
    first, again = (litmus(*arguments, "--seed", 0).row("@b", "blacklist") for _ in range(2))
    other = litmus(*arguments).row("@b", "blacklist")
    assert first == again
    assert "|seed:0|" in first["signature"]
    assert (first["low"], first["high"]) != (other["low"], other["high"])


def test_by_document_draws_documents(here: Path, litmus: Litmus) -> None:
    # d0 always triggers, d1 never: of two documents drawn, a quarter of the resamples has only d0
    # and a quarter only d1, so the interval is everything
    rows = [
        {"id": str(i), "doc": f"d{i % 2}", "source": "x", "references": ["y"], "blacklist": ["eau"]}
        for i in range(40)
    ]
    write_suite(here / "tiny", rows, {"a": ["eau", "vin"] * 20}, metrics=["blacklist"])
    arguments = ["score", "-t", "tiny", "-f", "json", "--bootstrap", 200]
    row = litmus(*arguments, "--by", "document").row("a", "blacklist")
    assert (row["value"], row["low"], row["high"]) == (50.0, 0.0, 100.0)
    row = litmus(*arguments, "--by", "segment").row("a", "blacklist")
    assert 20 < row["low"] < 50 < row["high"] < 80
    heading = litmus("score", "-t", "tiny", "--by", "document", *FEW).out.split("\n")[0]
    assert heading == "tiny v3, en-fr, 40 segments, 2 documents"


def test_spans_bring_litter_into_the_default_metrics(loose: Path, litmus: Litmus) -> None:
    answer = litmus("score", *LOOSE, "-i", "h.fr", "-f", "json", *FEW)
    assert [r["metric"] for r in answer.rows if r["tag"] is None] == ["litter", "bleu", "chrf"]
    without = litmus("score", *LOOSE[:-2], "-i", "h.fr", "-f", "json", *FEW)
    assert [row["metric"] for row in without.rows] == ["bleu", "chrf"]
    assert "--spans" not in answer.err + without.err


def test_spans_that_nothing_reads_are_named(loose: Path, litmus: Litmus) -> None:
    answer = litmus("score", *LOOSE, "-i", "h.fr", "-m", "bleu", *FEW)
    assert answer.err == "litmus: --spans was given, but none of the metrics reads it.\n"
    for metric in ("litter", "apt-eval", "idiom-accuracy", "omission"):
        assert "--spans" not in litmus("score", *LOOSE, "-i", "h.fr", "-m", metric, *FEW).err


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


def test_subsets_by_hand(tiny: Path, litmus: Litmus) -> None:
    # mixed triggers in b and c, not in d; a has no idiom. chrF: a and d are the reference itself
    answer = litmus(
        "score", "-t", "tiny", "-i", "@mixed", "-m", "blacklist", "chrf", "--subsets", "-f",
        "json", *FEW,
    )  # fmt: skip
    found = {
        (row["metric"], row["tag"].removeprefix("subset:")): (row["n"], row["value"])
        for row in answer.rows
        if row["tag"] is not None and row["tag"].startswith("subset:")
    }
    assert found["blacklist", "with-idiom"] == (3, pytest.approx(200 / 3))
    assert ("blacklist", "triggered") not in found  # 100 by construction
    assert ("blacklist", "not-triggered") not in found  # 0
    assert found["chrf", "random"] == (1, 100.0)
    assert found["chrf", "not-triggered"] == (1, 100.0)
    assert found["chrf", "triggered"][0] == 2
    assert found["chrf", "with-idiom"][0] == 3
    text = litmus(
        "score", "-t", "tiny", "-i", "@mixed", "-m", "blacklist", "--subsets", *FEW
    ).out.split("\n\n")[2]
    assert [line.split()[:5] for line in text.split("\n")] == [
        ["metric", "subset", "system", "n", "value"],
        ["blacklist", "with-idiom", "@mixed", "3", "66.7"],
    ]


@pytest.mark.parametrize("format", ["md", "latex"])
def test_subsets_are_in_every_format(tiny: Path, litmus: Litmus, format: str) -> None:
    arguments = ["score", "-t", "tiny", "-i", "@mixed", "-m", "blacklist", "chrf", "-f", format]
    out = litmus(*arguments, "--subsets", *FEW).out
    for subset in ("with-idiom", "triggered", "not-triggered"):
        assert f" {subset} " in out


def test_subsets_of_a_metric_without_evidence(here: Path, litmus: Litmus) -> None:
    write_suite(here / "tiny", SEGMENTS[:1], {"one": LITERAL[:1]})
    arguments = ["score", "-t", "tiny", "-m", "blacklist", "chrf", "--subsets", *FEW]
    answer = litmus(*arguments, "-f", "json")
    assert answer.row("one", "blacklist")["value"] is None
    assert answer.row("one", "chrf", "subset:random")["value"] == 100.0


def test_macro_average_without_labels_is_no_evidence(here: Path, litmus: Litmus) -> None:
    write_suite(here / "tiny", SEGMENTS[:1], {"one": LITERAL[:1]})
    answer = litmus("score", "-t", "tiny", "-m", "blacklist:average=macro", "-f", "json", *FEW)
    assert answer.row("one", "blacklist")["value"] is None


def test_family_and_tested_are_flags(here: Path, litmus: Litmus) -> None:
    blacklisted(here / "tiny", 40, 40)
    arguments = [
        "score",
        "-t",
        "tiny",
        "-m",
        "blacklist",
        "ter",
        "--trials",
        99,
        *FEW,
        "-f",
        "json",
    ]
    answer = litmus(*arguments, "--paired-ar", "--family", "metric")
    assert [answer.row("b", name)["family"] for name in ("blacklist", "ter")] == [
        "blacklist",
        "ter",
    ]
    answer = litmus(*arguments, "--paired-ar", "--tested", "ter")
    assert [answer.row("b", name)["tests"] for name in ("blacklist", "ter")] == [None, 1]
    assert litmus(*arguments, "--tested", "ter").err == (
        "litmus: --tested is for paired tests, and none was asked for. Add --paired-ar.\n"
    )


def test_paired_test_of_one_system_is_noted(tiny: Path, litmus: Litmus) -> None:
    answer = litmus("score", "-t", "tiny", "-i", "@mixed", "--paired-ar", *FEW)
    assert answer.err == (
        "litmus: A paired test compares systems, and there is only one: nothing was tested.\n"
    )


def test_alignment_that_nobody_reads_is_noted(tiny: Path, litmus: Litmus) -> None:
    answer = litmus("score", "-t", "tiny", "-m", "bleu", "--alignment", "no-such-file", *FEW)
    assert answer.err == "litmus: --alignment was given, but none of the metrics reads it.\n"


# --- the program -------------------------------------------------------------------------------


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


def test_json_is_one_row_a_line(tiny: Path, litmus: Litmus) -> None:
    first, *rows, last, end = litmus("score", "-t", "tiny", "-f", "json", *FEW).out.split("\n")
    assert (first, last, end) == ("[", "]", "")
    assert [list(json.loads(row.strip().removesuffix(","))) for row in rows] == [FIELDS] * len(rows)
