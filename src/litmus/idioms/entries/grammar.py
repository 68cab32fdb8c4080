"""What the matchers know of a language's small words: a TOML file each in `data/`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from litmus.corpus.toml_tables import Place, key, read_table, read_words
from litmus.language import knowledge

_FOLDER = Path(str(resources.files("litmus.idioms") / "data"))


def _slots(place: Place, value: Any) -> Mapping[str, str]:
    """Word -> its slot, from a table of slots with their words."""
    if not isinstance(value, Mapping):
        raise place.wrong("a table of slots with their words", value)
    return {
        word: slot for slot, words in value.items() for word in read_words(place.below(slot), words)
    }


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
    slots: Mapping[str, str] = key({}, reads=_slots)
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
    return read_table(path, Grammar, {"code": code})
