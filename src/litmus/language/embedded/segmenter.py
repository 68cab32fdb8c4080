"""Text -> surface tokens and their words: what the character network says, made consistent."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice, repeat
from operator import add, itemgetter
from typing import NamedTuple

from litmus.language.embedded.edits import WHOLE, lowered, rewrite
from litmus.language.words import compose

# For each character: its ending (0 none, 1 token, 2 sentence), how its token splits (a class), and
# how sure the network is of the ending.
Columns = tuple[Sequence[int], Sequence[int], Sequence[float]]
Network = Callable[[Sequence[str]], Sequence[Columns]]

_STRETCH = re.compile(r"\S+")
_CACHE = 1 << 17  # stretches remembered before the memory is emptied
_new = tuple.__new__  # _new(Piece, row) takes half the time of Piece(*row), and there are many
_JOINER = "\u200d"
_OPENING = frozenset("¿¡")  # never part of a word
WINDOW, OVERLAP = 360, 40  # characters given to the network at a time, and seen twice


# A stretch between spaces, in the middle of what is looked at to cut it: the one before it (or
# nothing), itself, the one after it (or its first letter).
_Stretch = tuple[str, str, str]


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
        if not self.known and not self.scripts[guess]:
            return (form,)
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
        seen = self._seen
        if len(seen) > _CACHE:
            seen.clear()
        hard = []
        for key in dict.fromkeys(key for row in found for key in row if key not in seen):
            word = key[1]
            if word.isalpha() and self._splits.never(word):
                seen[key] = (_new(Piece, (0, len(word), (word,), False, 1.0)),)
            else:
                hard.append(key)
        shown = [" ".join(filter(None, key)) for key in hard]
        starts = [len(before) + 1 if before else 0 for before, _, _ in hard]
        spans = [(at, at + len(key[1])) for at, key in zip(starts, hard, strict=True)]
        seen.update(zip(hard, map(tuple, self._windows(shown, spans)), strict=True))
        return [
            [
                _new(Piece, (at + start, at + end, parts, last, confidence))
                for at, key in zip(_placed(text, row), row, strict=True)
                for start, end, parts, last, confidence in seen[key]
            ]
            for text, row in zip(texts, found, strict=True)
        ]

    def _keys(self, text: str) -> list[_Stretch]:
        words = text.split()
        found = list(zip(repeat(""), words, [*(word[0] for word in words[1:]), ""], strict=False))
        ambiguous = self._splits.ambiguous
        if ambiguous and not ambiguous.isdisjoint(small := lowered(text).split()):
            for at, word in enumerate(words):
                if small[at] in ambiguous and word.isalpha():
                    before = words[at - 1] if at else ""
                    found[at] = (before, word, words[at + 1] if at + 1 < len(words) else "")
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
            if len(text) <= WINDOW:
                ends, splits, sure = next(answers) if text else ((), (), ())
            else:
                ends, splits, sure = _joined(list(islice(answers, len(_starts(text)))))
            some = slice(*span)
            yield list(self._decode(text[some], ends[some], splits[some], sure[some]))

    def _decode(
        self, text: str, ends: Sequence[int], splits: Sequence[int], sure: Sequence[float]
    ) -> Iterator[Piece]:
        held: list[Piece] = []  # clitics of one stretch, where they join into a token
        for match in _STRETCH.finditer(text):
            start, stop = match.span()
            inner = range(start + 1, stop)
            cuts = [
                at
                for at in inner
                if (ends[at - 1] or text[at - 1] in _OPENING) and not _goes_on(text, at)
            ]
            for end in (*cuts, stop):
                form, lowest = text[start:end], min(1.0, *sure[start:end])
                parts = self._splits.parts(form, splits[end - 1])
                piece = _new(Piece, (start, end, parts, ends[end - 1] == 2, lowest))
                start = end
                plain = self._clitics_join and all(map(_letter, form))
                if plain and end < stop and _letter(text[end]):
                    held.append(piece)
                    continue
                if plain and held:
                    piece, held = _join([*held, piece]), []
                yield from held  # what came before is of letters, but this is not
                yield piece
                held = []


def _placed(text: str, stretches: list[_Stretch]) -> list[int]:
    """Where the stretches of a text start."""
    *starts, end = accumulate(map(len, map(itemgetter(1), stretches)), initial=0)
    if end + len(starts) - 1 == len(text):  # one space between them, none around them
        return list(map(add, starts, range(len(starts))))
    return [match.start() for match in _STRETCH.finditer(text)]


def _starts(text: str) -> range:
    """Where the windows of a text begin."""
    return range(0, max(len(text) - OVERLAP, min(1, len(text))), WINDOW - OVERLAP)


def _joined(answers: Sequence[Columns]) -> Columns:
    """The columns of windows that overlap; each decides for its middle."""
    half, last = OVERLAP // 2, len(answers) - 1
    ends, splits, sure = (
        [
            value
            for at, column in enumerate(columns)
            for value in column[half if at else 0 : len(column) - (half if at < last else 0)]
        ]
        for columns in zip(*answers, strict=True)
    )
    return ends, splits, sure


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
    if character.isascii() or character.isalnum():
        return False
    if unicodedata.category(character) in ("Mn", "Mc", "Me", "Cf"):
        return True
    if before == _JOINER:
        return True
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
