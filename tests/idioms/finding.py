"""What the tests of idioms share: lists and matchers made on the spot, and their finds as text."""

import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from litmus.idioms.entries.lists import IdiomList, load_idioms
from litmus.idioms.matching.matcher import Matcher
from litmus.idioms.matching.occurrence import Occurrence


def listed(code: str, *entries: str) -> IdiomList:
    """The entries as a list that was read from a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "list.txt"
        path.write_bytes("".join(f"{entry}\n" for entry in entries).encode())
        return load_idioms(str(path), code)


@cache
def matcher(code: str, *entries: str, kind: str = "ordered", **settings: Any) -> Matcher:
    """A matcher for the entries, or for the list that ships if there are none."""
    idioms = listed(code, *entries) if entries else load_idioms(code, code)
    return Matcher(idioms, kind=kind, **settings)


def covered(text: str, occurrence: Occurrence) -> str:
    """The text of an occurrence, from its first word to its last."""
    start, end = occurrence.span
    return text[start:end]


def finds(code: str, entry: str, text: str, *, kind: str = "ordered") -> list[str]:
    """What is found of one entry in a text."""
    return [covered(text, found) for found in matcher(code, entry, kind=kind).find(text)]


def flags(code: str, entry: str, text: str, *, kind: str = "ordered") -> tuple[str, ...]:
    """The flags of the only occurrence."""
    [found] = matcher(code, entry, kind=kind).find(text)
    return found.flags


def pieces(code: str, entry: str, text: str, *, kind: str = "ordered") -> list[str]:
    """The pieces of the only occurrence as text."""
    [found] = matcher(code, entry, kind=kind).find(text)
    return [text[start:end] for start, end in found.pieces]


def unfiltered(finder: Matcher, lines: Sequence[str]) -> list[list[Occurrence]]:
    """What is found in each line by looking at all of them."""
    return [finder.find(line) for line in lines]


def filtered(finder: Matcher, lines: Sequence[str]) -> list[list[Occurrence]]:
    """What is found in each line that the filter lets through, as in mining."""
    candidates = dict(finder.prefilter().candidates("\n".join(lines)))
    return [
        finder.find(line, candidates[number]) if number in candidates else []
        for number, line in enumerate(lines)
    ]
