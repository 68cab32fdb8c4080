"""Rows of scores: tidy, the same for one system or many."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from litmus.errors import UnknownName

SIGNIFICANT = 0.05  # a corrected p below it gets a star
SUBSET = "subset"  # the column whose buckets are subsets
DAGGER = "†"  # behind the title of a metric with options that are not the default


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One number. `value`, `low`, `high` and `p` are None where there is no evidence for them."""

    system: str
    metric: str
    tag: str | None
    n: int
    value: float | None
    low: float | None
    high: float | None
    p: float | None
    signature: str
    options: str = ""  # of the metric, those that are not the default
    family: str | None = None  # of p: what it is corrected over
    tests: int | None = None  # of p: how many there are in its family
    suite: str = ""
    column: str | None = None  # of a bucket: the column, such as domain
    bucket: str | None = None  # its value there, such as news; `tag` is column:bucket
    p_raw: float | None = None  # p before the correction

    def as_json(self) -> dict[str, Any]:
        """The object that `-f json` prints; its keys are fixed."""
        return {key: getattr(self, key) for key in FIELDS}


_FIRST = ("system", "metric", "tag", "n", "value", "low", "high", "p", "signature")
_PLACE = ("suite", "column", "bucket")
TSV_FIELDS = (*_FIRST, *_PLACE)
FIELDS = (*_FIRST, "options", "family", "tests", *_PLACE, "p_raw")


@dataclass(frozen=True, slots=True)
class Column:
    """How a metric (or a reading of it) is shown to people."""

    metric: str
    title: str
    higher_is_better: bool
    family: str  # "idiom", "discourse" or "overall"
    daggered: str = ""  # options that the dagger behind the title stands for
    shows_tags: bool = False  # the table of its tags is always shown
    ideal: float | None = None  # the best value, where it is neither the highest nor the lowest


@dataclass(frozen=True, slots=True)
class Correlation:
    """Of the labels' rates with their frequencies."""

    system: str
    metric: str
    n_labels: int
    pearson: float | None
    spearman: float | None


@dataclass(frozen=True)
class Scores:
    """All rows of an evaluation and what to say about them."""

    heading: str
    systems: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[ResultRow, ...]
    correlations: tuple[Correlation, ...]
    notes: tuple[str, ...]
    test: str | None
    n_trials: int
    seed: int
    family: str = "all"  # what p-values are corrected over
    tested: tuple[str, ...] = ()  # the columns with a test, if not all have one
    baseline: str = ""  # of the tests; the first system if it is not said
    # Segments by bucket, by column, both in the order of their tables.
    buckets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def overall(self, system: str, metric: str) -> ResultRow:
        """The row of a system and metric over everything."""
        if system not in self.systems:
            raise UnknownName("system", system, self.systems)
        for row in self.rows:
            if row.system == system and row.metric == metric and row.tag is None:
                return row
        raise UnknownName("metric", metric, [column.metric for column in self.columns])
