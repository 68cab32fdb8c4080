"""Word lists: what a known word costs, as a hint where text has no spaces, and of which class a
word is that the word network never saw.

A file has three lines: all words, then one letter a word for its price, then one for its class; a
space says that there is none.
"""

import lzma
from collections.abc import Mapping
from functools import cache
from importlib import resources

_FOLDER = resources.files("litmus.language.embedded") / "model"
SHORTEST, LONGEST = 2, 4
UNKNOWN = 24  # price of a character that no known word covers, dearer than any word
PRICES, CLASSES = ord("0"), ord("@")  # the letters of price 0 and of class 0


def lexicon(language: str) -> Mapping[str, int]:
    """Word -> price (the rarer, the dearer); empty where words are separated by spaces."""
    return _lists(language)[0]


def word_classes(language: str) -> Mapping[str, int]:
    """Word in small letters -> its class, from 1; only of words that no training text had."""
    return _lists(language)[1]


def pack(entries: Mapping[str, tuple[int | None, int | None]]) -> bytes:
    """A file of words with price and class."""
    words = sorted(entries)
    letters = [
        "".join(" " if (n := entries[w][part]) is None else chr(first + n) for w in words)
        for part, first in enumerate((PRICES, CLASSES))
    ]
    return lzma.compress("\n".join([" ".join(words), *letters]).encode(), preset=9)


@cache
def _lists(language: str) -> tuple[Mapping[str, int], Mapping[str, int]]:
    path = _FOLDER / f"lexicon-{language}.txt.xz"
    if not path.is_file():
        return {}, {}
    line, *letters = lzma.decompress(path.read_bytes()).decode("utf-8").split("\n")
    words = line.split(" ")
    prices, classes = (
        {w: ord(letter) - first for w, letter in zip(words, found, strict=True) if letter != " "}
        for found, first in zip(letters, (PRICES, CLASSES), strict=True)
    )
    return prices, classes


def hints(text: str, words: Mapping[str, int]) -> list[tuple[str, str, str, str]]:
    """For each character: lengths of the known words that start there, that end there, those with
    the ones that start after it, and whether the cheapest path through known words ends a word
    before it, at it, after it.

    >>> hints("很高兴", {"高兴": 9})
    [('', '', '|2', '010'), ('2', '', '|', '101'), ('', '2', '2|', '010')]
    """
    n = len(text)
    starts, ends = [""] * (n + 1), [""] * n
    known = _known(text, words)
    for stop, sizes in enumerate(known):
        for size, _ in sizes:
            starts[stop - size] += str(size)
            ends[stop - 1] += str(size)
    return _described(starts, ends, _path(_cheapest(text, words, known)))


def cheapest_words(text: str, words: Mapping[str, int]) -> list[str]:
    """A text without spaces cut into the known words that cost least together.

    >>> cheapest_words("很高兴", {"高兴": 9})
    ['很', '高兴']
    """
    back, at, found = _cheapest(text, words, _known(text, words)), len(text), []
    while at:
        found.append(text[back[at] : at])
        at = back[at]
    return found[::-1]


def _known(text: str, words: Mapping[str, int]) -> list[list[tuple[int, int]]]:
    """For every place, sizes and prices of the longer known words that end there."""
    found: list[list[tuple[int, int]]] = [[] for _ in range(len(text) + 1)]
    for size in range(SHORTEST, LONGEST + 1):
        for stop in range(size, len(text) + 1):
            price = words.get(text[stop - size : stop])
            if price is not None:
                found[stop].append((size, price))
    return found


def _cheapest(text: str, words: Mapping[str, int], known: list[list[tuple[int, int]]]) -> list[int]:
    """For every place, where the last word starts on the cheapest way there."""
    best, back = [0], [0]
    for at, character in enumerate(text):
        price, start = best[at] + words.get(character, UNKNOWN), at
        for size, more in known[at + 1]:
            if best[at + 1 - size] + more < price:
                price, start = best[at + 1 - size] + more, at + 1 - size
        best.append(price)
        back.append(start)
    return back


def _path(back: list[int]) -> list[str]:
    """1 where a word of the cheapest path ends, with a margin of one on both sides."""
    marks = ["0"] * (len(back) + 1)
    at = len(back) - 1
    while at > 0:
        marks[at] = "1"
        at = back[at]
    return marks


def _described(
    starts: list[str], ends: list[str], marks: list[str]
) -> list[tuple[str, str, str, str]]:
    return [
        (starts[at], end, f"{end}|{starts[at + 1]}", "".join(marks[at : at + 3]))
        for at, end in enumerate(ends)
    ]
