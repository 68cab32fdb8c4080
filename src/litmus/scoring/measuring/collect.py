"""Streams segments through all metrics and systems; keeps counts, never text."""

from collections.abc import Sequence
from functools import partial
from hashlib import blake2b
from typing import IO, Any

import numpy as np

from litmus.corpus.segment import Segment
from litmus.corpus.sizes import size_of
from litmus.engine.batches import map_with_batches
from litmus.metrics.base import Metric, Outputs
from litmus.scoring.measuring.buckets import Buckets, Parting
from litmus.scoring.measuring.collected import (
    Collected,
    Counted,
    Parted,
    Progress,
    Step,
    Watch,
    add_rows,
    new_tallies,
)
from litmus.scoring.measuring.inputs import Inputs
from litmus.scoring.measuring.links_and_tags import LinksAndTags
from litmus.scoring.measuring.measure import Measure, given
from litmus.scoring.measuring.sharded import Known
from litmus.scoring.measuring.subsets import Subsets
from litmus.scoring.rows import SUBSET
from litmus.stages import Stage


def collect(
    inputs: Inputs,
    metrics: Sequence[tuple[str, Metric[Any]]],
    measure: Measure,
    *,
    whole_documents: bool,
    workers: int | None,
    engine: str,
    known: Known | None,
    unit: str,
    subsets: bool,
    partings: Sequence[Parting],
    seed: int,
    evidence: IO[str] | None,
    progress: Progress,
    watch: Watch | None = None,
) -> Collected:
    """Measure every metric on every system, batch by batch; `watch` is shown each.

    With several `workers` other processes measure; what is counted here does not depend on them.
    `known` is what shards have measured already.
    """
    n_systems = len(inputs.outputs)
    columns = [*([SUBSET] if subsets else []), *(parting.column for parting in partings)]
    counted = [
        Counted(
            metric,
            name,
            new_tallies(metric, n_systems),
            {column: Parted(metric, n_systems) for column in columns},
        )
        for name, metric in metrics
    ]
    collected, units = Collected(counted, unit), _Units(unit)
    parts = Subsets(counted, seed) if subsets else None
    buckets = Buckets(counted, partings)
    batches = inputs.batches(whole_documents=whole_documents)
    done = (
        map_with_batches(partial(given, measure), batches, workers=workers, engine=engine)
        if known is None
        else known.of(batches, [metric for _, metric in metrics])
    )
    told = Stage(doing(measure.accompanied), "segments", lambda: size_of(inputs.suite))
    for read, measured in done:
        batch, systems = measured.of(read)
        _count_empty(collected, batch.segments, systems)
        collected.n_references.update(len(segment.references) for segment in batch.segments)
        numbers = np.array([units.number(segment) for segment in batch.segments])
        step = Step(batch, systems, measured.rows, numbers, measured.shown)
        _count(collected, step)
        if parts is not None:
            parts.add(step, collected.n_segments)
        buckets.add(step)
        if evidence is not None:
            evidence.write(measured.written)
        if watch is not None:
            watch(collected, step)
        for m, s in measured.new:
            collected.measured[counted[m].name, systems[s].system] += len(batch.segments)
        collected.n_segments += len(batch.segments)
        progress(collected.n_segments)
        told.reach(collected.n_segments)
    told.end()
    if known is None:
        measure.accompanied.finish()
    if parts is not None:
        parts.finish()
    collected.n_units, collected.n_documents = units.count, len(units.documents)
    return collected


def doing(accompanied: LinksAndTags) -> str:
    """What happens to segments, in words."""
    made = {"aligning": accompanied.aligners, "tagging": accompanied.tags}
    return " and ".join([*(what for what, makers in made.items() if makers), "measuring"])


class _Units:
    """Numbers the units that a resample draws: segments (variants of one item together), or
    documents."""

    def __init__(self, by: str) -> None:
        self._by = by
        self._numbers: dict[str, int] = {}
        self.count = 0
        self.documents: set[bytes] = set()

    def number(self, segment: Segment) -> int:
        """The number of a segment's unit; without a document or group it is one of its own."""
        if segment.document is not None:
            self.documents.add(blake2b(segment.document.encode(), digest_size=8).digest())
        key = segment.document if self._by == "document" else segment.group
        number = self.count if key is None else self._numbers.setdefault(key, self.count)
        self.count += number == self.count
        return number


def _count(collected: Collected, step: Step) -> None:
    labels = collected.labels
    for entry, by_system in zip(collected.counted, step.rows, strict=True):
        for tally, rows in zip(entry.tallies, by_system, strict=True):
            codes = [-1 if row.label is None else labels[row.label] for row in rows]
            add_rows(tally, rows, step.units, codes)


def _count_empty(
    collected: Collected, segments: Sequence[Segment], systems: Sequence[Outputs]
) -> None:
    """Empty outputs of segments that have text, and outputs where the segment is an empty line."""
    start = collected.n_segments + 1
    blank = [segment.is_blank for segment in segments]
    for out in systems:
        for number, (text, is_blank) in enumerate(zip(out.hypotheses, blank, strict=True), start):
            if is_blank != (not text.strip()):
                counts = collected.added if is_blank else collected.empty
                n, first = counts.get(out.system, (0, number))
                counts[out.system] = (n + 1, first)
