"""What the words of a text say about the segment that they translate.

A token of the translation comes from the words of its segment with probability `_TRANSLATED`
(each of them equally likely, as in Brown et al.'s first model), else from the words that the text
has anyway. The evidence for a segment is the logarithm of how much likelier it makes the token.
"""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from litmus.alignment.embedded.prior import prior_counts
from litmus.alignment.tokens import bare, key_function, likeness, tokens, units
from litmus.arrays import Bools, Floats, Floats32, Ints
from litmus.language.words import Span

_TRANSLATED = 0.4
NOTHING = math.log(1 - _TRANSLATED)  # the evidence of a token that nothing speaks for
_TRUST = 3.0  # counts at which a dictionary entry is half believed
_BACK = 0.6  # weight of an entry read the other way round, beside one read from the source
_LIKE = 0.7  # probability that a word is left as it is, if the translation has one that looks so
_SHORTEST = 3  # letters of words that are compared by their looks
_COMMON = 1.0  # how often every word is seen beside what the text has


_VOWELS = re.compile("[aeiouyhw -]")
_DOUBLE = re.compile(r"(.)\1+")
_CONFUSED = str.maketrans("lvcqzjg", "rbkkssg")
_KANA = frozenset(chr(code) for code in (*range(0x30A1, 0x30FB), 0x30FC))


@dataclass(frozen=True)
class Words:
    """The words and marks of a text: where they stand, the keys under which dictionaries have
    them, and how they are written."""

    spans: list[Span]
    keys: list[str]
    forms: list[str]

    def pairs(self) -> list[tuple[str, str]]:
        """Keys and forms together."""
        return list(zip(self.keys, self.forms, strict=True))

    def part(self, first: int, last: int) -> "Words":
        """Some of them."""
        return Words(self.spans[first:last], self.keys[first:last], self.forms[first:last])


def words_of(text: str, language: str) -> Words:
    """The words and marks of a text. Kana that the lexicon does not know are one word; no word
    reaches over a blank."""
    key = key_function(language)
    words = Words([], [], [])
    run: list[Span] = []
    for start, end in (*tokens(text, language), (-1, -1)):
        if run and run[-1][1] != start:
            _add_run(words, run, text, language, key)
            run = []
        if run and end - start == 1 and _KANA.issuperset((text[start], text[start - 1])):
            run[-1] = (run[-1][0], end)
        else:
            run.append((start, end))
    return words


def _add_run(
    words: Words, run: Sequence[Span], text: str, language: str, key: Callable[[str], str]
) -> None:
    """Words that stand without blanks between them."""
    for unit in units([text[start:end] for start, end in run], language, key):
        start, end = run[unit.first][0], run[unit.last - 1][1]
        words.spans.append((start, end))
        words.keys.append(unit.key)
        words.forms.append(text[start:end])


class Evidence:
    """Log-ratios of every kind of token for every segment of a document (or a stretch of one)."""

    def __init__(
        self,
        segments: Sequence[Words],
        text: Words,
        languages: tuple[str, str],
        background: "Background",
    ) -> None:
        here = _Numbered([word for words in segments for word in words.pairs()])
        there = _Numbered(text.pairs())
        self.rows: Ints = there.rows
        usual = background.of([key for key, _ in there.names])
        translated = _translations(here.names, there.names, languages)
        size = len(segments)
        owners = np.repeat(np.arange(size), [len(words.keys) for words in segments])
        counts = np.zeros((size, len(here.names)), np.float32)
        np.add.at(counts, (owners, here.rows), 1.0)
        counts /= np.maximum(counts.sum(axis=1, keepdims=True), 1.0)
        given = _TRANSLATED * (counts @ translated) / usual.astype(np.float32)
        self.ratios: Floats32 = np.log(given + np.float32(1 - _TRANSLATED))

    def sums(self, silent: Bools | None = None) -> Floats:
        """(segments, places): evidence of all tokens before each place; `silent` tokens say
        nothing."""
        size, n_tokens = len(self.ratios), len(self.rows)
        found = np.zeros((size, n_tokens + 1))
        tokens = self.ratios[:, self.rows]
        if silent is not None:
            tokens[:, silent] = NOTHING
        np.cumsum(tokens, axis=1, out=found[:, 1:])
        return found


class Background:
    """How often words come in a text, whatever they translate."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._counts: dict[str, int] = {}
        for key in keys:
            self._counts[key] = self._counts.get(key, 0) + 1
        self._total = len(keys)

    def of(self, keys: Sequence[str]) -> Floats:
        """The probability of each key."""
        seen = np.array([self._counts.get(key, 0) for key in keys], np.float64)
        return (seen + _COMMON) / (self._total + _COMMON * max(500, len(self._counts)))


class _Numbered:
    """Words by number: the different ones, and the number of each of a list."""

    def __init__(self, words: Sequence[tuple[str, str]]) -> None:
        numbers: dict[tuple[str, str], int] = {}
        rows = [numbers.setdefault(word, len(numbers)) for word in words]
        self.rows = np.array(rows, np.int64)
        self.names = list(numbers)


def _translations(
    here: Sequence[tuple[str, str]], there: Sequence[tuple[str, str]], languages: tuple[str, str]
) -> Floats32:
    """(words here, words there): the probability that a word is translated by another."""
    prior, _ = prior_counts(*languages)
    left, right = (_Numbered([(key, "") for key, _ in words]) for words in (here, there))
    sides = [[key for key, _ in side.names] for side in (left, right)]
    table = np.zeros((len(sides[0]), len(sides[1])), np.float32)
    if len(prior):
        first, second, weights = prior.between(*sides)
        sums = [prior.sums(n, side) + _TRUST for n, side in enumerate(sides)]
        either = np.maximum(weights / sums[0][first], _BACK * weights / sums[1][second])
        table[first, second] = either
    found = table[left.rows][:, right.rows]
    _add_likeness(found, here, there, languages)
    return found


def _add_likeness(
    table: Floats32,
    here: Sequence[tuple[str, str]],
    there: Sequence[tuple[str, str]],
    languages: tuple[str, str],
) -> None:
    """Names, numbers and cognates: words that look or sound alike."""
    same: dict[str, list[int]] = {}
    similar: dict[str, list[tuple[int, str, str]]] = {}
    for number, (_, form) in enumerate(there):
        sound = bare(form, languages[1])
        if sound[:1].isalnum():
            same.setdefault(sound, []).append(number)
            bones = _skeleton(sound)
            similar.setdefault(bones[:2], []).append((number, sound, bones))
    for number, (_, form) in enumerate(here):
        sound = bare(form, languages[0])
        for other in same.get(sound, ()):
            table[number, other] = max(table[number, other], _LIKE)
        bones = _skeleton(sound)
        if len(bones) < 2 or not sound[0].isalpha():
            continue
        for other, theirs, others in similar.get(bones[:2], ()):
            alike = _alike(sound, theirs, bones, others)
            if alike > 0:
                table[number, other] = max(table[number, other], _LIKE * alike)


@lru_cache(maxsize=1 << 16)
def _skeleton(sound: str) -> str:
    """The consonants of a word, those that scripts confuse made one."""
    bones = _VOWELS.sub("", sound.replace("ph", "f").replace("th", "s").translate(_CONFUSED))
    return _DOUBLE.sub(r"\1", bones)


@lru_cache(maxsize=1 << 18)
def _alike(sound: str, theirs: str, bones: str, others: str) -> float:
    """0 to 1: how alike two words look (from a half upwards), or their consonants."""
    looks = 2 * likeness(sound, theirs) - 1
    if min(len(bones), len(others)) >= _SHORTEST:
        looks = max(looks, 2 * likeness(bones, others) - 1)
    return max(0.0, looks)
