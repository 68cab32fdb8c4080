"""Known words in text without spaces, as hints to the segmenter."""

import lzma
from collections.abc import Mapping
from functools import cache
from importlib import resources

_FOLDER = resources.files("litmus.language.embedded") / "model"
SHORTEST, LONGEST = 2, 4
UNKNOWN = 24  # price of a character that no known word covers, dearer than any word


@cache
def lexicon(language: str) -> Mapping[str, int]:
    """Word -> price (the rarer, the dearer); empty where words are separated by spaces.

    Line n of the file holds the words of price n.
    """
    path = _FOLDER / f"lexicon-{language}.txt.xz"
    if not path.is_file():
        return {}
    text = lzma.decompress(path.read_bytes()).decode("utf-8")
    return {word: price for price, line in enumerate(text.split("\n")) for word in line.split()}


def hints(text: str, words: Mapping[str, int]) -> list[tuple[str, str, str, str]]:
    """For each character: lengths of the known words that start there, that end there, those with
    the ones that start after it, and whether the cheapest path through known words ends a word
    before it, at it, after it.

    >>> hints("很高兴", {"高兴": 9})
    [('', '', '|2', '010'), ('2', '', '|', '101'), ('', '2', '2|', '010')]
    """
    n = len(text)
    starts, ends = [""] * (n + 1), [""] * n
    best, back = [0] * (n + 1), [0] * (n + 1)  # price and start of the last word, up to here
    for stop in range(1, n + 1):
        best[stop] = best[stop - 1] + words.get(text[stop - 1], UNKNOWN)
        back[stop] = stop - 1
        for size in range(SHORTEST, min(LONGEST, stop) + 1):
            price = words.get(text[stop - size : stop])
            if price is None:
                continue
            starts[stop - size] += str(size)
            ends[stop - 1] += str(size)
            if best[stop - size] + price < best[stop]:
                best[stop], back[stop] = best[stop - size] + price, stop - size
    return _described(starts, ends, _path(back))


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
