"""What the tests of mining share: a corpus, what must be found in it, runs that are stopped."""

import json
import os
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from finding import matcher

import litmus as package
from litmus.corpus import blocks
from litmus.idioms.matching.matcher import Matcher
from litmus.idioms.matching.occurrence import Occurrence
from litmus.idioms.mining import mine as mining
from litmus.idioms.mining.mine import Summary, mine

ENTRIES = ("kick the bucket", "spill the beans", "pull someone's leg")
PLAIN = (
    "Nothing happens here.",
    "The committee met on Tuesday to talk about fish.",
    "",
    "He kicked at the bucket.",
    "Ünïcödé 😀 and 雪 stand here.",
)
WITH = (
    "In the end he kicked the bucket.",
    "😀 She’d spilled the beans, and they pulled the old teacher’s leg.",
    "Spill the beans! Spill the beans!",
)


def finder() -> Matcher:
    return matcher("en", *ENTRIES, backend=None)


def corpus(folder: Path, n_lines: int = 200, seed: int = 1, name: str = "corpus.en") -> Path:
    rng = Random(seed)
    lines = [rng.choice(WITH if rng.random() < 0.3 else PLAIN) for _ in range(n_lines)]
    path = folder / name
    path.write_bytes("".join(f"{line}\n" for line in lines).encode())
    return path


def expected(path: Path, used: Matcher | None = None) -> bytes:
    """What mining must write: every line looked at, without filter, blocks or processes."""
    used = used or finder()

    @cache  # the corpus says few things, and says them often
    def found_in(line: str) -> list[Occurrence]:
        return [found for _, found in used.judged([(line, each) for each in used.find(line)])]

    lines = path.read_text("utf-8").removesuffix("\n").split("\n")
    rows = [
        json.dumps(found.row(number, line), ensure_ascii=False) + "\n"
        for number, line in enumerate(lines, start=1)
        for found in found_in(line)
    ]
    return "".join(rows).encode()


def small_blocks(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(blocks, "SIZE", size)
    monkeypatch.setattr(mining, "SIZE", size)


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


class Stop(BaseException):
    """As sudden as a kill, but this process goes on."""


def stopped(
    monkeypatch: pytest.MonkeyPatch, path: Path, output: Path, after: int, **settings: Any
) -> None:
    """A run that is stopped after some blocks."""
    left_over = after

    def stop(summary: Summary) -> None:
        nonlocal left_over
        left_over -= 1
        if left_over <= 0:
            raise Stop

    with pytest.raises(Stop):
        mine(finder(), path, output, workers=1, progress=stop, **settings)


def begun(
    folder: Path, monkeypatch: pytest.MonkeyPatch, after: int = 2, size: int = 500
) -> tuple[Path, Path]:
    """A corpus, and the output of a run over it that was stopped after some blocks."""
    path, out = corpus(folder), folder / "out"
    small_blocks(monkeypatch, size)
    stopped(monkeypatch, path, out, after)
    return path, out


SCRIPT = """
import sys
from pathlib import Path
from litmus.corpus import blocks
from litmus.idioms.mining import mine as mining
from litmus.idioms.entries.lists import load_idioms
from litmus.idioms.matching.matcher import Matcher
blocks.SIZE = mining.SIZE = 2_000
matcher = Matcher(load_idioms(sys.argv[1], "en"), backend=None)
mining.mine(matcher, Path(sys.argv[2]), Path(sys.argv[3]), workers=int(sys.argv[4]), resume=True)
"""
ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(package.__file__).resolve().parents[1])}
