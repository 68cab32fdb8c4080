"""One run at a time on an output. The system frees the lock when a run ends, however it ends."""

import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from litmus.errors import DataError, UsageError
from litmus.failures import not_written

if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30  # a locked byte cannot be read there, so it is not one of the text

    def try_lock(handle: int) -> bool:
        """Whether the lock of an open file is ours now; it is until the handle is closed.

        An OSError where the file system has no locks.
        """
        os.lseek(handle, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

else:
    import fcntl

    def try_lock(handle: int) -> bool:
        """Whether the lock of an open file is ours now; it is until the handle is closed.

        An OSError where the file system has no locks.
        """
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


@contextmanager
def locked(
    output: Path, lock: Path | None = None, *, way_out: str = "choose another name"
) -> Iterator[None]:
    """Keeps other runs from an output while this one writes it; `lock` is the file that says so.

    A UsageError names the run that has it. Where the file system has no locks nothing is locked.
    """
    if _is_special(output):
        yield
        return
    path = lock or (here := output.absolute()).with_name(f".{here.name}.lock")
    made = not path.parent.exists()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = _taken(path, output, way_out)
    except OSError as error:
        raise DataError(f"{output} cannot be written: {not_written(error)}.") from error
    try:
        yield
    finally:
        with suppress(OSError):  # of a folder that is gone, or on Windows: the file may stay
            path.unlink()
        os.close(handle)
        if made:
            with suppress(OSError):  # there is something in it
                path.parent.rmdir()


def _is_special(output: Path) -> bool:
    """/dev/null, a pipe; /dev/stdout, whatever stands behind it."""
    in_dev = str(output.parent) in ("/dev", "/dev/fd", "/proc/self/fd")
    return output.exists() and (in_dev or not (output.is_file() or output.is_dir()))


def _taken(path: Path, output: Path, way_out: str) -> int:
    """The open lock file, ours and with our number in it."""
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            if not _is_free(handle):
                raise UsageError(
                    f"{output} is being written by another run{_holder(handle)}.\n"
                    f"Wait until that has ended, or {way_out}."
                )
            if _is_still_there(handle, path):
                os.ftruncate(handle, 0)
                os.lseek(handle, 0, os.SEEK_SET)
                os.write(handle, f"{os.getpid()} {platform.node()}\n".encode())
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)  # the run before us removed it as it ended


def _is_free(handle: int) -> bool:
    try:
        return try_lock(handle)
    except OSError:
        return True


def _is_still_there(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def _holder(handle: int) -> str:
    os.lseek(handle, 0, os.SEEK_SET)
    process, _, machine = os.read(handle, 300).decode("utf-8", "replace").strip().partition(" ")
    if not process:  # it has the lock, but has not written its number yet
        return ""
    elsewhere = f" on {machine}" if machine != platform.node() else ""
    return f" (process {process}{elsewhere})"
