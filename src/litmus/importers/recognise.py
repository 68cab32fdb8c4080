"""What a file or folder is, from its name and its first lines."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

from litmus.corpus.pharaoh import parse_links
from litmus.corpus.spans import parse_spans
from litmus.corpus.text import decoded_lines, plain_name, read_chunks
from litmus.errors import DataError
from litmus.importers.formats import wmt
from litmus.importers.imported import existing
from litmus.importers.test_sets import cibb, idiom_ds, idiom_mt, muda

_LINK_SUFFIXES = {".align", ".gold", ".pharaoh", ".links"}


def recognise(path: Path) -> str:
    """The kind of a file or folder, one of `litmus.checks.registry.BY_KIND`."""
    if path.is_dir():
        return _folder(path)
    name = plain_name(path).lower()
    suffix = Path(name).suffix
    if suffix in (".tmx", ".sgm", ".sgml", ".xml"):
        return _markup(path, suffix)
    first = _first_line(path)
    if name.endswith("docids"):
        return "docids"
    if ".spans." in name:
        return "spans"
    if suffix in (".json", ".jsonl") or first.startswith(("{", "[{")):
        return _json(first)
    if suffix in _LINK_SUFFIXES or _is_links(first):
        return "pharaoh"
    if "\t" in first or suffix == ".tsv":
        return _table(first)
    return "text"


def first_keys(path: Path) -> frozenset[str]:
    """The keys of the object that a file begins with, or the cells of the first line of a table.

    For the layers below, which know the rows that their commands write.
    """
    name = plain_name(path).lower()
    if not path.is_file() or name.endswith((".tmx", ".sgm", ".sgml", ".xml", ".toml")):
        return frozenset()
    first = _first_line(path)
    if not first.startswith("{"):
        return frozenset(first.split("\t")) if "\t" in first else frozenset()
    try:
        value: Any = json.loads(first)
    except (ValueError, RecursionError):
        return frozenset()
    return frozenset(value)


def _folder(path: Path) -> str:
    if (path / "suite.toml").exists():
        return "suite"
    if existing(path / "list_idiom_blacklist.txt"):
        return "cibb"
    if idiom_ds.parts_of(path):
        return "idiom-ds"
    if idiom_mt.parts_of(path):
        return "idiom-mt"
    if wmt.parts_of(path):
        return "wmt"
    if muda.parts_of(path):
        return "muda"
    raise DataError(
        f"{path} is a folder that holds nothing known: no suite.toml, and no data set that "
        f"litmus imports (such as {cibb.LAYOUT}).\nSee: litmus import --help"
    )


def _markup(path: Path, suffix: str) -> str:
    if suffix == ".tmx":
        return "tmx"
    if suffix in (".sgm", ".sgml") or wmt.is_sgm(path):
        return "sgm"
    start = next(read_chunks(path, 1 << 12), b"")
    return "tmx" if b"<tmx" in start.lower() else "wmt"


def _first_line(path: Path) -> str:
    """The first line that is not blank, however the file is damaged."""
    lines = decoded_lines(path, complain=lambda _: None)
    stripped = (line.strip("\ufeff\r\n") for line in islice(lines, 1_000))
    return next((line for line in stripped if line.strip()), "")


def _json(first: str) -> str:
    try:
        value: Any = json.loads(first)
    except (ValueError, RecursionError):
        return "contrapro" if first.lstrip().startswith("[") else "jsonl"
    if isinstance(value, list):
        value = value[0] if value else {}
    keys = {key.replace(" ", "_") for key in value} if isinstance(value, dict) else set()
    for kind, wanted in (
        ("spans", {"label", "spans"}),
        ("segments", {"id", "source"}),
        ("segments", {"id", "references"}),  # a misspelt key is a problem, not another kind
        ("segments", {"source", "references"}),
        ("tags", {"tokens", "tags"}),
        ("tags", {"id", "doc", "tokens"}),
        ("tags", {"id", "doc", "tags"}),
        ("ctxpro", {"src_segment", "ref_segment", "expected"}),
        ("contrapro", {"src_segment", "ref_segment", "errors"}),
        ("contrapro", {"src", "ref", "contrastive"}),
    ):
        if wanted <= keys:
            return kind
    return "jsonl"


def _is_links(line: str) -> bool:
    try:
        return bool(parse_links("", line).sure)
    except DataError:
        return False


def _table(first: str) -> str:
    cells = first.split("\t")
    if len(cells) == 9 or (len(cells) == 4 and cells[3].strip().isdecimal()):
        return "autoie"
    try:
        return "spans" if parse_spans("", first) else "tsv"
    except DataError:
        return "tsv"
