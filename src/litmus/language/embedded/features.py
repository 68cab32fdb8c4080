"""What the networks see of words and characters: hashed pieces, the same in training and use."""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from zlib import crc32

from litmus.language.embedded.edits import lowered
from litmus.language.embedded.lexicon import hints

LONGEST = 24  # letters of a word that are looked at: its first and last twelve
SHORTEST_PIECE, LONGEST_PIECE = 2, 5


@lru_cache(maxsize=1 << 16)
def word_rows(form: str, language: str, n_pieces: int, n_words: int) -> tuple[list[int], list[int]]:
    """Rows of the table of pieces and of the table of whole words that make up a word.

    Hangul is taken apart into letters, since endings fuse into the last syllable.
    """
    lower = lowered(form)
    plain = unicodedata.normalize("NFD" if language == "ko" else "NFC", lower)
    if len(plain) > LONGEST:
        plain = plain[: LONGEST // 2] + plain[-LONGEST // 2 :]
    marked = f"<{plain}>"
    pieces = {
        marked[start : start + size]
        for size in range(SHORTEST_PIECE, LONGEST_PIECE + 1)
        for start in range(len(marked) - size + 1)
    }
    pieces.add("\x01" + shape(form))
    rows = sorted(crc32(piece.encode("utf-8", "replace")) % n_pieces for piece in pieces)
    whole = f"{language}:{lower}".encode("utf-8", "replace")
    return rows, [crc32(whole) % n_words, crc32(whole, 7) % n_words]


def shape(form: str) -> str:
    """The pattern of letter kinds, runs shortened.

    >>> shape("McDonald's"), shape("2024"), shape("Été")
    ("XxXx'x", 'd', 'Xx')
    """
    kinds: list[str] = []
    for character in form[:LONGEST]:
        if character.isdigit():
            kind = "d"
        elif character.isalpha():
            kind = "X" if character.isupper() else "x"
        else:
            kind = character
        if not kinds or kinds[-1] != kind:
            kinds.append(kind)
    return "".join(kinds)


def character_rows(text: str, n_rows: int) -> list[tuple[int, int, int, int]]:
    """Four rows of the table of characters for each: itself, with its neighbours, its kind.

    Digits count as one, so do the many forms of space.
    """
    plain = ["0" if c.isdigit() else " " if c.isspace() else c for c in text]
    padded = ["\x02", *plain, "\x03"]
    rows = []
    for at, character in enumerate(plain, 1):
        before, after = padded[at - 1], padded[at + 1]
        rows.append(
            (
                _row(character, n_rows),
                _row(before + character, n_rows),
                _row(character + after, n_rows),
                _row(before + character + after, n_rows),
            )
        )
    return rows


def hint_rows(text: str, words: Mapping[str, int], n_rows: int) -> list[tuple[int, ...]]:
    """Rows for what known words say of each character; the empty row without words."""
    if not words:
        return [(n_rows,) * 4] * len(text)
    return [
        tuple(_row(f"\x04{place}{value}", n_rows) for place, value in enumerate(found))
        for found in hints(text, words)
    ]


@lru_cache(maxsize=1 << 17)
def _row(piece: str, n_rows: int) -> int:
    return crc32(piece.encode("utf-8", "replace")) % n_rows
