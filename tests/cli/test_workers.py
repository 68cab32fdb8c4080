"""`--workers`: whoever does the work, every byte is the same."""

import random
from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, write_lines

here, litmus, tiny = FIXTURES

ENGLISH = ["You are late.", "It is a cat.", "He did.", "They spill the beans again.", "I see her."]
FRENCH = ["Tu es en retard.", "C'est un chat.", "Il l'a fait.", "Ils crachent le morceau.", "Je la vois."]  # fmt: skip
OTHER = ["Vous êtes en retard.", "Il est un chat.", "Il a fait.", "Ils renversent les haricots.", "Je le vois."]  # fmt: skip
LINES = 430
FILES = ("-l", "en-fr", "-s", "src", "-r", "ref")


@pytest.fixture
def talks(here: Path) -> Path:
    """Documents of very different length, so that batches end at odd places."""
    chance = random.Random(3)
    chosen = chance.choices(range(len(ENGLISH)), k=LINES)
    for name, texts in (("src", ENGLISH), ("ref", FRENCH), ("out", OTHER)):
        write_lines(here / name, [f"{texts[k]} {n % 7}" for n, k in enumerate(chosen)])
    starts = sorted(chance.sample(range(1, LINES), 12))
    write_lines(here / "ids", [f"d{sum(start <= n for start in starts)}" for n in range(LINES)])
    (here / "list").write_text("spill the beans\n", encoding="utf-8")
    return here


@pytest.mark.slow
@pytest.mark.parametrize("command", [
    ("tag", *FILES, "--docids", "ids", "-o", "made"),
    ("analyse", "src", "-l", "en", "-o", "made"),
    ("align", *FILES[:4], "-r", "ref", "-f", "jsonl", "-o", "made"),
    ("score", *FILES, "--docids", "ids", "-i", "out", "same=ref", "-m", "bleu", "word-f", "consistency:of=all",
     "--paired-ar", "--trials", "50", "--bootstrap", "50", "-f", "json", "--segments", "made"),
    ("report", *FILES, "--docids", "ids", "-i", "out", "same=ref", "-m", "chrf", "word-f", "--trials", "50",
     "--bootstrap", "50", "-o", "made"),
], ids=lambda command: command[0])  # fmt: skip
def test_any_number_of_workers_gives_the_same_bytes(
    command: tuple[str, ...], talks: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["litmus"])  # what a report says of the command
    found = []
    for workers in (1, 3):
        answer = litmus(*command, "--workers", workers)
        assert answer.code == 0, answer.err
        found.append((answer.out, answer.err, (talks / "made").read_bytes()))
        (talks / "made").unlink()
    assert found[0] == found[1]
    assert len(found[0][2]) > LINES


@pytest.mark.slow
def test_files_that_go_with_the_text_are_read_in_one_process(talks: Path, litmus: Litmus) -> None:
    assert litmus("align", *FILES, "-o", "ref.align").code == 0
    assert litmus("align", *FILES[:4], "-r", "out", "-o", "out.align").code == 0
    links = ("--alignment", "ref.align", "--alignment", "out=out.align")
    metrics = ("-m", "word-f:tags=both", "--bootstrap", "20", "-f", "json")
    answers = [
        litmus("score", *FILES, "--docids", "ids", "-i", "out", *links, *metrics, "--workers", n)
        for n in (1, 2)
    ]
    assert answers[0].code == 0, answers[0].err
    assert answers[0] == answers[1]
