"""What the tests of the command line share: a tiny suite, loose files, and a way to call litmus.

A test module takes the fixtures over by `here, litmus, tiny = FIXTURES`.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import litmus as package
from litmus.cli import main

DICTIONARY = """# litmus dictionary
# name: tiny
# version: 7
kicked\tfrappé
bucket\tseau
beans\tharicots
"""
# Every segment that has a mark has one of each kind; the third and fourth share a label.
SEGMENTS: Sequence[Mapping[str, Any]] = (
    {"id": "a", "source": "I sing .", "references": ["Je chante ."]},
    {
        "id": "b",
        "source": "He kicked the bucket .",
        "references": ["Il est mort ."],
        "idioms": [{"label": "kick the bucket", "spans": [[3, 20]]}],
        "blacklist": ["seau"],
        "required": [["mort"], ["décédé"]],
    },
    {
        "id": "c",
        "source": "She spilled the beans .",
        "references": ["Elle a vendu la mèche ."],
        "idioms": [{"label": "spill the beans", "spans": [[4, 21]]}],
        "blacklist": ["haricot"],
        "required": [["vendu", "mèche"]],
    },
    {
        "id": "d",
        "source": "They spilled the beans again .",
        "references": ["Ils ont encore vendu la mèche ."],
        "idioms": [{"label": "spill the beans", "spans": [[5, 22]]}],
        "blacklist": ["haricot"],
        "required": [["vendu", "mèche"]],
    },
)
REFERENCE = [segment["references"][0] for segment in SEGMENTS]
LITERAL = [
    "Je chante .",
    "Il a frappé le seau .",
    "Elle a renversé les haricots .",
    "Ils ont encore renversé les haricots .",
]
MIXED = [LITERAL[0], LITERAL[1], LITERAL[2], REFERENCE[3]]  # two of the three idioms are literal


@dataclass(frozen=True)
class Answer:
    """What a command came back with."""

    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows of `-f json`."""
        found: list[dict[str, Any]] = json.loads(self.out)
        return found

    def row(self, system: str, metric: str, tag: str | None = None) -> dict[str, Any]:
        """The one row of a system, metric and tag."""
        wanted = (system, metric, tag)
        (found,) = [r for r in self.rows if (r["system"], r["metric"], r["tag"]) == wanted]
        return found


Litmus = Callable[..., Answer]


def caller(capsys: pytest.CaptureFixture[str]) -> Litmus:
    """`litmus(*arguments)` in this process."""

    def litmus(*arguments: object) -> Answer:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as stop:  # argparse
            code = int(stop.code or 0)
        return Answer(code, *capsys.readouterr())

    return litmus


# A Python started elsewhere finds the same litmus.
ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(package.__file__).resolve().parents[1])}


def python(
    *arguments: str, variables: Mapping[str, str] | None = None, **settings: Any
) -> "subprocess.CompletedProcess[str]":
    """A Python of its own."""
    return subprocess.run(
        [sys.executable, *arguments],
        env={**ENVIRONMENT, **(variables or {})},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        **settings,
    )


def write_lines(path: Path, lines: Sequence[str]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def write_suite(
    folder: Path,
    segments: Sequence[Mapping[str, Any]] = SEGMENTS,
    systems: Mapping[str, Sequence[str]] | None = None,
    **info: Any,
) -> Path:
    """A suite by hand, so that nothing of ours checks it before the command under test does."""
    rows = [json.dumps(segment, ensure_ascii=False) for segment in segments]
    write_lines(folder / "segments.jsonl", rows)
    about = {"name": folder.name, "version": 3, "source": "en", "target": "fr"} | info
    write_lines(folder / "suite.toml", [f"{key} = {json.dumps(about[key])}" for key in about])
    for name, outputs in (systems or {}).items():
        write_lines(folder / "systems" / f"{name}.txt", outputs)
    return folder


def written(path: Path) -> list[dict[str, Any]]:
    """The rows of a JSON lines file."""
    text = path.read_text(encoding="utf-8")
    return [json.loads(line) for line in text.removesuffix("\n").split("\n")]


@pytest.fixture
def litmus(capsys: pytest.CaptureFixture[str]) -> Litmus:
    """Calls the command line in this process."""
    return caller(capsys)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the current one, so that messages show short paths."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def tiny(here: Path) -> Path:
    """The suite `tiny` with three outputs, and `tiny.tsv`, a dictionary for it."""
    (here / "tiny.tsv").write_text(DICTIONARY, encoding="utf-8")
    outputs = {"literal": LITERAL, "mixed": MIXED, "right": REFERENCE}
    write_suite(here / "tiny", systems=outputs, metrics=["blacklist", "autoie"])
    return here


FIXTURES = (here, litmus, tiny)
