"""What is counted while segments stream by: the counts of all metrics, and each batch as it was."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from litmus.alignment.links import Alignment
from litmus.arrays import Ints
from litmus.corpus.numbering import Numbering
from litmus.metrics.base import Batch, Metric, Outputs, SegmentRow
from litmus.stats.averages import MACRO
from litmus.stats.tally import Tally


class Parted:
    """The counts of one metric by bucket: one tally per system.

    A macro average of a bucket needs the labels in it, too; `codes` are of (bucket, label).
    """

    def __init__(self, metric: Metric[Any], n_systems: int) -> None:
        self.tallies = new_tallies(metric, n_systems)
        self.codes = Numbering[tuple[str, str | None]]()
        self._labelled = metric.average == MACRO

    def add(
        self, system: int, rows: Sequence[SegmentRow], units: Ints, buckets: Sequence[str]
    ) -> None:
        """Count rows of a batch: `units` go by segment, `buckets` by row."""
        codes = [
            self.codes[bucket, row.label if self._labelled else None]
            for row, bucket in zip(rows, buckets, strict=True)
        ]
        add_rows(self.tallies[system], rows, units, codes)


@dataclass
class Counted:
    """The counts of one metric: one tally per system, by label; and by bucket of some columns."""

    metric: Metric[Any]
    name: str
    tallies: list[Tally]
    parted: Mapping[str, Parted] = field(default_factory=dict)


@dataclass
class Collected:
    """Everything that a summary needs."""

    counted: list[Counted]
    unit: str = "segment"  # what a resample draws
    labels: Numbering[str] = field(default_factory=Numbering)
    n_segments: int = 0
    n_units: int = 0
    n_documents: int = 0
    n_references: set[int] = field(default_factory=set)
    # Outputs that are empty, and such as have text where the segment has none: system -> count,
    # first line
    empty: dict[str, tuple[int, int]] = field(default_factory=dict)
    added: dict[str, tuple[int, int]] = field(default_factory=dict)
    # (metric, system) -> segments that this run has measured
    measured: Counter[tuple[str, str]] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Step:
    """A batch as measured: rows by metric and system, and the unit of every segment; `shown` are
    links that no metric reads, if somebody looks at them."""

    batch: Batch
    systems: Sequence[Outputs]
    rows: Sequence[Sequence[Sequence[SegmentRow]]]
    units: Ints
    shown: Mapping[str, Sequence[Alignment | None]] = field(default_factory=dict)


Watch = Callable[[Collected, Step], None]
Progress = Callable[[int], None]  # told how many segments are done


def new_tallies(metric: Metric[Any], n_systems: int) -> list[Tally]:
    """Of nothing yet, one per system."""
    return [Tally(len(metric.columns)) for _ in range(n_systems)]


def add_rows(tally: Tally, rows: Sequence[SegmentRow], units: Ints, codes: Sequence[int]) -> None:
    """Count rows of a batch: `units` go by segment, `codes` (labels or buckets) by row."""
    if rows:
        segments = [row.segment for row in rows]
        tally.add(units[segments], codes, np.array([row.counts for row in rows]))


def rows_by_segment(rows: Sequence[SegmentRow]) -> dict[int, list[SegmentRow]]:
    """The rows of each segment that has any."""
    by_segment: dict[int, list[SegmentRow]] = {}
    for row in rows:
        by_segment.setdefault(row.segment, []).append(row)
    return by_segment
