"""Loose parallel files (source, references, spans, document ids) as a suite."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from litmus.corpus.blanks import Blanks
from litmus.corpus.formats.spans import Mined, check_against, is_mined, read_spans
from litmus.corpus.segment import Idiom, Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError
from litmus.files.text import read_lines, read_parallel, uses_crlf
from litmus.wording import count

T = TypeVar("T")


@dataclass(frozen=True)
class ParallelFiles:
    """Parallel files, with spans and document ids or without; segment ids count lines from 1."""

    info: SuiteInfo
    source: Path
    references: tuple[Path, ...] = ()
    spans: Path | None = None
    docids: Path | None = None

    @property
    def systems(self) -> Mapping[str, Path]:
        """None: loose files bring no outputs."""
        return {}

    @cached_property
    def uses_crlf(self) -> bool:
        """Whether the source ends its lines in CRLF."""
        return uses_crlf(self.source)

    def segments(self) -> Iterator[Segment]:
        """One segment per line."""
        rows = read_parallel([self.source, *self.references])
        mined = Mined(self.spans) if self.spans and is_mined(self.spans) else None
        marks: Iterator[tuple[Idiom, ...]] | None = None
        if self.spans and mined is None:
            marks = read_spans(self.spans)
        documents = read_lines(self.docids, any_line_end=True) if self.docids else None
        blanks = Blanks((self.source, *self.references))
        number = 0
        for number, (source, *references) in enumerate(rows, start=1):
            blanks.add(number, (source, *references))
            idioms: tuple[Idiom, ...] = ()
            if mined is not None:
                idioms = mined.of(number, source)
            elif marks is not None and self.spans is not None:
                idioms = _next(marks, self.spans, self.source, number)
                check_against(f"{self.spans}:{number}", source, idioms)
            document = None
            if documents is not None and self.docids is not None:
                document = _next(documents, self.docids, self.source, number)
            yield Segment(str(number), source, tuple(references), document or None, idioms)
        blanks.finish()
        if mined is not None:
            mined.finish(number)
        for stream, path in ((marks, self.spans), (documents, self.docids)):
            if stream is not None and path is not None:
                extra = sum(1 for _ in stream)
                if extra:
                    raise _unequal(path, number + extra, self.source, number)


def _next(stream: Iterator[T], path: Path, partner: Path, number: int) -> T:
    for item in stream:
        return item
    raise _unequal(path, number - 1, partner, None)


def _unequal(path: Path, lines: int, partner: Path, partner_lines: int | None) -> DataError:
    other = f"has {partner_lines}" if partner_lines is not None else "has more"
    return DataError(
        f"{path} has {count(lines, 'line')}, but {partner} {other}.\n"
        "Every source line needs exactly one line there; nothing was done."
    )
