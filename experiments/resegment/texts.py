"""Documents of WMT: sources, references and outputs of systems, by document."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from litmus.files.text import read_lines

_CANARY = "CANARY"


class Document(NamedTuple):
    """The lines of one document, on all sides."""

    name: str
    sources: list[str]
    references: list[str]
    outputs: list[str]


def systems(folder: Path) -> list[str]:
    """The systems of a pair, in the order of their names."""
    return sorted(path.name.split(".", 1)[1].rsplit(f".{folder.name[3:]}", 1)[0]
                  for path in folder.glob("sys.*"))  # fmt: skip


def documents(folder: Path, system: str) -> list[Document]:
    """The documents of a pair such as `wmt24-systems/en-de`, as one system translated them."""
    source, target = folder.name.split("-")
    names = ("docids", f"src.{source}", f"ref.A.{target}", f"sys.{system}.{target}")
    rows = zip(*(_lines(folder, name) for name in names), strict=True)
    kept = (row for row in rows if not row[1].startswith(_CANARY))
    return [
        Document(name, *map(list, list(zip(*group, strict=True))[1:]))
        for name, group in groupby(kept, key=lambda row: row[0])
    ]


def _lines(folder: Path, name: str) -> Iterator[str]:
    plain = folder / name
    path = plain if plain.exists() else folder / f"{name}.gz"
    return read_lines(path, any_line_end=True, drop_bom=True)
