"""Segments in parts, packed and put aside as soon as a part is as large as a page can be."""

from typing import BinaryIO

from litmus.reports.bundle import segments
from litmus.reports.record import Record
from litmus.tables.page import gzip_data

# Texts and counts of one page: a browser on a small machine opens so many in 2 to 3 s.
MOST = 6_000_000


class Parts:
    """What the pages of one report list, a part each; kept in a file until then."""

    def __init__(self, file: BinaryIO, most: int = MOST) -> None:
        self._file, self._most = file, most
        self._places: list[tuple[int, int]] = []
        self.firsts: list[int] = []  # how many segments come before each part

    def __len__(self) -> int:
        return len(self.firsts)

    def full(self, record: Record) -> bool:
        """Takes the record if it is as large as a page can be."""
        if record.size < self._most:
            return False
        self.add(record)
        return True

    def add(self, record: Record) -> None:
        """Take a record, however large."""
        start = self._file.seek(0, 2)
        size = self._file.write(gzip_data("segments", segments([record])).encode())
        self._places.append((start, size))
        self.firsts.append(record.first)

    def read(self, number: int) -> str:
        """The data of a part, for its page."""
        start, size = self._places[number]
        self._file.seek(start)
        return self._file.read(size).decode()
