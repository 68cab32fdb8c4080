"""`litmus build`: what it prints."""

from pathlib import Path
from random import Random

import pytest
from commanding import FIXTURES, Litmus, write_lines

here, litmus, tiny = FIXTURES

BUILD = ("build", "found.jsonl", "-l", "en-fr", "-s", "x.en", "-r", "x.fr", "-o", "out")


def corpus(folder: Path) -> None:
    """Thirty plain pairs, ten with one idiom, four with another, one with a third."""
    rng = Random(1)

    def words(count: int, start: str) -> str:
        return " ".join(f"{start}{rng.randrange(10**9)}" for _ in range(count))

    phrases = ["spilled the beans"] * 10 + ["kicked the bucket"] * 4 + ["cut corners"]
    source = [words(10, "w") for _ in range(30)]
    source += [f"{words(4, 'w')} {phrase} {words(4, 'w')}" for phrase in phrases]
    target = [words(len(line.split()), "v") for line in source]
    write_lines(folder / "x.en", source)
    write_lines(folder / "x.fr", target)
    write_lines(
        folder / "list.txt",
        ["spill the beans\tvendre la mèche", "kick the bucket\tcasser sa pipe", "cut corners"],
    )


@pytest.fixture
def mined(here: Path, litmus: Litmus) -> Path:
    """The corpus with what was found in it."""
    corpus(here)
    answer = litmus("mine", "list.txt", "x.en", "-l", "en", "-o", "found.jsonl")
    assert answer.out.startswith("15 occurrences of 3 idioms (of 3 listed) in 45 lines")
    return here


def test_build_summary(mined: Path, litmus: Litmus) -> None:
    answer = litmus(*BUILD, "--upsample", "3")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.split("\n") == [
        "45 pairs, 0 removed by cleaning, 1 set aside, 0 removed as leaks",
        "regular             30 pairs",
        "idiom-train          7 pairs of 2 idioms",
        "idiom-test           7 pairs of 2 idioms",
        "conditions: zero, joint, upsample-3 (in out/train)",
        "Read out/card.md; score systems with: litmus score -t out/suite -i OUT",
        "",
    ]


def test_build_names_idioms_that_are_in_no_training_text(mined: Path, litmus: Litmus) -> None:
    answer = litmus(*BUILD, "--unseen", "1")
    assert answer.code == 0
    assert "unseen-test          1 pairs of 1 idioms\n" in answer.out


def test_build_of_nothing_says_why(mined: Path, litmus: Litmus) -> None:
    assert litmus(*BUILD, "--min-context", "9").err == (
        "litmus: No pair with an idiom is left after cleaning; nothing was built.\n"
        "Of 15 lines with a match, 15 have fewer than 9 other words (--min-context).\n"
    )
