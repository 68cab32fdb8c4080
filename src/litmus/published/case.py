"""A case: what was published, where, from which data; and the function that recomputes it.

`NAME.toml` holds the facts (see docs/reproduce.md), and `NAME.py` beside it one function,
`recompute(data)`, which yields a `Found` for every figure.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Literal

from litmus.errors import DataError, UnknownName
from litmus.files.toml_tables import key, read_table
from litmus.plugins.python_file import load_from_file
from litmus.wording import did_you_mean

SHIPPED = Path(__file__).with_name("cases")
# Printed in the paper; what the authors' released code says; counted from the released data by
# others than the authors (the keepers of the data, or another program).
Source = Literal["paper", "authors' code", "data"]


@dataclass(frozen=True, slots=True)
class DataSet:
    """Files of one origin, in one folder. `files`: name -> SHA-256 of what it holds, unpacked."""

    folder: str
    origin: str
    licence: str
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Known:
    """Why some figures differ. It holds up to this difference; what is further off is news."""

    reason: str
    up_to: float = key(least=0)
    items: tuple[str, ...] = ()  # of the figures; none means all


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of one kind, such as a column of a table: item -> value.

    `published_in` is said of figures that are in the data and not here. Ours is equal if it is the
    same at so many decimals, and within tolerance if it is no further off than that.
    """

    name: str
    what: str
    table: str
    source: Source
    decimals: int = key(0, least=0, most=12)
    tolerance: float = key(0.0, least=0)
    published: Mapping[str, float] = key({})
    published_in: str = ""
    known: tuple[Known, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """What one file says; `path` is that file."""

    path: Path
    title: str
    paper: str
    cite: str
    data: tuple[DataSet, ...]
    figures: tuple[Figures, ...]

    @property
    def name(self) -> str:
        """By which it is asked for."""
        return _name(self.path)

    @property
    def ships(self) -> bool:
        """Whether it is one of ours; the others are the user's own."""
        return self.path.parent == SHIPPED

    def about(self, name: str) -> Figures:
        """The figures of this name."""
        for figures in self.figures:
            if figures.name == name:
                return figures
        known = [figures.name for figures in self.figures]
        raise DataError(f"{self.path} has no figures {name!r}.{did_you_mean(name, known)}")


@dataclass(frozen=True, slots=True)
class Found:
    """One figure of ours: `figures` is a name and `item` a key of the case's file.

    `published` is given where the published figure was read from the data.
    """

    figures: str
    item: str
    ours: float | None
    published: float | None = None


@dataclass(frozen=True, slots=True)
class Data:
    """The files of a case in the user's folder. Only those that the case names can be had."""

    root: Path
    case: Case

    def file(self, name: str) -> Path:
        """The path of a file, by its folder and name: `cibb/idiom_blacklist.src.zh.txt`."""
        for one in self.case.data:
            if any(name == f"{one.folder}/{file}" for file in one.files):
                return self.root / name
        raise DataError(f"{self.case.path} does not name the file {name}. Add it, with its digest.")

    def folder(self, name: str) -> Path:
        """The path of a folder."""
        if all(name != one.folder for one in self.case.data):
            raise DataError(f"{self.case.path} does not name the folder {name}. Add it.")
        return self.root / name


Recompute = Callable[[Data], Iterator[Found]]


def _name(path: Path) -> str:
    return path.stem.replace("_", "-")


def case_files(own: Path | None = None) -> dict[str, Path]:
    """Name -> file of every case: those that ship, and those in a folder of the user's own."""
    files = {_name(path): path for path in sorted(SHIPPED.glob("*.toml"))}
    if own is not None:
        mine = sorted(own.glob("*.toml"))
        if not mine:
            raise DataError(f"{own} holds no case. A case is a file NAME.toml beside NAME.py.")
        files |= {_name(path): path for path in mine}
    return dict(sorted(files.items()))


def load_case(name: str, files: Mapping[str, Path]) -> Case:
    """A case by its name."""
    if name not in files:
        raise UnknownName("case", name, files)
    path = files[name]
    case = read_table(path, Case, {"path": path})
    for figures in case.figures:
        if bool(figures.published) == bool(figures.published_in):
            raise DataError(
                f"{path}: the figures {figures.name!r} need either 'published' or 'published_in'."
            )
        known = {item for reason in figures.known for item in reason.items}
        if figures.published and (strange := sorted(known - figures.published.keys())):
            raise DataError(
                f"{path}: the figures {figures.name!r} explain {strange[0]!r}, which is not among "
                f"them.{did_you_mean(strange[0], figures.published)}"
            )
    return case


def load_recompute(case: Case) -> Recompute:
    """The function of a case. A file of the user's own is run, as they asked for it."""
    module = case.path.with_suffix(".py")
    if case.ships:
        function = import_module(f"litmus.published.cases.{case.path.stem}").recompute
    else:
        function = load_from_file(f"{module}:recompute", "case")
    if not callable(function):
        raise DataError(f"{module} has no function 'recompute(data)'; see docs/reproduce.md.")
    return function  # type: ignore[no-any-return]
