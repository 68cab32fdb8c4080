"""The files of a collection: a folder, a pattern, a URL, or one file of rows."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from litmus.errors import DataError
from litmus.files.places import files_at, is_several, is_url, name_of
from litmus.files.text import COMPRESSED

FORMATS = {".tsv": "TSV", ".jsonl": "JSONL", ".ndjson": "JSONL", ".parquet": "Parquet"}
TEXT = "text"


@dataclass(frozen=True, slots=True)
class CorpusFile:
    """A file of rows; or several of text, which have a line each for a row."""

    name: str  # what its output is called
    places: tuple[str, ...]
    format: str
    packed: str = ""  # the suffix of its compression


def is_collection(where: str) -> bool:
    """Whether it is more than a plain text file of this machine, which a table by itself may be.

    >>> is_collection("corpus/*.gz"), is_collection("pairs.jsonl"), is_collection("corpus.tsv")
    (True, True, False)
    """
    return is_url(where) or format_of(where) not in (TEXT, "TSV") or is_several(where)


def format_of(where: str) -> str:
    """By the name.

    >>> format_of("a/pairs.tsv.gz"), format_of("a/talks.en")
    ('TSV', 'text')
    """
    plain, _ = _unpacked(name_of(where))
    return FORMATS.get(PurePosixPath(plain).suffix.lower(), TEXT)


def find_files(places: Sequence[str]) -> list[CorpusFile]:
    """One place with files of rows; or several with text, whose files belong together by name."""
    if len(places) == 1:
        found = [_file((one,)) for one in files_at(places[0])]
    else:
        found = _side_by_side(places)
    _refuse_mixed(found)
    _refuse_same(found)
    return found


def _file(places: tuple[str, ...]) -> CorpusFile:
    plain, packed = _unpacked(name_of(places[0]))
    form = format_of(places[0]) if len(places) == 1 else TEXT
    suffix = PurePosixPath(plain).suffix
    # part-00.en and part-00.fr are one file of pairs, part-00.
    name = plain.removesuffix(suffix) if form != TEXT or len(places) > 1 else plain
    return CorpusFile(name or plain, places, form, packed)


def _unpacked(name: str) -> tuple[str, str]:
    suffix = PurePosixPath(name).suffix
    return (name.removesuffix(suffix), suffix) if suffix in COMPRESSED else (name, "")


def _side_by_side(places: Sequence[str]) -> list[CorpusFile]:
    sides = [{_file((one, one)).name: one for one in files_at(place)} for place in places]
    for place, side in zip(places, sides, strict=True):
        for other_place, other in zip(places, sides, strict=True):
            alone = sorted(side.keys() - other.keys())
            if alone:
                raise DataError(
                    f"{side[alone[0]]} has no partner in {other_place} (files of {place} and "
                    f"{other_place} belong together by their names without the last suffix)."
                )
    return [_file(tuple(side[name] for side in sides)) for name in sorted(sides[0])]


def _refuse_mixed(found: Sequence[CorpusFile]) -> None:
    for file in found[1:]:
        if file.format != found[0].format:
            raise DataError(
                f"{found[0].places[0]} is {found[0].format}, but {file.places[0]} is "
                f"{file.format}.\nTake one kind at a time with a pattern, such as 'corpus/*.jsonl'."
            )


def _refuse_same(found: Sequence[CorpusFile]) -> None:
    [(name, n)] = Counter(file.name for file in found).most_common(1)
    if n > 1:
        same = [file.places[0] for file in found if file.name == name]
        raise DataError(
            f"{same[0]} and {same[1]} would have outputs of the same name, {name}.\n"
            "Rename one of them, or take them in two runs."
        )
