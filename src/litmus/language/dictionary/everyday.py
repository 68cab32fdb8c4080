"""Everyday words that idioms and definitions are made of, translated by hand in all their senses.

They stand beside the dictionaries, which were counted in texts and lack many of them.
"""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from litmus.files.text import read_lines

_FOLDER = Path(__file__).parents[1] / "everyday"
VERSION = "1"


def everyday_words(source: str, target: str) -> Iterator[tuple[str, str]]:
    """Pairs of words of two languages, one of which is English; none for other pairs.

    >>> sorted(theirs for ours, theirs in everyday_words("en", "es") if ours == "nail")
    ['clavar', 'clavo', 'clavos', 'uña', 'uñas']
    """
    for english, other in _pairs(target if source == "en" else source):
        if source == "en":
            yield english, other
        elif target == "en":
            yield other, english


def everyday_languages() -> list[str]:
    """The languages that have such a table beside English."""
    return sorted(path.stem.partition("-")[2] for path in _FOLDER.glob("en-*.tsv"))


@lru_cache(maxsize=4)
def _pairs(language: str) -> tuple[tuple[str, str], ...]:
    path = _FOLDER / f"en-{language}.tsv"
    if not path.exists():
        return ()
    rows = (line.split("\t") for line in read_lines(path) if line and line[0] != "#")
    return tuple((word, other) for word, others in rows for other in others.split(","))
