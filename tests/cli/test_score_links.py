"""`litmus score` without alignment files: one aligner links the reference and all systems."""

from pathlib import Path

import pytest
from commanding import FIXTURES, LITERAL, REFERENCE, SEGMENTS, Litmus, write_lines, write_suite

from litmus.corpus.shipped import shipped_suites

here, litmus, tiny = FIXTURES

FEW = ("-f", "json", "--bootstrap", 9)
METRICS = ("apt-eval", "idiom-accuracy", "omission", "litter:gate=alignment")
TINY = ("score", "-t", "tiny", "-i", "@literal", "@right")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["demo-en-fr", "demo-zh-en"])
def test_score_of_a_demo_needs_no_alignment_files(litmus: Litmus, name: str) -> None:
    answer = litmus("score", "-t", name, "-m", *METRICS, *FEW)
    assert answer.code == 0
    found = {(row["system"], row["metric"]) for row in answer.rows if row["tag"] is None}
    systems = {system for system, _ in found}
    assert systems
    for metric in ("apt-eval", "idiom-accuracy", "omission", "litter"):
        for system in systems:
            row = answer.row(system, metric)
            assert row["n"] > 10
            assert row["value"] is not None
            assert "|align:embedded.v" in row["signature"]


def test_score_system_alone_or_beside_others(tiny: Path, litmus: Litmus) -> None:
    both = litmus(*TINY, "-m", *METRICS, *FEW)
    alone = litmus(*TINY[:-1], "-m", *METRICS, *FEW)
    assert (both.code, alone.code) == (0, 0)
    literal = [row for row in both.rows if row["system"] == "@literal"]
    assert [row for row in alone.rows if row["system"] == "@literal"] == literal
    assert len(literal) == len(alone.rows)


def test_score_aligner_by_name(tiny: Path, litmus: Litmus) -> None:
    write_lines(tiny / "x.en", [str(segment["source"]) for segment in SEGMENTS])
    write_lines(tiny / "x.fr", REFERENCE)
    litmus("align", "--train", "-l", "en-fr", "-s", "x.en", "-r", "x.fr", "-o", "m")
    trained = litmus(*TINY, "-m", "omission", "-a", "model:m", *FEW)
    own = litmus(*TINY, "-m", "omission", *FEW)
    assert trained.code == own.code == 0
    # the same text was learned from, so that it is the same aligner
    assert trained.rows == own.rows
    answer = litmus(*TINY, "-m", "omission", "-a", "emmbedded")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(
        "litmus: No aligner is called 'emmbedded'. Did you mean 'embedded'?\nKnown: "
    )


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        (["--alignment", "r.align"], "the reference"),
        (["--alignment", "@literal=r.align"], "@literal"),
    ],
)
def test_score_with_links_of_one_side_only_says_both_ways_out(
    tiny: Path, litmus: Litmus, given: list[str], missing: str
) -> None:
    write_lines(tiny / "r.align", ["0-0 1-1"] * len(SEGMENTS))
    answer = litmus("score", "-t", "tiny", "-i", "@literal", *given, "-m", "apt-eval")
    other = "@literal" if missing == "the reference" else "the reference"
    file = "--alignment @literal=HYP.align" if other == "@literal" else "--alignment REF.align"
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == (
        f"litmus: apt-eval needs word alignments for {other}.\nGive a Pharaoh file: {file}\n"
        "Or leave out --alignment: then one aligner links the reference and all systems.\n"
    )


def test_score_without_references_sees_omissions(here: Path, litmus: Litmus) -> None:
    segments = [{key: value for key, value in segment.items() if key != "references"}
                for segment in SEGMENTS]  # fmt: skip
    write_suite(here / "bare", segments, {"literal": LITERAL, "nothing": [""] * 4})
    answer = litmus("score", "-t", "bare", "-m", "omission", "-q", *FEW)
    assert answer.code == 0
    assert answer.row("nothing", "omission")["value"] == 100.0
    assert answer.row("literal", "omission")["value"] == 0.0


def test_score_refuses_one_file_of_links_for_all(tiny: Path, litmus: Litmus) -> None:
    write_lines(tiny / "x.align", ["0-0 1-1"] * 2 * len(SEGMENTS))
    answer = litmus(
        "score", "-t", "tiny", "-i", "@literal", "-m", "apt-eval", "-a", "pharaoh:x.align"
    )
    assert (answer.code, answer.out) == (2, "")


def test_score_says_that_an_aligner_was_not_needed(tiny: Path, litmus: Litmus) -> None:
    answer = litmus("score", "-t", "tiny", "-i", "@literal", "-m", "bleu", "-a", "eflomal")
    assert answer.code == 0
    assert "-a was given, but none of the metrics reads it." in answer.err


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(shipped_suites()))
def test_score_of_every_demo_links_most_idioms(litmus: Litmus, name: str) -> None:
    answer = litmus("score", "-t", name, "-m", "apt-eval", "omission", *FEW)
    assert answer.code == 0
    for row in answer.rows:
        if row["tag"] is None and row["metric"] == "apt-eval":
            assert row["n"] >= 0.8 * answer.row(row["system"], "omission")["n"]
