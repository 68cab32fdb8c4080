"""A parallel corpus of any format as pairs of source and target, numbered from 1."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path

from litmus.corpus.collection.found import find_files, format_of, is_collection
from litmus.corpus.collection.rows import Fields, Row, read_rows
from litmus.corpus.segment import Segment
from litmus.corpus.suite import read_suite
from litmus.errors import DataError, UsageError
from litmus.files.places import fetched, is_url, name_of
from litmus.files.text import read_parallel
from litmus.importers import FORMATS, import_suite
from litmus.importers.recognise import recognise
from litmus.wording import option


@dataclass(frozen=True)
class Bitext:
    """Two line-aligned files, one file or folder of a format that litmus imports, or a collection.

    Pairs stream anew at every pass. An empty side stays empty; a row of a collection that cannot be
    used has two, so that numbers stay those that it was mined with.
    """

    languages: tuple[str, str]
    source: Path | None = None
    target: Path | None = None
    corpus: Path | str | None = None

    def __post_init__(self) -> None:
        if (self.corpus is None) == (self.source is None) or (self.source is None) != (
            self.target is None
        ):
            raise UsageError(
                f"A corpus is either two files, {option('source')} and {option('reference')}, or "
                f"one, {option('corpus')}."
            )

    @property
    def name(self) -> str:
        """What reports call it."""
        if self.corpus is not None:
            return name_of(str(self.corpus))
        assert self.source is not None and self.target is not None
        return f"{self.source.name}, {self.target.name}"

    def __iter__(self) -> Iterator[tuple[str, str]]:
        if self.source is not None and self.target is not None:
            yield from ((row[0], row[1]) for row in read_parallel([self.source, self.target]))
            return
        assert self.corpus is not None
        if is_rows(str(self.corpus)):
            yield from _rows(str(self.corpus), self.languages)
            return
        for segment in _segments(Path(self.corpus), self.languages):
            if not segment.references:
                raise DataError(f"{self.corpus}: segment {segment.id} has no translation.")
            yield segment.source, segment.references[0]


def is_rows(where: str) -> bool:
    """Whether it is a collection, rather than a file or folder of a format that litmus imports."""
    if not is_collection(where):
        return False
    path = Path(where)
    if is_url(where) or not path.exists() or format_of(where) == "Parquet":
        return True
    try:
        kind = recognise(path)
    except DataError:  # a folder with nothing known in it
        return path.is_dir()
    return kind not in ("suite", "sgm", *FORMATS)


def _rows(where: str, languages: tuple[str, str]) -> Iterator[tuple[str, str]]:
    """The pairs of a collection, by the numbers of their rows in each file."""
    names = ("source", "reference")
    fields = Fields(names, dict(zip(names, languages, strict=True)))
    for file in find_files([where]):
        with ExitStack() as stack:
            paths = [stack.enter_context(fetched(place)) for place in file.places]
            before = 0
            for row in read_rows(file, paths, fields):
                yield from repeat(("", ""), row.number - before - 1)  # the header of TSV
                before = row.number
                yield (row.texts[0], row.texts[1]) if isinstance(row, Row) else ("", "")


def _segments(path: Path, languages: tuple[str, str]) -> Iterator[Segment]:
    kind = recognise(path)
    if kind == "suite":
        return iter(read_suite(path).segments())
    kind = {"sgm": "wmt"}.get(kind, kind)
    if kind not in FORMATS:
        raise DataError(
            f"{path} is not a parallel corpus ({kind}). Give two plain files, "
            f"{option('source')} and {option('reference')}, or one of: suite, {', '.join(FORMATS)}."
        )
    return iter(import_suite(kind, path, languages=languages).segments)
