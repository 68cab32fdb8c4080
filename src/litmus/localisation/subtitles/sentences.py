"""Sentences that run over cues: joined from them, with the place of every piece.

Dashes of speakers, names in capitals before a colon, notes of music and sounds in brackets are no
part of a sentence. Sentences end where their punctuation says so; where another speaker begins;
around a line of a song; and at a pause, since many subtitles have no full stops.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from litmus.language.knowledge import load
from litmus.language.sentences import sentences
from litmus.localisation.subtitles.cues import Cue

_PAUSE = 3_000  # milliseconds without a text on the screen
_LONGEST = 8  # cues of one sentence: text without full stops must end somewhere
_MUSIC = "♪♫♬♩"
_DASH = re.compile(r"[ \t]*[-‐–—](?:[ \t]+(?=\S)|(?=[^\s\d-]))")  # noqa: RUF001
_SPEAKER = re.compile(r"(?:>>)?[ \t]?[A-ZÀ-Þ][A-ZÀ-Þ0-9.'’ -]{1,30}:(?:[ \t]+|$)")  # noqa: RUF001
_SOUND = re.compile(r"\[[^\[\]\n]*\]|\([^()\n]*\)|（[^（）\n]*）")  # noqa: RUF001


@dataclass(frozen=True, slots=True)
class Piece:
    """Some characters [start, end) of the plain text of a cue, which is known by its number."""

    cue: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, its pieces, and when it is spoken: a part of a cue lasts as long as its share of
    the characters."""

    text: str
    pieces: tuple[Piece, ...]
    start: float
    end: float


def joined(cues: Sequence[Cue], language: str) -> list[Sentence]:
    """The sentences of a file, in order."""
    blank = "" if load(language).writing == "characters" else " "
    return [
        _sentence(pieces, cues, blank)
        for run in _runs(cues)
        for whole in _cut(run, cues, language, blank)
        for pieces in _shortened(whole)
    ]


def flat(text: str, blank: str) -> str:
    """A text on one line, with a blank between its lines where the language has blanks."""
    return blank.join(" ".join(line.split()) for line in text.split("\n"))


def sounds(cues: Sequence[Cue]) -> int:
    """How many descriptions of sounds there are."""
    lines = (line for cue in cues for line in cue.plain.split("\n"))
    return sum(len(_sounds(line, _after_marks(line))) for line in lines)


def words(cue: Cue) -> str:
    """What is text of a cue, and neither a sound nor a note."""
    pieces = (piece for _, piece in _lines(0, cue.plain))
    return " ".join(cue.plain[piece.start : piece.end] for piece in pieces)


def _runs(cues: Sequence[Cue]) -> Iterator[list[Piece]]:
    """Lines, or what is text of them, that may belong to one sentence; a line after the other."""
    run: list[Piece] = []
    for number, cue in enumerate(cues):
        is_song = any(note in cue.plain for note in _MUSIC)
        pause = number and cue.start - cues[number - 1].end > _PAUSE
        if run and (pause or is_song):
            yield run
            run = []
        for begins, piece in _lines(number, cue.plain):
            if begins and run:
                yield run
                run = []
            run.append(piece)
        if run and is_song:
            yield run
            run = []
    if run:
        yield run


def _lines(number: int, text: str) -> Iterator[tuple[bool, Piece]]:
    """What is text of every line, and whether somebody else begins to speak there."""
    start, begins = 0, False
    for line in text.split("\n"):
        at = _after_marks(line)
        begins = begins or at > 0
        for low, high in _between(at, len(line), _sounds(line, at)):
            piece = _stripped(line, low, high)
            if piece:
                yield begins, Piece(number, start + piece[0], start + piece[1])
                begins = False
        start += len(line) + 1


def _after_marks(line: str) -> int:
    """Where a line begins, after the dash and the name of a speaker."""
    at = 0
    while match := _DASH.match(line, at) or _SPEAKER.match(line, at):
        at = match.end()
    return at


def _sounds(line: str, at: int) -> list[tuple[int, int]]:
    """Where sounds are described. Round brackets in the middle of a line are part of a sentence."""
    return [
        match.span()
        for match in _SOUND.finditer(line, at)
        if match[0].startswith("[")
        or not line[at : match.start()].strip()
        or not line[match.end() :].strip()
    ]


def _between(low: int, high: int, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for start, end in spans:
        yield low, start
        low = end
    yield low, high


def _stripped(line: str, low: int, high: int) -> tuple[int, int] | None:
    """The ends of what is left without blanks and notes; None if nothing is."""
    part = line[low:high]
    around = _MUSIC + " \t#*\u00a0\u200e\u200f"
    start = low + len(part) - len(part.lstrip(around))
    end = low + len(part.rstrip(around))
    return (start, end) if start < end and any(c.isalnum() for c in line[start:end]) else None


def _cut(
    run: Sequence[Piece], cues: Sequence[Cue], language: str, blank: str
) -> Iterator[list[Piece]]:
    """The pieces of every sentence of a run."""
    texts = [cues[piece.cue].plain[piece.start : piece.end] for piece in run]
    whole = blank.join(texts)
    starts = list(accumulate((len(text) + len(blank) for text in texts), initial=0))
    at = number = 0
    for sentence in sentences(whole, language):
        low = whole.index(sentence, at)
        at = low + len(sentence)
        if dash := _DASH.match(sentence):  # of a speaker who begins within a line
            low += dash.end()
        while starts[number] + len(texts[number]) <= low:
            number += 1
        found, place = [], number
        while place < len(run) and starts[place] < at:
            shift = run[place].start - starts[place]
            first, last = max(low, starts[place]), min(at, starts[place] + len(texts[place]))
            found.append(Piece(run[place].cue, first + shift, last + shift))
            place += 1
        yield found


def _shortened(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """A sentence as it is; one that runs over more than eight cues, eight by eight."""
    part: list[Piece] = []
    for piece in pieces:
        if part and piece.cue - part[0].cue >= _LONGEST:
            yield part
            part = []
        part.append(piece)
    yield part


def merged(pieces: Sequence[Piece], cues: Sequence[Cue]) -> list[Piece]:
    """Pieces of one cue with nothing but a line end between them as one, so that a translation
    may break its lines elsewhere."""
    found: list[Piece] = []
    for piece in pieces:
        before = found[-1] if found else None
        if (
            before
            and before.cue == piece.cue
            and not cues[piece.cue].plain[before.end : piece.start].strip()
        ):
            found[-1] = Piece(piece.cue, before.start, piece.end)
        else:
            found.append(piece)
    return found


def _sentence(pieces: Sequence[Piece], cues: Sequence[Cue], blank: str) -> Sentence:
    texts = (cues[piece.cue].plain[piece.start : piece.end] for piece in pieces)
    return Sentence(
        blank.join(flat(text, blank) for text in texts),
        tuple(merged(pieces, cues)),
        min(_moment(cues[piece.cue], piece.start) for piece in pieces),  # cues may overlap
        max(_moment(cues[piece.cue], piece.end) for piece in pieces),
    )


def _moment(cue: Cue, place: int) -> float:
    """When a place in the text is spoken: what is no part of a sentence takes no time.

    Speakers have equal shares of a cue, so that in two languages their lines go together.
    """
    turns: list[list[Piece]] = [[]]
    for begins, piece in _lines(0, cue.plain):
        if begins and turns[-1]:
            turns.append([])
        turns[-1].append(piece)
    done = 0.0
    for turn in turns:
        before = sum(max(0, min(piece.end, place) - piece.start) for piece in turn)
        done += before / sum(piece.end - piece.start for piece in turn)
    return cue.start + (cue.end - cue.start) * done / len(turns)
