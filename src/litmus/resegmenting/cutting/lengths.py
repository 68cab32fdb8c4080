"""How long a translation is, after Gale and Church (1993), with heavier tails."""

import unicodedata
from collections.abc import Sequence

import numpy as np

from litmus.arrays import Floats

# Measured on outputs of WMT22 (experiments/resegment/measured.md): the variance of the length of a
# translation, in characters of it, is about its expected length.
_VARIANCE, _LEAST = 1.4, 4.0
_FREEDOM = 5.0  # of Student's t: a translation may be far longer or shorter, at a price
# Characters of a script for one Latin letter.
_SCRIPTS = {"CJK": 0.38, "HIRAGANA": 0.55, "KATAKANA": 0.55, "HANGUL": 0.5, "HEBREW": 0.8,
            "ARABIC": 0.8}  # fmt: skip
_PLAY = 1.4  # the most by which a document may differ from that, either way


def size(text: str) -> int:
    """Characters other than blanks."""
    return sum(not sign.isspace() for sign in text)


def ratio(sources: Sequence[str], text: str) -> float:
    """Characters of the translation for one of the source: that of the document, within what is
    usual for its scripts, since segments may be missing."""
    theirs, ours = size(text), sum(map(size, sources))
    usual = _density(text) / _density("".join(sources[:50]))
    return min(max(theirs / max(ours, 1), usual / _PLAY), usual * _PLAY)


def _density(text: str) -> float:
    """Characters that the script of a text needs for one Latin letter."""
    signs = [sign for sign in text[:20000] if sign.isalpha()]
    scripts = [unicodedata.name(sign, "").split(" ")[0] for sign in signs[::5] or signs]
    if any(script in ("HIRAGANA", "KATAKANA") for script in scripts):
        scripts = ["HIRAGANA" if script == "CJK" else script for script in scripts]
    return sum(_SCRIPTS.get(script, 1.0) for script in scripts) / max(len(scripts), 1) or 1.0


def log_fit(expected: float, lengths: Floats) -> Floats:
    """How well lengths fit the expected one; 0 at best."""
    variance = _VARIANCE * (expected + _LEAST)
    squares = (lengths - expected) ** 2 / variance
    fit: Floats = -(_FREEDOM + 1) / 2 * np.log1p(squares / _FREEDOM)
    return fit


def longest(expected: float) -> float:
    """The longest text that a segment may have."""
    return 4 * expected + 80
