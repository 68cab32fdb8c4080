"""Batches of whole documents: what is computed of one does not depend on the others.

Where batches are cut depends on the text alone, so that results are the same to the last digit
whoever computes them: aligners and networks round differently in other company.
"""

from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from typing import TypeVar

from litmus.errors import DataError

Row = TypeVar("Row")

SIZE = 100  # rows at least; more make nothing faster


def documents_together(
    rows: Iterable[Row], document: Callable[[Row], str | None]
) -> Iterator[list[Row]]:
    """The rows in batches that end where a document ends; a row without one is on its own.

    A document that comes back after another one is an error.
    """
    batch: list[Row] = []
    last: str | None = None
    documents = Documents()
    for number, row in enumerate(rows, start=1):
        name = document(row)
        if name is None or name != last:
            if len(batch) >= SIZE:
                yield batch
                batch = []
            if name is not None:
                documents.start(name, number)
            last = name
        batch.append(row)
    if batch:
        yield batch


def in_one_piece(documents: Iterable[str | None]) -> bool:
    """Whether the sentences of every document, given by their documents, are together."""
    begun, last = Documents(), None
    for number, name in enumerate(documents, start=1):
        if name is not None and name != last:
            if begun.has(name):
                return False
            begun.start(name, number)
        last = name
    return True


def in_batches(rows: Iterable[Row], size: int) -> Iterator[list[Row]]:
    """The rows, so many at a time. Those before a row that cannot be read come before its error."""
    batch: list[Row] = []
    try:
        for row in rows:
            batch.append(row)
            if len(batch) == size:
                yield batch
                batch = []
    except Exception:
        if batch:
            yield batch
        raise
    if batch:
        yield batch


class Documents:
    """The documents that have begun: each must be in one piece."""

    def __init__(self) -> None:
        self._begun: set[bytes] = set()

    def has(self, name: str) -> bool:
        """Whether it has begun."""
        return _digest(name) in self._begun

    def start(self, name: str, number: int) -> None:
        """A document begins at this sentence."""
        digest = _digest(name)
        if digest in self._begun:
            raise DataError(
                f"Document {name!r} continues at sentence {number:,}, after another document.\n"
                "Put the sentences of a document together, in their order."
            )
        self._begun.add(digest)


def _digest(name: str) -> bytes:
    return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()
