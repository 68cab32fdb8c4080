"""What the tests of `litmus run` share: a folder of texts, and pieces of a project file.

A test module takes the fixtures over by `files, here, litmus = PROJECT_FIXTURES`.
"""

from pathlib import Path

import pytest
from commanding import FIXTURES, LITERAL, REFERENCE, SEGMENTS, write_lines

SOURCE = [str(segment["source"]) for segment in SEGMENTS]
BASE = 'metrics = ["bleu", "chrf"]\ntests.bootstrap = 20\n'
LOOSE = '[suites.news]\nlanguage-pair = "en-fr"\nsource = "src.en"\nreferences = "ref.fr"\n'
TWO_SYSTEMS = '[systems]\nold = "out/old.txt"\nnew = "out/new.txt"\n'


@pytest.fixture
def files(here: Path) -> Path:
    """A folder with a source, a reference and two outputs."""
    write_lines(here / "src.en", SOURCE)
    write_lines(here / "ref.fr", REFERENCE)
    write_lines(here / "out/old.txt", LITERAL)
    write_lines(here / "out/new.txt", REFERENCE)
    return here


PROJECT_FIXTURES = (files, *FIXTURES[:2])


def project(folder: Path, text: str, name: str = "litmus.toml") -> None:
    """Write a project file."""
    (folder / name).write_text(text, encoding="utf-8")


def many(folder: Path) -> None:
    """Enough cases to be judged: 30 are the fewest."""
    for name, lines in (
        ("src.en", SOURCE),
        ("ref.fr", REFERENCE),
        ("out/new.txt", REFERENCE),
        ("out/old.txt", LITERAL),
    ):
        write_lines(folder / name, [text for _ in range(10) for text in lines])


def measured(folder: Path) -> set[str]:
    """The counts that are kept, one file for each metric, system and batch."""
    cache = folder / ".litmus/cache"
    return {path.name for path in cache.rglob("*") if path.is_file()}
