"""How segments begin and end: the kind of the sign there, and how kinds go over into another
language. A question stays a question, an unmarked title stays unmarked, in nearly every pair."""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache

import numpy as np

from litmus.arrays import Floats

KINDS = ("closed", "stop", "question", "exclamation", "ellipsis", "colon", "comma", "open", "close",
         "dash", "address", "symbol", "number", "upper", "lower", "letter")  # fmt: skip
NUMBERS: Mapping[str, int] = {kind: number for number, kind in enumerate(KINDS)}
# fmt: off
_SIGNS = {
    "stop": ".。．।۔", "question": "?？؟", "exclamation": "!！", "ellipsis": "…",  # noqa: RUF001
    "colon": ":：", "comma": ",，、;；،؛", "open": "「『“„«‘‹《〈(（[［{【¿¡",  # noqa: RUF001
    "close": "」』”»›》〉)）]］}】\"'’`＂", "dash": "-–—―*•·~－〜～",  # noqa: RUF001
    "address": "#@＃＠/\\_",
}
# fmt: on
_BY_SIGN = {sign: NUMBERS[kind] for kind, signs in _SIGNS.items() for sign in signs}
_BY_CATEGORY = {"Lu": "upper", "Lt": "upper", "Ll": "lower"}
_UNMARKED = frozenset(NUMBERS[kind] for kind in ("number", "upper", "lower", "letter"))
FINAL = frozenset(NUMBERS[kind] for kind in ("stop", "question", "exclamation", "ellipsis"))
_OPEN, _CLOSE, _CLOSED, _LETTER = (NUMBERS[kind] for kind in ("open", "close", "closed", "letter"))
# Quotation marks that open in one language close in another, or do both.
_EITHER = re.compile("[\"“”«»'‘’＂]")  # noqa: RUF001
_STRAIGHT = frozenset("\"'＂")


@cache
def kind_of(sign: str) -> int:
    """The number of a sign's kind in `KINDS`, wherever it stands."""
    number = _BY_SIGN.get(sign)
    if number is not None:
        return number
    category = unicodedata.category(sign)
    if category in _BY_CATEGORY:
        return NUMBERS[_BY_CATEGORY[category]]
    return NUMBERS[{"L": "letter", "M": "letter", "N": "number"}.get(category[0], "symbol")]


class Signs:
    """The kinds of the signs of a text, quotation marks read by what stands around them."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._quotes: dict[int, int] = {}
        opened = False
        for match in _EITHER.finditer(text):
            at = match.start()
            before, behind = text[at - 1 : at] if at else " ", text[at + 1 : at + 2] or " "
            if before.isalnum() and behind.isalnum() and match[0] in "'’":  # an apostrophe
                continue
            if before.isspace() != behind.isspace():
                opened = before.isspace()
            elif match[0] in _STRAIGHT:
                opened = not opened
            else:
                opened = kind_of(match[0]) == _OPEN
            self._quotes[at] = _OPEN if opened else _CLOSE

    def begins(self, at: int) -> int:
        """The kind of a text that begins at a place; what is no small letter is a capital."""
        kind = self._kind(at)
        return NUMBERS["upper"] if kind == _LETTER else kind

    def ends(self, end: int) -> int:
        """The kind of a text that ends before a place: all that is no mark is a letter, and a mark
        that closes behind the end of a sentence is a kind of its own ("closed")."""
        kind = self._kind(end - 1)
        if kind == _CLOSE and end > 1 and self._kind(end - 2) in FINAL:
            return _CLOSED
        return _LETTER if kind in _UNMARKED else kind

    def _kind(self, at: int) -> int:
        return self._quotes.get(at, kind_of(self._text[at]))


@cache
def end_shares() -> Floats:
    """(kind in the source, kind in the translation): how often a segment that ends in the first
    ends in the second there, rounded from outputs of WMT22."""
    shares = _shares({"stop": 0.15, "": 0.07})
    shares[NUMBERS["stop"]] = _row({"stop": 0.94, "closed": 0.02, "comma": 0.01, "": 0.03})
    for kind in ("close", "closed"):
        shares[NUMBERS[kind]] = _row({"stop": 0.4, "closed": 0.25, "close": 0.3, "": 0.05})
    return shares


@cache
def beginning_shares() -> Floats:
    """The same for beginnings; a small letter where sentences were joined: ..., and ..."""
    shares = _shares({"upper": 0.08, "lower": 0.02, "": 0.04})
    shares[NUMBERS["lower"]] = _row({"lower": 0.7, "upper": 0.25, "": 0.05})
    return shares


def _shares(others: Mapping[str, float]) -> Floats:
    """What is left of `others` stays the same."""
    shares = np.array([_row(others) for _ in KINDS])
    shares[np.diag_indices(len(KINDS))] += 1 - sum(others.values())
    return shares


def _row(named: Mapping[str, float]) -> Floats:
    """Shares by kind; what has no name is spread evenly."""
    row = np.full(len(KINDS), named[""] / len(KINDS))
    for kind, share in named.items():
        if kind:
            row[NUMBERS[kind]] += share
    return row
