"""What the networks see of words and characters: hashed pieces, the same in training and use.

All forms of a batch are hashed at once, as arrays of code points.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from litmus.arrays import Ints
from litmus.language.embedded.edits import lowered
from litmus.language.embedded.lexicon import all_hints, hint_numbers

LONGEST = 24  # letters of a word that are looked at: its first and last twelve
LONGEST_PIECE = 5  # letters
_FACTOR, _MIX = np.uint64(0x100000001B3), np.uint64(0x9E3779B97F4A7C15)


def word_rows(forms: Sequence[str], language: str, n_pieces: int) -> tuple[Ints, Ints]:
    """Rows of the table of pieces, form after form, and how many each form has.

    A form's pieces are its runs of two to five letters, marked at both ends, and its shape.
    Hangul is taken apart into letters, since endings fuse into the last syllable.
    """
    plain = [_shortened(lowered(form), language) for form in forms]
    points, owner = _points([f"<{form}>" for form in plain])
    rows, owners = [], []
    hashes = points.copy()
    for size in range(2, LONGEST_PIECE + 1):
        hashes = hashes[:-1] * _FACTOR + points[size - 1 :]
        inside = owner[: len(hashes)] == owner[size - 1 :]
        rows.append(_scattered(hashes[inside], size) % np.uint64(n_pieces))
        owners.append(owner[: len(hashes)][inside])
    shapes = np.array([crc32(shape(form).encode("utf-8", "replace")) for form in forms], np.uint64)
    rows.append(_scattered(shapes, 1) % np.uint64(n_pieces))
    owners.append(np.arange(len(forms)))
    order = np.argsort(np.concatenate(owners), kind="stable")
    counts = np.bincount(np.concatenate(owners), minlength=len(forms))
    return np.concatenate(rows)[order].astype(np.int64), counts


def whole_rows(forms: Sequence[str], language: str, n_words: int) -> Ints:
    """Two rows of the table of whole words for each form: two words rarely share both."""
    names = [f"{language}:{lowered(form)}".encode("utf-8", "replace") for form in forms]
    return np.array([(crc32(name) % n_words, crc32(name, 7) % n_words) for name in names])


def character_rows(texts: Sequence[str], n_rows: int) -> Ints:
    """Four rows for each character, text after text: itself, and with its neighbours.

    Digits count as one, so do the many forms of space.
    """
    points, _ = _points([f"\x02{text}\x03" for text in texts])
    kinds, place = np.unique(points, return_inverse=True)
    points = np.array([_kind(int(kind)) for kind in kinds], np.uint64)[place]
    before, here, after = points[:-2], points[1:-1], points[2:]
    made = [
        _scattered(here, 1),
        _scattered(before * _FACTOR + here, 2),
        _scattered(here * _FACTOR + after, 3),
        _scattered((before * _FACTOR + here) * _FACTOR + after, 4),
    ]
    rows = np.stack(made, 1) % np.uint64(n_rows)
    ends = np.cumsum([len(text) + 2 for text in texts])
    inner = np.ones(len(points), bool)
    inner[ends - 1] = inner[np.concatenate(([0], ends[:-1]))] = False
    return rows[inner[1:-1]].astype(np.int64)


def hint_rows(texts: Sequence[str], words: Mapping[str, int], n_rows: int) -> Ints:
    """Four rows for what known words say of each character, text after text; the empty row without
    words."""
    if not words:
        return np.full((sum(map(len, texts)), 4), n_rows)
    numbers = chain.from_iterable(hint_numbers(text, words) for text in texts)
    return _all_hint_rows(n_rows).take(np.fromiter(numbers, np.int64), 0)


@lru_cache(maxsize=1 << 12)
def shape(form: str) -> str:
    """The pattern of letter kinds, runs shortened.

    >>> shape("McDonald's"), shape("2024"), shape("Été")
    ("XxXx'x", 'd', 'Xx')
    """
    seen = form[:LONGEST]
    if seen.isalpha():  # most words
        if seen.islower():
            return "x"
        if seen[0].isupper() and seen[1:].islower():
            return "Xx"
    kinds: list[str] = []
    for character in seen:
        if character.isdigit():
            kind = "d"
        elif character.isalpha():
            kind = "X" if character.isupper() else "x"
        else:
            kind = character
        if not kinds or kinds[-1] != kind:
            kinds.append(kind)
    return "".join(kinds)


def _shortened(lower: str, language: str) -> str:
    if lower.isascii():
        plain = lower
    else:
        plain = unicodedata.normalize("NFD" if language == "ko" else "NFC", lower)
    return plain if len(plain) <= LONGEST else plain[: LONGEST // 2] + plain[-LONGEST // 2 :]


def _points(texts: Sequence[str]) -> tuple[NDArray[np.uint64], Ints]:
    """Code points of all texts in a row, and the number of the text each belongs to."""
    content = "".join(texts).encode("utf-32-le", "surrogatepass")
    points = np.frombuffer(content, np.uint32).astype(np.uint64)
    return points, np.repeat(np.arange(len(texts)), [len(text) for text in texts])


def _scattered(hashes: NDArray[np.uint64], salt: int) -> NDArray[np.uint64]:
    """Neighbouring numbers far apart, so that a remainder of them is even."""
    mixed = (hashes + np.uint64(salt)) * _MIX
    return (mixed ^ (mixed >> np.uint64(29))) * _MIX >> np.uint64(20)


@lru_cache(maxsize=1 << 16)
def _kind(point: int) -> int:
    character = chr(point)
    if character.isdigit():
        return ord("0")
    return ord(" ") if character.isspace() else point


@cache
def _all_hint_rows(n_rows: int) -> Ints:
    rows = [[_hint_row(at, value) for at, value in enumerate(found)] for found in all_hints()]
    return np.array(rows) % n_rows


@cache
def _hint_row(at: int, value: str) -> int:
    return crc32(f"\x04{at}{value}".encode())
