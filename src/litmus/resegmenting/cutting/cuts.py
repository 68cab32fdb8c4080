"""Where a free text can be cut: between any two tokens, with what stands on both sides."""

import re
from dataclasses import dataclass

import numpy as np

from litmus.arrays import Bools, Ints
from litmus.language.knowledge import load
from litmus.resegmenting.cutting.evidence import Words, words_of
from litmus.resegmenting.cutting.marks import FINAL, NUMBERS, Signs

LINE, BLANK, NONE = range(3)  # what stands between two tokens
_LINE_END = re.compile("[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_GLUE = frozenset("-'’‐‑")  # noqa: RUF001
_OPEN, _CLOSE, _CLOSED, _LOWER, _LETTER, _COMMA = (
    NUMBERS[kind] for kind in ("open", "close", "closed", "lower", "letter", "comma")
)
_MARKED = FINAL | {_CLOSED}


@dataclass(frozen=True)
class Cuts:
    """The words of a text and the places before, between and behind them.

    All arrays have one row per place: `chars` counts characters other than blanks before it,
    `allowed` is whether a segment may end there, `sentence` whether a sentence may, `between` is
    what stands there; `before` and `after` are the kinds of the signs on both sides.
    """

    words: Words
    chars: Ints
    allowed: Bools
    sentence: Bools
    between: Ints
    before: Ints
    after: Ints

    def __len__(self) -> int:
        return len(self.chars)


def cuts_of(text: str, language: str, *, lower: bool = True) -> Cuts:
    """The cuts of a text. `lower`: segments may begin with a small letter without a mark before."""
    words, signs = words_of(text, language), Signs(text)
    spans, size = words.spans, len(words.spans)
    before, after = np.zeros((2, size + 1), np.int64)
    before[1:] = [signs.ends(end) for _, end in spans]
    after[:-1] = [signs.begins(start) for start, _ in spans]
    between = np.full(size + 1, LINE)
    between[1:-1] = [_between(text[a[1] : b[0]]) for a, b in zip(spans, spans[1:], strict=False)]
    final = np.isin(before, list(_MARKED))
    sentence = (between == LINE) | (final & (after != _LOWER))
    small = (after == _LOWER) & (before == _LETTER) & (not lower)
    torn = (before == _OPEN) | np.isin(after, [_CLOSE, _COMMA, *FINAL])
    allowed = (between == BLANK) & ~small & ~torn
    spaced = load(language).writing != "characters"
    for place in np.flatnonzero((between == NONE) & ~torn).tolist():
        end = spans[place - 1][1]
        allowed[place] = _may_part(text[max(0, end - 2) : end], text[end], spaced=spaced)
    sizes = [len(form) for form in words.forms]
    chars = np.concatenate([[0], np.cumsum(np.array(sizes, np.int64))])
    allowed |= between == LINE
    return Cuts(words, chars, allowed, sentence & allowed, between, before, after)


def _between(blank: str) -> int:
    if not blank:
        return NONE
    return LINE if _LINE_END.search(blank) else BLANK


def _may_part(left: str, right: str, *, spaced: bool) -> bool:
    """Whether tokens without a blank between them can be parted: behind a mark that ends sentences
    (but neither 3.5 nor example.org), and in scripts without blanks anywhere but within words of
    other scripts."""
    last = left[-1]
    if last in ".!?":
        return right.isalpha() and not right.islower() and not left[:1].isupper()
    if last in _GLUE or right in _GLUE:
        return False
    if spaced:
        return last in "。！？…"  # noqa: RUF001
    return not (last.isascii() and right.isascii())
