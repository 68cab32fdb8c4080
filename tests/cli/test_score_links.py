"""`litmus score` without alignment files: one aligner links the reference and all systems."""

from pathlib import Path

import pytest
from commanding import FIXTURES, REFERENCE, SEGMENTS, Litmus, write_lines

from litmus.corpus.shipped import shipped_suites

here, litmus, tiny = FIXTURES

FEW = ("-f", "json", "--bootstrap", 9)
TINY = ("score", "-t", "tiny", "-i", "@literal", "@right")


def test_score_aligner_by_name(tiny: Path, litmus: Litmus) -> None:
    write_lines(tiny / "x.en", [str(segment["source"]) for segment in SEGMENTS])
    write_lines(tiny / "x.fr", REFERENCE)
    litmus("align", "--train", "-l", "en-fr", "-s", "x.en", "-r", "x.fr", "-o", "m")
    trained = litmus(*TINY, "-m", "omission", "-a", "model:m", *FEW)
    own = litmus(*TINY, "-m", "omission", *FEW)
    assert trained.code == own.code == 0
    # the same text was learned from, so that it is the same aligner
    assert trained.rows == own.rows


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(shipped_suites()))
def test_score_of_every_demo_links_most_idioms(litmus: Litmus, name: str) -> None:
    answer = litmus("score", "-t", name, "-m", "apt-eval", "omission", *FEW)
    assert answer.code == 0
    for row in answer.rows:
        if row["tag"] is None and row["metric"] == "apt-eval":
            assert row["n"] >= 0.8 * answer.row(row["system"], "omission")["n"]
