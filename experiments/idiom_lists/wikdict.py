"""WikDict dictionaries (Debian packages dict-freedict-*): idioms with gloss and translations.

An index line is `headword<TAB>offset<TAB>length`, the numbers in base 64. An article is
`headword /pronunciation/ <part of speech>`, then translations and a gloss per sense.
"""

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from experiments.idiom_lists.found import (
    CHARACTERS,
    LANGUAGES,
    Found,
    entry_of,
    gloss_of,
    key_of,
    words_of,
)

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_CODES = {
    "deu": "de", "eng": "en", "fra": "fr", "spa": "es", "ita": "it", "por": "pt", "rus": "ru",
    "jpn": "ja", "tur": "tr", "nld": "nl", "pol": "pl", "swe": "sv",
}  # fmt: skip
_PROVERB = {  # a proverb is not always marked, but it has a verb that is not an infinitive
    "de": r"\b(ist|sind|hat|haben|macht|kommt|fällt|geht|lacht|lebt|wird|muss|soll|kann|bringt|"
    r"bleibt|hilft|schadet|trügt|kennt|heiligt|fängt|führen|beißen|gibt|wäscht|liegt|steckt|"
    r"lässt|währt|siegt|verdirbt|bestätigt)\b(?=.* \w)",
    "fr": r"\b(est|sont|ont|fait|font|vaut|faut|vient|va|vont|perd|dort|porte|reste|mène|mènent|"
    r"peut|tient|passe|tombe|ressemble|rit|vivra|sème|veut|donne|appelle)\b",
}


_SPOKEN = re.compile(  # sentences of phrasebooks
    r"(?:I|I'm|I'd|I've|I'll|you|he|she|we|can|could|where|what|what's|how|how's|do|does|please|are|is|"
    r"my|when|who|which|would|may|nice to|thank|good|happy|call|let me|this|where's|it's|at) "
)


@dataclass(frozen=True, slots=True)
class Sense:
    """One idiom in one article of one dictionary."""

    code: str
    headword: str
    kind: str
    gloss: str
    target: str
    translations: tuple[str, ...]


def headwords(folder: Path, code: str) -> Iterator[Found]:
    """Idioms that the dictionaries have as headwords."""
    for sense in senses(folder):
        if sense.code == code:
            same = {sense.target: list(sense.translations)} if sense.translations else {}
            yield Found(sense.headword, "wikdict", sense.kind, sense.gloss, same)


def translations(folder: Path, code: str) -> Iterator[Found]:
    """Translations of idioms: often idioms, seldom mere paraphrases of several words."""
    for sense in senses(folder):
        if sense.target == code and len(sense.translations) <= 3:
            gloss = sense.gloss if sense.code == "en" else ""
            same = {sense.code: [sense.headword]} if sense.code in LANGUAGES else {}
            for text in sense.translations:
                yield Found(text, f"wikdict-{sense.code}", sense.kind, gloss, same)


@cache
def senses(folder: Path) -> tuple[Sense, ...]:
    return tuple(
        sense
        for package in sorted(folder.glob("debian/dict-freedict-*"))
        for sense in _package(package)
    )


def _package(package: Path) -> Iterator[Sense]:
    source, target = (_CODES.get(name, "") for name in package.name.split("-")[-2:])
    [index] = package.rglob("*.index")
    with gzip.open(next(package.rglob("*.dict.dz"))) as file:
        data = file.read()
    if not source or b"WikDict" not in data[:3000]:
        return
    for line in index.read_text("utf-8").split("\n"):
        columns = line.split("\t")
        if len(columns) == 3 and " " in columns[0] and not columns[0].startswith("00"):
            start, length = _number(columns[1]), _number(columns[2])
            yield from _article(data[start : start + length].decode("utf-8"), source, target)


def _number(text: str) -> int:
    value = 0
    for digit in text:
        value = value * 64 + _DIGITS.index(digit)
    return value


def _article(text: str, source: str, target: str) -> Iterator[Sense]:
    first, *lines = [line.strip() for line in text.strip().split("\n")]
    mark = re.search(r"<([^<>]*)>$", first)
    headword = entry_of(re.sub(r"\s*/.*|\s*<[^<>]*>$", "", first), source)
    kind = _kind(headword, mark.group(1) if mark else "", source) if headword else None
    if headword is None or kind is None:
        return
    part: list[list[str]] = []
    for line in lines:
        if re.match(r"\d+\.", line) or not part:
            part.append([re.sub(r"^\d+\.\s*", "", line)])
        else:
            part[-1].append(line)
    for sense in part or [[""]]:
        gloss = next((gloss_of(line) for line in sense[1:] if line), "")
        if target in LANGUAGES:
            yield Sense(source, headword, kind, gloss, target, _idioms(sense[0], target, headword))
        else:
            yield Sense(source, headword, kind, gloss, target, ())


def _idioms(line: str, target: str, headword: str) -> tuple[str, ...]:
    """The translations that have the length of an idiom; commas are a proverb's own, too."""
    line = re.sub(r"\s*\d+\.$", "", line)
    texts = [line] if "," in headword else line.split(", ")
    entries = [entry for text in texts if (entry := entry_of(text, target))]
    return tuple(entry for entry in entries if long_enough(entry, target))


def long_enough(entry: str, code: str) -> bool:
    if code in CHARACTERS:
        return len(entry) >= 4
    return len(words_of(entry)) >= 3


def _kind(headword: str, mark: str, code: str) -> str | None:
    """The class of a headword, None where it is no idiom."""
    count = len(words_of(headword))
    if count < 2 or headword[0].isupper() and code != "de" and mark not in ("proverb", ""):
        return None
    if mark == "proverb":
        return "proverb"
    if code == "en":
        wanted = (
            count >= 3 and mark in ("v", "phraseologicalUnit", "") and not _SPOKEN.match(headword)
        )
    elif code == "de":
        wanted = not mark and (count >= 3 or headword.endswith("n"))
    elif code == "fr":
        wanted = mark == "v" and count >= 3 and " se " not in headword or not mark and count >= 4
    else:
        wanted = mark == "idiom" or mark == "v" and count >= 3
    if not wanted:
        return None
    pattern = _PROVERB.get(code)
    return "proverb" if pattern and count >= 4 and re.search(pattern, headword) else "idiom"


def unite(found: Iterator[Found]) -> Iterator[Found]:
    """One idiom per headword: all packages have the same ones."""
    united: dict[tuple[str, str], Found] = {}
    for one in found:
        place = (key_of(one.entry), one.source)
        first = united.setdefault(place, Found(one.entry, one.source, one.kind, one.meaning))
        if one.meaning and not first.meaning:
            united[place] = first = Found(
                first.entry, first.source, first.kind, one.meaning, first.equivalents
            )
        for code, texts in one.equivalents.items():
            known = first.equivalents.setdefault(code, [])
            known.extend(text for text in texts if text not in known)
    yield from united.values()
