"""The outputs of a collection as one file, in the order of its files."""

import json
from codecs import getincrementaldecoder
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any

from litmus.errors import DataError, UsageError
from litmus.failures import not_parsed
from litmus.files.places import fetched, is_several, read_small, within
from litmus.files.text import read_chunks, write_text
from litmus.jobs.job import PLAN
from litmus.jobs.receipts import Receipt, read_receipt
from litmus.stages import counted
from litmus.wording import count


def merge_collection(folder: str, output: Path) -> int:
    """Every output of a folder, if all files of the collection are done; how many there are."""
    done = outputs_in(folder)
    with write_text(output) as out:
        for place, receipt in counted(done, "merging", "files", len(done)):
            _copy(place, receipt, out)
    return len(done)


def is_outputs(folder: str) -> bool:
    """Whether it is the folder of a collection's outputs."""
    return is_several(folder) and read_small(within(folder, PLAN)) is not None


def outputs_in(folder: str) -> list[tuple[str, Receipt]]:
    """Where each output of a folder is, and its receipt, in order; refused if one is missing."""
    outputs = _planned(folder)
    receipts = {name: read_receipt(folder, name) for name in outputs}
    missing = [name for name, receipt in receipts.items() if receipt is None]
    if missing:
        raise UsageError(
            f"{count(len(missing), 'file')} of {folder} {'is' if len(missing) == 1 else 'are'} not "
            f"done: {', '.join(missing[:5])}{' ...' if len(missing) > 5 else ''}.\n"
            "Run the command again; it does what is missing."
        )
    done = [receipt for receipt in receipts.values() if receipt is not None]
    for one in done[1:]:
        if one.signature != done[0].signature:
            raise DataError(
                f"{done[0].name} and {one.name} were made with different settings:\n"
                f"  {done[0].signature}\n  {one.signature}\nMake them anew, all in the same way."
            )
    for before, after in zip(done, done[1:], strict=False):
        if before.documents and after.documents and before.documents[1] == after.documents[0]:
            raise DataError(
                f"Document {after.documents[0]!r} is in two files, {before.name} and {after.name}."
                "\nPut all its rows into one of them, and make both anew."
            )
    return [(within(folder, outputs[receipt.name]), receipt) for receipt in done]


def _planned(folder: str) -> dict[str, str]:
    """The outputs that there should be, by the name of their file."""
    place = within(folder, PLAN)
    content = read_small(place)
    if content is None:
        raise DataError(f"{folder} does not hold the outputs of a collection ({PLAN} is missing).")
    try:
        plan: Any = json.loads(content)
        return {str(name): str(output) for name, output in plan["outputs"].items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise DataError(not_parsed(place, "the plan of a collection", error)) from error


def _copy(place: str, receipt: Receipt, out: IO[str]) -> None:
    """What a file holds, checked on the way; a merged file appears only if all is well."""
    digest = blake2b(digest_size=16)
    decode = getincrementaldecoder("utf-8")().decode
    with fetched(place) as path:
        for piece in read_chunks(path):
            digest.update(piece)
            out.write(decode(piece))
    if digest.hexdigest() != receipt.output:
        raise DataError(
            f"{place} has changed since it was written.\nRemove {receipt.name}.receipt.json and "
            "run the command again."
        )
