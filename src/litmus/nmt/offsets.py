"""Where subword pieces stand in the text they were made from, whatever the tokenizer."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

Span = tuple[int, int]

# What tokenizers put around a piece: SentencePiece's space, the end of a word in old BPE, "##".
_MARKS = re.compile(r"^##|^▁+|</w>$|@@$")
_BYTE = re.compile(r"<0x[0-9A-F]{2}>")


def piece_spans(text: str, pieces: Sequence[str]) -> list[Span]:
    """Half-open span of every piece in the untouched text, in order, never going back.

    Tokenizers normalise (NFKC, case), collapse spaces and give up on unknown characters: a piece
    that is not found takes what lies before the next one that is. A piece of mere space is empty,
    in front of the next character.

    >>> piece_spans("Ça va  bien", ["▁Ça", "▁va", "▁", "bien"])
    [(0, 2), (3, 5), (7, 7), (7, 11)]
    """
    letters = [found for cluster in _clusters(text) for found in cluster]
    folded = "".join(letter.casefold()[:1] or letter for letter, _ in letters)
    wanted = [_surface(piece) for piece in pieces]
    places: list[Span | None] = []
    cursor = 0
    for piece in wanted:
        found = None if piece is None else folded.find(piece, cursor)
        # A known piece stands at the cursor, or behind what an unknown one has left over.
        if piece is None or found == -1 or (found != cursor and not _open(places)):
            places.append(None)
        else:
            assert found is not None
            places.append((found, found + len(piece)))
            cursor = found + len(piece)
    ends = [*(span for _, span in letters), (len(text), len(text))]
    return [_place(part, ends) for part in _filled(places, len(letters))]


def _clusters(text: str) -> Iterator[list[tuple[str, Span]]]:
    """The normalised letters of each base character with its marks; spaces are left out."""
    place = 0
    while place < len(text):
        end = place + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        normal = unicodedata.normalize("NFKC", text[place:end])
        yield [(letter, (place, end)) for letter in normal if not letter.isspace()]
        place = end


def _surface(piece: str) -> str | None:
    """What of a piece is in the text; None for a byte or an unknown."""
    if _BYTE.fullmatch(piece) or piece in ("<unk>", "[UNK]"):
        return None
    bare = _MARKS.sub("", _MARKS.sub("", piece)).replace("▁", "")
    normal = unicodedata.normalize("NFKC", bare)
    return "".join(letter.casefold()[:1] or letter for letter in normal if not letter.isspace())


def _open(places: Sequence[Span | None]) -> bool:
    return bool(places) and places[-1] is None


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
