"""What locating an idiom needs to know of a language's small words: a TOML file each in `data/`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from litmus.files.toml_tables import read_table

_FOLDER = Path(__file__).parent / "data"


@dataclass(frozen=True)
class SmallWords:
    """`alike` are rows of forms that replace each other; `function_words` carry no content.

    Verbs with one of the `prefixes`, or none, may have an `infix` behind it, which marks a
    participle or an infinitive: German `ein-ge-legt`, `ein-zu-legen`.
    """

    alike: tuple[str, ...] = ()
    function_words: frozenset[str] = frozenset()
    prefixes: str = ""
    infixes: str = ""

    @cached_property
    def classes(self) -> Mapping[str, frozenset[int]]:
        """Word -> the rows of `alike` that it is in."""
        classes: dict[str, set[int]] = {}
        for number, row in enumerate(self.alike):
            for form in row.split():
                classes.setdefault(form, set()).add(number)
        return {form: frozenset(numbers) for form, numbers in classes.items()}

    @cached_property
    def _inflected(self) -> re.Pattern[str] | None:
        prefixes, infixes = ("|".join(words.split()) for words in (self.prefixes, self.infixes))
        return re.compile(rf"({prefixes}|)(?:{infixes})(\w{{3,}})") if infixes else None

    def without_infix(self, form: str) -> str:
        """A participle or infinitive without what marks it: `gelegt`, `einzumischen`."""
        match = self._inflected.fullmatch(form) if self._inflected else None
        return match[1] + match[2] if match else form


@cache
def small_words(language: str) -> SmallWords:
    """Those of a language; empty ones where there is no file."""
    path = _FOLDER / f"{language}.toml"
    return read_table(path, SmallWords) if path.is_file() else SmallWords()
