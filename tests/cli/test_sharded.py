"""`--shard` and `litmus merge`: any number of runs makes the same file."""

import random
from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, write_lines

here, litmus, tiny = FIXTURES

LINES = 80
ENGLISH = ["You are late.", "It is a cat.", "He spilled the beans.", "I see her.", "Take it."]
FRENCH = ["Tu es en retard.", "C'est un chat.", "Il a craché le morceau.", "Je la vois.", "Prends-le."]  # fmt: skip
FILES = ("-l", "en-fr", "-s", "src", "-r", "ref")


@pytest.fixture
def talks(here: Path) -> Path:
    chance = random.Random(5)
    chosen = chance.choices(range(len(ENGLISH)), k=LINES)
    for name, texts in (("src", ENGLISH), ("ref", FRENCH)):
        write_lines(here / name, [f"{texts[k]} {n % 9}" for n, k in enumerate(chosen)])
    write_lines(here / "ids", [f"d{n // 17}" for n in range(LINES)])
    write_lines(here / "list", ["spill the beans"])
    return here


@pytest.mark.parametrize("command", [
    ("tag", *FILES, "--docids", "ids"),
    ("analyse", "src", "-l", "en"),
    ("align", *FILES, "-f", "jsonl"),
    ("align", *FILES),
    ("mine", "-l", "en", "list", "src"),
], ids=lambda command: " ".join(command[:1] + command[7:]))  # fmt: skip
def test_any_number_of_parts_makes_the_whole(
    command: tuple[str, ...], talks: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("litmus.corpus.blocks.SIZE", 700)  # as if the text were long
    monkeypatch.setattr("litmus.corpus.documents.SIZE", 20)
    monkeypatch.setattr("litmus.api.align.SIZE", 20)
    monkeypatch.setattr("litmus.cli.corpora.analyse.STEP", 20)
    assert litmus(*command, "-o", "whole", "--workers", 1).code == 0
    for of in (1, 3):
        parts = [f"part{k}.{of}" for k in range(1, of + 1)]
        for number, name in enumerate(parts, start=1):
            answer = litmus(*command, "-o", name, "--shard", f"{number}/{of}", "--workers", 1)
            assert answer.code == 0, answer.err
            assert answer.out.startswith(f"{name}: part {number} of {of}, ")
        answer = litmus("merge", *reversed(parts), "-o", f"merged{of}")
        assert answer.code == 0, answer.err
        assert (talks / f"merged{of}").read_bytes() == (talks / "whole").read_bytes()


def test_array_jobs_say_which_run_it_is(
    talks: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key, value in (("ID", "2"), ("MIN", "1"), ("MAX", "3")):
        monkeypatch.setenv(f"SLURM_ARRAY_TASK_{key}", value)
    answer = litmus("mine", "-l", "en", "list", "src", "-o", "p", "--shard", "auto")
    assert answer.out.startswith("p: part 2 of 3, ")
