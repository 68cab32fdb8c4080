"""The tokens that are aligned, and their keys: what counts as the same word."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from litmus.language.embedded.lexicon import cheapest_words, lexicon
from litmus.language.knowledge import load
from litmus.language.words import Span, token_offsets

_REMEMBERED = 1 << 16  # tokens whose keys are
_ALTERED = "\ufffd"  # the key of a token that is not in the text as it stands
PREFIX = 5  # letters of a word that count: endings inflect (docs/decisions.md has the trial)
_PREFIXES = {"ko": 2}  # syllables; particles follow the noun
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
_HIRAGANA = re.compile("[\u3041-\u309f]+")
_HAN = re.compile("[\u3400-\u9fff]")
# Letters that may bear marks people leave out, and such marks by themselves (`folded` says which).
_LETTERS = ((0xC0, 0x24F), (0x370, 0x3FF), (0x1E00, 0x1FFF), (0x401, 0x401), (0x451, 0x451),
            (0x622, 0x626))  # fmt: skip
_MARKS = ((0x300, 0x36F), (0x591, 0x5BD), (0x5BF, 0x5C7), (0x610, 0x61A), (0x640, 0x640),
          (0x64B, 0x65F), (0x670, 0x670))  # fmt: skip
# Letters whose marks Unicode does not take off.
_PLAIN = {"ı": "i", "ø": "o", "ł": "l", "đ": "d", "\u0671": "\u0627"}
# fmt: off
_SAME = str.maketrans({
    "。": ".", "．": ".", "，": ",", "、": ",", "؛": ";", "،": ",", "؟": "?", "；": ";", "：": ":",
    "？": "?", "！": "!", "（": "(", "）": ")", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
    "「": '"', "」": '"', "『": '"', "』": '"', "’": "'", "‘": "'", "–": "-", "—": "-", "־": "-",
})
# fmt: on


def tokens(text: str, language: str, tokenisation: str = "words") -> tuple[Span, ...]:
    """Where the tokens stand. Text without spaces is cut into known words, unless it was cut."""
    spans = token_offsets(text, tokenisation, language)
    words = lexicon(language) if tokenisation == "words" else {}
    if not words:
        return spans
    found = [span for span in spans if not _UNSPACED.match(text, *span)]
    for run in _UNSPACED.finditer(text):
        start = run.start()
        for word in cheapest_words(run.group(), words):
            found.append((start, start + len(word)))
            start += len(word)
    return tuple(sorted(found))


def key_function(language: str) -> Callable[[str], str]:
    """Token -> key: forms of a word share one, with diacritics or without, as do marks of
    punctuation that mean the same.

    >>> key = key_function("en")
    >>> key("Translations"), key("translated"), key("«")
    ('trans', 'trans', '"')
    """
    return _Keys(language).__getitem__


class _Keys(dict[str, str]):
    """The keys of tokens met lately: a look-up takes half the time of a call that remembers."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._size = _PREFIXES.get(language, PREFIX)
        self._folding = _folding("".join(load(language).letters))

    def __missing__(self, token: str) -> str:
        if len(self) >= _REMEMBERED:
            self.clear()
        if token.isascii():
            plain = token.lower()
        else:
            plain = unicodedata.normalize("NFKC", token.translate(_SAME)).lower()
            plain = plain.translate(self._folding)
        key = self[token] = plain[: self._size] or token or _ALTERED
        return key


def keys_of(words: Sequence[str], language: str) -> list[str]:
    """The key of every word of a long list."""
    keys = _Keys(language)
    return list(map(keys.__getitem__, words))


def folded(keys: Sequence[str], letters: str = "") -> list[str]:
    """Keys as they are typed without diacritics, by people and by keyboards that have none.

    Only marks that writers leave out are taken off: those of Latin and Greek letters, the points of
    Hebrew, the vowels and hamza of Arabic, the dots of Cyrillic ё; and none of these `letters`.
    Marks that make another letter of it stay: those of й, of Japanese (が is no か) and of Indic
    letters; so do Korean syllables.

    >>> folded(["şi", "și", "ışık", "schön", "ещё", "май", "が", "한국"])
    ['si', 'si', 'isik', 'schon', 'еще', 'май', 'が', '한국']
    """
    text = "\n".join(keys)
    if text.isascii():
        return list(keys)
    return text.translate(_folding(letters)).split("\n")


@cache
def _folding(letters: str) -> dict[int, str | None]:
    """What each letter becomes, and marks, which become nothing."""
    marks = {code for first, last in _MARKS for code in range(first, last + 1)}
    table: dict[int, str | None] = dict.fromkeys(marks)
    for code in (code for first, last in _LETTERS for code in range(first, last + 1)):
        parts = unicodedata.normalize("NFD", chr(code))
        table[code] = "".join(sign for sign in parts if ord(sign) not in marks)
    table |= {ord(letter): plain for letter, plain in _PLAIN.items()}
    return {code: plain for code, plain in table.items() if chr(code) not in letters}


class Unit(NamedTuple):
    """Tokens that are linked as one, and their key. `first` and `last` count tokens, last + 1."""

    key: str
    first: int
    last: int


def has_endings(language: str) -> bool:
    """Whether several tokens can be one unit."""
    return bool(load(language).particles)


def units(words: Sequence[str], language: str, key: Callable[[str], str]) -> list[Unit]:
    """Every token by itself; in Japanese, endings with the word before them.

    >>> units(["造営", "し", "た", "の"], "ja", str)
    [Unit(key='造営', first=0, last=3), Unit(key='の', first=3, last=4)]
    """
    particles = load(language).particles
    if not particles:
        return [Unit(key(word), at, at + 1) for at, word in enumerate(words)]
    found: list[Unit] = []
    open_ = False  # whether an ending may follow
    for at, word in enumerate(words):
        kana = _HIRAGANA.fullmatch(word) is not None and word not in particles
        if kana and open_:
            first = found[-1].first
            stem = words[first]
            whole = "".join(words[first : at + 1]) if _HIRAGANA.fullmatch(stem) else stem
            found[-1] = Unit(key(whole), first, at + 1)
        else:
            found.append(Unit(key(word), at, at + 1))
            open_ = kana or (word[:1].isalnum() and word not in particles)
    return found


@lru_cache(maxsize=1 << 17)
def bare(word: str, language: str) -> str:
    """A word as it sounds, in Latin letters without diacritics: names look alike in any script.

    >>> bare("Путин", "ru"), bare("Élève", "fr"), bare("。", "zh")
    ('putin', 'eleve', '.')
    """
    if word.isascii():
        return word.lower()
    plain = word.translate(_SAME)
    if language == "ja" and _HAN.search(plain):  # would be read as Chinese
        return plain
    from anyascii import anyascii

    return anyascii(plain).lower()


@lru_cache(maxsize=1 << 18)
def likeness(a: str, b: str) -> float:
    """0 to 1: whether two words look like the same name, number or cognate.

    >>> likeness("parlamento", "parliament") > 0.5, likeness("house", "maison")
    (True, 0.0)
    """
    if a == b:
        return 1.0
    if min(len(a), len(b)) < 3 or a[0] != b[0]:
        return 0.0
    common = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), None)
    prefix = (min(len(a), len(b)) if common is None else common) / max(len(a), len(b))
    left, right = ({word[n : n + 2] for n in range(len(word) - 1)} for word in (a, b))
    return max(prefix, 2 * len(left & right) / (len(left) + len(right)))
