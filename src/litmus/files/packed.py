"""Compressed files as streams of bytes, in memory that does not depend on what they hold.

A few kilobytes can be the compressed form of gigabytes. The content is made piece by piece as it
is asked for, and a file that grows a thousandfold is refused; real text shrinks to a third, or to
a fiftieth where lines repeat.

Lists of document ids and files of empty lines are honest too, and a million of them shrink ten
thousandfold. So what comes to little is read whatever it shrank to. Where a file grows fast, what
is to come is decompressed ahead and thrown away, only to be counted: that takes a second where
reading would take minutes, as 256 MiB may be as many empty lines. Each byte is decompressed twice
at most.
"""

import gzip
import io
import lzma
from collections.abc import Callable, Generator, Iterator
from math import inf
from pathlib import Path
from typing import IO, Any, cast

from litmus.errors import DataError
from litmus.failures import SHOWN_BY, reading

RATIO = 1_000  # bytes out for a byte in
FREE = 1 << 28  # bytes out before the ratio counts: what harms no machine
_SUSPECT = 5  # growth of so many times less than RATIO is looked into
_UNSEEN = 1 << 18  # bytes out that are given before anybody looks ahead
_MEMORY = 1 << 27  # what a decompressor may ask for its window; xz -9 and zstd -19 need less
_PIECE = 1 << 16  # bytes, decompressed
_READ = 1 << 12  # bytes, compressed
_ZSTD_READ = 1 << 10  # zstandard decompresses all it gets at once: up to 32,000 times as much

_Sizes = Generator[tuple[int, int], None, None]


def open_packed(path: Path, suffix: str) -> IO[bytes]:
    """The content of a file that its suffix says is compressed."""
    unpacked = _UNPACKERS[suffix]
    return cast("IO[bytes]", io.BufferedReader(_Unpacked(path, unpacked), _PIECE))


class _Unpacked(io.RawIOBase):
    """Pieces as one stream, counted."""

    def __init__(self, path: Path, pieces: Callable[[IO[bytes]], Iterator[bytes]]) -> None:
        self._path = path
        self._file = path.open("rb")
        self._pieces = pieces(self._file)
        self._piece = memoryview(b"")  # what of it was not asked for yet
        self._given = 0
        self._ahead = _sizes(path, pieces)
        self._known: float = _UNSEEN if self._file.seekable() else inf  # bytes that may be given

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        self._ahead.close()
        self._file.close()
        super().close()

    def readinto(self, buffer: Any) -> int:
        with reading(self._path):
            while not self._piece:
                piece = next(self._pieces, None)
                if piece is None:
                    return 0
                self._piece = memoryview(piece)
        view = memoryview(buffer)
        size = min(len(view), len(self._piece))
        view[:size] = self._piece[:size]
        self._piece = self._piece[size:]
        self._given += size
        if self._given > self._known and self._grows(self._given, self._file.tell()):
            with reading(self._path):
                self._look_ahead()
        return size

    def _grows(self, out: int, taken: int) -> bool:
        return out * _SUSPECT > RATIO * taken

    def _look_ahead(self) -> None:
        """Counts what is to come, until that is no longer suspect; refuses what is too much."""
        for out, taken in self._ahead:
            if out > FREE and out > RATIO * taken:
                raise DataError(
                    f"{self._path} grows more than {RATIO:,} times when it is decompressed, which "
                    "no text does.\nIf you trust it, decompress it yourself: "
                    f"{SHOWN_BY[self._path.suffix]} {self._path.name} > plain"
                )
            if out > self._given and not self._grows(out, taken):
                self._known = out
                return
        self._known = inf


def _sizes(path: Path, pieces: Callable[[IO[bytes]], Iterator[bytes]]) -> _Sizes:
    """Bytes out and bytes in, after each piece."""
    with path.open("rb") as file:
        out = 0
        for piece in pieces(file):
            out += len(piece)
            yield out, file.tell()


def _gz(file: IO[bytes]) -> Iterator[bytes]:
    with gzip.GzipFile(fileobj=file, mode="rb") as stream:
        while piece := stream.read1(_PIECE):
            yield piece


def _xz(file: IO[bytes]) -> Iterator[bytes]:
    """As `lzma.open`, which sets no limit to memory: what follows the last stream is not read."""
    stream = lzma.LZMADecompressor(memlimit=_MEMORY)
    while True:
        if stream.eof:
            block = stream.unused_data or file.read(_READ)
            if not block:
                return
            stream = lzma.LZMADecompressor(memlimit=_MEMORY)
            try:
                piece = stream.decompress(block, _PIECE)
            except lzma.LZMAError:
                return
        else:
            block = file.read(_READ) if stream.needs_input else b""
            if stream.needs_input and not block:
                raise EOFError("Compressed file ended before the end-of-stream marker was reached")
            piece = stream.decompress(block, _PIECE)
        yield piece


def _zst(file: IO[bytes]) -> Iterator[bytes]:
    """All frames; one that is cut off is an error.

    zstandard's own reader stops after the first frame and takes a cut-off one for the end.
    """
    import zstandard

    decompressor = zstandard.ZstdDecompressor(max_window_size=_MEMORY)
    frame, inside = decompressor.decompressobj(), False
    while True:
        block = b""
        if frame.eof:
            block = frame.unused_data
            frame, inside = decompressor.decompressobj(), False
        block = block or file.read(_ZSTD_READ)
        if not block:
            if inside:
                raise EOFError("it ends in the middle of a frame")
            return
        inside = True
        yield frame.decompress(block)


_UNPACKERS = {".gz": _gz, ".dz": _gz, ".xz": _xz, ".zst": _zst}
