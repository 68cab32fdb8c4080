"""What a file or folder is, from its name and its first lines."""

from collections.abc import Callable
from pathlib import Path

from litmus.corpus.formats.pharaoh import parse_links
from litmus.corpus.formats.spans import parse_spans
from litmus.errors import DataError
from litmus.importers.registry import FORMATS
from litmus.importers.sample import Sample
from litmus.importers.test_sets import cibb

_LINK_SUFFIXES = (".align", ".gold", ".pharaoh", ".links")
_SGM = (b"<srcset", b"<refset", b"<tstset")


def recognise(path: Path) -> str:
    """The kind of a file or folder: one of litmus's own, or a format that it imports."""
    sample = Sample(path)
    for kind, is_kind in _OURS:
        if is_kind(sample):
            return kind
    for entry, importer in FORMATS.loaded():
        if entry.name != "tsv" and getattr(importer, "recognises", _never)(sample):
            return entry.name
    for kind, is_kind in _GENERAL:  # formats are asked before: they may be tables, JSON or text
        if is_kind(sample):
            return kind
    raise DataError(
        f"{path} is a folder with nothing known in it: no suite.toml, and no data set that "
        f"litmus imports (such as {cibb.LAYOUT}).\nSee: litmus import --help"
    )


def first_keys(path: Path) -> frozenset[str]:
    """The keys of the object that a file begins with, or the cells of the first line of a table.

    For the layers above, which know the rows that their commands write.
    """
    sample = Sample(path)
    if not path.is_file() or sample.form == "markup" or sample.suffix == ".toml":
        return frozenset()
    if sample.first_line.startswith("{"):
        return sample.keys
    return frozenset(sample.cells) if "\t" in sample.first_line else frozenset()


def _is_sgm(sample: Sample) -> bool:
    start = sample.start.lower() if sample.form == "markup" else b""
    return sample.suffix in (".sgm", ".sgml") or any(tag in start for tag in _SGM)


def _is_docids(sample: Sample) -> bool:
    return sample.form not in ("folder", "markup") and sample.name.endswith("docids")


def _is_named_spans(sample: Sample) -> bool:
    return sample.form not in ("folder", "markup") and ".spans." in sample.name


def _has_keys(*groups: str) -> Callable[[Sample], bool]:
    """Whether all keys of one of the groups are there; a misspelt one is a problem, not another
    kind."""
    return lambda sample: (
        sample.form == "JSON" and any(set(group.split()) <= sample.keys for group in groups)
    )


def _is_links(sample: Sample) -> bool:
    if sample.form not in ("table", "text"):
        return False
    try:
        return sample.suffix in _LINK_SUFFIXES or bool(parse_links("", sample.first_line).sure)
    except DataError:
        return False


def _is_spans(sample: Sample) -> bool:
    try:
        return sample.form == "table" and bool(parse_spans("", sample.first_line))
    except DataError:
        return False


def _never(sample: Sample) -> bool:
    return False


_Test = Callable[[Sample], bool]
_OURS: tuple[tuple[str, _Test], ...] = (
    ("suite", lambda sample: (sample.path / "suite.toml").exists()),
    ("sgm", _is_sgm),
    ("docids", _is_docids),
    ("spans", _is_named_spans),
    ("spans", _has_keys("label spans")),
    ("segments", _has_keys("id source", "id references", "source references")),
    ("tags", _has_keys("tokens tags", "id doc tokens", "id doc tags")),
    ("pharaoh", _is_links),
)
_GENERAL: tuple[tuple[str, _Test], ...] = (
    ("spans", _is_spans),
    ("jsonl", lambda sample: sample.form == "JSON"),
    ("tsv", lambda sample: sample.form == "table"),
    ("text", lambda sample: sample.form == "text"),
)
