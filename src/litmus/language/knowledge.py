"""Language files: what we know of each language, as data that anyone can correct."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from litmus.errors import DataError, UnknownName, UsageError
from litmus.files.toml_tables import Place, key, read_table
from litmus.plugins.data_folder import DataFile, data_files, per_data_folder
from litmus.plugins.registry import is_python_file

_FOLDER = Path(__file__).parent / "data"
# fmt: off
SCRIPTS = ("Arabic", "Armenian", "Bengali", "Bopomofo", "Cyrillic", "Devanagari", "Ethiopic",
           "Georgian", "Greek", "Gujarati", "Gurmukhi", "Han", "Hangul", "Hebrew", "Hiragana",
           "Kannada", "Katakana", "Khmer", "Lao", "Latin", "Malayalam", "Myanmar", "Sinhala",
           "Tamil", "Telugu", "Thai", "Tibetan")
# fmt: on

Words = tuple[str, ...]
Slots = tuple[Words, ...]
Forms = Mapping[str, Words]


def _is_words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) and item for item in value)


def _scripts(place: Place, value: Any) -> Words:
    if not _is_words(value) or not set(value) <= set(SCRIPTS):
        known = ", ".join(SCRIPTS)
        raise place.wrong(f'a list of scripts, such as ["Latin"] (known: {known})', value)
    return tuple(value)


def _analyser(place: Place, value: Any) -> str:
    """A backend by name. Data name no code that is run, and a file holds one text only."""
    if not isinstance(value, str) or value.startswith(("embedded", "conllu")):
        raise place.wrong('an analyser, such as "stanza:pl", "spacy:PIPELINE" or "plain"', value)
    if is_python_file(value):
        raise place.error(f"names code ({value}). Make it a plug-in: docs/plug-ins.md")
    return value


def _slots(place: Place, value: Any) -> Slots:
    if not isinstance(value, list) or not all(_is_words(slot) and slot for slot in value):
        raise place.wrong('a list of lists of texts, such as [["me", "te"], ["lo", "la"]]', value)
    return tuple(tuple(slot) for slot in value)


def _forms(place: Place, value: Any) -> Forms:
    if not isinstance(value, dict) or not all(_is_words(full) for full in value.values()):
        expected = 'a table of words with lists of full words, such as "l" = ["le", "la"]'
        raise place.wrong(expected, value)
    return {word: tuple(full) for word, full in value.items()}


def _contractions(place: Place, value: Any) -> Forms:
    if not isinstance(value, dict) or not all(
        isinstance(parts, str) and len(parts.split()) > 1 for parts in value.values()
    ):
        expected = 'a table of words with two or more parts each, such as "zum" = "zu dem"'
        raise place.wrong(expected, value)
    return {word: tuple(parts.split()) for word, parts in value.items()}


def _readings(place: Place, value: Any) -> Mapping[str, Slots]:
    if not isinstance(value, dict) or not all(
        _is_words(readings) and len(readings) > 1 for readings in value.values()
    ):
        expected = 'a table of words with their readings, such as "des" = ["de les", "des"]'
        raise place.wrong(expected, value)
    return {
        word: tuple(tuple(reading.split()) for reading in readings)
        for word, readings in value.items()
    }


@dataclass(frozen=True, slots=True)
class Apostrophes:
    """Words written with an apostrophe; the keys of a table are in lower case, without it.

    `elided` words stand before the apostrophe (l'eau), `enclitics` behind it (it's); both map to
    the full words they may stand for, an enclitic that is an ending only to none. `clipped_start`
    lost their beginning ('t), `clipped_end` their end (po'). `whole` words hold an apostrophe, in
    the key too, and are one word.
    """

    characters: Words = ()
    elided: Forms = key({}, reads=_forms)
    enclitics: Forms = key({}, reads=_forms)
    clipped_start: Forms = key({}, reads=_forms)
    clipped_end: Forms = key({}, reads=_forms)
    whole: Forms = key({}, reads=_forms)


@dataclass(frozen=True, slots=True)
class Clitics:
    """Small words written onto another.

    Each inner tuple is one place, the outermost prefix and the innermost suffix first; a word has
    at most one clitic of each.
    """

    prefixes: Slots = key((), reads=_slots)
    suffixes: Slots = key((), reads=_slots)


@dataclass(frozen=True, slots=True)
class Language:
    """`writing` is "spaces" or, where words are not separated, "characters".

    `particles` are the words that stand by themselves where other words of the same letters are
    endings of what comes before. `linking` are the letters that may stand between the parts of a
    compound, `dropped` the endings that its first part may lose; only languages that write
    compounds as one word have any. With `affixes`, words carry so many that a dictionary lists few
    of their forms, and they are compared by what an analyser leaves of them. `analyser` is the
    backend to take where none comes with litmus.
    `letters` bear marks that are no diacritics: without them they are other letters. Words that are
    `unlinked` translate no function word of another language, whatever aligners think.
    `contractions` maps one written word to the words in it, always; `ambiguous` to each reading,
    one of which may be the word itself. Languages without a file have a code and a name.
    """

    code: str
    name: str
    version: int = key(0, least=1)
    reviewed: str = ""
    snowball: str | None = None
    analyser: str = key("", reads=_analyser)
    writing: Literal["spaces", "characters"] = "spaces"
    bleu_tokenizer: str = "13a"
    scripts: Words = key((), reads=_scripts)
    linking: Words = ()
    dropped: Words = ()
    particles: Words = ()
    letters: Words = ()
    unlinked: Words = ()
    affixes: bool = False
    stopwords: frozenset[str] = frozenset()
    nltk_stopwords: frozenset[str] = frozenset()
    apostrophes: Apostrophes = Apostrophes()
    clitics: Clitics = Clitics()
    contractions: Forms = key({}, reads=_contractions)
    ambiguous: Mapping[str, Slots] = key({}, reads=_readings)
    mark: str = ""  # what signatures show of a file of the user's own


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
    """The two-letter code of `en`, `eng`, `en-GB` or `en_US`; an unknown code is an error.

    A language that has no such code may have a file of the user's own, by its three letters.
    """
    primary = re.split(r"[-_]", code.lower())[0]
    primary = _three_letter().get(primary, primary)
    if primary not in iso639() and primary not in codes():
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


def language_files() -> Mapping[str, DataFile]:
    """Code -> the file of every language that has one."""
    return data_files("languages", _FOLDER.glob("*.toml"), "*.toml", code_of)


def code_of(path: Path) -> str | None:
    """The code that a file is named for; None if it is not one by which languages go here."""
    code = path.name.partition(".")[0]
    return code if re.fullmatch("[a-z]{2,3}", code) and code not in _three_letter() else None


@per_data_folder()
def codes() -> tuple[str, ...]:
    """The languages that have a file."""
    return tuple(language_files())


@per_data_folder()
def load(code: str) -> Language:
    """What we know of a language; only its code and name if there is no file for it."""
    code = language_code(code)
    if code not in codes():
        return Language(code, iso639()[code][1])
    file = language_files()[code]
    language = read_table(file.path, Language, {"mark": file.mark})
    lacking = [field for field in ("version", "reviewed") if not getattr(language, field)]
    if lacking:
        raise DataError(
            f"{file.path} lacks {', '.join(lacking)}. Every language file must have them."
        )
    if language.code != code:
        raise DataError(f"{file.path} is for {language.code!r}: name it {language.code}.toml.")
    return language


def own_data(languages: Iterable[str]) -> str:
    """The language files of the user's own among these, for signatures; "" if all ship.

    >>> own_data(["en", "fr"])
    ''
    """
    known = map(load, dict.fromkeys(languages))
    return "+".join(f"{one.code}.v{one.version}{one.mark}" for one in known if one.mark)
