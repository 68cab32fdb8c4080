"""Idiom lists: one idiom per line, optionally with equivalents in the target language, meaning."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from litmus.errors import DataError, UsageError
from litmus.files.text import Complain, read_lines, refuse
from litmus.idioms.entries.grammar import load_grammar
from litmus.idioms.entries.notation import Form, NotationError, parse
from litmus.language.words import compose
from litmus.plugins.data_folder import DataFile, data_files

_FOLDER = Path(__file__).parents[1] / "lists"


@dataclass(frozen=True, slots=True)
class Idiom:
    """`label` is the entry as written, without what follows a ` | `; `where` is file:line."""

    label: str
    forms: tuple[Form, ...]
    equivalents: tuple[str, ...] = ()
    meaning: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True)
class IdiomList:
    """The idioms of one language; the signature changes with every entry."""

    code: str
    idioms: tuple[Idiom, ...]
    signature: str


def idiom_lists() -> Mapping[str, DataFile]:
    """Name -> the list. A name is the code of a language, or begins with it: `en-slang`."""
    return data_files("idioms", _FOLDER.glob("*.tsv"), "*.tsv", _name)


def _name(path: Path) -> str | None:
    return path.stem if re.fullmatch("[a-z]{2,3}(-.+)?", path.stem) else None


def list_language(name: str) -> str:
    """The language of the list of that name."""
    return name.partition("-")[0]


def load_idioms(name: str, code: str, complain: Complain = refuse) -> IdiomList:
    """The list in a file, or one by its name: it ships, or is in the user's data folder."""
    file = DataFile(Path(name))
    if not file.path.exists() and name in (lists := idiom_lists()):
        file = lists[name]
        if list_language(name) != code:
            raise UsageError(
                f"The list {name} is for {list_language(name)}, but the corpus is {code}."
            )
    path = file.path
    if not path.exists():
        known = ", ".join(idiom_lists())
        raise DataError(f"{name} does not exist.\nLists found by name: {known}")
    idioms = tuple(
        _read(path, read_lines(path, any_line_end=True, complain=complain), code, complain)
    )
    if not idioms:
        complain(DataError(f"{path} holds no idioms; one per line was expected."))
    return _signed(f"{path.name}.own" if file.own else path.name, code, idioms)


def make_list(entries: Iterable[str], code: str) -> IdiomList:
    """A list made in memory, of entries as a file has them: one idiom each, in our notation."""
    idioms = tuple(_read("idioms", entries, code, refuse))
    if not idioms:
        raise DataError("The list of idioms is empty.")
    return _signed("list", code, idioms)


def _signed(name: str, code: str, idioms: tuple[Idiom, ...]) -> IdiomList:
    digest = hashlib.sha256("\n".join(idiom.forms[0].text for idiom in idioms).encode())
    for idiom in idioms:
        digest.update("|".join(form.text for form in idiom.forms).encode())
    return IdiomList(code, idioms, f"{name}.{digest.hexdigest()[:8]}")


def _read(path: Path | str, lines: Iterable[str], code: str, complain: Complain) -> Iterator[Idiom]:
    grammar = load_grammar(code)
    seen: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        where = f"{path}:{number}"
        entry, _, extra = line.partition("\t")
        entry = compose(entry.strip())
        if not entry and extra.strip():
            complain(DataError(f"{where} has an equivalent but no idiom."))
        if not entry or entry.startswith("#"):
            continue
        if entry in seen:
            complain(DataError(f"{where} repeats line {seen[entry]}: {entry!r}. Remove one."))
            continue
        seen[entry] = number
        try:
            forms = parse(entry, grammar)
        except NotationError as error:
            complain(DataError(f"{where}: {error}"))
            continue
        columns = [column.strip() for column in extra.split("\t")]
        equivalents = tuple(part.strip() for part in columns[0].split("|") if part.strip())
        meaning = columns[1] if len(columns) > 1 else ""
        yield Idiom(_label(entry), forms, equivalents, meaning, where)


def _label(entry: str) -> str:
    """What occurrences are filed under.

    >>> _label("kick the bucket | bite the dust"), _label("im blickfeld geraten|raten")
    ('kick the bucket', 'im blickfeld geraten|raten')
    """
    return entry.split(" | ")[0].strip()
