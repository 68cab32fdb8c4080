"""Hugging Face data sets: a folder on disk, or a name that the library downloads or has cached.

Rows stream. No code that comes with a data set is run.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError, LitmusError, MissingExtra, UnknownName
from litmus.files.text import read_text
from litmus.importers.imported import Imported, choose, pair_for, title
from litmus.importers.named_columns import OPTIONS as NAMED
from litmus.importers.named_columns import Table, TableRow, import_table
from litmus.importers.sample import Sample

NAME = "hf"
SUMMARY = "data set of Hugging Face: a folder, or a name on the hub (needs litmus-mt[hf])"
OPTIONS: Mapping[str, str] = {
    **NAMED,
    "split": "the split, such as test, where there are several",
    "config": "the configuration (subset), where there are several",
    "revision": "the version of a data set on the hub: a tag, branch or commit",
}
BY_NAME = True  # the path may be a name that is no file
_SAVED, _SAVED_SPLITS = "state.json", "dataset_dict.json"  # what save_to_disk writes


def recognises(sample: Sample) -> bool:
    """A folder that save_to_disk wrote."""
    return sample.form == "folder" and any(
        (sample.path / name).is_file() for name in (_SAVED, _SAVED_SPLITS)
    )


def read(
    path: Path,
    *,
    languages: tuple[str, str] | None,
    name: str | None,
    split: str | None = None,
    config: str | None = None,
    revision: str | None = None,
    **chosen: str,
) -> Imported:
    """The suite: one segment per row of the split."""
    shown, rows = _open(path, split, config, revision)
    pair = pair_for("Hugging Face", languages, config or "", path.name)
    with _explained(shown):
        first = next(iter(rows), None)
    if first is None:
        raise DataError(f"{shown} is empty; nothing was imported.")
    table = Table(shown, first, lambda: _rows(shown, rows))
    origin = "" if path.exists() else f"Hugging Face: {path}"
    info = SuiteInfo(title(path, name), *pair, origin=origin)
    return import_table(table, info, **chosen)


def _rows(shown: str, rows: Any) -> Iterator[TableRow]:
    with _explained(shown):
        for number, values in enumerate(rows, start=1):
            yield TableRow(f"{shown}: row {number:,}", number, values)


def _open(
    path: Path, split: str | None, config: str | None, revision: str | None
) -> tuple[str, Any]:
    """What messages call the split, and its rows, which may be read any number of times."""
    try:
        import datasets
    except ImportError as error:
        raise MissingExtra("Reading data sets of Hugging Face", "hf") from error
    name = str(path)
    with _explained(name):
        if (path / _SAVED).is_file():
            if split is not None:
                raise UnknownName(f"split of {name}", split, ["(it has one, without a name)"])
            return name, _saved(datasets, path)
        if (path / _SAVED_SPLITS).is_file():
            known = json.loads(read_text(path / _SAVED_SPLITS))["splits"]
            chosen = _choose(name, known, split)
            return f"{name} ({chosen})", _saved(datasets, path / chosen)
        splits = _load(datasets, name, config, revision)
        chosen = _choose(name, list(splits), split)
    return f"{name} ({chosen})", splits[chosen]


def _saved(datasets: Any, path: Path) -> Any:
    """The rows that save_to_disk wrote; the library cannot read those of a split without rows."""
    is_empty = not json.loads(read_text(path / _SAVED)).get("_data_files")
    return [] if is_empty else datasets.load_from_disk(str(path))


def _choose(name: str, splits: Sequence[str], split: str | None) -> str:
    if split is not None and split not in splits:
        raise UnknownName(f"split of {name}", split, splits)
    return choose("split", splits, split, Path(name))


def _load(datasets: Any, name: str, config: str | None, revision: str | None) -> Any:
    """All splits of a folder of files or of a data set by its name."""
    configs = datasets.get_dataset_config_names(name, revision=revision)
    if config is not None and config not in configs:
        raise UnknownName(f"configuration of {name}", config, configs)
    if config is None and "default" not in configs:
        config = choose("config", configs, None, Path(name))
    try:
        return datasets.load_dataset(name, config, revision=revision, streaming=True)
    except (OSError, NotImplementedError):
        if Path(name).exists():
            raise
    # What does not stream, and without a network: the files in the cache, mapped, not read.
    return datasets.load_dataset(name, config, revision=revision)


@contextmanager
def _explained(name: str) -> Iterator[None]:
    """What the library says, as one of our errors: its kinds of error are many."""
    try:
        yield
    except LitmusError:
        raise
    except Exception as error:
        said = " ".join(str(error).split()) or type(error).__name__
        folder = Path(name).exists()
        way = (
            "Give a folder of Parquet, JSONL or CSV files, or one that save_to_disk wrote."
            if folder
            else "There is no such folder here, and no such data set could be loaded from the hub "
            "or the cache.\nWithout a network, download it elsewhere, save it with "
            "save_to_disk(FOLDER), and import FOLDER."
        )
        raise DataError(f"{name} cannot be read as a data set: {said}\n{way}") from error
