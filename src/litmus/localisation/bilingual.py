"""What XLIFF and PO have in common: units of source and target, in one file or a folder of them."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from litmus.errors import DataError
from litmus.files.text import plain_name
from litmus.wording import count

UNTRANSLATED = "without a target"
NONE_YET = "untranslated"  # the state of a target that is none yet, in whatever words of a file


@dataclass(frozen=True, slots=True)
class Unit:
    """One text to translate. `id` is the same in every file of the project; no `target` is "".

    `state` is what the file says of the target in its own words; `columns` is what it says of the
    unit otherwise, such as a note to the translator.
    """

    id: str
    line: int
    source: str
    target: str
    document: str = ""
    state: str = ""
    approved: bool = False
    columns: Mapping[str, str] = field(default_factory=dict)

    @property
    def translation(self) -> str:
        """The target, unless its state says that it is none yet, such as a copy of the source."""
        return "" if self.state == NONE_YET else self.target


@dataclass(frozen=True)
class Bilingual:
    """A file that was read: its units, its languages where it says them, and what was left out,
    with how often."""

    path: Path
    units: tuple[Unit, ...]
    languages: tuple[str | None, str | None] = (None, None)
    left_out: Counter[str] = field(default_factory=Counter)


class Found(NamedTuple):
    """A file, and what its ids begin with: "" of a file that stands alone."""

    path: Path
    prefix: str


def files_of(path: Path, suffixes: Collection[str]) -> list[Found]:
    """The file itself, or all in a folder that have one of the suffixes, in order of their names.

    The ids of a folder's files begin with their paths in it, without suffixes: a folder of
    translations has the same.
    """
    if not path.is_dir():
        return [Found(path, "")]
    found = [
        Found(file, f"{plain_stem(file.relative_to(path))}/")
        for file in sorted(path.rglob("*"))
        if file.is_file() and Path(plain_name(file).lower()).suffix in suffixes
    ]
    if not found:
        raise DataError(f"{path} holds no file of this kind ({', '.join(sorted(suffixes))}).")
    prefixes = Counter(file.prefix for file in found)
    for file in found:
        if prefixes[file.prefix] > 1:
            raise DataError(
                f"{path} holds several files that are called {file.prefix.rstrip('/')!r} but for "
                "their suffixes.\nKeep one of them: segments are known by the names of their files."
            )
    return found


def plain_stem(path: Path) -> str:
    """The path without its suffix, and that of a compression.

    >>> plain_stem(Path("ui/menu.xlf.gz"))
    'ui/menu'
    """
    return path.with_name(Path(plain_name(path)).stem).as_posix()


def refuse_repeated(path: Path, units: Collection[Unit]) -> None:
    """A DataError if two units have one id."""
    first: dict[str, int] = {}
    for unit in units:
        if unit.id in first:
            raise DataError(
                f"{path}:{unit.line}: the id {unit.id!r} is already on line {first[unit.id]}.\n"
                "Ids must be distinct, or translations could not be told apart. Correct the file."
            )
        first[unit.id] = unit.line


def described(left_out: Mapping[str, int]) -> Iterator[str]:
    """What was left out, in one sentence; nothing if there was nothing."""
    if total := sum(left_out.values()):
        parts = ", ".join(f"{n:,} {what}" for what, n in left_out.items() if n)
        yield f"{count(total, 'unit')} left out: {parts}."


@dataclass(frozen=True)
class Filled:
    """A file with translations in it: its bytes, the ids that it took, those of them whose text
    lacks inline codes of the source, and ids that stay as they were since their text is blank."""

    content: bytes
    ids: tuple[str, ...]
    without_codes: tuple[str, ...] = ()
    blank: tuple[str, ...] = ()
