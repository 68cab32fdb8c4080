"""Translations of sentences written into the cues that the sentences came from.

What is no part of a sentence stays where it is. A translation is cut at blanks, where its parts
are as long, in proportion, as those of the sentence; so a text that has not changed gives the cues
that there were.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from litmus.localisation.subtitles.cues import Cue
from litmus.localisation.subtitles.sentences import Piece, flat

LINE = 42  # characters, as broadcasters have it
_UNBROKEN = "、。，！？：；」』）)]},.!?:;%"  # no line begins with these  # noqa: RUF001


def filled(
    cues: Sequence[Cue], pieces: Mapping[str, Sequence[Piece]], texts: Mapping[str, str], blank: str
) -> list[Cue]:
    """The cues with the texts of sentences in place of their pieces. A cue that is left without
    text goes; the one before it stays in its place if it is of the same sentence."""
    parts: dict[int, list[tuple[Piece, str]]] = {}
    sentences: dict[int, set[str]] = {}
    for key, own in pieces.items():
        if key in texts:
            sizes = [len(flat(cues[one.cue].plain[one.start : one.end], blank)) for one in own]
            for piece, part in zip(own, cut(texts[key], sizes, blank), strict=True):
                parts.setdefault(piece.cue, []).append((piece, part))
                sentences.setdefault(piece.cue, set()).add(key)
    found: list[Cue] = []
    shown: set[str] = set()  # sentences of the last one found
    for number, cue in enumerate(cues):
        new = _replaced(cue, parts.get(number, ()), blank)
        if new:
            found.append(replace(cue, text=new))
            shown = sentences.get(number, set())
        elif shown & sentences.get(number, set()):
            found[-1] = replace(found[-1], end=max(cue.end, found[-1].end))
    return found


def cut(text: str, sizes: Sequence[int], blank: str) -> list[str]:
    """The text in as many parts as there are sizes, each as long in proportion as words allow.

    >>> cut("ich denke, du solltest gehen", [11, 10], " ")
    ['ich denke, du', 'solltest gehen']
    >>> cut("geh", [5, 5], " ")
    ['geh', '']
    """
    text = flat(text, blank)
    total, places = sum(sizes) or 1, _places(text, blank)
    parts, start, done = [], 0, 0
    for number, size in enumerate(sizes[:-1]):
        done += size
        # the blank between two parts belongs to neither
        wanted = (len(text) + len(blank)) * (done + len(blank) * (number + 1)) / (
            total + len(blank) * len(sizes)
        ) - len(blank)
        open_places = [place for place in places if place > start]
        end = min(open_places, key=lambda place: abs(place - wanted), default=len(text))
        parts.append(text[start:end].strip())
        start = end
    return [*parts, text[start:].strip()]


def _places(text: str, blank: str) -> list[int]:
    """Where a text may be cut: before a blank, or where there are none, between characters."""
    if blank:
        return [match.start() for match in re.finditer(" ", text)]
    return [n for n in range(1, len(text)) if text[n] not in _UNBROKEN]


def _replaced(cue: Cue, parts: Sequence[tuple[Piece, str]], blank: str) -> str:
    """The text of the cue with other words; as it was if they are the same."""
    plain = cue.plain
    if all(flat(plain[piece.start : piece.end], blank) == part for piece, part in parts):
        return cue.text
    new, at = "", 0
    for piece, part in sorted(parts, key=lambda pair: pair[0].start):
        new += plain[at : piece.start] + part
        at = piece.end
    new += plain[at:]
    if not any(character.isalnum() for character in new):
        return ""
    lines = [line.strip() for line in new.split("\n") if any(c.isalnum() for c in line)]
    opened, closed = cue.around
    return f"{opened}{cue.written(broken(lines, blank))}{closed}"


def broken(lines: Sequence[str], blank: str) -> str:
    """Lines on two of at most 42 characters where that is possible; two speakers keep a line each.

    >>> print(broken(["I think that you should go home now, before it rains."], " "))
    I think that you should go
    home now, before it rains.
    """
    is_dialogue = len(lines) > 1 and lines[-1].startswith(("-", "–", "—"))  # noqa: RUF001
    if not is_dialogue and (len(lines) > 2 or any(len(line) > LINE for line in lines)):
        lines = [blank.join(lines)]
    if len(lines) > 1:
        return "\n".join(lines)
    (line,) = lines
    if len(line) <= LINE:
        return line
    places = _places(line, blank)
    if not places:
        return line
    middle = min(places, key=lambda place: abs(2 * place + len(blank) - len(line)))
    return f"{line[:middle].strip()}\n{line[middle:].strip()}"


def too_long(cues: Sequence[Cue]) -> int:
    """How many cues have more than two lines of 42 characters."""
    lines = [cue.plain.split("\n") for cue in cues]
    return sum(len(own) > 2 or any(len(line) > LINE for line in own) for own in lines)
