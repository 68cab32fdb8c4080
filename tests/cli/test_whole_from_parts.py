"""`--shard` of score, report and build: merged, the parts are what one run writes, to the byte."""

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, write_lines, write_suite

here, litmus, tiny = FIXTURES

LINES = 120
ENGLISH = ["You are late.", "It is a cat.", "He spilled the beans.", "I see her.", "Take it."]
FRENCH = ["Tu es en retard.", "C'est un chat.", "Il a vendu la mèche.", "Je la vois.", "Prends-le."]
OTHER = ["Vous êtes en retard.", "Il est chat.", "Il a renversé les haricots.", "Je le vois.", ""]
QUICK = ("--trials", "30", "--bootstrap", "30")
SCORE = ("score", "-t", "talks", "-m", "bleu", "chrf", "litter", "word-f", "--subsets", "--paired-ar", *QUICK)  # fmt: skip
PLAIN = ("score", "-t", "talks", "-m", "bleu", "litter", *QUICK)
REPORT = ("report", "-t", "talks", "-m", "chrf", "litter", *QUICK)
BUILD = ("build", "found", "-l", "en-fr", "-s", "en", "-r", "fr", "--min-context", "2", "--upsample", "3")  # fmt: skip


@pytest.fixture
def talks(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A suite with documents of odd lengths and some idioms, with two outputs."""
    chance = random.Random(7)
    chosen = chance.choices(range(len(ENGLISH)), k=LINES)
    starts = sorted(chance.sample(range(1, LINES), 9))
    segments, outputs = [], []
    for n, k in enumerate(chosen):
        segment = {"id": f"s{n}", "doc": f"d{sum(start <= n for start in starts)}"}
        segment |= {"source": f"{ENGLISH[k]} {n % 9}", "references": [f"{FRENCH[k]} {n % 9}"]}
        if "beans" in ENGLISH[k]:
            segment["idioms"] = [{"label": "spill the beans", "spans": [[3, 20]]}]
        segments.append(segment)
        outputs.append(f"{(OTHER if n % 3 else FRENCH)[k]} {n % 9}")
    references = [f"{FRENCH[k]} {n % 9}" for n, k in enumerate(chosen)]
    write_suite(here / "talks", segments, {"mine": outputs, "same": references})
    monkeypatch.setattr("litmus.scoring.measuring.inputs.BATCH", 9)  # as if the text were long
    monkeypatch.setattr("litmus.corpus.documents.SIZE", 9)
    return here


@pytest.fixture
def mined(here: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A corpus with duplicates, near leaks and pairs to be dropped, and what was found in it."""
    chance = random.Random(4)
    words = [f"w{n}" for n in range(400)]
    source = [" ".join(chance.choices(words, k=7)) for _ in range(60)]
    source += [f"{' '.join(chance.choices(words, k=3))} spilled the beans today" for _ in range(20)]
    target = [line.replace("w", "v") for line in source]
    target[5] = "v " * 40
    source, target = source + source[10:14] + source[61:64], target + target[10:14] + target[61:64]
    write_lines(here / "en", source)
    write_lines(here / "fr", target)
    write_lines(here / "list", ["spill the beans"])
    assert litmus("mine", "list", "en", "-l", "en", "-o", "found").code == 0
    monkeypatch.setattr("litmus.idioms.building.batches.SIZE", 6)
    return here


def made(litmus: Litmus, command: Sequence[str], of: int) -> list[str]:
    """The parts of so many runs."""
    parts = [f"part{k}.{of}" for k in range(1, of + 1)]
    for number, name in enumerate(parts, start=1):
        answer = litmus(*command, "--shard", f"{number}/{of}", "-o", name, "--workers", 1)
        assert answer.code == 0, answer.err
        assert answer.out.startswith(f"{name}: part {number} of {of}, ")
    return parts


def everything(path: Path) -> dict[str, bytes]:
    """A file, or all files of a folder."""
    files = [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file())
    return {str(file.relative_to(path)): file.read_bytes() for file in files}


def same_bytes(
    litmus: Litmus,
    command: Sequence[str],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    side_files: Sequence[str] = (),
    numbers: Sequence[int] = (1, 2, 7, 16),
) -> None:
    typed = ["litmus", *command, "-o", "whole", "--workers", "1"]  # a page shows what was typed
    monkeypatch.setattr("sys.argv", typed)
    assert litmus(*typed[1:]).code == 0
    names = ("whole", *side_files)
    expected = {name: everything(folder / name) for name in names}
    for of in numbers:
        parts = made(litmus, command, of)
        for name in names:
            (folder / name).rename(folder / f"{name}.before{of}")
        answer = litmus("merge", *reversed(parts), "-o", "whole")
        assert answer.code == 0, answer.err
        assert {name: everything(folder / name) for name in names} == expected


@pytest.mark.parametrize("form", ["text", "json", "latex"])
def test_parts_of_a_score_are_the_score(
    form: str, talks: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = SCORE if form == "text" else PLAIN
    side = ("seg.jsonl", "page.html") if form == "json" else ()
    flags = ("--segments", "seg.jsonl", "--report", "page.html") if side else ()
    numbers = (1, 2, 7, 16) if form == "text" else (2,)
    same_bytes(litmus, (*command, "-f", form, *flags), talks, monkeypatch, side, numbers)


@pytest.mark.parametrize("metrics", [(), ("apt-eval", "word-f")], ids=["shown", "links-and-tags"])
def test_parts_of_a_report_are_the_page(
    metrics: tuple[str, ...], talks: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    more, numbers = (("-m", *metrics), (3,)) if metrics else ((), (1, 2, 7, 16))
    same_bytes(litmus, (*REPORT, *more), talks, monkeypatch, numbers=numbers)


def test_parts_of_a_set_are_the_set(
    mined: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    same_bytes(litmus, BUILD, mined, monkeypatch)
    card = json.loads((mined / "whole" / "card.json").read_text("utf-8"))
    assert card["removed"] == {"ratio": 1, "duplicate": 7}  # so that every step had work
