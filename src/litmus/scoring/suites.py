"""The scores of several suites together: one result each, in one table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from litmus.errors import UnknownName
from litmus.scoring.correction import corrected
from litmus.scoring.naming import SummarySettings
from litmus.scoring.presentation.shown import Style
from litmus.scoring.presentation.suite_tables import render
from litmus.scoring.results import Result, to_pandas
from litmus.scoring.rows import ResultRow
from litmus.wording import count

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class Results:
    """The scores of several suites, by name; p-values are corrected over all of them.

    >>> import litmus
    >>> found = litmus.evaluate_suites(["demo-is-en", "demo-en-es"], metrics="chrf", n_bootstrap=30)
    >>> found
    <Results: 2 suites, 3 scores>
    >>> found["demo-is-en"].overall("apertium", "chrf").n
    103
    """

    results: tuple[Result, ...]
    names: tuple[str, ...]

    def __repr__(self) -> str:
        n = sum(row.tag is None for row in self.rows)
        return f"<Results: {count(len(self.results), 'suite')}, {count(n, 'score')}>"

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    def __getitem__(self, name: str) -> Result:
        if name not in self.names:
            raise UnknownName("suite of these", name, self.names)
        return self.results[self.names.index(name)]

    @property
    def rows(self) -> tuple[ResultRow, ...]:
        """The rows of all; each names its suite."""
        return tuple(row for result in self.results for row in result.rows)

    @property
    def notes(self) -> tuple[str, ...]:
        """What to know about the numbers, each note once."""
        return tuple(dict.fromkeys(note for result in self.results for note in result.notes))

    def table(self, format: str = "text", *, width: int = 1, labels: bool = False) -> str:
        """The table that `litmus score` prints: text, json, tsv, latex or md."""
        return render(self.results, self.names, format, Style(width, labels))

    def to_pandas(self) -> "pd.DataFrame":
        """All rows as a data frame, one column per key of `-f json`."""
        return to_pandas(self.rows)


def put_together(
    results: Sequence[Result], names: Sequence[str], settings: SummarySettings
) -> Results:
    """The results of several suites. What is tested on the whole of each is read together: it is in
    one table; labels and buckets have a table for each suite."""
    rows, notes = corrected(
        [row for result in results for row in result.rows],
        settings,
        lambda row: (row.family, None if row.tag is None else row.suite),
    )
    whole, start = [], 0
    for result in results:
        own = rows[start : start + len(result.rows)]
        start += len(own)
        whole.append(replace(result, rows=tuple(own), notes=(*result.notes, *notes)))
    return Results(tuple(whole), tuple(names))
