"""What shows the gender of a person in a language: one TOML file each."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from litmus.errors import DataError, UnknownName
from litmus.files.toml_tables import key, read_table
from litmus.language.knowledge import code_of
from litmus.plugins.data_folder import DataFile, data_files, per_data_folder

_FOLDER = Path(__file__).parent / "data"


GENDERS = ("male", "female", "neutral")


@dataclass(frozen=True, slots=True)
class Shown:
    """Words or endings in lower case, by the gender that they show."""

    male: frozenset[str] = frozenset()
    female: frozenset[str] = frozenset()
    neutral: frozenset[str] = frozenset()

    def of(self, word: str) -> frozenset[str]:
        """The genders under which a word is listed."""
        return frozenset(gender for gender in GENDERS if word in getattr(self, gender))

    def of_ending(self, word: str, mark: str = "") -> tuple[frozenset[str], str]:
        """The genders of the longest ending of a word that is listed, and that ending.

        With a `mark`, only those that are listed with it in front.

        >>> Shown(female=frozenset({"in"}), male=frozenset({"er"})).of_ending("lehrerin")
        (frozenset({'female'}), 'in')
        """
        for start in range(len(word)):
            if found := self.of(mark + word[start:]):
                return found, word[start:]
        return frozenset(), ""


@dataclass(frozen=True, slots=True)
class Determiners(Shown):
    """Small words before a noun. `plain` ones show no gender; `plural` are plurals of all, too."""

    plain: frozenset[str] = frozenset()
    plural: frozenset[str] = frozenset()

    def holds(self, word: str) -> bool:
        """Whether it is listed at all."""
        return word in self.plain or bool(self.of(word))


@dataclass(frozen=True, slots=True)
class GenderRules:
    """The rules of a language.

    `words` decide alone, whatever stands before them (`-person`: also as the end of a longer one);
    `neutral` ones are said of anybody. Of `endings`, the longest that fits a noun counts; `neutral`
    ones are of nouns whose gender only other words show. `after` has endings that count behind one
    determiner only. `plural_marks` may follow endings. `agreement` says what the words that agree
    with the noun do: they decide where nothing else does ("last"), or a feminine verb decides
    before the noun, as nouns for men are said of women, too ("first").
    """

    code: str
    version: int = key(least=1)
    reviewed: str = key()
    determiners: Determiners = Determiners()
    endings: Shown = Shown()
    words: Shown = Shown()
    after: Mapping[str, Shown] = key({})
    plural_marks: tuple[str, ...] = ()
    agreement: Literal["last", "first"] = "last"
    mark: str = ""  # what signatures show of a file of the user's own

    def listed(self, *forms: str) -> str | None:
        """The gender of a word that decides alone, by the first of its forms that is listed."""
        for form in dict.fromkeys(forms):
            found = self.words.of(form) or self.words.of_ending(form, "-")[0]
            if len(found) == 1:
                return next(iter(found))
        return None

    def ending(self, form: str, determiner: str = "") -> tuple[frozenset[str], str]:
        """The genders that the longest ending of a noun shows, and that ending."""
        special = self.after.get(determiner)
        if special and (found := special.of_ending(form))[0]:
            return found
        forms = [form, *(form.removesuffix(mark) for mark in self.plural_marks)]
        return max(map(self.endings.of_ending, forms), key=lambda found: len(found[1]))


def gender_files() -> dict[str, DataFile]:
    """Code -> the file of every language that shows gender."""
    return data_files("gender", _FOLDER.glob("*.toml"), "*.toml", code_of)


def codes() -> tuple[str, ...]:
    """The languages that have a file."""
    return tuple(gender_files())


@per_data_folder()
def load_gender(code: str) -> GenderRules:
    """The rules of a language, by its code."""
    files = gender_files()
    if code not in files:
        raise UnknownName("language with rules for gender", code, files)
    rules = read_table(files[code].path, GenderRules, {"mark": files[code].mark})
    if rules.code != code:
        raise DataError(f"{files[code].path} is for {rules.code!r}: name it {rules.code}.toml.")
    return rules
