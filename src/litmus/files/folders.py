"""Folders written whole or not at all."""

import ctypes
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from litmus.errors import DataError, LitmusError
from litmus.failures import NotWritten, writing
from litmus.files.leftovers import remove_leftovers, temporary_folder
from litmus.files.locks import locked
from litmus.wording import option


@contextmanager
def new_folder(
    folder: Path,
    *,
    overwrite: bool = False,
    sign: str | None = None,
    private: bool = False,
    error: type[LitmusError] = DataError,
) -> Iterator[Path]:
    """A temporary folder that takes the name `folder` only if all goes well.

    `overwrite` replaces an earlier folder, once the new one is whole, if the file `sign` shows
    that we wrote it; without a `sign` nothing is ever replaced. An empty folder is no obstacle.
    `error` is raised where `folder` is taken. Two runs never write one folder: the second is
    refused.
    """
    with ExitStack() as stack:
        with writing(folder):
            final = folder.resolve()
        stack.enter_context(locked(final))
        with writing(folder):
            heal(final)
            _refuse_existing(folder, overwrite, sign, error)
            temporary = stack.enter_context(temporary_folder(final))
        try:
            yield temporary
            if not private:
                temporary.chmod(0o755)
            _put(temporary, final)
        except (OSError, NotWritten) as problem:
            if isinstance(problem, NotWritten) and not problem.path.is_relative_to(temporary):
                raise
            raise DataError(
                f"{folder} cannot be written: {problem.strerror or problem}. "
                "Nothing of it was kept.\n"
                "Make room, or choose another folder, and try again."
            ) from problem


def _refuse_existing(
    folder: Path, overwrite: bool, sign: str | None, error: type[LitmusError]
) -> None:
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    if not overwrite or sign is None:
        way_out = f", or add {option('overwrite', 'True')}" if sign else ""
        raise error(f"{folder} already exists. Choose another name{way_out}.")
    if not (folder / sign).exists():
        raise error(
            f"{folder} was not written by litmus (it has no {sign}); "
            f"{option('overwrite', 'True')} would delete it.\n"
            "Choose another name, or remove it yourself."
        )


@contextmanager
def replaced_folder(folder: Path) -> Iterator[Path]:
    """A temporary folder that takes the place of `folder` once it is whole and on the disk.

    For folders that one process writes again and again: a kill at any moment leaves the old one
    or the new one, if need be after `heal`.
    """
    heal(folder)
    new, _ = beside(folder)
    new.mkdir(parents=True)
    try:
        yield new
        for path in sorted(new.rglob("*")):
            if path.is_file():
                _flush(path)
        _flush(new)
        _put(new, folder)
        _flush(folder.parent)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def heal(folder: Path) -> None:
    """Puts back what a kill between two renames has left, and removes the half-written."""
    new, old = beside(folder)
    if old.exists() and not folder.exists():
        old.rename(folder)
    for path in (new, old):
        shutil.rmtree(path, ignore_errors=True)
    remove_leftovers(folder)


def heal_below(parent: Path) -> None:
    """The same for all folders in one that only we write, whatever their names."""
    for path in list(parent.glob(".*")):
        name, _, kind = path.name[1:].rpartition(".")
        if name and kind in ("new", "old") and path.is_dir():
            heal(parent / name)


def beside(folder: Path) -> tuple[Path, Path]:
    """What a folder's successor is called until it is whole, and the folder after that."""
    return folder.with_name(f".{folder.name}.new"), folder.with_name(f".{folder.name}.old")


def _put(new: Path, folder: Path) -> None:
    """Gives a whole folder its name; what had the name is deleted last."""
    if _exchanged(new, folder):
        shutil.rmtree(new, ignore_errors=True)
        return
    _, old = beside(folder)
    if folder.exists():
        folder.rename(old)
    try:
        new.rename(folder)
    except OSError:
        heal(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _exchanged(new: Path, folder: Path) -> bool:
    """Whether both have changed names in one stroke; only Linux can, and not on every disk."""
    try:
        exchange = ctypes.CDLL(None).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    here, swap = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
    done: int = exchange(here, os.fsencode(new), here, os.fsencode(folder), swap)
    return done == 0


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
