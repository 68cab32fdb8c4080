"""Parallel text in memory: what a notebook has, as a suite."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from litmus.corpus.blanks import Blanks
from litmus.corpus.formats.spans import Mined, check_against, is_mined, read_spans
from litmus.corpus.segment import Idiom, Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError, UsageError
from litmus.files.places import is_url
from litmus.files.text import read_lines
from litmus.wording import count

Text = str | Path | Sequence[str]  # the name of a file, or the lines themselves
# Per segment its idioms: (start, end) or (start, end, label), in characters of the source.
Marks = Sequence[Sequence[tuple[int, int] | tuple[int, int, str]]]


@dataclass(frozen=True)
class Lines:
    """Lines under the name that messages call them by."""

    name: str
    texts: tuple[str, ...]

    def __str__(self) -> str:
        return self.name

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    def __len__(self) -> int:
        return len(self.texts)


def open_text(text: Text, name: str) -> Path | Lines:
    """A file as its path, a list as checked lines. `name` is the argument it was given as."""
    if isinstance(text, str) and is_url(text):
        raise UsageError(
            f"{text} is a URL, which is for collections (mine, analyse, align, tag, build).\n"
            "Copy the file here."
        )
    if isinstance(text, str | Path):
        return Path(text)
    if not isinstance(text, Sequence):
        raise UsageError(
            f"{name} is {type(text).__name__}, not a path or a list of strings.\n"
            "Make it a list: list(...)"
        )
    for number, line in enumerate(text):
        if not isinstance(line, str):
            raise UsageError(f"{name}[{number}] is {type(line).__name__}, not a string.")
        if "\n" in line or "\r" in line:
            raise DataError(
                f"{name}[{number}] has a line end; a segment is one line.\n"
                "Replace line ends with spaces."
            )
    return Lines(name, tuple(text))


def lines_of(text: Path | Lines, *, any_line_end: bool = False) -> Iterator[str]:
    """The lines of a file, or those in memory."""
    return read_lines(text, any_line_end=any_line_end) if isinstance(text, Path) else iter(text)


def in_memory(text: Path | Lines) -> Lines:
    """A file's lines, held; lines as they are."""
    if isinstance(text, Lines):
        return text
    return Lines(str(text), tuple(read_lines(text, any_line_end=True)))


@dataclass(frozen=True)
class ParallelLines:
    """Source, references, idioms and document ids in memory; ids are line numbers from 1."""

    info: SuiteInfo
    source: Lines
    references: tuple[Lines, ...] = ()
    spans: Marks | Path | None = None
    docids: Lines | None = None
    uses_crlf: bool = False

    @property
    def systems(self) -> Mapping[str, Path]:
        """None: outputs are given apart."""
        return {}

    def __post_init__(self) -> None:
        columns = [*self.references, *([self.docids] if self.docids else [])]
        sizes = {column.name: len(column) for column in columns}
        if self.spans is not None and not isinstance(self.spans, Path):
            sizes["spans"] = len(self.spans)
        for name, size in sizes.items():
            if size != len(self.source):
                raise DataError(
                    f"{name} has {count(size, 'line')}, but {self.source} has "
                    f"{len(self.source)}. Every segment needs one; nothing was done."
                )

    def segments(self) -> Iterator[Segment]:
        """One segment per line."""
        marks = self._marks()
        blanks = Blanks((self.source, *self.references), "index {}")
        for index, source in enumerate(self.source):
            references = tuple(reference.texts[index] for reference in self.references)
            blanks.add(index, (source, *references))
            idioms = next(marks, ())
            check_against(f"spans[{index}]", source, idioms)
            document = (self.docids.texts[index] if self.docids else "") or None
            yield Segment(str(index + 1), source, references, document, idioms)
        blanks.finish()

    def _marks(self) -> Iterator[tuple[Idiom, ...]]:
        if isinstance(self.spans, Path) and is_mined(self.spans):
            mined = Mined(self.spans)
            yield from (mined.of(n, source) for n, source in enumerate(self.source, start=1))
            mined.finish(len(self.source))
            return
        if isinstance(self.spans, Path):
            yield from read_spans(self.spans)
            return
        for source, spans in zip(self.source, self.spans or (), strict=False):
            yield tuple(
                Idiom(label[0] if label else source[start:end], ((start, end),))
                for start, end, *label in spans
            )


@dataclass(frozen=True)
class Held:
    """A suite whose segments have been read, for whoever needs them in another order."""

    info: SuiteInfo
    held: Sequence[Segment]
    uses_crlf: bool = False

    @property
    def systems(self) -> Mapping[str, Path]:
        """None: outputs are given apart."""
        return {}

    def segments(self) -> Iterator[Segment]:
        """Its segments in order, anew at every call."""
        return iter(self.held)
