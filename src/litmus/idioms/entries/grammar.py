"""What the matchers know of a language's small words: one TOML file per language in `data/`."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litmus.files.toml_tables import Place, key, read_table, read_words
from litmus.language.knowledge import code_of, language_code
from litmus.plugins.data_folder import DataFile, data_files, per_data_folder

_FOLDER = Path(__file__).parents[1] / "data"


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

    `slots` maps a word of an idiom list to its slot; `leading` words in front of an entry are not
    part of the idiom (to, sich); `inserted` words may always come between two words of an idiom;
    `verb_last` languages put the verb of an entry last and move it in a sentence, and leave its
    `verb_prefixes` behind; `inner_slots` are slots only between other words; `slot_prepositions`
    in front of a slot at the end may be missing with it. `dropped_endings` are the endings of an
    entry's last word that inflection replaces, where words are not separated (Japanese).
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
    mark: str = ""  # what signatures show of a file in the user's data folder

    def slot_of(self, word: str) -> str | None:
        """The slot that this word of a list is, if any."""
        return self.slots.get(word.lower().replace("’", "'"))


def grammar_files() -> Mapping[str, DataFile]:
    """Code -> the file of every language that has one."""
    return data_files("idioms", _FOLDER.glob("*.toml"), "*.toml", code_of)


@per_data_folder()
def load_grammar(code: str) -> Grammar:
    """The closed classes of a language; empty ones where there is no file."""
    file = grammar_files().get(language_code(code))
    if file is None:
        return Grammar(code)
    return read_table(file.path, Grammar, {"code": code, "mark": file.mark})
