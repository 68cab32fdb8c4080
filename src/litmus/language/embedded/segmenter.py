"""Text -> surface tokens and their words: what the character network says, made consistent."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from litmus.language.embedded.edits import WHOLE, lowered, rewrite
from litmus.language.words import compose

# Texts -> for each, per character: its ending (0 none, 1 token, 2 sentence), how its token splits
# (a class), and how sure the network is of the ending.
Network = Callable[
    [Sequence[str]], list[tuple[NDArray[np.integer], NDArray[np.integer], NDArray[np.floating]]]
]

_STRETCH = re.compile(r"\S+")
_CACHE = 1 << 17  # stretches remembered before the memory is emptied
_JOINER = "\u200d"
WINDOW, OVERLAP = 360, 40  # characters given to the network at a time, and seen twice


class Piece(NamedTuple):
    """A surface token. `parts` are the forms of its words; one: the token itself."""

    start: int
    end: int
    parts: tuple[str, ...]
    last: bool  # a sentence ends here
    confidence: float


@dataclass(frozen=True, slots=True)
class Splits:
    """How tokens of a language split into words: classes of the network, and forms it knows."""

    scripts: Sequence[str]
    known: Mapping[str, str]
    irregular: Mapping[str, str]
    closed: frozenset[str] | None = None  # all words of letters that split, where they are few
    ambiguous: frozenset[str] = frozenset()  # words that split in some places only

    def never(self, word: str) -> bool:
        """Whether a word of letters alone can be told not to split without the network."""
        return self.closed is not None and lowered(compose(word)) not in self.closed

    def parts(self, form: str, guess: int) -> tuple[str, ...]:
        """The words of a token; case is restored where the token has it.

        >>> du = Splits(["", "l!de le"], {}, {"du": "l!de le"})
        >>> du.parts("Du", 1), du.parts("sur", 1)
        (('De', 'le'), ('sur',))
        """
        composed = compose(form)
        lower = lowered(composed)
        script = self.known.get(lower)
        if script is None:
            script = self.scripts[guess]
            if not script or (script[1] == WHOLE and self.irregular.get(lower) != script):
                return (form,)
        made = (rewrite(lower, script) or "").split(" ")
        if len(made) < 2 or not all(made):
            return (form,)
        if "".join(made) == lower and composed == form:  # only cuts: the letters stay as they are
            return tuple(_cut(form, made))
        if form.isupper() and len(form) > 1:
            return tuple(part.upper() for part in made)
        if form[0].isupper():
            made[0] = made[0][0].upper() + made[0][1:]
        return tuple(made)


def _cut(form: str, parts: list[str]) -> Iterator[str]:
    at = 0
    for part in parts:
        yield form[at : at + len(part)]
        at += len(part)


class _Stretch(NamedTuple):
    """What is looked at to cut a stretch between spaces, and where in it the stretch stands."""

    text: str
    start: int
    stop: int


class Segmenter:
    """Finds tokens. Where spaces separate words, each stretch between them is looked at once."""

    def __init__(
        self, network: Network, splits: Splits, *, whole_text: bool, clitics_join: bool
    ) -> None:
        self._network, self._splits = network, splits
        self._whole_text, self._clitics_join = whole_text, clitics_join
        self._seen: dict[_Stretch, tuple[Piece, ...]] = {}

    def segment(self, texts: Sequence[str]) -> list[list[Piece]]:
        """The tokens of each text, with offsets into it."""
        return self._texts(texts) if self._whole_text else self._stretches(texts)

    def _stretches(self, texts: Sequence[str]) -> list[list[Piece]]:
        found = [self._keys(text) for text in texts]
        if len(self._seen) > _CACHE:
            self._seen.clear()
        new = list({key: None for row in found for _, key in row if key not in self._seen})
        hard = []
        for key in new:
            word = key.text[key.start : key.stop]
            if word.isalpha() and self._splits.never(word):
                self._seen[key] = (Piece(0, len(word), (word,), False, 1.0),)
            else:
                hard.append(key)
        pieces = self._windows([key.text for key in hard], [key[1:] for key in hard])
        self._seen.update(zip(hard, map(tuple, pieces), strict=True))
        seen = self._seen
        return [
            [
                Piece(start + p.start, start + p.end, p.parts, p.last, p.confidence)
                for start, key in row
                for p in seen[key]
            ]
            for row in found
        ]

    def _keys(self, text: str) -> list[tuple[int, _Stretch]]:
        """Where each stretch starts, and what is to be looked at to cut it."""
        spans = [match.span() for match in _STRETCH.finditer(text)]
        found = []
        for number, (start, stop) in enumerate(spans):
            word, before, after = text[start:stop], "", ""
            if number + 1 < len(spans):
                after = f" {text[spans[number + 1][0]]}"
            if word.isalpha() and lowered(word) in self._splits.ambiguous:
                before = text[slice(*spans[number - 1])] + " " if number else ""
                after = f" {text[slice(*spans[number + 1])]}" if after else ""
            key = _Stretch(before + word + after, len(before), len(before) + len(word))
            found.append((start, key))
        return found

    def _texts(self, texts: Sequence[str]) -> list[list[Piece]]:
        return list(self._windows(texts, [(0, len(text)) for text in texts]))

    def _windows(
        self, texts: Sequence[str], spans: Sequence[tuple[int, ...]]
    ) -> Iterator[list[Piece]]:
        """Long texts go to the network in windows that overlap; each decides for its middle."""
        pieces = [text[start : start + WINDOW] for text in texts for start in _starts(text)]
        answers = iter(self._network(pieces) if pieces else [])
        for text, span in zip(texts, spans, strict=True):
            if not text:
                yield []
                continue
            some = slice(*span)
            columns = _joined(list(islice(answers, len(_starts(text)))))
            yield list(self._decode(text[some], *(column[some].tolist() for column in columns)))

    def _decode(
        self, text: str, ends: list[int], splits: list[int], sure: list[float]
    ) -> Iterator[Piece]:
        start, n, lowest = -1, len(text), 1.0
        held: list[Piece] = []  # clitics of one stretch, where they join into a token
        for at, character in enumerate(text):
            if character.isspace():
                start = -1
                continue
            if start < 0:
                start, lowest = at, 1.0
            lowest = min(lowest, sure[at])
            at_edge = at + 1 == n or text[at + 1].isspace()
            if not at_edge and (not ends[at] or _goes_on(text, at + 1)):
                continue
            form = text[start : at + 1]
            parts = self._splits.parts(form, splits[at])
            piece = Piece(start, at + 1, parts, ends[at] == 2, lowest)
            start = -1
            plain = self._clitics_join and all(map(_letter, form))
            if plain and not at_edge and _letter(text[at + 1]):
                held.append(piece)
                continue
            if plain and held:
                piece, held = _join([*held, piece]), []
            yield from held  # what came before is of letters, but this is not
            yield piece
            held = []


def _starts(text: str) -> range:
    """Where the windows of a text begin."""
    return range(0, max(len(text) - OVERLAP, min(1, len(text))), WINDOW - OVERLAP)


def _joined(answers: Sequence[tuple[NDArray[Any], ...]]) -> Sequence[NDArray[Any]]:
    """The columns of windows that overlap; each decides for its middle."""
    if len(answers) == 1:
        return answers[0]
    half = OVERLAP // 2
    return [
        np.concatenate(
            [
                column[half if at else 0 : len(column) - (half if at + 1 < len(answers) else 0)]
                for at, column in enumerate(columns)
            ]
        )
        for columns in zip(*answers, strict=True)
    ]


def _join(pieces: list[Piece]) -> Piece:
    """One surface token whose words are the pieces."""
    return Piece(
        pieces[0].start,
        pieces[-1].end,
        tuple(part for piece in pieces for part in piece.parts),
        pieces[-1].last,
        min(piece.confidence for piece in pieces),
    )


def _goes_on(text: str, at: int) -> bool:
    """Whether the character belongs to the one before: marks, joiners, skin tones, flags."""
    character, before = text[at], text[at - 1]
    if character.isascii():
        return False
    if unicodedata.category(character) in ("Mn", "Mc", "Me", "Cf"):
        return True
    if before == _JOINER:
        return not character.isalnum()
    if "\U0001f3fb" <= character <= "\U0001f3ff":
        return True
    if _flag(character) and _flag(before):  # letters of flags come in pairs
        first = at - 1
        while first and _flag(text[first - 1]):
            first -= 1
        return (at - first) % 2 == 1
    return False


def _flag(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _letter(character: str) -> bool:
    """A letter, or a mark on one: Arabic vowel signs are no letters to Python."""
    return character.isalpha() or unicodedata.category(character) == "Mn"
