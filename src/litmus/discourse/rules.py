"""Discourse rules of a language: one TOML file each, read without loading any model."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from litmus.discourse.phenomena.phenomenon import Phenomenon
from litmus.discourse.phenomena.registry import PHENOMENA
from litmus.errors import DataError, UnknownName, UsageError
from litmus.files.toml_tables import Place, check_keys, check_table, key, read_toml
from litmus.language.knowledge import code_of
from litmus.plugins.data_folder import DataFile, data_files, per_data_folder
from litmus.wording import count, option

_FOLDER = Path(__file__).parent / "data"
RulesOf = TypeVar("RulesOf")


def _read_tag(place: Place, tag: Any) -> str:
    if not isinstance(tag, str) or tag not in PHENOMENA:
        raise place.wrong(f"one of {', '.join(PHENOMENA)}", tag)
    return str(tag)


@dataclass(frozen=True, slots=True)
class Example:
    """Sentences of one document; words in [brackets] in the target must be tagged, no others."""

    tag: str = key(reads=_read_tag)
    source: tuple[str, ...] = key()
    target: tuple[str, ...] = key()


@dataclass(frozen=True, slots=True)
class Rules:
    """What is known of a target language; `tables` holds the rules of phenomena by their names."""

    code: str
    version: int
    reviewed: str = ""
    examples: tuple[Example, ...] = ()
    tables: Mapping[str, Any] = key({})
    mark: str = ""  # what signatures show of a file of the user's own

    @property
    def phenomena(self) -> tuple[str, ...]:
        """The tags that this language can have."""
        return tuple(
            name
            for name, phenomenon in PHENOMENA.items()
            if not phenomenon.table or name in self.tables
        )

    def of(self, phenomenon: type[Phenomenon[RulesOf]]) -> RulesOf | None:
        """The rules of a phenomenon; None if it has none here."""
        return self.tables.get(phenomenon.name)


def codes() -> tuple[str, ...]:
    """The languages that have a file."""
    return tuple(rule_files())


def rule_files() -> Mapping[str, DataFile]:
    """Code -> the file of every language that has one."""
    return data_files("rules", _FOLDER.glob("*.toml"), "*.toml", code_of)


@per_data_folder()
def load_rules(code: str) -> Rules:
    """The rules of a language, by its code."""
    files = rule_files()
    if code not in files:
        own = option("rules", "F.toml")
        hint = f"Your own, in score, report and tag: {own} (how: docs/add-a-language.md)"
        raise UnknownName("language with discourse rules", code, files, hint)
    rules = read_rules(files[code].path)
    if rules.code != code:
        raise DataError(f"{files[code].path} is for {rules.code!r}: name it {rules.code}.toml.")
    return replace(rules, mark=files[code].mark)


def rules_of(files: Iterable[Path | str], targets: Collection[str]) -> dict[str, Rules]:
    """Code -> the rules in a file of the user's own.

    Each file must be for one of the target languages, and no two for the same.
    """
    found: dict[str, tuple[Path, Rules]] = {}
    for path in map(Path, files):
        rules = read_rules(path)
        if rules.code not in targets:
            languages = " or ".join(map(repr, targets))
            raise UsageError(
                f"{path} has rules for {rules.code!r}, but the target language is {languages}."
            )
        if rules.code in found:
            raise UsageError(
                f"{found[rules.code][0]} and {path} both have rules for {rules.code!r}. Give one."
            )
        found[rules.code] = path, replace(rules, mark=DataFile(path, own=True).mark)
    return {code: rules for code, (_, rules) in found.items()}


def read_rules(path: Path) -> Rules:
    """The rules in a file; a DataError names the key that is wrong."""
    file, values = Place(path), read_toml(path)
    ruled = [name for name, phenomenon in PHENOMENA.items() if phenomenon.table]
    general = [field.name for field in fields(Rules) if field.name not in ("tables", "mark")]
    check_keys(file, values, (*general, *ruled))
    tables = {
        name: PHENOMENA[name].read(file.below(name), values[name])
        for name in ruled
        if name in values
    }
    rules = check_table(
        file,
        {name: value for name, value in values.items() if name in general},
        Rules,
        {"tables": {name: table for name, table in tables.items() if table is not None}},
    )
    for number, example in enumerate(rules.examples):
        if len(example.source) != len(example.target):
            raise file.below(f"examples[{number}]").error(
                f"has {count(len(example.source), 'sentence')} in source, "
                f"but {len(example.target):,} in target."
            )
    return rules
