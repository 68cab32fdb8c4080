"""Receipts: the last thing that is written of a file, and the sign that it is done."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path

from litmus.corpus.collection.found import CorpusFile
from litmus.errors import DataError, UsageError
from litmus.failures import not_parsed, reading
from litmus.files.places import fetched, mark_of, read_small, stored
from litmus.files.text import write_bytes
from litmus.jobs.job import receipt_place
from litmus.wording import Message, option

_CHUNK = 1 << 20
_AGAIN = f"To do everything again: {option('overwrite', 'True')}"


@dataclass(frozen=True)
class Receipt:
    """What was done with a file: from which bytes, by what settings, and how it went."""

    name: str
    signature: str
    input: Sequence[Sequence[str | int]]  # size, mark of the last change and digest of each place
    output: str  # the digest of what was written, before compression
    rows: int
    rejected: int
    last: int  # the number of the last row
    first_reason: str
    documents: Sequence[str]  # the first and the last
    seconds: Mapping[str, float] = field(default_factory=dict)  # by stage
    worker: str = ""
    # The field that is empty, the one that has text, how often, and the first row of them.
    one_sided: Sequence[tuple[str, str, int, int]] = ()

    @property
    def wrote_nothing(self) -> bool:
        """Whether the output is empty."""
        return self.output == blake2b(digest_size=16).hexdigest()


@dataclass(frozen=True)
class Failed:
    """A file that could not be read to its end."""

    name: str
    reason: Message


def write_receipt(folder: str, receipt: Receipt) -> None:
    """Whole or not at all."""
    text = json.dumps(asdict(receipt), ensure_ascii=False, indent=1)
    with stored(receipt_place(folder, receipt.name)) as path:
        write_bytes(path, f"{text}\n".encode())


def read_receipt(folder: str, name: str) -> Receipt | None:
    """The receipt of a file, if it is done."""
    place = receipt_place(folder, name)
    content = read_small(place)
    if content is None:
        return None
    try:
        return Receipt(**json.loads(content))
    except (ValueError, TypeError, RecursionError) as error:
        again = f"\nRemove it, and the file is done again. {_AGAIN}"
        raise DataError(not_parsed(place, "a receipt", error, again)) from error


def still_good(receipt: Receipt, file: CorpusFile, signature: str, folder: str) -> None:
    """Refuses a receipt of other settings, or of a file that was another one then."""
    if receipt.signature != signature:
        raise UsageError(
            f"{folder} was made with other settings (see the receipt of {file.name}):\n"
            f"  then {receipt.signature}\n  now  {signature}\n"
            f"Use the same as then, or another folder. {_AGAIN}"
        )
    for place, (size, changed, digest) in zip(file.places, receipt.input, strict=True):
        mark = mark_of(place)
        if (mark.size, mark.changed) == (size, changed):
            continue
        if mark.size != size or _digest_at(place) != digest:
            raise DataError(
                f"{place} has changed since its output was made (see {file.name}.receipt.json).\n"
                f"Remove that receipt, and the file is done again. {_AGAIN}"
            )


def _digest_at(place: str) -> str:
    with fetched(place) as path:
        return digest_of(path)


def inputs_of(file: CorpusFile, paths: Sequence[Path]) -> list[list[str | int]]:
    """What a receipt says of the places of a file, which are at these paths now."""
    return [
        [*mark_of(place), digest_of(path)] for place, path in zip(file.places, paths, strict=True)
    ]


def digest_of(path: Path) -> str:
    """Of all bytes, as they are."""
    digest = blake2b(digest_size=16)
    with reading(path), path.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
