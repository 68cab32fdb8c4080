"""Whether the data of a case are there, and are the data that its figures were computed from."""

from hashlib import sha256
from pathlib import Path

from litmus.files.text import read_chunks
from litmus.published.case import Case, DataSet
from litmus.wording import count

_CHUNK = 1 << 20
_SHOWN = 12  # digits of a digest in messages


def unusable(case: Case, root: Path) -> str | None:
    """Why a case cannot be recomputed, on one line; None if it can."""
    for one in case.data:
        if reason := _missing(one, root) or _changed(one, root):
            return f"{reason} Origin: {one.origin}."
    return None


def _missing(one: DataSet, root: Path) -> str | None:
    if not (root / one.folder).is_dir():
        return f"The folder {one.folder} is missing."
    missing = [name for name in one.files if not (root / one.folder / name).is_file()]
    if not missing:
        return None
    more = f" and {count(len(missing) - 1, 'more file')}" if missing[1:] else ""
    verb = "are" if missing[1:] else "is"
    return f"{one.folder}/{missing[0]}{more} {verb} missing."


def _changed(one: DataSet, root: Path) -> str | None:
    for name, expected in one.files.items():
        found = digest(root / one.folder / name)
        if found != expected:
            return (
                f"{one.folder}/{name} has changed: its SHA-256 begins with "
                f"{found[:_SHOWN]}, not {expected[:_SHOWN]}."
            )
    return None


def digest(path: Path) -> str:
    """SHA-256 of what a file holds, so that it does not matter how it is compressed."""
    found = sha256()
    for chunk in read_chunks(path, _CHUNK):
        found.update(chunk)
    return found.hexdigest()
