"""A project file: its keys, checked, with the line of whatever is wrong.

The keys are those of the command line: what `--language-pair` is there is `language-pair` here.
Paths are as written, and relative to the folder of the file.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import Field, dataclass, field, fields, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

from litmus.errors import DataError, LitmusError, UsageError
from litmus.files.text import read_text
from litmus.files.toml_tables import Place, check_keys, check_table, key, key_lines, parse_toml
from litmus.language.analysers import EMBEDDED
from litmus.wording import render

NAME = "litmus.toml"
SUITE = "{suite}"  # in the name of a file: where the name of the suite goes
_ENGINES = ("http:", "https:", "model:", "cmd:", "file:")
# Python arguments whose key has another name; all others go by their own.
_KEYS = {
    "languages": "language-pair", "n_bootstrap": "bootstrap", "n_trials": "trials", "unit": "by",
    "test": "paired", "outputs": "systems", "between": "break", "settings": "set",
    "requests_per_minute": "rpm", "tokens_per_minute": "tpm", "page": "report",
}  # fmt: skip


def _texts(place: Place, value: Any) -> tuple[str, ...]:
    """One text, or several."""
    values = value if isinstance(value, list) else [value]
    if not values or not all(isinstance(item, str) and item for item in values):
        raise place.wrong("a text or a list of texts", value)
    return tuple(values)


def _analysers(place: Place, value: Any) -> tuple[tuple[str, str], ...]:
    """One analyser for reference and outputs (""), or some by system."""
    by_system = {"": value} if isinstance(value, str) and value else value
    if not isinstance(by_system, Mapping) or not by_system:
        raise place.wrong("an analyser, or analysers by system", value)
    for system, analyser in by_system.items():
        if not isinstance(analyser, str) or not analyser:
            raise place.below(system).wrong("an analyser", analyser)
    return tuple(by_system.items())


@dataclass(frozen=True)
class SuiteEntry:
    """A suite by name or folder, or the loose files of one; and what is asked of it alone."""

    place: Place
    name: str = ""  # "": as the suite calls itself
    suite: str = ""
    language_pair: str = key("", name="language-pair")
    source: str = ""
    references: tuple[str, ...] = key((), reads=_texts)
    docids: str = ""
    spans: str = ""
    columns: str = ""
    idioms: str = ""
    classes: tuple[str, ...] = key((), reads=_texts)
    figurative: float | None = key(None, least=0, most=1)
    terms: str = ""
    rules: str = ""
    source_analyser: str = key(EMBEDDED, name="source-analyser")
    target_analyser: tuple[tuple[str, str], ...] = key((), reads=_analysers, name="target-analyser")
    metrics: tuple[str, ...] = key((), reads=_texts)
    require: tuple[str, ...] = key((), reads=_texts)

    @property
    def target_analysers(self) -> dict[str, str]:
        """Analysers by system; "" is the reference, and all that have none."""
        return dict(self.target_analyser)

    @property
    def analyses(self) -> bool:
        """Whether it says how texts are analysed."""
        return self.source_analyser != EMBEDDED or bool(self.target_analyser)


@dataclass(frozen=True)
class Engine:
    """How a system translates: the options of `litmus translate`; None is its default."""

    level: Literal["sentence", "document"] | None = None
    context: Literal["none", "predicted", "reference"] | None = None
    source_context: int | None = key(None, name="source-context")
    target_context: int | None = key(None, name="target-context")
    between: str | None = key(None, name="break")
    prompt: str | None = None
    beam: int | None = None
    length_penalty: float | None = key(None, name="length-penalty")
    batch_tokens: int | None = key(None, name="batch-tokens")
    device: str | None = None
    url: str | None = None
    batch: int | None = None
    timeout: float | None = None
    marker: str | None = None
    parallel: int | None = None
    requests_per_minute: float | None = key(None, name="rpm")
    tokens_per_minute: float | None = key(None, name="tpm")
    model: str | None = None
    settings: Mapping[str, Any] | None = key(None, name="set")
    shots: str | None = None
    shot_count: int | None = key(None, name="shot-count")
    glossary: str | None = None
    register: Literal["formal", "informal"] | None = None
    gpus: int | None = None

    def given(self) -> dict[str, Any]:
        """What the file says, as `litmus.translate` takes it."""
        values = {item.name: getattr(self, item.name) for item in fields(Engine)}
        return {name: value for name, value in values.items() if value is not None}


def _patterns(place: Place, value: Any) -> str | dict[str, str]:
    """The name of a file, or names by suite."""
    if isinstance(value, str) and value:
        return value
    if not isinstance(value, Mapping) or not value:
        raise place.wrong("the name of a file, or names by suite", value)
    for suite, name in value.items():
        if not isinstance(name, str) or not name:
            raise place.below(suite).wrong("the name of a file", name)
    return dict(value)


@dataclass(frozen=True)
class SystemEntry(Engine):
    """A system: files, what comes with the suites (`@NAME`), or an engine that translates."""

    place: Place = field(default_factory=lambda: Place(Path()))
    name: str = ""
    output: str | Mapping[str, str] = key("", reads=_patterns)
    system: str = ""
    suites: tuple[str, ...] = key((), reads=_texts)  # none: all

    def translates(self, suite: str) -> bool:
        """Whether it has something on a suite."""
        return not self.suites or suite in self.suites

    def on(self, suite: str) -> str:
        """Its output on a suite as written: a file, a pattern, `@NAME`; "" if it says nothing."""
        return self.output if isinstance(self.output, str) else self.output.get(suite, "")


@dataclass(frozen=True)
class Tests:
    """How sure the numbers are: the flags of `litmus score`."""

    paired: Literal["ar", "bs"] | None = None
    baseline: str = ""
    tested: tuple[str, ...] = key((), reads=_texts)
    family: Literal["all", "metric"] = "all"
    by: Literal["segment", "document"] | None = None
    subsets: bool = False
    by_column: tuple[str, ...] = key((), reads=_texts, name="by-column")
    seed: int = key(12345, least=0)
    trials: int = key(10_000, least=1)
    bootstrap: int = key(1000, least=1)


@dataclass(frozen=True)
class OutputFiles:
    """What a run writes; the suffix of a table says its format."""

    table: tuple[str, ...] = key((), reads=_texts)
    segments: str = ""
    report: str = ""
    junit: str = ""
    width: int = key(1, least=0)
    labels: bool = False


@dataclass(frozen=True)
class Project:
    """A project file that has been read."""

    place: Place
    suites: tuple[SuiteEntry, ...] = ()
    systems: tuple[SystemEntry, ...] = ()
    metrics: tuple[str, ...] = key((), reads=_texts)
    aligner: str = "embedded"
    tests: Tests = Tests()
    require: tuple[str, ...] = key((), reads=_texts)
    allow_no_evidence: bool = key(False, name="allow-no-evidence")
    outputs: OutputFiles = OutputFiles()
    workers: int | None = key(None, least=1)

    @property
    def file(self) -> Path:
        """Where it is."""
        return self.place.file


def read_project(path: Path) -> Project:
    """A project file, checked as far as can be without looking at what it names."""
    if path.is_dir():
        path = path / NAME
    if not path.exists():
        raise DataError(f"There is no project file {path}. Write one with: litmus init")
    return parse_project(path, read_text(path))


def parse_project(path: Path, text: str) -> Project:
    """The text of a project file, checked in the same way."""
    place = Place(path, lines=key_lines(text))
    table = parse_toml(path, text)
    check_keys(place, table, [_key(item) for item in fields(Project) if item.name != "place"])
    given: dict[str, Any] = {"place": place}
    for name, read in (("suites", _suites), ("systems", _systems)):
        given[name] = read(place.below(name), table.pop(name)) if name in table else ()
    if not given["suites"]:
        raise DataError(
            f"{path}: the key 'suites' is missing. Name one: suites = \"demo-en-es\"\n"
            "Suites that come with litmus: litmus list suites"
        )
    return check_table(place, table, Project, given)


def _key(item: Field[Any]) -> str:
    """What a field is called in the file."""
    return item.metadata.get("name") or item.name


def _suites(place: Place, value: Any) -> tuple[SuiteEntry, ...]:
    """A name, a list of names, or tables by name."""
    if not isinstance(value, Mapping):
        return tuple(SuiteEntry(place, suite=name) for name in _texts(place, value))
    return tuple(_suite(place.below(name), name, item) for name, item in value.items())


def _suite(place: Place, name: str, value: Any) -> SuiteEntry:
    if isinstance(value, str):
        value = {"suite": value}
    entry = check_table(place, value, SuiteEntry, {"place": place, "name": name})
    if entry.source and entry.suite:
        raise place.error("has both 'suite' and 'source'. Keep one of them.")
    if entry.source and not entry.language_pair:
        raise place.error("is of loose files, which do not say their languages.\n"
                          'Add: language-pair = "en-de"')  # fmt: skip
    if not entry.source:
        for loose in ("references", "docids", "spans"):
            if getattr(entry, loose):
                raise place.below(loose).error("goes with loose files. Add the key 'source'.")
        entry = replace(entry, suite=entry.suite or name)
    _check_name(place, "suite", name)
    return entry


def _systems(place: Place, value: Any) -> tuple[SystemEntry, ...]:
    """Files, `@NAME` or tables by name; or a list of `@NAME`."""
    if isinstance(value, Mapping):
        return tuple(_system(place.below(name), name, item) for name, item in value.items())
    names = _texts(place, value)
    for name in names:
        if not name.startswith("@"):
            raise place.wrong('names with their files, or a list such as ["@NAME"]', name)
        if names.count(name) > 1:
            raise place.error(f"has {name!r} twice. Two systems cannot have one name.")
    return tuple(_system(place, name[1:], name) for name in names)


def _system(place: Place, name: str, value: Any) -> SystemEntry:
    if isinstance(value, str) and value.startswith(_ENGINES):
        raise place.error(f"is an engine. Write it as a table: {name} = {{ system = {value!r} }}")
    if isinstance(value, str):
        value = {"output": value}
    _check_name(place, "system", name)
    entry = check_table(place, value, SystemEntry, {"place": place, "name": name})
    if not entry.output and not entry.system:
        raise place.error("needs 'output' (a file, or \"@NAME\" of one that comes with the suites) "
                          "or 'system' (an engine).")  # fmt: skip
    names = [entry.output] if isinstance(entry.output, str) else entry.output.values()
    if entry.system and any(name.startswith("@") for name in names):
        raise place.error("has an engine, so its output is not one that comes with the suites.")
    if not entry.system:
        for name in entry.given():
            shown = _KEYS.get(name, name.replace("_", "-"))
            raise place.below(shown).error("is for engines. Add the key 'system'.")
    return entry


def _check_name(place: Place, kind: str, name: str) -> None:
    """Names become names of files, and parts of requirements."""
    if not name.strip() or name.startswith((".", "@")) or set(name) & set('/\\:*?"<>|\0\n'):
        raise place.error(f"is no name for a {kind}: it becomes the name of a file.")


@contextmanager
def at(place: Place, given: Mapping[str, Sequence[str]] | None = None) -> Iterator[None]:
    """Errors of what a key names, with the place of the key; options are shown as keys, those that
    are lists with what is `given` already."""
    try:
        yield
    except LitmusError as error:
        text = render(error.message.template, partial(_as_key, given or {}))
        kind = UsageError if isinstance(error, UsageError) else DataError
        raise kind(f"{place.where}: {text}") from error


def _as_key(given: Mapping[str, Sequence[str]], name: str, value: str) -> str:
    shown = _KEYS.get(name, name.replace("_", "-"))
    if not value:
        return repr(shown)
    if name in given:
        return f"{shown} = {json.dumps([*given[name], value], ensure_ascii=False)}"
    return f"{shown} = {_as_toml(value)}"


def _as_toml(value: str) -> str:
    """A value as the file writes it: texts in quotes, unless they are placeholders or have them."""
    if value in ("True", "False"):
        return value.lower()
    if value.upper() == value or value.startswith(("'", '"', "[", "{")):
        return value
    return json.dumps(value, ensure_ascii=False)
