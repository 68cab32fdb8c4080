"""Parquet: one file, or a folder of them that are read in the order of their names."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from litmus.corpus.collection.parquet import parquet_columns, read_parquet
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError
from litmus.importers.imported import Imported, choose, pair_for, title
from litmus.importers.named_columns import OPTIONS as NAMED
from litmus.importers.named_columns import Table, TableRow, import_table
from litmus.importers.sample import Sample

NAME = "parquet"
SUMMARY = "Parquet file, or folder of Parquet files, with a source and a reference in each row"
OPTIONS: Mapping[str, str] = {
    **NAMED,
    "split": "the SPLIT of SPLIT-00000-of-00002.parquet, where a folder holds several",
}
_PIECE = re.compile(r"(.+)-\d{5}-of-\d{5}\.parquet")


def recognises(sample: Sample) -> bool:
    """A file that is called so."""
    return sample.suffix == ".parquet" and sample.form != "folder"


def read(
    path: Path,
    *,
    languages: tuple[str, str] | None,
    name: str | None,
    split: str | None = None,
    **chosen: str,
) -> Imported:
    """The suite: one segment per row."""
    source, target = pair_for(NAME, languages, path.resolve().name)
    files = _files(path, split)
    shown = str(path) if split is None else f"{path} ({split})"
    table = Table(shown, parquet_columns(files[0]), lambda: _rows(shown, files))
    return import_table(table, SuiteInfo(title(path, name), source, target), **chosen)


def _files(path: Path, split: str | None) -> list[Path]:
    if not path.is_dir():
        return [path]
    splits: dict[str, list[Path]] = {}
    for file in sorted(path.rglob("*.parquet")):
        match = _PIECE.fullmatch(file.name)
        splits.setdefault(match[1] if match else "", []).append(file)
    if not splits:
        raise DataError(f"{path} holds no file whose name ends in .parquet.")
    if split is None and len(splits) == 1:
        return next(iter(splits.values()))
    return splits[choose("split", sorted(filter(None, splits)), split, path)]


def _rows(shown: str, files: Sequence[Path]) -> Iterator[TableRow]:
    number = 0
    for file in files:
        for row, values in enumerate(read_parquet(file), start=1):
            number += 1
            yield TableRow(f"{file}: row {row:,}", number, values)
    if number == 0:
        raise DataError(f"{shown} is empty: it has columns, but no row; nothing was imported.")
