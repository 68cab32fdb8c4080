"""Streams segments through all metrics and systems; keeps counts, never text."""

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import IO, Any

import numpy as np

from litmus.arrays import Ints
from litmus.corpus.jsonl import line
from litmus.corpus.numbering import Numbering
from litmus.corpus.segment import Segment
from litmus.metrics.base import Batch, Flag, Metric, Outputs, SegmentRow, merge_evidence
from litmus.scoring.inputs import Inputs
from litmus.stats.tally import Tally

RANDOM_SIZE = 1000
SUBSETS = ("random", "with-idiom", "triggered", "not-triggered")


@dataclass
class Counted:
    """The counts of one metric: a tally a system, by label, and by subset if asked for."""

    metric: Metric[Any]
    name: str
    tallies: list[Tally]
    subsets: list[Tally]


@dataclass
class Collected:
    """Everything a summary needs."""

    counted: list[Counted]
    unit: str = "segment"  # what a resample draws
    labels: Numbering[str] = field(default_factory=Numbering)
    n_segments: int = 0
    n_units: int = 0
    n_documents: int = 0
    n_references: set[int] = field(default_factory=set)
    empty: dict[str, tuple[int, int]] = field(default_factory=dict)  # system -> count, first line


@dataclass(frozen=True, slots=True)
class Step:
    """A batch as it was measured: rows by metric and system, and the unit of every segment."""

    batch: Batch
    systems: Sequence[Outputs]
    rows: Sequence[Sequence[Sequence[SegmentRow]]]
    units: Ints


Watch = Callable[[Collected, Step], None]
Progress = Callable[[int], None]  # told how many segments are done


class _Units:
    """Numbers the units that a resample draws: segments (variants of one item together), or
    documents."""

    def __init__(self, by: str) -> None:
        self._by = by
        self._known: dict[str, int] = {}
        self.count = 0
        self.documents: set[bytes] = set()

    def number(self, segment: Segment) -> int:
        if segment.document is not None:
            self.documents.add(blake2b(segment.document.encode(), digest_size=8).digest())
        key = segment.document if self._by == "document" else segment.group
        if key is None:
            self.count += 1
            return self.count - 1
        if key not in self._known:
            self._known[key] = self.count
            self.count += 1
        return self._known[key]


class _Sample:
    """A seeded random sample of segments, drawn while they stream by."""

    def __init__(self, size: int, seed: int) -> None:
        self._size, self._seed = size, seed
        self._heap: list[tuple[int, int, list[tuple[int, int, int, list[SegmentRow]]]]] = []

    def offer(
        self, number: int, rows: Callable[[], list[tuple[int, int, int, list[SegmentRow]]]]
    ) -> None:
        digest = blake2b(f"{self._seed} {number}".encode(), digest_size=8).digest()
        rank = -int.from_bytes(digest, "big")
        if len(self._heap) < self._size:
            heapq.heappush(self._heap, (rank, number, rows()))
        elif rank > self._heap[0][0]:
            heapq.heapreplace(self._heap, (rank, number, rows()))

    def rows(self) -> list[tuple[int, int, int, list[SegmentRow]]]:
        """(metric, system, unit, rows) of the segments drawn."""
        return [item for _, _, items in self._heap for item in items]


def collect(
    inputs: Inputs,
    metrics: Sequence[tuple[str, Metric[Any]]],
    *,
    unit: str,
    subsets: bool,
    seed: int,
    evidence: IO[str] | None,
    progress: Progress,
    watch: Watch | None = None,
) -> Collected:
    """Measure every metric on every system, batch by batch; `watch` is shown each."""
    n_systems = len(inputs.outputs)
    counted = [
        Counted(
            metric,
            name,
            [Tally(len(metric.columns)) for _ in range(n_systems)],
            [Tally(len(metric.columns)) for _ in range(n_systems)] if subsets else [],
        )
        for name, metric in metrics
    ]
    collected = Collected(counted, unit)
    units, labels = _Units(unit), collected.labels
    sample = _Sample(RANDOM_SIZE, seed) if subsets else None
    links = any(metric.needs_links for _, metric in metrics)
    tags = any(metric.needs_tags for _, metric in metrics)
    for batch, systems in inputs.batches(links=links, tags=tags):
        _count_empty(collected, systems)
        numbers = np.array([units.number(segment) for segment in batch.segments])
        collected.n_references.update(len(segment.references) for segment in batch.segments)
        prepared = [(entry.metric, entry.metric.prepare(batch)) for entry in counted]
        rows = [[metric.measure(ready, out) for out in systems] for metric, ready in prepared]
        for entry, by_system in zip(counted, rows, strict=True):
            for tally, found in zip(entry.tallies, by_system, strict=True):
                codes = [-1 if row.label is None else labels[row.label] for row in found]
                _add(tally, found, numbers, codes)
        if sample is not None:
            _add_subsets(counted, batch, rows, numbers, sample, collected.n_segments)
        if evidence is not None:
            _write_evidence(evidence, batch, systems, counted, rows)
        if watch is not None:
            watch(collected, Step(batch, systems, rows, numbers))
        collected.n_segments += len(batch.segments)
        progress(collected.n_segments)
    if sample is not None:
        for place, system, number, found in sample.rows():
            numbers = np.full(1, number)
            renumbered = [SegmentRow(0, row.label, row.counts, row.evidence) for row in found]
            _add(counted[place].subsets[system], renumbered, numbers, [0] * len(found))
    collected.n_units, collected.n_documents = units.count, len(units.documents)
    return collected


def _add(tally: Tally, rows: list[SegmentRow], numbers: Any, codes: Sequence[int]) -> None:
    if rows:
        places = [row.segment for row in rows]
        tally.add(numbers[places], codes, np.array([row.counts for row in rows]))


def _count_empty(collected: Collected, systems: list[Outputs]) -> None:
    for out in systems:
        for place, text in enumerate(out.hypotheses):
            if not text.strip():
                n, first = collected.empty.get(out.system, (0, collected.n_segments + place + 1))
                collected.empty[out.system] = (n + 1, first)


def _add_subsets(
    counted: list[Counted],
    batch: Batch,
    rows: list[list[list[SegmentRow]]],
    numbers: Any,
    sample: _Sample,
    done: int,
) -> None:
    marked = [bool(s.idioms or s.blacklist or s.required) for s in batch.segments]
    for system in range(len(rows[0])):
        states: dict[int, bool] = {}
        for entry, by_system in zip(counted, rows, strict=True):
            if entry.metric.is_trigger and entry.metric.flag is not None:
                # The first metric that has evidence for a segment decides.
                flagged = _flagged(entry.metric.flag, entry.metric.columns, by_system[system])
                states = flagged | states
        for entry, by_system in zip(counted, rows, strict=True):
            found = by_system[system]
            idiom = [row for row in found if marked[row.segment]]
            _add(entry.subsets[system], idiom, numbers, [1] * len(idiom))
            decided = [row for row in found if row.segment in states]
            codes = [2 if states[row.segment] else 3 for row in decided]
            _add(entry.subsets[system], decided, numbers, codes)
    by_segment = [[_by_segment(found) for found in by_system] for by_system in rows]
    for place, has_mark in enumerate(marked):
        if not has_mark:
            sample.offer(
                done + place,
                lambda place=place: [  # type: ignore[misc]
                    (k, s, int(numbers[place]), found.get(place, []))
                    for k, systems in enumerate(by_segment)
                    for s, found in enumerate(systems)
                ],
            )


def _flagged(flag: Flag, columns: Sequence[str], rows: Sequence[SegmentRow]) -> dict[int, bool]:
    """Whether a metric flags any label of a segment, for the segments it has evidence for."""
    states: dict[int, bool] = {}
    for row in rows:
        wrong, known = flag.of_counts(dict(zip(columns, row.counts, strict=True)))
        if known:
            states[row.segment] = states.get(row.segment, False) or wrong
    return states


def _by_segment(rows: list[SegmentRow]) -> dict[int, list[SegmentRow]]:
    found: dict[int, list[SegmentRow]] = {}
    for row in rows:
        found.setdefault(row.segment, []).append(row)
    return found


def _write_evidence(
    out: IO[str],
    batch: Batch,
    systems: list[Outputs],
    counted: list[Counted],
    rows: list[list[list[SegmentRow]]],
) -> None:
    """One row per segment, system and metric, also where there is no evidence."""
    indexed = [[_by_segment(found) for found in by_system] for by_system in rows]
    for place, segment in enumerate(batch.segments):
        for s, system in enumerate(systems):
            for k, entry in enumerate(counted):
                found = indexed[k][s].get(place, [])
                sums = [sum(values) for values in zip(*(row.counts for row in found), strict=True)]
                counts = dict(
                    zip(entry.metric.columns, sums or [0] * len(entry.metric.columns), strict=True)
                )
                shown = {key: int(v) if v == int(v) else v for key, v in counts.items()}
                value = {
                    "id": segment.id,
                    "system": system.system,
                    "metric": entry.name,
                    "counts": shown,
                    "evidence": merge_evidence([row.evidence for row in found]),
                }
                out.write(line(value) + "\n")
