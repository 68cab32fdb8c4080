"""Which pairs of a parallel corpus are fit for training and testing, and why the others are not."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b

from litmus.language import knowledge
from litmus.language.words import WORD, compose

# Reasons in the order in which they are looked for; a pair is dropped for the first that holds.
REASONS: Mapping[str, str] = {
    "empty": "one side has no letters",
    "long": "one side is over {longest} words",
    "ratio": "one side is over {ratio} times as long as the other",
    "copy": "the target is nearly the source, untranslated",
    "duplicate": "the same pair came before, but for case and punctuation",
}
_PER_WORD = 1.6  # characters of a script without spaces that say as much as one word elsewhere
_COPY = 0.8  # share of common words from which on a target is a copy
_SHORTEST_COPY = 4  # words; names and numbers stay the same in any language


# Text in these 250 characters, which is most in western Europe, is normalised by a table of bytes:
# a letter or digit becomes small, all else a blank.
_WESTERN = "cp1252"


def _word_byte(number: int) -> bytes:
    character = bytes([number]).decode(_WESTERN, "ignore")
    return character.lower().encode(_WESTERN) if WORD.fullmatch(character) else b" "


_WORDS = b"".join(map(_word_byte, range(256)))


@dataclass(frozen=True, slots=True)
class Cleaning:
    """The limits of Baziotis et al. (2023), section 3.1."""

    longest: int = 80
    ratio: float = 1.5


def normalise(text: str) -> str:
    """Words in lower case with one blank between: what makes two sentences the same.

    >>> normalise("No -- I said:  “NO”!")
    'no i said no'
    """
    code = "ascii" if text.isascii() else _WESTERN
    try:
        western = text.encode(code)
    except UnicodeEncodeError:
        return " ".join(WORD.findall(compose(text).lower()))
    return b" ".join(western.translate(_WORDS).split()).decode(code)


def digest(source: str, target: str) -> int:
    """A number for a normalised pair."""
    pair = f"{source}\n{target}".encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(pair, digest_size=8).digest(), "little")


class Cleaner:
    """Judges pairs one by one, but for duplicates, which need the whole corpus."""

    def __init__(self, languages: tuple[str, str], limits: Cleaning) -> None:
        self._lengths = [_Length(code) for code in languages]
        self._limits = limits

    def reason(self, source: str, target: str) -> str | None:
        """Why a normalised pair is dropped; None: it is fit."""
        if not source or not target:
            return "empty"
        n_source, n_target = self._lengths[0](source), self._lengths[1](target)
        if max(n_source, n_target) > self._limits.longest:
            return "long"
        # A word more or less means nothing in short sentences: "Thank you" is "Danke".
        if max(n_source, n_target) - 1 > self._limits.ratio * min(n_source, n_target) + 1:
            return "ratio"
        return "copy" if _is_copy(source, target) else None


def explain(counts: Counter[str], limits: Cleaning) -> list[tuple[str, int]]:
    """What every filter removed, in words, in the order of the filters."""
    return [
        (text.format(longest=limits.longest, ratio=limits.ratio), counts[reason])
        for reason, text in REASONS.items()
    ]


class _Length:
    """Words, or what amounts to them."""

    def __init__(self, code: str) -> None:
        self._spaced = knowledge.load(code).writing == "spaces"

    def __call__(self, text: str) -> float:
        if self._spaced:
            return text.count(" ") + 1
        letters = len(re.sub(r"\s", "", text))
        return letters / _PER_WORD


def _is_copy(source: str, target: str) -> bool:
    if source == target:
        return " " in source
    source_words, target_words = set(source.split()), target.split()
    common = len(source_words.intersection(target_words))
    if common < _COPY * len(source_words):  # which all words together are no fewer than
        return False
    n_target = len(set(target_words))
    if min(len(source_words), n_target) < _SHORTEST_COPY:
        return False
    return common >= _COPY * (len(source_words) + n_target - common)
