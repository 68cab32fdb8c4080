"""Word lists: what a known word costs, as a hint where text has no spaces, and of which class a
word is that the word network never saw.

A file has three lines: all words, then one letter a word for its price, then one for its class; a
space says that there is none.
"""

import lzma
from collections.abc import Mapping
from functools import cache
from itertools import compress, product
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent / "model"
SHORTEST, LONGEST = 2, 4
_BITS = tuple((size, 1 << at) for at, size in enumerate(range(SHORTEST, LONGEST + 1)))
UNKNOWN = 24  # price of a character that no known word covers, dearer than any word
PRICES, CLASSES = ord("0"), ord("@")  # the letters of price 0 and of class 0
_FIRST = {1: PRICES, 2: CLASSES}  # by line, after that of the words

_AFTER, _HERE, _BEFORE = 1 << 9, 1 << 10, 1 << 11  # where the cheapest path ends a word
Hint = tuple[str, str, str, str]


def lexicon(language: str, folder: Path = FOLDER) -> Mapping[str, int]:
    """Word -> price (the rarer, the dearer); empty where words are separated by spaces."""
    return _read(language, 1, folder)


def word_classes(language: str, folder: Path = FOLDER) -> Mapping[str, int]:
    """Word in small letters -> its class, from 1; only of words that no training text had."""
    return _read(language, 2, folder)


def pack(entries: Mapping[str, tuple[int | None, int | None]]) -> bytes:
    """A file of words with price and class."""
    words = sorted(entries)
    letters = [
        "".join(" " if (n := entries[w][part]) is None else chr(first + n) for w in words)
        for part, first in enumerate((PRICES, CLASSES))
    ]
    return lzma.compress("\n".join([" ".join(words), *letters]).encode(), preset=9)


@cache
def _read(language: str, part: int, folder: Path) -> Mapping[str, int]:
    """The words that have a price (part 1), or a class (part 2)."""
    path = folder / f"lexicon-{language}.txt.xz"
    if not path.is_file():
        return {}
    lines = lzma.decompress(path.read_bytes()).decode("utf-8").split("\n")
    points = np.frombuffer(lines[part].encode("utf-32-le"), np.uint32).astype(np.int64)
    there = points != ord(" ")
    if not there.any():
        return {}
    words = compress(lines[0].split(" "), there.tolist())
    return dict(zip(words, (points[there] - _FIRST[part]).tolist(), strict=True))


def hints(text: str, words: Mapping[str, int]) -> list[Hint]:
    """For each character: lengths of the known words that start there, that end there, those with
    the ones that start after it, and whether the cheapest path through known words ends a word
    before it, at it, after it.

    >>> hints("很高兴", {"高兴": 9})
    [('', '', '|2', '010'), ('2', '', '|', '101'), ('', '2', '2|', '010')]
    """
    known = all_hints()
    return [known[number] for number in hint_numbers(text, words)]


def hint_numbers(text: str, words: Mapping[str, int]) -> list[int]:
    """The same as places in `all_hints()`, which is faster."""
    back, bits = _cheapest(text, words)
    at = len(text)
    while at:  # words of the cheapest path, from the last one
        bits[at] |= _BEFORE
        bits[at - 1] |= _HERE
        bits[at - 2] |= _AFTER
        at = back[at]
    bits.pop()
    return bits


@cache
def all_hints() -> list[Hint]:
    """Three bits each: which lengths start here, end here, start after, and the path."""
    sizes = ["".join(str(size) for size, bit in _BITS if mask & bit) for mask in range(8)]
    return [
        (start, end, f"{end}|{after}", f"{path:03b}")
        for path, after, end, start in product(range(8), sizes, sizes, sizes)
    ]


def cheapest_words(text: str, words: Mapping[str, int]) -> list[str]:
    """A text without spaces cut into the known words that cost least together.

    >>> cheapest_words("很高兴", {"高兴": 9})
    ['很', '高兴']
    """
    (back, _), at, found = _cheapest(text, words), len(text), []
    while at:
        found.append(text[back[at] : at])
        at = back[at]
    return found[::-1]


def _cheapest(text: str, words: Mapping[str, int]) -> tuple[list[int], list[int]]:
    """For every place, where the last word starts on the cheapest way there; for every character,
    which longer known words start, end and start after it, as bits of a hint, and one number more,
    which is also the one before the first."""
    bits, best, back = [0] * (len(text) + 1), [0], [0]
    for last, character in enumerate(text):
        price, start = best[last] + words.get(character, UNKNOWN), last
        for size, bit in _BITS:
            first = last + 1 - size
            if first < 0:
                break
            more = words.get(text[first : last + 1])
            if more is not None:
                bits[first] |= bit
                bits[last] |= bit << 3
                bits[first - 1] |= bit << 6
                if best[first] + more < price:
                    price, start = best[first] + more, first
        best.append(price)
        back.append(start)
    return back, bits
