"""Language files: what we know of each language, as data that anyone can correct."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from litmus.errors import DataError, UnknownName, UsageError

_FOLDER = resources.files("litmus.language") / "data"
# fmt: off
_KEYS = ("code", "name", "version", "reviewed", "snowball", "writing", "bleu_tokenizer",
         "linking", "stopwords", "nltk_stopwords")
# fmt: on


@dataclass(frozen=True, slots=True)
class Language:
    """`writing` is "spaces" or, where words are not separated, "characters".

    `linking` are the letters that may stand between the parts of a compound; only languages
    that write compounds as one word have any. Languages without a file have a code and a name.
    """

    code: str
    name: str
    version: int = 0
    reviewed: str = ""
    snowball: str | None = None
    writing: str = "spaces"
    bleu_tokenizer: str = "13a"
    linking: tuple[str, ...] = ()
    stopwords: frozenset[str] = frozenset()
    nltk_stopwords: frozenset[str] = frozenset()


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
    path = _FOLDER / f"{code}.toml"
    if code not in codes():
        return Language(code, iso639()[code][1])
    value: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    for key in value:
        if key not in _KEYS:
            raise DataError(f"{path}: unknown key {key!r}.\nKnown: {', '.join(_KEYS)}")
    for key in ("stopwords", "nltk_stopwords"):
        if isinstance(value.get(key), str):
            value[key] = value[key].split()
        value[key] = frozenset(value.get(key, ()))
    value["linking"] = tuple(value.get("linking", ()))
    return Language(**value)
