"""Files here or elsewhere: a path, or any URL that fsspec knows (s3://, gs://, hf://, https://).

A file elsewhere is copied here before it is read, and written here before it is copied there. So
readers and writers need to know of local files only, and a file appears there whole or not at all.
"""

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from litmus.errors import DataError, LitmusError, MissingExtra
from litmus.failures import NotWritten, reading, writing

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*(::[A-Za-z][A-Za-z0-9+.-]*)*://")
_PATTERN = re.compile(r"[*?\[]")


class Mark(NamedTuple):
    """How a file can be told from a changed one without reading it."""

    size: int
    changed: str


def is_url(where: str) -> bool:
    """Whether it is a URL; everything else is a path.

    >>> is_url("s3://corpus/part-00.parquet"), is_url("corpus/part-00.parquet"), is_url("C:/x")
    (True, False, False)
    """
    return _URL.match(where) is not None


def name_of(where: str) -> str:
    """The name without its folders."""
    return where.rstrip("/").rpartition("/")[2]


def within(folder: str, name: str) -> str:
    """The place of a file in a folder."""
    return f"{folder.rstrip('/')}/{name}" if is_url(folder) else str(Path(folder) / name)


def is_several(where: str) -> bool:
    """Whether it is a folder or a pattern such as `corpus/*.gz`, rather than a file."""
    if is_url(where):
        system, path = _opened(where)
        with _speaking_of(where):
            return bool(_PATTERN.search(path)) or system.isdir(path)
    return Path(where).is_dir() or (bool(_PATTERN.search(where)) and not Path(where).exists())


def files_at(where: str) -> list[str]:
    """The files in a folder or of a pattern, sorted by name; a file itself.

    Names that begin with a dot or an underscore are left out: other tools keep their notes there.
    """
    if not is_several(where):
        if not exists(where):
            raise DataError(f"{where} does not exist.")
        return [where]
    if is_url(where):
        found = _files_elsewhere(where)
    elif Path(where).is_dir():
        found = [str(path) for path in Path(where).iterdir() if path.is_file()]
    else:
        found = [str(path) for path in _matches(where) if path.is_file()]
    kept = sorted(one for one in found if not name_of(one).startswith((".", "_")))
    if not kept:
        what = "No file matches" if _PATTERN.search(where) else "There is no file in"
        raise DataError(f"{what} {where}.")
    return kept


def _matches(pattern: str) -> Iterator[Path]:
    """The paths that a pattern stands for, in any order."""
    path = Path(pattern)
    plain = list(takewhile(lambda part: not _PATTERN.search(part), path.parts))
    return Path(*plain).glob(str(Path(*path.parts[len(plain) :])))


def _files_elsewhere(where: str) -> list[str]:
    system, path = _opened(where)
    with _speaking_of(where):
        if _PATTERN.search(path):
            found = system.glob(path, detail=True).values()
        else:
            found = system.ls(path, detail=True)
        return [system.unstrip_protocol(one["name"]) for one in found if one["type"] == "file"]


def mark_of(where: str) -> Mark:
    """Size, and what changes when a file is written anew."""
    if is_url(where):
        system, path = _opened(where)
        with _speaking_of(where):
            return Mark(int(system.info(path).get("size") or 0), str(system.ukey(path)))
    with reading(where):
        found = Path(where).stat()
    return Mark(found.st_size, str(found.st_mtime_ns))


def exists(where: str) -> bool:
    """Whether there is such a file."""
    if is_url(where):
        system, path = _opened(where)
        with _speaking_of(where):
            return bool(system.exists(path))
    return Path(where).exists()


@contextmanager
def fetched(where: str) -> Iterator[Path]:
    """A local file with the same content and the same name."""
    if not is_url(where):
        yield Path(where)
        return
    system, path = _opened(where)
    with tempfile.TemporaryDirectory(prefix="litmus-") as folder:
        copy = Path(folder) / name_of(path)
        with _speaking_of(where):
            system.get_file(path, str(copy))
        yield copy


@contextmanager
def stored(where: str) -> Iterator[Path]:
    """A local file to write, which then is at its place."""
    if not is_url(where):
        yield Path(where)
        return
    system, path = _opened(where)
    with tempfile.TemporaryDirectory(prefix="litmus-") as folder:
        copy = Path(folder) / name_of(path)
        yield copy
        try:
            system.makedirs(path.rpartition("/")[0], exist_ok=True)
            system.put_file(str(copy), path)
        except Exception as error:  # each system has errors of its own
            raise NotWritten(where, _reason(error)) from error


def read_small(where: str) -> bytes | None:
    """What a small file holds; None if there is none."""
    if is_url(where):
        system, path = _opened(where)
        with _speaking_of(where):
            try:
                found: bytes = system.cat_file(path)
            except FileNotFoundError:
                return None
            return found
    with reading(where):
        try:
            return Path(where).read_bytes()
        except FileNotFoundError:
            return None


def remove(where: str) -> None:
    """Remove a file, if it is there."""
    if is_url(where):
        system, path = _opened(where)
        try:
            if system.exists(path):
                system.rm_file(path)
        except Exception as error:  # each system has errors of its own
            raise NotWritten(where, _reason(error)) from error
        return
    with writing(where):
        Path(where).unlink(missing_ok=True)


def make_folder(where: str) -> None:
    """See that a folder is there and can be written to."""
    if is_url(where):
        _opened(where)
        return
    with writing(where):
        if Path(where).is_file():
            raise NotWritten(where, "it is a file, and the files of a collection need a folder")
        Path(where).mkdir(parents=True, exist_ok=True)
        if not os.access(where, os.W_OK):
            raise NotWritten(where, "permission denied")


def _opened(where: str) -> tuple[Any, str]:
    """The file system of a URL, and the path there."""
    try:
        import fsspec
    except ImportError as error:
        raise MissingExtra("Reading and writing at URLs", "urls") from error
    try:
        system, path = fsspec.core.url_to_fs(where)
    except (ImportError, ValueError) as error:  # of a protocol whose package is missing, or none
        raise DataError(f"{where} cannot be reached: {_reason(error)}") from error
    return system, path


@contextmanager
def _speaking_of(where: str) -> Iterator[None]:
    try:
        yield
    except LitmusError:
        raise
    except FileNotFoundError as error:
        raise DataError(f"{where} does not exist.") from error
    except Exception as error:  # each system has errors of its own
        raise DataError(f"{where} cannot be read: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).rstrip(".")
