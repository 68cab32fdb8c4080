"""What the matchers know of a language's small words: a TOML file each in `data/`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from litmus.errors import DataError
from litmus.language import knowledge

_FOLDER = resources.files("litmus.idioms") / "data"
_LISTS = (
    "leading",
    "articles",
    "determiners",
    "possessives",
    "reflexives",
    "inserted",
    "verb_prefixes",
    "numbers",
    "dropped_endings",
    "inner_slots",
    "slot_prepositions",
)


@dataclass(frozen=True, slots=True)
class Grammar:
    """Closed classes of a language, in lower case.

    `slots` maps a word of an idiom list to the slot it stands for; `leading` words in front of an
    entry are no part of it (to, sich); `inserted` words may always stand between two words of an
    idiom; `verb_last` languages put the verb of an entry last and move it in a sentence, and
    leave its `verb_prefixes` behind; `inner_slots` are slots only between other words;
    `slot_prepositions` in front of a slot at the end may be missing with it. `dropped_endings` are
    the endings of an entry's last word that inflection replaces, where words are not separated
    (Japanese).
    """

    code: str
    slots: Mapping[str, str] = field(default_factory=dict, hash=False)
    verb_last: bool = False
    leading: frozenset[str] = frozenset()
    articles: frozenset[str] = frozenset()
    determiners: frozenset[str] = frozenset()
    possessives: frozenset[str] = frozenset()
    reflexives: frozenset[str] = frozenset()
    inserted: frozenset[str] = frozenset()
    verb_prefixes: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    dropped_endings: frozenset[str] = frozenset()
    inner_slots: frozenset[str] = frozenset()
    slot_prepositions: frozenset[str] = frozenset()
    version: int = 0

    def slot_of(self, word: str) -> str | None:
        """The slot that this word of a list stands for, if it does."""
        return self.slots.get(word.lower().replace("’", "'"))


@cache
def load_grammar(code: str) -> Grammar:
    """The closed classes of a language; empty ones where there is no file."""
    path = _FOLDER / f"{knowledge.language_code(code)}.toml"
    if not path.is_file():
        return Grammar(code)
    return _read(code, tomllib.loads(path.read_text(encoding="utf-8")))


def _read(code: str, table: Mapping[str, Any]) -> Grammar:
    unknown = set(table) - {*_LISTS, "slots", "verb_last", "version"}
    if unknown:
        raise DataError(f"idioms/data/{code}.toml has unknown keys: {', '.join(sorted(unknown))}.")
    slots = {word: kind for kind, words in table.get("slots", {}).items() for word in words}
    lists = {name: frozenset(str(table.get(name, "")).split()) for name in _LISTS}
    return Grammar(
        code,
        slots=slots,
        verb_last=bool(table.get("verb_last", False)),
        version=int(table["version"]),
        **lists,
    )
