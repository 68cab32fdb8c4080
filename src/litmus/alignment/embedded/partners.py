"""Which word pairs can be no partners, whatever is learned of them."""

import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from litmus.alignment.tokens import keys_of
from litmus.arrays import Bools, Ints

_FILE = Path(__file__).parents[1] / "data" / "pairing.toml"
_SAID = frozenset("%&@#*/§†")  # punctuation to Unicode, but read out as words


@cache
def pairing() -> Mapping[str, Mapping[str, Any]]:
    """What the aligner knows of languages side by side."""
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def never_partners(
    sides: Sequence[Sequence[str]], languages: tuple[str, str], places: tuple[Ints, Ints]
) -> Ints:
    """Those of the word pairs (places of both keys) that are a word and a mark of punctuation, or
    a particle and an article. Pair 0 stands for none, and is not among them."""
    first, second = places
    marks, others = (_are_marks(keys) for keys in sides)
    apart = marks[first] != others[second]
    for one, two in (("particles", "articles"), ("articles", "particles")):
        left, right = pairing()[one].get(languages[0]), pairing()[two].get(languages[1])
        if left and right:
            apart |= (
                _among(sides[0], left, languages[0])[first]
                & _among(sides[1], right, languages[1])[second]
            )
    apart[:1] = False
    return np.flatnonzero(apart)


def _among(keys: Sequence[str], words: Sequence[str], language: str) -> Bools:
    wanted = frozenset(keys_of(words, language))
    return np.fromiter((key in wanted for key in keys), bool, len(keys))


def _are_marks(keys: Sequence[str]) -> Bools:
    return np.fromiter(map(_is_mark, keys), bool, len(keys))


def _is_mark(key: str) -> bool:
    if not key or key[0].isalnum():
        return False
    return all(unicodedata.category(sign)[0] == "P" and sign not in _SAID for sign in key)
