"""Keeps, while a suite is scored, what is needed to show the segments that cost most.

Which segments these are is known only when all are counted, so counts, evidence and text of those
that requirements look at go to a file that is gone with the process: memory does not grow.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple

from litmus.corpus.suite import Suite
from litmus.gating.resolving import Question
from litmus.metrics.base import SegmentRow
from litmus.scoring.measuring.buckets import Parting, part
from litmus.scoring.measuring.collected import Collected, Step, rows_by_segment
from litmus.scoring.naming import column_name


class Seen(NamedTuple):
    """A segment as it was measured: `rows` are label, counts and evidence by metric and system."""

    id: str
    source: str
    reference: str | None
    texts: Mapping[str, str]
    buckets: Mapping[str, str]
    rows: Mapping[str, Mapping[str, Sequence[tuple[str | None, Sequence[float], dict[str, Any]]]]]


class Watcher:
    """Watches one suite being scored, for the questions that are asked on it."""

    def __init__(self, suite: Suite, asked: Sequence[Question], by_column: Sequence[str]) -> None:
        self._systems = {name for q in asked for name in (q.system, q.requirement.than)}
        self._columns = {question.metric for question in asked}
        tags = [question.requirement.tag or "" for question in asked]
        wanted = [name for name in by_column if any(t.startswith(f"{name}:") for t in tags)]
        self.partings: list[Parting] = part(suite, wanted)  # of columns that tags speak of
        self._file: IO[str] | None = None
        self.collected: Collected | None = None

    def __call__(self, collected: Collected, step: Step) -> None:
        """Keep a batch."""
        self.collected = collected
        if self._file is None:
            self._file = TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - see `close`
        entries = [
            (entry.name, by_system)
            for entry, by_system in zip(collected.counted, step.rows, strict=True)
            if self._columns & {column_name(entry, r) for r in entry.metric.readings}
        ]
        kept = [
            (name, out.system, rows_by_segment(by_system[at]))
            for name, by_system in entries
            for at, out in enumerate(step.systems)
            if out.system in self._systems
        ]
        for index, segment in enumerate(step.batch.segments):
            rows: dict[str, dict[str, Any]] = {}
            for name, system, by_segment in kept:
                if own := by_segment.get(index):
                    rows.setdefault(name, {})[system] = [_plain(row) for row in own]
            if rows:
                seen = Seen(
                    segment.id,
                    segment.source,
                    segment.references[0] if segment.references else None,
                    {o.system: o.hypotheses[index] for o in step.systems
                     if o.system in self._systems},
                    {parting.column: parting.bucket(segment) for parting in self.partings},
                    rows,
                )  # fmt: skip
                self._file.write(json.dumps(seen, default=_number) + "\n")

    def seen(self) -> Iterator[Seen]:
        """Every segment that was kept, in order."""
        if self._file is not None:
            self._file.seek(0)
            for line in self._file:
                yield Seen(*json.loads(line))

    def close(self) -> None:
        """Forget them."""
        if self._file is not None:
            self._file.close()


def _plain(row: SegmentRow) -> list[Any]:
    return [row.label, row.counts, dict(row.evidence)]


def _number(value: Any) -> Any:
    """A number of NumPy's as one of Python's."""
    return value.item()
