"""Columns of the user's own: what is known of every segment, beside a suite or loose files."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path

from litmus.corpus.segment import IdiomFacts, Segment
from litmus.corpus.suite import Suite, SuiteInfo
from litmus.errors import DataError, UsageError
from litmus.files.text import read_columns, read_lines
from litmus.wording import count

# A file with a header line, or the values of every segment by column.
Columns = str | Path | Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class WithColumns:
    """A suite whose segments have more columns than it says itself; these come first."""

    suite: Suite
    columns: Path | Mapping[str, Sequence[str]]

    @property
    def info(self) -> SuiteInfo:
        """That of the suite."""
        return self.suite.info

    @property
    def systems(self) -> Mapping[str, Path]:
        """Those of the suite."""
        return self.suite.systems

    @property
    def uses_crlf(self) -> bool:
        """As the suite does."""
        return self.suite.uses_crlf

    @property
    def facts(self) -> Mapping[str, IdiomFacts]:
        """What the suite knows of its labels."""
        known: Mapping[str, IdiomFacts] = getattr(self.suite, "facts", {})
        return known

    def segments(self) -> Iterator[Segment]:
        """The segments in order; there must be one row of columns for each."""
        segments, rows = self.suite.segments(), self._rows()
        for number, (segment, row) in enumerate(zip_longest(segments, rows)):
            if segment is None or row is None:
                more = 1 + sum(1 for _ in (rows if segment is None else segments))
                sizes = (number + more, number) if segment is None else (number, number + more)
                raise DataError(
                    f"{self._name} has {count(sizes[0], 'row')}, but {self.info.name} has "
                    f"{count(sizes[1], 'segment')}.\n"
                    "Every segment needs one row, in order; nothing was done."
                )
            yield replace(segment, columns={**segment.columns, **row})

    @property
    def _name(self) -> str:
        return str(self.columns) if isinstance(self.columns, Path) else "columns"

    def _rows(self) -> Iterator[dict[str, str]]:
        if isinstance(self.columns, Path):
            return read_rows(self.columns)
        names = list(self.columns)
        return (
            dict(zip(names, values, strict=True))
            for values in zip(*self.columns.values(), strict=True)
        )


def with_columns(suite: Suite, columns: Columns | None) -> Suite:
    """The suite with these columns, checked as far as can be without reading it."""
    if columns is None:
        return suite
    if isinstance(columns, str | Path):
        header_of(Path(columns))
        return WithColumns(suite, Path(columns))
    if not isinstance(columns, Mapping) or not columns:
        raise UsageError(
            "columns is a file, or the values of every segment by name, such as "
            '{"domain": ["news", "speech"]}.'
        )
    for name, values in columns.items():
        if isinstance(values, str) or not all(isinstance(value, str) for value in values):
            raise UsageError(f"columns[{name!r}] is not a list of strings.")
    sizes = {name: len(values) for name, values in columns.items()}
    if len(set(sizes.values())) > 1:
        told = ", ".join(f"{name!r} has {size:,}" for name, size in sizes.items())
        raise UsageError(f"Columns have one value per segment, but {told}.")
    return WithColumns(suite, columns)


def header_of(path: Path) -> list[str]:
    """The names in the first line of a table of columns."""
    line = next(read_lines(path, any_line_end=True))
    names = [name.strip() for name in line.split("\t")]
    for name, times in Counter(names).items():
        if not name:
            raise DataError(f"{path}:1: the header has a column without a name. Name it.")
        if times > 1:
            raise DataError(f"{path}:1: the header names the column {name!r} {times} times.")
    return names


def read_rows(path: Path) -> Iterator[dict[str, str]]:
    """Every line below the header: column -> value."""
    names = header_of(path)
    for number, cells in read_columns(path, {len(names)}, ", ".join(names)):
        if number > 1:
            yield dict(zip(names, (cell.strip() for cell in cells), strict=True))
