"""Counts on parts of a suite: random segments, with an idiom, triggered, not triggered."""

import heapq
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from litmus.metrics.base import Flag, SegmentRow
from litmus.scoring.measuring.collected import Counted, Step, rows_by_segment
from litmus.scoring.rows import SUBSET

RANDOM_SIZE = 1000
_RANDOM, _WITH_IDIOM, _TRIGGERED, _NOT_TRIGGERED = SUBSETS = (
    "random", "with-idiom", "triggered", "not-triggered",
)  # fmt: skip


class _SampledRows(NamedTuple):
    """The rows of one segment, from one metric (by its index) on one system."""

    metric: int
    system: int
    unit: int
    rows: Sequence[SegmentRow]


class Subsets:
    """Counts every batch by subset; what is random is known, and counted, in the end.

    A metric that decides which segments are triggered is not counted on these: it would be at its
    worst on the ones and at its best on the others, whatever the system.
    """

    def __init__(self, counted: Sequence[Counted], seed: int) -> None:
        self._counted = counted
        self._sample = _Sample(RANDOM_SIZE, seed)

    def add(self, step: Step, n_before: int) -> None:
        """Count a batch that comes after `n_before` segments."""
        has_idiom = [bool(s.idioms or s.blacklist or s.required) for s in step.batch.segments]
        for system in range(len(step.systems)):
            flagged = self._flagged(step, system)
            for entry, by_system in zip(self._counted, step.rows, strict=True):
                rows, parted = by_system[system], entry.parted[SUBSET]
                marked = [row for row in rows if has_idiom[row.segment]]
                parted.add(system, marked, step.units, [_WITH_IDIOM] * len(marked))
                if _triggers(entry):
                    continue
                decided = [row for row in rows if row.segment in flagged]
                names = [_TRIGGERED if flagged[r.segment] else _NOT_TRIGGERED for r in decided]
                parted.add(system, decided, step.units, names)
        by_segment = [[rows_by_segment(rows) for rows in by_system] for by_system in step.rows]
        for index, is_marked in enumerate(has_idiom):
            if not is_marked:
                unit = int(step.units[index])
                self._sample.offer(n_before + index, partial(_sampled, by_segment, index, unit))

    def finish(self) -> None:
        """Count the random sample."""
        for metric, system, unit, rows in self._sample.rows():
            alone = [row._replace(segment=0) for row in rows]
            names = [_RANDOM] * len(rows)
            self._counted[metric].parted[SUBSET].add(system, alone, np.full(1, unit), names)

    def _flagged(self, step: Step, system: int) -> dict[int, bool]:
        """Whether a segment is flagged; the first metric that has evidence for it decides."""
        flagged: dict[int, bool] = {}
        for entry, by_system in zip(self._counted, step.rows, strict=True):
            if _triggers(entry) and entry.metric.flag is not None:
                by_metric = _by_flag(entry.metric.flag, entry.metric.columns, by_system[system])
                flagged = by_metric | flagged
        return flagged


def _triggers(entry: Counted) -> bool:
    return entry.metric.is_trigger and entry.metric.flag is not None


def _by_flag(flag: Flag, columns: Sequence[str], rows: Sequence[SegmentRow]) -> dict[int, bool]:
    """Whether a metric flags any label of a segment, for the segments it has evidence for."""
    flagged: dict[int, bool] = {}
    for row in rows:
        wrong, known = flag.of_counts(dict(zip(columns, row.counts, strict=True)))
        if known:
            flagged[row.segment] = flagged.get(row.segment, False) or wrong
    return flagged


def _sampled(
    by_segment: Sequence[Sequence[dict[int, list[SegmentRow]]]], index: int, unit: int
) -> list[_SampledRows]:
    """What all metrics and systems have for one segment."""
    return [
        _SampledRows(k, s, unit, rows.get(index, []))
        for k, by_system in enumerate(by_segment)
        for s, rows in enumerate(by_system)
    ]


class _Sample:
    """A seeded random sample of segments, drawn while they stream by."""

    def __init__(self, size: int, seed: int) -> None:
        self._size, self._seed = size, seed
        self._heap: list[tuple[int, int, list[_SampledRows]]] = []

    def offer(self, number: int, rows: Callable[[], list[_SampledRows]]) -> None:
        """Take a segment, by its number in the suite, or not; `rows` is called if it is taken."""
        digest = blake2b(f"{self._seed} {number}".encode(), digest_size=8).digest()
        rank = -int.from_bytes(digest, "big")
        if len(self._heap) < self._size:
            heapq.heappush(self._heap, (rank, number, rows()))
        elif rank > self._heap[0][0]:
            heapq.heapreplace(self._heap, (rank, number, rows()))

    def rows(self) -> list[_SampledRows]:
        """Those of the segments drawn."""
        return [sampled for _, _, several in self._heap for sampled in several]
