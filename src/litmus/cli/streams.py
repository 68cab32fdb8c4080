"""stdin, stdout and stderr as a command finds them: perhaps closed, full, or read by nobody."""

import errno
import io
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from litmus.errors import DataError


class _Closed(io.TextIOBase):
    """In the place of a stdout that is closed: takes nothing but nothing."""

    def write(self, text: str) -> int:
        if text:
            raise OSError(errno.EBADF, "standard output is closed")
        return 0


def fill_closed() -> None:
    """Puts something in the place of streams that the shell has closed (`>&-`).

    Otherwise the next file that is opened would take the number of stdout.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
    if sys.stdout is None:
        sys.stdout = _Closed()
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115


def print_result(text: str | Iterable[str]) -> None:
    """Results are UTF-8, whatever the terminal's locale; long ones are printed as they come."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")
    for piece in [text] if isinstance(text, str) else text:
        if not _written(piece):
            return
    flush()


def flush() -> None:
    """What was printed is written, or an error."""
    _written("", flush=True)


def _written(piece: str, *, flush: bool = False) -> bool:
    """False: the reader has gone (head, less)."""
    try:
        sys.stdout.write(piece)
        if flush:
            sys.stdout.flush()
    except OSError as error:
        if not isinstance(sys.stdout, _Closed):  # keep Python from complaining once more at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise DataError(f"The result cannot be written: {error.strerror}.") from error
        return False
    except UnicodeEncodeError as error:
        raise DataError(
            "The result cannot be written: the text holds half a character (U+"
            f"{ord(error.object[error.start]):04X}).\nCorrect the input; it was not valid Unicode."
        ) from error
    return True
