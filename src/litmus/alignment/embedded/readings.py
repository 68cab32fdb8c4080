"""Words in kanji as they may be read: 室町 is *Muromachi*, though no dictionary has the name.

A kanji has several readings, and which one holds is known by the word alone. Nearly every way to
read a word is no word of the other language, so all of them are looked for.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from litmus.alignment.tokens import PREFIX, bare
from litmus.arrays import Floats, Ints
from litmus.files.text import read_lines
from litmus.language.knowledge import load

_FOLDER = Path(__file__).parents[1] / "data"
_LEAST = 3  # letters of a reading that is looked for: shorter ones are like too many words
_MOST = 2000  # ways to read the beginning of a word, beyond which it is not read
_AGAIN = "々"  # stands for the kanji before it
# The first sound of a later part may become voiced: gami for kami. Longer beginnings come first.
_VOICED = (("sh", "j"), ("ch", "j"), ("ts", "z"), ("k", "g"), ("s", "z"), ("t", "d"), ("h", "b"),
           ("f", "b"))  # fmt: skip

Read = tuple[Ints, Ints, Floats]


@cache
def _readings(language: str) -> Mapping[str, Sequence[str]]:
    """Kanji -> its readings in Latin letters; none in other languages."""
    path = _FOLDER / f"readings-{language}.tsv.xz"
    if not path.exists():
        return {}
    rows = (line.split("\t") for line in read_lines(path) if not line.startswith("#"))
    return {kanji: said.split() for kanji, said in rows}


@lru_cache(maxsize=1 << 16)
def spellings(word: str, language: str) -> frozenset[str]:
    """The first letters of every way to read a word, as many as a key has; none if it is not all
    in kanji.

    >>> sorted(spellings("室町", "ja"))
    ['muroc', 'muroj', 'murom', 'shits']
    """
    known = _readings(language)
    found = {""}
    for place, kanji in enumerate(word):
        readings = known.get(word[place - 1] if kanji == _AGAIN and place else kanji, ())
        if place:
            readings = [*readings, *filter(None, map(_voiced, readings))]
        found = {
            longer
            for said in found
            for longer in ((said,) if len(said) >= PREFIX else (said + more for more in readings))
        }
        if not found or len(found) > _MOST:
            return frozenset()
    # Two readings that meet in one long vowel: a word is written without it.
    short = (said.replace("oo", "o").replace("ou", "o") for said in found)
    return frozenset(said[:PREFIX] for said in short)


def _voiced(reading: str) -> str:
    for plain, voiced in _VOICED:
        if reading.startswith(plain):
            return voiced + reading.removeprefix(plain)
    return ""


def read_alike(sides: Sequence[Sequence[str]], languages: tuple[str, str]) -> Read:
    """Pairs of keys of which one may be read as the other is written: their places, each pair
    once, and how alike they are."""
    found: set[tuple[int, int]] = set()
    for side in (0, 1):
        here, there = languages[side], languages[1 - side]
        if not _readings(here) or load(there).writing == "characters":
            continue
        written = defaultdict(list)
        for place, key in enumerate(sides[1 - side]):
            written[bare(key, there)[:PREFIX]].append(place)
        for place, key in enumerate(sides[side]):
            for said in spellings(key, here) & written.keys():
                if len(said) >= _LEAST:
                    pairs = ((place, other) for other in written[said])
                    found.update(pair if side == 0 else pair[::-1] for pair in pairs)
    places = np.array(sorted(found), np.int64).reshape(-1, 2)
    return places[:, 0], places[:, 1], np.ones(len(places))
