"""What is to be done with each file of a collection, and where its output goes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from litmus.corpus.collection.found import CorpusFile
from litmus.corpus.collection.rows import Fields, Row
from litmus.corpus.documents import SIZE
from litmus.files.places import within

Work = Callable[[Sequence[Row]], list[str]]  # what is written for each of some rows
PLAN = "collection.json"


@dataclass(frozen=True)
class Job:
    """`make` gives the work of a process; `signature` is all that decides what it writes.

    With `documents` the last field is the document of a row, and documents stay together. A
    rejected row leaves `blank` in its place, where lines must go with those of the input.
    """

    make: Callable[[], Work]
    signature: str
    fields: Fields
    suffix: str
    batch: int = SIZE
    documents: bool = False
    blank: str = ""

    def output(self, folder: str, file: CorpusFile) -> str:
        """Where the output of a file goes; it is compressed as the file is."""
        return within(folder, f"{file.name}{self.suffix}{file.packed}")


def rejected_place(folder: str, file: CorpusFile) -> str:
    """Where the rejected rows of a file are listed."""
    return within(folder, f"{file.name}.rejected.jsonl")


def receipt_place(folder: str, name: str) -> str:
    """Where the receipt of a file is."""
    return within(folder, f"{name}.receipt.json")
