"""The one place where what the system, a decoder or a parser says becomes an error of ours."""

import codecs
import errno
import json
import lzma
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from litmus.errors import DataError, LitmusError

# Compressed files by their suffix, and what shows them; .dz is dictd's name of .gz.
SHOWN_BY = {".gz": "zcat", ".dz": "zcat", ".xz": "xzcat", ".zst": "zstdcat"}
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
# ValueError: text that is not UTF-8, TOML or JSON, a number too long, a NUL in the name of a file.
_READING = (OSError, EOFError, ValueError, RecursionError, MemoryError, lzma.LZMAError, zlib.error)


class NotWritten(DataError):
    """A file that could not be written, and why: `strerror`, as an `OSError` has it."""

    def __init__(self, path: Path | str, reason: str, way_out: str = "") -> None:
        super().__init__(f"{path} cannot be written: {reason}.{way_out}")
        self.path, self.strerror = Path(path), reason


class ReaderGone(LitmusError):
    """Whoever read what we write has closed the pipe (head, less); no error of anybody's."""

    exit_code = 141  # what a shell shows for a program that SIGPIPE ended


@contextmanager
def reading(path: Path | str, form: str = "") -> Iterator[None]:
    """Whatever goes wrong inside becomes a `DataError` about this file.

    `form` is what its content should be, for example "TOML".
    """
    try:
        yield
    except _READING as error:
        raise unreadable(path, error, form) from error
    except Exception as error:  # zstandard raises its own ZstdError, known only once imported
        if type(error).__name__ != "ZstdError":
            raise
        raise unreadable(path, error, form) from error


def unreadable(path: Path | str, error: Exception, form: str = "") -> DataError:
    """What a failure to read a file means for the user."""
    path = Path(path)
    shown = repr(str(path)) if "\0" in str(path) else path
    if isinstance(error, FileNotFoundError):
        return DataError(f"{shown} does not exist.")
    if isinstance(error, IsADirectoryError):
        return DataError(f"{shown} is a folder, not a file.")
    if isinstance(error, MemoryError):
        return DataError(f"{shown} does not fit into memory. Split it, or use a larger machine.")
    if isinstance(error, UnicodeDecodeError):
        byte = error.object[error.start]
        return DataError(
            f"{shown} is not UTF-8: byte 0x{byte:02x} at byte {error.start + 1}.\n"
            f"Convert the file, for example: iconv -f {charset(error.object)} -t utf-8 {path.name} "
            "> fixed"
        )
    if isinstance(error, OSError) and error.strerror:
        return DataError(f"{shown} cannot be read: {error.strerror}.")
    if path.suffix in SHOWN_BY and not form:
        return _not_unpacked(path, error)
    if form:
        return DataError(not_parsed(str(shown), form, error))
    return DataError(f"{shown} cannot be read: {error}.")


def out_of_memory(error: BaseException) -> bool:
    """Whether this is how Python, CUDA or PyTorch's CPU allocator says that memory ran out."""
    text = str(error).casefold()
    return isinstance(error, MemoryError) or "out of memory" in text or "can't allocate" in text


def charset(start: bytes) -> str:
    """What a file that is not UTF-8 may be in, by its start."""
    is_wide = start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return "utf-16" if is_wide else "latin1"


def not_parsed(where: str, form: str, error: Exception, hint: str = "") -> str:
    """The message for a text that is not `form`, or more than a parser takes."""
    if isinstance(error, RecursionError):
        return f"{where} is not {form} that can be read: it is nested too deeply.{hint}"
    if isinstance(error, json.JSONDecodeError):
        return f"{where} is not {form}: {error.msg} at column {error.colno}.{hint}"
    if type(error) is ValueError and "digits" in str(error):
        return f"{where} is not {form} that can be read: a number has too many digits.{hint}"
    return f"{where} is not {form}: {error}.{hint}"


def _not_unpacked(path: Path, error: Exception) -> DataError:
    if "emory" in str(error):  # in the words of xz and zstd
        return DataError(
            f"{path} needs more memory to be decompressed than litmus gives it (128 MiB).\n"
            f"Decompress it yourself: {SHOWN_BY[path.suffix]} {path.name} > plain"
        )
    return DataError(
        f"{path} is not a whole {path.suffix} file: {error}. Compress or download it again."
    )


def not_written(error: OSError) -> str:
    """Why the system could not write."""
    if isinstance(error, FileExistsError | NotADirectoryError):  # of a folder that was to be made
        return "a folder in its path is a file"
    return error.strerror or str(error)


@contextmanager
def writing(path: Path | str) -> Iterator[None]:
    """Whatever the system says inside becomes an error about this file."""
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderGone(f"{path} is no longer read; the rest was not written.") from error
    except OSError as error:
        way_out = "\nMake room, or write to another place." if error.errno in _FULL else ""
        raise NotWritten(path, not_written(error), way_out) from error
    except ValueError as error:  # a NUL in the name
        raise NotWritten(repr(str(path)), str(error)) from error
