"""Pairs that came before, found with little memory: the numbers of all pairs wait on disk."""

from array import array
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from tempfile import TemporaryFile
from types import TracebackType
from typing import IO

import numpy as np

from litmus.arrays import Array

_PART = 1 << 22  # pairs that are looked at together


class Repeats:
    """Collects a digest for each pair; then tells the lines whose digest came before."""

    def __init__(self, folder: Path) -> None:
        self._file: IO[bytes] = TemporaryFile(dir=folder)  # noqa: SIM115 (closed by __exit__)
        self._buffer = array("Q")
        self._count = 0

    def __enter__(self) -> "Repeats":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def add(self, line: int, digest: int) -> None:
        """Notes a line, later ones later."""
        self.add_all((line,), (digest,))

    def add_all(self, lines: Sequence[int], digests: Sequence[int]) -> None:
        """Notes several, in their order."""
        self._buffer.extend(chain.from_iterable(zip(lines, digests, strict=True)))
        self._count += len(lines)
        if len(self._buffer) >= 1 << 16:
            self._flush()

    def _flush(self) -> None:
        self._buffer.tofile(self._file)
        self._buffer = array("Q")

    def later(self) -> Iterator[int]:
        """Lines that repeat an earlier one."""
        self._flush()
        parts = 1 + self._count // _PART
        for part in range(parts):
            lines, digests = self._part(part, parts)
            order = np.lexsort((lines, digests))
            lines, digests = lines[order], digests[order]
            yield from lines[1:][digests[1:] == digests[:-1]].tolist()

    def _part(self, part: int, parts: int) -> tuple[Array, Array]:
        """The rows whose digest falls into one of the parts; equal digests fall into the same."""
        self._file.seek(0)
        matching = []
        while block := self._file.read(1 << 20):
            rows = np.frombuffer(block, dtype=np.uint64).reshape(-1, 2)
            matching.append(rows[rows[:, 1] % np.uint64(parts) == part])
        rows = np.concatenate(matching) if matching else np.empty((0, 2), np.uint64)
        return rows[:, 0], rows[:, 1]
