"""Where subword pieces stand in the text they were made from, whatever the tokenizer."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, islice

import numpy as np

Span = tuple[int, int]

# What tokenizers put around a piece: SentencePiece's space, the end of a word in old BPE, "##".
_MARKS = re.compile(r"^##|^▁+|</w>$|@@$")
# Beside marks, what NFKC draws into the character before it: parts of Hangul, half-width voicing.
_JOINS = re.compile("[\u1160-\u11ff\uff9e\uff9f]")
_BYTE = re.compile(r"<0x[0-9A-F]{2}>")


def piece_spans(text: str, pieces: Sequence[str]) -> list[Span]:
    """Half-open span of every piece in the untouched text, in order, never going back.

    Tokenizers normalise (NFKC, case), collapse spaces and give up on unknown characters: a piece
    that is not found takes what lies before the next one that is. A piece of mere space is empty,
    in front of the next character.

    >>> piece_spans("Ça va  bien", ["▁Ça", "▁va", "▁", "bien"])
    [(0, 2), (3, 5), (7, 7), (7, 11)]
    """
    return _laid_end_to_end(text, pieces) or _searched(text, pieces)


class PieceTable:
    """The pieces of a SentencePiece vocabulary by id: most spans without a look at a piece."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self._pieces = list(pieces)
        self._lengths = np.array([len(piece) for piece in pieces])
        self._bare = np.array([len(piece.lstrip("▁")) for piece in pieces])

    def spans(
        self, texts: Sequence[str], rows: Sequence[Sequence[int]]
    ) -> Iterator[tuple[Span, ...] | None]:
        """What `piece_spans` gives for each text; None if its pieces are not the text, cut."""
        counts = np.fromiter(map(len, rows), np.int64, len(rows))
        ids = np.fromiter(chain.from_iterable(rows), np.int64, int(counts.sum()))
        lengths = np.concatenate([[0], np.cumsum(self._lengths[ids])])
        behind = np.cumsum(counts)
        # One more, since what SentencePiece puts in front is not in the text.
        ends = lengths[1:] - np.repeat(lengths[behind - counts] + 1, counts)
        spans = list(zip((ends - self._bare[ids]).tolist(), ends.tolist(), strict=True))
        last = 0
        for text, row, end in zip(texts, rows, behind.tolist(), strict=True):
            whole = _is_text(text, map(self._pieces.__getitem__, row))
            yield tuple(spans[last:end]) if whole else None
            last = end


def trimmed(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """Spans without the spaces at their ends; mere space is empty, in front of what follows.

    >>> list(trimmed("a b", [(0, 1), (1, 3)]))
    [(0, 1), (2, 3)]
    """
    for start, end in spans:
        while start < end and text[start].isspace():
            start += 1
        while start < end and text[end - 1].isspace():
            end -= 1
        yield start, end


def with_marks(text: str, spans: Sequence[Span]) -> list[Span]:
    """Spans with the combining marks behind them: composed by a tokenizer, a mark has no place.

    >>> with_marks("e\u0301te\u0301", [(0, 1), (2, 3), (3, 4)])
    [(0, 2), (2, 3), (3, 5)]
    """
    if unicodedata.is_normalized("NFC", text):
        return list(spans)
    found = []
    for place, (start, end) in enumerate(spans):
        limit = spans[place + 1][0] if place + 1 < len(spans) else len(text)
        while start < end < limit and unicodedata.combining(text[end]):
            end += 1
        found.append((start, end))
    return found


def _laid_end_to_end(text: str, pieces: Sequence[str]) -> list[Span] | None:
    """The spans if the pieces are the text, cut; None if anything was changed on the way."""
    if not _is_text(text, pieces):
        return None
    # From -1, since what SentencePiece puts in front is not in the text.
    ends = islice(accumulate(map(len, pieces), initial=-1), 1, None)
    return [(end - len(piece.lstrip("▁")), end) for piece, end in zip(pieces, ends, strict=True)]


def _is_text(text: str, pieces: Iterable[str]) -> bool:
    return "".join(pieces) == f"▁{text.replace(' ', '▁')}" and "▁" not in text


def _searched(text: str, pieces: Sequence[str]) -> list[Span]:
    """Each piece looked for behind the one before it, letter by normalised letter."""
    letters = [found for cluster in _clusters(text) for found in cluster]
    written = "".join(letter for letter, _ in letters)
    folded = _folded(written)
    begins = _word_begins(text, [span for _, span in letters])
    places: list[Span | None] = []
    cursor = 0
    for piece in pieces:
        surface = _surface(piece)
        if surface is None:
            places.append(None)
            continue
        if not places or places[-1] is not None:  # right behind the one before, or nowhere
            at = cursor if folded.startswith(_folded(surface), cursor) else -1
        else:  # behind what was not found, which has a letter at least; a space says: a new word
            among = begins if piece.startswith("▁") else range(cursor + 1, len(written) + 1)
            behind = [i for i in among if i > cursor]
            cased = (i for i in behind if written.startswith(surface, i))
            uncased = (i for i in behind if folded.startswith(_folded(surface), i))
            at = next(chain(cased, uncased), -1)
        places.append(None if at < 0 else (at, at + len(surface)))
        cursor = cursor if at < 0 else at + len(surface)
    ends = [*(span for _, span in letters), (len(text), len(text))]
    return [_place(part, ends) for part in _filled(places, len(letters))]


def _word_begins(text: str, spans: Sequence[Span]) -> list[int]:
    """Which letters have a space before them; the end of the text counts as one."""
    begins = [i for i, (start, _) in enumerate(spans) if start and _space(text[start - 1])]
    # What one character was taken apart into begins no second word.
    return [*(i for i in begins if i == 0 or spans[i] != spans[i - 1]), len(spans)]


def _clusters(text: str) -> Iterator[list[tuple[str, Span]]]:
    """The normalised letters of each base character with its marks; spaces are left out."""
    place = 0
    while place < len(text):
        end = place + 1
        while end < len(text) and _joins(text[end]):
            end += 1
        normal = unicodedata.normalize("NFKC", text[place:end])
        yield [(letter, (place, end)) for letter in normal if not _space(letter)]
        place = end


def _space(letter: str) -> bool:
    """Space, what no tokenizer is sure to keep (controls, zero width), and SentencePiece's mark."""
    return letter.isspace() or letter == "▁" or unicodedata.category(letter) in ("Cc", "Cf")


def _joins(letter: str) -> bool:
    return bool(unicodedata.combining(letter) or _JOINS.match(letter))


def _surface(piece: str) -> str | None:
    """What of a piece is in the text; None for a byte or an unknown."""
    if _BYTE.fullmatch(piece) or piece in ("<unk>", "[UNK]"):
        return None
    bare = _MARKS.sub("", _MARKS.sub("", piece))
    normal = unicodedata.normalize("NFKC", bare)
    return "".join(letter for letter in normal if not _space(letter))


def _folded(text: str) -> str:
    """Without case, letter for letter."""
    return "".join(letter.casefold()[:1] for letter in text)


def _filled(places: Sequence[Span | None], length: int) -> Iterator[Span]:
    """Pieces that were not found share what lies between their neighbours."""
    after, befores = [length], [0]
    for place in reversed(places):
        after.append(after[-1] if place is None else place[0])
    for place in places:
        befores.append(befores[-1] if place is None else place[1])
    for place, before, behind in zip(places, befores[:-1], after[-2::-1], strict=True):
        yield (before, behind) if place is None else place


def _place(part: Span, ends: Sequence[Span]) -> Span:
    """From positions among the letters to positions in the text."""
    first, last = part
    if first == last:
        return ends[first][0], ends[first][0]
    return ends[first][0], ends[last - 1][1]
