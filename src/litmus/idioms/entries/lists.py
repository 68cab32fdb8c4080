"""Idiom lists: one idiom per line; after tabs, if they are known, its equivalents in the target
language, its meaning, its class, its equivalents by language, and the sources it is from."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from litmus.errors import DataError, UnknownName, UsageError
from litmus.files.text import Complain, read_lines, refuse
from litmus.idioms.entries.grammar import load_grammar
from litmus.idioms.entries.notation import Form, NotationError, parse
from litmus.language.words import compose
from litmus.plugins.data_folder import DataFile, data_files

_FOLDER = Path(__file__).parents[1] / "lists"
CLASSES = ("idiom", "proverb", "phrasal", "expression")


@dataclass(frozen=True, slots=True)
class Idiom:
    """`label` is the entry as written, without what follows a ` | `; `where` is file:line."""

    label: str
    forms: tuple[Form, ...]
    equivalents: tuple[str, ...] = ()
    meaning: str = ""
    where: str = ""
    kind: str = "idiom"  # one of CLASSES
    translations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by language
    sources: tuple[str, ...] = ()

    def equivalents_in(self, language: str) -> tuple[str, ...]:
        """What says the same in a language; those without one are of whatever the target is."""
        return tuple(dict.fromkeys((*self.equivalents, *self.translations.get(language, ()))))


@dataclass(frozen=True, slots=True)
class IdiomList:
    """The idioms of one language; the signature changes with every entry."""

    code: str
    idioms: tuple[Idiom, ...]
    signature: str

    def of_classes(self, classes: Sequence[str]) -> "IdiomList":
        """Only the idioms of some classes; all if none is named."""
        if not classes:
            return self
        for name in classes:
            if name not in CLASSES:
                raise UnknownName("class of idioms", name, CLASSES)
        kept = tuple(idiom for idiom in self.idioms if idiom.kind in classes)
        if not kept:
            there = sorted({idiom.kind for idiom in self.idioms})
            raise UsageError(
                f"The list has no idioms of the class {' or '.join(classes)}, only: "
                f"{', '.join(there)}."
            )
        return replace(
            self, idioms=kept, signature=f"{self.signature}.{'+'.join(sorted(set(classes)))}"
        )


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
    path = Path(name)
    lists = idiom_lists()
    if name in lists and not path.is_file():
        if list_language(name) != code:
            raise UsageError(
                f"The list {name} is for {list_language(name)}, but the corpus is {code}."
            )
        return _load(lists[name], code, complain)
    if not path.exists():
        raise DataError(f"{name} does not exist.\nLists found by name: {', '.join(lists)}")
    return _load(DataFile(path), code, complain)


def named_idioms(name: str) -> IdiomList:
    """A list by its name alone, whatever files are where the user is."""
    return _load(idiom_lists()[name], list_language(name), refuse)


def _load(file: DataFile, code: str, complain: Complain) -> IdiomList:
    path = file.path
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
        meaning, kind, by_language, sources = (columns[1:] + [""] * 4)[:4]
        if kind and kind not in CLASSES:
            complain(DataError(f"{where}: {kind!r} is no class; known: {', '.join(CLASSES)}."))
            kind = ""
        try:
            translations = _by_language(by_language)
        except ValueError:
            complain(
                DataError(
                    f"{where}: equivalents by language are such as de:ins Gras beißen;fr:casser sa "
                    f"pipe, not {by_language!r}."
                )
            )
            translations = {}
        yield Idiom(
            _label(entry),
            forms,
            equivalents,
            meaning,
            where,
            kind or CLASSES[0],
            translations,
            tuple(sources.split("+")) if sources else (),
        )


def _by_language(text: str) -> dict[str, tuple[str, ...]]:
    """Equivalents by language.

    >>> _by_language("de:ins Gras beißen|den Löffel abgeben;fr:casser sa pipe")
    {'de': ('ins Gras beißen', 'den Löffel abgeben'), 'fr': ('casser sa pipe',)}
    """
    found = {}
    for part in filter(None, text.split(";")):
        code, colon, phrases = part.partition(":")
        if not colon or not re.fullmatch("[a-z]{2,3}", code) or not phrases.strip():
            raise ValueError(part)
        found[code] = tuple(filter(None, (phrase.strip() for phrase in phrases.split("|"))))
    return found


def _label(entry: str) -> str:
    """What occurrences are filed under.

    >>> _label("kick the bucket | bite the dust"), _label("im blickfeld geraten|raten")
    ('kick the bucket', 'im blickfeld geraten|raten')
    """
    return entry.split(" | ")[0].strip()
