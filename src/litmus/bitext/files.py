"""A parallel corpus of any format as pairs of source and target, numbered from 1."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from litmus.corpus.segment import Segment
from litmus.corpus.suite import read_suite
from litmus.errors import DataError, UsageError
from litmus.files.text import read_parallel
from litmus.importers import FORMATS, import_suite
from litmus.importers.recognise import recognise
from litmus.wording import option


@dataclass(frozen=True)
class Bitext:
    """Two line-aligned files, or one file or folder of a format that litmus imports.

    Pairs stream anew at every pass. An empty side stays empty.
    """

    languages: tuple[str, str]
    source: Path | None = None
    target: Path | None = None
    corpus: Path | None = None

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
            return self.corpus.name
        assert self.source is not None and self.target is not None
        return f"{self.source.name}, {self.target.name}"

    def __iter__(self) -> Iterator[tuple[str, str]]:
        if self.source is not None and self.target is not None:
            yield from ((row[0], row[1]) for row in read_parallel([self.source, self.target]))
            return
        assert self.corpus is not None
        for segment in _segments(self.corpus, self.languages):
            if not segment.references:
                raise DataError(f"{self.corpus}: segment {segment.id} has no translation.")
            yield segment.source, segment.references[0]


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
