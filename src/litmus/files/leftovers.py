"""Temporary files and folders beside an output, and what dead runs have left of them.

Each is locked by the run that makes it. A lock ends with its run, so one that can be locked is a
leftover, which the next run on the same output removes. On Windows, where nothing that is open can
be renamed, nothing is locked and nothing removed.
"""

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from litmus.files.locks import try_lock

_SUFFIX = ".litmus"
_CAN_LOCK = sys.platform != "win32"


@contextmanager
def temporary_file(output: Path) -> Iterator[Path]:
    """A new empty file beside an output; gone at the end unless it was renamed."""

    def make() -> str:
        handle, name = tempfile.mkstemp(_SUFFIX, f".{output.name}.", output.parent)
        os.close(handle)
        return name

    with _claimed(output, make) as path:
        try:
            yield path
        finally:
            path.unlink(missing_ok=True)


@contextmanager
def temporary_folder(output: Path) -> Iterator[Path]:
    """A new folder beside an output; gone at the end unless it was renamed."""

    def make() -> str:
        return tempfile.mkdtemp(_SUFFIX, f".{output.name}.", output.parent)

    with _claimed(output, make) as path:
        try:
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)


def remove_leftovers(output: Path) -> None:
    """Removes the temporary files and folders of an output whose runs are dead."""
    ours = re.compile(rf"\.{re.escape(output.name)}\.[a-z0-9_]{{8}}{re.escape(_SUFFIX)}")
    if not _CAN_LOCK or not output.parent.is_dir():
        return
    with os.scandir(output.parent) as entries:
        found = [Path(entry.path) for entry in entries if ours.fullmatch(entry.name)]
    for path in found:
        with suppress(OSError):  # somebody else's, or another run was quicker
            _remove_if_dead(path)


def _remove_if_dead(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        if not try_lock(handle):
            return
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    finally:
        os.close(handle)


@contextmanager
def _claimed(output: Path, make: Callable[[], str]) -> Iterator[Path]:
    """What `make` makes, with a lock as the sign that its run lives."""
    remove_leftovers(output)
    path, lock = _claim(make)
    try:
        yield path
    finally:
        if lock is not None:
            os.close(lock)


def _claim(make: Callable[[], str]) -> tuple[Path, int | None]:
    while True:
        path = Path(make())
        if not _CAN_LOCK:
            return path, None
        # Before it is locked another run may take it for a leftover; then it is made again.
        with suppress(FileNotFoundError):
            lock = os.open(path, os.O_RDONLY)
            if _is_ours(lock, path):
                return path, lock
            os.close(lock)


def _is_ours(lock: int, path: Path) -> bool:
    try:
        return try_lock(lock) and path.exists()
    except OSError:  # no locks there: nothing is ever taken for a leftover
        return True
