"""Lines of text in and out: plain, .gz, .xz and .zst, strict UTF-8, only \\n ends a line."""

import gzip
import io
import lzma
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import IO, Any, cast

from litmus.errors import DataError, LitmusWarning
from litmus.failures import SHOWN_BY, charset, reading, writing
from litmus.files.leftovers import temporary_file
from litmus.files.limits import longest_line, too_long
from litmus.files.packed import open_packed
from litmus.wording import count

# Other programs end a line at these; we never do, so such a file would not line up elsewhere.
STRAY_LINE_ENDS = {"\u2028": "U+2028", "\u2029": "U+2029", "\x85": "U+0085"}
BOM = b"\xef\xbb\xbf"
COMPRESSED = (".gz", ".xz", ".zst")

Complain = Callable[[DataError], None]


class TextWarning(LitmusWarning):
    """Something odd in a file that changes no number but that its owner should know."""


def refuse(error: DataError) -> None:
    """What readers do with a problem unless told otherwise; `litmus check` collects instead."""
    raise error


def plain_name(path: Path) -> str:
    """The file's name without the suffix of a compression.

    >>> plain_name(Path("data/src.en.gz"))
    'src.en'
    """
    return path.name.removesuffix(path.suffix) if path.suffix in COMPRESSED else path.name


def open_bytes(path: Path) -> IO[bytes]:
    """The decompressed bytes of a file, by its suffix. Read it within `failures.reading`."""
    if path.is_dir():
        raise DataError(f"{path} is a folder, not a file.")
    with reading(path):
        return open_packed(path, path.suffix) if path.suffix in SHOWN_BY else path.open("rb")


def read_chunks(path: Path, size: int = 1 << 16) -> Iterator[bytes]:
    """The decompressed bytes of a file in pieces, for parsers that find their own boundaries."""
    with reading(path), open_bytes(path) as stream:
        while chunk := stream.read(size):
            yield chunk


def line_count(path: Path) -> int | None:
    """How many lines a file has, for those who say how far they are; None for a pipe or nothing."""
    if not path.is_file():
        return None
    return sum(chunk.count(b"\n") for chunk in read_chunks(path, 1 << 20))


def read_text(path: Path) -> str:
    """The whole of a small UTF-8 file, such as TOML; line ends of all kinds become \\n."""
    with reading(path), path.open(encoding="utf-8") as stream:
        text = stream.read(longest_line() + 1)
    if len(text) > longest_line():
        raise too_long(str(path), "file")
    return text


def _raw_lines(path: Path) -> Iterator[bytes]:
    longest = longest_line()
    with reading(path), open_bytes(path) as stream:
        lines = iter(partial(stream.readline, longest + 1), b"")
        for number, line in enumerate(lines, start=1):
            if len(line) > longest:
                raise too_long(f"{path}:{number}")
            yield line


def decoded_lines(path: Path, complain: Complain = refuse) -> Iterator[str]:
    """Lines with their \\n, checked only to be UTF-8 without NUL: see `read_lines`."""
    for number, raw in enumerate(_raw_lines(path), start=1):
        try:
            line = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            complain(_not_utf8(path, number, raw, error))
            line = raw.decode("utf-8", "replace")
        if "\0" in line:
            complain(
                DataError(
                    f"{path}:{number} holds a NUL character; this is not plain text (is it "
                    "UTF-16?).\nConvert the file to UTF-8, or remove the character: tr -d '\\000'"
                )
            )
        yield line


def _not_utf8(path: Path, number: int, raw: bytes, error: UnicodeDecodeError) -> DataError:
    command = f"iconv -f {charset(raw if number == 1 else b'')} -t utf-8"
    return DataError(
        f"{path}:{number} is not UTF-8: byte 0x{raw[error.start]:02x} at byte "
        f"{error.start + 1} of the line.\n"
        f"Convert the file, for example: {_pipe(path, command)}"
    )


def _pipe(path: Path, command: str) -> str:
    """A shell line that writes a mended copy of a file."""
    if path.suffix in COMPRESSED:
        return f"{SHOWN_BY[path.suffix]} {path.name} | {command} > fixed.txt"
    return f"{command} {path.name} > fixed.txt"


def read_lines(
    path: Path,
    *,
    any_line_end: bool = False,
    drop_bom: bool = False,
    complain: Complain = refuse,
) -> Iterator[str]:
    """Lines of a UTF-8 file without their \\n. Blank lines stay; nothing is stripped.

    Windows line ends are read as \\n where every line has them, so that no carriage return can
    stay on one side of the data; on some lines only, they are an error. They and a byte order mark
    at the start come with a warning, unless `any_line_end` and `drop_bom` say that they are common
    in such files. A NUL, bytes that are not UTF-8 and characters that other programs take for a
    line end are errors, and so is an empty file.
    """
    crlf: bool | None = None
    number = 0
    for number, full in enumerate(decoded_lines(path, complain), start=1):
        line = full.removesuffix("\n")
        if number == 1 and line.startswith("\ufeff"):
            if not drop_bom:
                warnings.warn(_bom([path]), TextWarning, stacklevel=2)
            line = line[1:]
        if not line.isascii():
            _refuse_stray(path, number, line, complain)
        if crlf is False and "\r" not in line:  # nearly every line: nothing is left to ask
            yield line
            continue
        carriage = full.endswith("\r\n")
        if crlf is None:
            crlf = carriage
            if crlf and not any_line_end:
                warnings.warn(_crlf([path]), TextWarning, stacklevel=2)
        if carriage and not crlf:
            complain(_one_crlf(path, number))
        if crlf and not carriage and full.endswith("\n"):
            complain(_not_crlf(path, number))
        if carriage:
            line = line[:-1]
        if "\r" in line:
            complain(_inner_carriage(path, number))
        yield line
    if number == 0:
        complain(
            DataError(f"{path} is empty. One segment per line was expected; nothing was done.")
        )


def _refuse_stray(path: Path, number: int, line: str, complain: Complain) -> None:
    for character, name in STRAY_LINE_ENDS.items():
        if character in line:
            complain(
                DataError(
                    f"{path}:{number} holds {name}, which other programs take for a line end.\n"
                    "Replace it by a space; lines end at \\n only."
                )
            )


def _sed(path: Path, script: str) -> str:
    if path.suffix in COMPRESSED:
        return _pipe(path, f"sed '{script}'")
    return f"sed -i '{script}' {path.name}"


def _bom(paths: Iterable[Path]) -> str:
    names = ", ".join(path.name for path in paths)
    return f"Byte order mark (BOM) left out at the start of: {names}"


def _crlf(paths: Iterable[Path]) -> str:
    return f"CRLF line ends read as \\n in: {', '.join(path.name for path in paths)}"


def _one_crlf(path: Path, number: int) -> DataError:
    return DataError(
        f"{path}:{number} ends in CRLF (Windows line ends), but the lines before it in \\n; the "
        "carriage return would become part of the last word.\n"
        "Convert the file: " + _sed(path, r"s/\r$//")
    )


def _not_crlf(path: Path, number: int) -> DataError:
    return DataError(
        f"{path}:{number} ends in \\n, but the lines before it in CRLF (Windows).\n"
        "Convert the file: " + _sed(path, r"s/\r$//")
    )


def _inner_carriage(path: Path, number: int) -> DataError:
    return DataError(
        f"{path}:{number} holds a carriage return inside the line, which other programs take "
        "for a line end.\nReplace it by a space; lines end at \\n only."
    )


def one_line(text: str) -> str:
    """The text on one line: line ends of any kind, with the blanks around them, become a space.

    >>> one_line(" two\\n  lines and\u2028more ")
    'two lines and more'
    """
    return " ".join(filter(None, map(str.strip, text.splitlines())))


def uses_crlf(path: Path) -> bool:
    """Whether the first line of a file ends in CRLF; never of a pipe, which is read only once."""
    return _first_line(path).endswith(b"\r\n")


def starts_with_bom(path: Path) -> bool:
    """Whether a file starts with the byte order mark of UTF-8; never a pipe."""
    return _first_line(path).startswith(BOM)


def _first_line(path: Path) -> bytes:
    if path.exists() and not path.is_file():
        return b""
    return next(_raw_lines(path), b"")


def read_parallel(paths: list[Path], *, drop_bom: bool = False) -> Iterator[tuple[str, ...]]:
    """Line n of every file, together. Unequal lengths are an error that names both files.

    Files with Windows line ends and byte order marks are read as `read_lines` does, with one
    warning of each kind.
    """
    crlf = [path for path in paths if uses_crlf(path)]
    marked = [] if drop_bom else [path for path in paths if starts_with_bom(path)]
    for found, message in ((crlf, _crlf), (marked, _bom)):
        if found:
            warnings.warn(message(found), TextWarning, stacklevel=2)
    streams = [
        read_lines(path, any_line_end=path in crlf, drop_bom=drop_bom or path in marked)
        for path in paths
    ]
    for number, row in enumerate(zip_longest(*streams), start=1):
        if None in row:
            short = paths[row.index(None)]
            long = next(path for path, line in zip(paths, row, strict=True) if line is not None)
            rest = 1 + sum(1 for _ in streams[paths.index(long)])
            raise DataError(
                f"{short} has {count(number - 1, 'line')}, but {long} has {number - 1 + rest}.\n"
                f"Line {number} is the first without a partner. Lines end at \\n only; "
                "nothing was done."
            )
        yield cast("tuple[str, ...]", row)


def read_columns(
    path: Path, expected: Iterable[int], names: str, complain: Complain = refuse
) -> Iterator[tuple[int, list[str]]]:
    """Line number and tab-separated columns; no quoting, no comments. Blank lines are errors."""
    allowed = set(expected)
    lines = read_lines(path, any_line_end=True, complain=complain)
    for number, line in enumerate(lines, start=1):
        columns = line.split("\t")
        if len(columns) in allowed:
            yield number, columns
        else:
            complain(
                DataError(
                    f"{path}:{number} has {len(columns)} tab-separated columns; "
                    f"expected {' or '.join(map(str, sorted(allowed)))}: {names}."
                )
            )


@contextmanager
def write_text(path: Path) -> Iterator[IO[str]]:
    """A stream to a new UTF-8 file that appears under its name only when all went well.

    Compressed by its suffix (.gz, .xz, .zst); the same text always gives the same bytes.
    """
    path = Path(path)
    if _is_special(path):
        with (
            _output(path, path) as binary,
            io.TextIOWrapper(binary, encoding="utf-8", newline="\n") as text,
        ):
            yield text
        return
    with _replacing(path) as whole:
        try:
            with (
                _compressed(whole, path.suffix) as target,
                io.TextIOWrapper(target, encoding="utf-8", newline="\n") as text,
            ):
                yield text
        except UnicodeEncodeError as error:
            raise DataError(
                f"{path} cannot be written: the text holds half a character (U+"
                f"{ord(error.object[error.start]):04X}).\n"
                "Correct the input; it was not valid Unicode."
            ) from error


def write_bytes(path: Path, content: bytes) -> None:
    """A new file that appears under its name only when it is complete."""
    path = Path(path)
    if _is_special(path):
        with _output(path, path) as binary:
            binary.write(content)
        return
    with _replacing(path) as binary:
        binary.write(content)


def _is_special(path: Path) -> bool:
    """/dev/null, a pipe: written to, never replaced. /dev/stdout, whatever stands behind it."""
    if not path.exists() or path.is_dir():
        return False
    of_the_system = path.is_relative_to("/proc") or str(path.parent) in ("/dev", "/dev/fd")
    return of_the_system or not path.is_file()


@contextmanager
def _replacing(path: Path) -> Iterator[IO[bytes]]:
    if path.is_dir():
        raise DataError(f"{path} is a folder; give the name of a file.")
    with ExitStack() as stack:
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary = stack.enter_context(temporary_file(path))
        with _output(temporary, path) as binary:
            yield binary
        with writing(path):
            temporary.chmod(0o644)
            temporary.replace(path)


def _output(file: Path | int, path: Path) -> io.BufferedWriter:
    """A stream to a file whose failures speak of `path`; those of the caller stay what they are."""
    with writing(path):
        return io.BufferedWriter(_Output(file, path))


class _Output(io.FileIO):
    def __init__(self, file: Path | int, path: Path) -> None:
        super().__init__(file, "w")
        self._path = path

    def write(self, data: Any) -> int:
        with writing(self._path):
            return super().write(data)

    def close(self) -> None:
        with writing(self._path):
            super().close()


def _compressed(binary: IO[bytes], suffix: str) -> Any:
    match suffix:
        case ".gz":
            return gzip.GzipFile(filename="", mode="wb", fileobj=binary, mtime=0)
        case ".xz":
            return lzma.LZMAFile(binary, "wb")
        case ".zst":
            import zstandard

            return zstandard.ZstdCompressor().stream_writer(binary, closefd=False)
        case _:
            return binary
