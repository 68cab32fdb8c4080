"""Language files: what we know of each language, as data that anyone can correct."""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from litmus.errors import DataError, UnknownName, UsageError

_FOLDER = resources.files("litmus.language") / "data"
# fmt: off
SCRIPTS = ("Arabic", "Armenian", "Bengali", "Bopomofo", "Cyrillic", "Devanagari", "Ethiopic",
           "Georgian", "Greek", "Gujarati", "Gurmukhi", "Han", "Hangul", "Hebrew", "Hiragana",
           "Kannada", "Katakana", "Khmer", "Lao", "Latin", "Malayalam", "Myanmar", "Sinhala",
           "Tamil", "Telugu", "Thai", "Tibetan")
# fmt: on
WRITINGS = ("spaces", "characters")

Words = tuple[str, ...]
Slots = tuple[Words, ...]
Forms = Mapping[str, Words]


def _none() -> Any:
    return field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Apostrophes:
    """Words written with an apostrophe; the keys of a table are in lower case, without it.

    `elided` words stand before the apostrophe (l'eau), `enclitics` behind it (it's); both map to
    the full words they may stand for, an enclitic that is an ending only to none. `clipped_start`
    lost their beginning ('t), `clipped_end` their end (po'). `whole` words hold an apostrophe, in
    the key too, and are one word.
    """

    characters: Words = ()
    elided: Forms = _none()
    enclitics: Forms = _none()
    clipped_start: Forms = _none()
    clipped_end: Forms = _none()
    whole: Forms = _none()


@dataclass(frozen=True, slots=True)
class Clitics:
    """Small words written onto another.

    Each inner tuple is one place, the outermost prefix and the innermost suffix first; a word has
    at most one clitic of each.
    """

    prefixes: Slots = ()
    suffixes: Slots = ()


@dataclass(frozen=True, slots=True)
class Language:
    """`writing` is "spaces" or, where words are not separated, "characters".

    `particles` are the words that stand by themselves where other words of the same letters are
    endings of what comes before. `linking` are the letters that may stand between the parts of a
    compound, `dropped` the endings that its first part may lose; only languages that write
    compounds as one word have any.
    `contractions` maps one written word to the words in it, always; `ambiguous` to each reading,
    one of which may be the word itself. Languages without a file have a code and a name.
    """

    code: str
    name: str
    version: int = 0
    reviewed: str = ""
    snowball: str | None = None
    writing: str = "spaces"
    bleu_tokenizer: str = "13a"
    scripts: Words = ()
    linking: Words = ()
    dropped: Words = ()
    particles: Words = ()
    stopwords: frozenset[str] = frozenset()
    nltk_stopwords: frozenset[str] = frozenset()
    apostrophes: Apostrophes = Apostrophes()
    clitics: Clitics = Clitics()
    contractions: Forms = _none()
    ambiguous: Mapping[str, Slots] = _none()


class _Wrong(Exception):
    """A value that is not what its key asks for; says what was expected."""


def _is_words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) and item for item in value)


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise _Wrong('a text in quotes, such as "french"')
    return value


def _number(value: Any) -> int:
    if type(value) is not int or value < 1:
        raise _Wrong("a whole number from 1 on")
    return value


def _writing(value: Any) -> str:
    if value not in WRITINGS:
        raise _Wrong(" or ".join(f'"{known}"' for known in WRITINGS))
    return str(value)


def _words(value: Any) -> Words:
    if not _is_words(value):
        raise _Wrong('a list of texts, such as ["s", "en"]')
    return tuple(value)


def _scripts(value: Any) -> Words:
    if not _is_words(value) or not set(value) <= set(SCRIPTS):
        raise _Wrong(f'a list of scripts, such as ["Latin"]; known: {", ".join(SCRIPTS)}')
    return tuple(value)


def _word_set(value: Any) -> frozenset[str]:
    if isinstance(value, str):
        return frozenset(value.split())
    if not _is_words(value):
        raise _Wrong("one text with spaces between the words, or a list of texts")
    return frozenset(value)


def _slots(value: Any) -> Slots:
    if not isinstance(value, list) or not all(_is_words(slot) and slot for slot in value):
        raise _Wrong('a list of lists of texts, such as [["me", "te"], ["lo", "la"]]')
    return tuple(tuple(slot) for slot in value)


def _forms(value: Any) -> Forms:
    if not isinstance(value, dict) or not all(_is_words(full) for full in value.values()):
        raise _Wrong('a table of words with lists of full words, such as "l" = ["le", "la"]')
    return {word: tuple(full) for word, full in value.items()}


def _contractions(value: Any) -> Forms:
    if not isinstance(value, dict) or not all(
        isinstance(parts, str) and len(parts.split()) > 1 for parts in value.values()
    ):
        raise _Wrong('a table of words with two or more parts each, such as "zum" = "zu dem"')
    return {word: tuple(parts.split()) for word, parts in value.items()}


def _readings(value: Any) -> Mapping[str, Slots]:
    if not isinstance(value, dict) or not all(
        _is_words(readings) and len(readings) > 1 for readings in value.values()
    ):
        raise _Wrong('a table of words with their readings, such as "des" = ["de les", "des"]')
    return {
        word: tuple(tuple(reading.split()) for reading in readings)
        for word, readings in value.items()
    }


Reader = Callable[[Any], Any]
_APOSTROPHES: Mapping[str, Reader] = {
    "characters": _words,
    "elided": _forms,
    "enclitics": _forms,
    "clipped_start": _forms,
    "clipped_end": _forms,
    "whole": _forms,
}
_CLITICS: Mapping[str, Reader] = {
    "prefixes": _slots,
    "suffixes": _slots,
}
_REQUIRED = ("code", "name", "version", "reviewed")
_TOP: Mapping[str, Reader] = {
    "code": _text,
    "name": _text,
    "version": _number,
    "reviewed": _text,
    "snowball": _text,
    "writing": _writing,
    "bleu_tokenizer": _text,
    "scripts": _scripts,
    "linking": _words,
    "dropped": _words,
    "particles": _words,
    "stopwords": _word_set,
    "nltk_stopwords": _word_set,
    "apostrophes": lambda value: Apostrophes(**_read(value, _APOSTROPHES, "apostrophes")),
    "clitics": lambda value: Clitics(**_read(value, _CLITICS, "clitics")),
    "contractions": _contractions,
    "ambiguous": _readings,
}


def _read(table: Any, readers: Mapping[str, Reader], section: str = "") -> dict[str, Any]:
    """The values of one section, checked; a wrong one raises a `DataError` without the file."""
    place = f" in [{section}]" if section else ""
    if not isinstance(table, dict):
        raise DataError(f"{section!r} must be a section: write [{section}] and its keys below.")
    for key in table:
        if key not in readers:
            raise DataError(f"unknown key {key!r}{place}.\nKnown: {', '.join(readers)}")
    values = {}
    for key, value in table.items():
        try:
            values[key] = readers[key](value)
        except _Wrong as expected:
            raise DataError(f"{key!r}{place} must be {expected}.\nFound: {_shown(value)}") from None
    return values


def _shown(value: Any, longest: int = 80) -> str:
    text = repr(value)
    return text if len(text) <= longest else text[:longest] + " ..."


@cache
def iso639() -> Mapping[str, tuple[str, str]]:
    """Two-letter code -> (three-letter code, English name)."""
    text = (_FOLDER / "iso639.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.split("\n") if line)
    return {two: (three, name) for two, three, name in rows}


@cache
def _three_letter() -> Mapping[str, str]:
    bibliographic = {"fre": "fr", "ger": "de", "dut": "nl", "ice": "is", "chi": "zh", "rum": "ro"}
    return {three: two for two, (three, _) in iso639().items()} | bibliographic


def language_code(code: str) -> str:
    """The two-letter code of `en`, `eng`, `en-GB` or `en_US`; an unknown code is an error."""
    primary = re.split(r"[-_]", code.lower())[0]
    primary = _three_letter().get(primary, primary)
    if primary not in iso639():
        raise UnknownName("language", code, codes())
    return primary


def language_pair(text: str) -> tuple[str, str]:
    """("en", "fr") of `en-fr`; also of `eng-fra`."""
    parts = text.split("-")
    if len(parts) != 2 or not all(parts):
        raise UsageError(
            f"{text!r} is not a language pair. Write SOURCE-TARGET with two-letter codes, "
            "such as en-fr."
        )
    return language_code(parts[0]), language_code(parts[1])


@cache
def codes() -> tuple[str, ...]:
    """The languages that have a file."""
    return tuple(sorted(p.name[:-5] for p in _FOLDER.iterdir() if p.name.endswith(".toml")))


@cache
def load(code: str) -> Language:
    """What we know of a language; only its code and name if there is no file for it."""
    code = language_code(code)
    if code not in codes():
        return Language(code, iso639()[code][1])
    path = _FOLDER / f"{code}.toml"
    try:
        values = _read(tomllib.loads(path.read_text(encoding="utf-8")), _TOP)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path} is not valid TOML: {error}.") from error
    except DataError as error:
        raise DataError(f"{path}: {error}") from None
    lacking = [key for key in _REQUIRED if key not in values]
    if lacking:
        raise DataError(f"{path} lacks {', '.join(lacking)}. Every language file must have them.")
    return Language(**values)
