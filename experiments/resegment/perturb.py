"""Documents as free text: translated lines joined, merged, split, dropped, repeated or swapped,
and for every character the segment that it belongs to."""

import random
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

NOBODY = -1
NO_BLANK = ""
_INNER = re.compile(r"(?<=[.!?,;:])\s+(?=\S)|(?<=[。！？，、；：])(?=\S)")  # noqa: RUF001
_ENDS_IN_MARK = re.compile(r"[^\w\s]\s*$")
_REMARKS = (  # before the translation, and behind it
    ("Sure! Here is the translation:", "Let me know if you need any changes!"),
    ("Okay, this is how I would put it in the target language:", "Done."),
    ("Below you find the text, sentence by sentence.", "I kept the names as they are."),
    ("**Translation**", "---"),
)
_SHARE = 0.05  # of segments that are dropped, repeated or swapped
_WIDTH = 72

Piece = tuple[int, str]  # a segment's number (or NOBODY), and text


class Free(NamedTuple):
    """A text, and the owner of each of its characters."""

    text: str
    owners: list[int]


def _free(pieces: Sequence[Piece], between: Sequence[str]) -> Free:
    """The pieces with what stands between them; blanks belong to nobody. Where words are not
    parted by blanks, there is none behind a mark."""
    text: list[str] = []
    owners: list[int] = []
    for number, (owner, part) in enumerate(pieces):
        gap = between[number - 1] if number else ""
        if gap == NO_BLANK and not _ENDS_IN_MARK.search(pieces[number - 1][1]):
            gap = " "
        for string, whose in ((gap, NOBODY), (part, owner)):
            text.append(string)
            owners += [NOBODY if sign.isspace() else whose for sign in string]
    return Free("".join(text), owners)


def _pieces(lines: Sequence[str]) -> list[Piece]:
    return [(number, line) for number, line in enumerate(lines) if line.strip()]


def joined(lines: Sequence[str], blank: str, rng: random.Random) -> Free:
    """The whole document on one line."""
    pieces = _pieces(lines)
    return _free(pieces, [blank] * len(pieces))


def merged(lines: Sequence[str], blank: str, rng: random.Random) -> Free:
    """Three of ten line ends are gone."""
    pieces = _pieces(lines)
    return _free(pieces, [blank if rng.random() < 0.3 else "\n" for _ in pieces])


def split(lines: Sequence[str], blank: str, rng: random.Random) -> Free:
    """A new line behind three of ten marks within lines, full stops and commas alike."""
    pieces = _split(lines, rng)
    return _free(pieces, ["\n"] * len(pieces))


def merged_and_split(lines: Sequence[str], blank: str, rng: random.Random) -> Free:
    """Both."""
    pieces = _split(lines, rng)
    return _free(pieces, [blank if rng.random() < 0.3 else "\n" for _ in pieces])


def _split(lines: Sequence[str], rng: random.Random) -> list[Piece]:
    pieces: list[Piece] = []
    for number, line in _pieces(lines):
        start = 0
        for match in _INNER.finditer(line):
            if rng.random() < 0.3:
                pieces.append((number, line[start : match.start()]))
                start = match.end()
        pieces.append((number, line[start:]))
    return pieces


def wrapped(lines: Sequence[str], blank: str, rng: random.Random) -> Free:
    """One paragraph, with lines of equal width."""
    free = joined(lines, blank, rng)
    text, owners, width = [], [], 0
    for sign, owner in zip(free.text, free.owners, strict=True):
        width += 1
        if width >= _WIDTH and (sign == " " or not blank):
            text.append("\n")
            owners.append(NOBODY)
            width = 0
            if sign == " ":
                continue
        text.append(sign)
        owners.append(owner)
    return Free("".join(text), owners)


def dropped(lines: Sequence[str], blank: str, rng: random.Random) -> Free:
    """One line, a twentieth of the segments missing."""
    pieces = [piece for piece in _pieces(lines) if rng.random() >= _SHARE]
    return _free(pieces, [blank] * len(pieces))


def dropped_lines(lines: Sequence[str], blank: str, rng: random.Random) -> Free:
    """The same with line ends."""
    pieces = [piece for piece in _pieces(lines) if rng.random() >= _SHARE]
    return _free(pieces, ["\n"] * len(pieces))


def repeated(lines: Sequence[str], blank: str, rng: random.Random) -> Free:
    """One line, a twentieth of the segments said twice."""
    pieces: list[Piece] = []
    for piece in _pieces(lines):
        pieces.append(piece)
        if rng.random() < _SHARE:
            pieces.append((NOBODY, piece[1]))
    return _free(pieces, [blank] * len(pieces))


def swapped(lines: Sequence[str], blank: str, rng: random.Random) -> Free:
    """One line, a twentieth of the segments behind their neighbours."""
    pieces = _pieces(lines)
    number = 0
    while number + 1 < len(pieces):
        if rng.random() < _SHARE:
            pieces[number : number + 2] = pieces[number + 1], pieces[number]
            number += 1
        number += 1
    return _free(pieces, [blank] * len(pieces))


def preface(lines: Sequence[str], blank: str, rng: random.Random) -> Free:
    """Paragraphs, with a remark before them and one behind."""
    before, behind = rng.choice(_REMARKS)
    pieces = [(NOBODY, before), *_pieces(lines), (NOBODY, behind)]
    inner = [blank if rng.random() < 0.7 else "\n\n" for _ in pieces[3:]]
    return _free(pieces, ["\n\n", *inner, "\n\n"])


def half(lines: Sequence[str], blank: str, rng: random.Random) -> Free:
    """One line, the second half of the document missing."""
    pieces = _pieces(lines)
    pieces = pieces[: (len(pieces) + 1) // 2]
    return _free(pieces, [blank] * len(pieces))


PERTURBATIONS: dict[str, Callable[[Sequence[str], str, random.Random], Free]] = {
    "joined": joined,
    "merged": merged,
    "split": split,
    "merged and split": merged_and_split,
    "wrapped": wrapped,
    "dropped": dropped,
    "dropped, lines": dropped_lines,
    "repeated": repeated,
    "swapped": swapped,
    "preface": preface,
    "half": half,
}
