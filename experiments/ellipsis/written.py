"""Sentences written for this project, with ^ after each word that licenses a gap."""

from pathlib import Path

from benchmarks.discourse.ellipsis_sets import Marked

FOLDER = Path(__file__).parent / "written"


def read_written(name: str) -> list[Marked]:
    """The sentences of a file; lines that begin with # are remarks."""
    lines = (FOLDER / name).read_text(encoding="utf-8").split("\n")
    return [without_marks(line) for line in lines if line and not line.startswith("#")]


def without_marks(line: str) -> Marked:
    """The sentence, and the last character of each marked word as its span.

    >>> without_marks("So do^ I.")
    Marked(text='So do I.', gaps=((4, 5),), unsure=())
    """
    pieces = line.split("^")
    ends = [len("".join(pieces[: number + 1])) for number in range(len(pieces) - 1)]
    return Marked("".join(pieces), tuple((end - 1, end) for end in ends))
