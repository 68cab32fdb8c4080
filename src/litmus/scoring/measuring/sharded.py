"""What a shard has measured, as lines of a part, and as it was before."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from litmus.alignment.links import Alignment
from litmus.corpus.segment import to_json
from litmus.engine.batches import map_batches
from litmus.engine.parts import Parts, Sharded
from litmus.engine.shards import Shard, cut
from litmus.errors import UsageError
from litmus.metrics.base import Metric, SegmentRow
from litmus.scoring.measuring.inputs import Inputs, Read
from litmus.scoring.measuring.kept import (
    links_from_json,
    links_to_json,
    tags_from_json,
    tags_to_json,
)
from litmus.scoring.measuring.measure import Measure, Measured, Wanted, given
from litmus.wording import option


def measure_shard(
    inputs: Inputs,
    measure: Measure,
    shard: Shard,
    marks: Mapping[str, str],
    *,
    whole_documents: bool,
    workers: int | None,
    engine: str,
) -> Sharded:
    """The batches of a shard, measured as they are taken, a line each."""
    if why := measure.why_alone():
        raise UsageError(f"{option('shard')} is for what several processes can do, but {why}.")
    batches, stretch = cut(partial(inputs.batches, whole_documents=whole_documents), shard, texts)
    assert stretch is not None
    done = map_batches(partial(given, measure), batches(), workers=workers, engine=engine)
    return Sharded(marks, stretch, (_line(each, measure.wanted) for each in done))


class Known:
    """What all shards have measured, in place of measuring it."""

    def __init__(self, parts: Parts, inputs: Inputs, signature: str, *, whole_documents: bool):
        _, stretch = cut(
            partial(inputs.batches, whole_documents=whole_documents), Shard(1, 1), texts
        )
        assert stretch is not None
        parts.check(signature, stretch)
        self._parts = parts

    def of(
        self, batches: Iterable[Read], metrics: Sequence[Metric[Any]]
    ) -> Iterator[tuple[Read, Measured]]:
        """Every batch with what was measured of it."""
        return self._parts.results(batches, lambda read, line: _measured(read, line, metrics))


def texts(read: Read) -> Iterator[str]:
    """A segment with all that can change what is measured of it."""
    for k, segment in enumerate(read.segments):
        hypotheses = {name: own[k] for name, own in read.texts.items()}
        yield json.dumps([to_json(segment), hypotheses])


def _line(measured: Measured, wanted: Wanted) -> str:
    """Counts, and of all else what is wanted: texts are not to be found in parts by surprise."""
    rows = [
        [
            [[row.segment, row.label, row.counts, *_evidence(row, wanted)] for row in own]
            for own in by_system
        ]
        for by_system in measured.rows
    ]
    made = {
        name: [
            None if links is None else links_to_json(links),
            None if tags is None else tags_to_json(tags),
        ]
        for name, (links, tags) in measured.made.items()
    }
    shown = {
        name: [None if each is None else links_to_json([each])[0] for each in links]
        for name, links in measured.shown.items()
    }
    value = [rows, measured.written, made, shown]
    return json.dumps(value, separators=(",", ":"), default=_plain) + "\n"


def _evidence(row: SegmentRow, wanted: Wanted) -> list[Any]:
    return [row.evidence] if wanted.everything else []


def _plain(number: Any) -> Any:
    """A number of NumPy's as one of Python's."""
    return number.item()


def _measured(read: Read, line: str, metrics: Sequence[Metric[Any]]) -> Measured:
    """What `_line` wrote; a ValueError or the like where it cannot have."""
    rows, written, made, shown = json.loads(line)
    n = len(read.segments)
    if len(rows) != len(metrics) or any(len(own) != len(read.texts) for own in rows):
        raise ValueError("the metrics or systems are others")
    if type(written) is not str:
        raise ValueError("the evidence is no text")
    return Measured(
        [
            [[_row(row, n, len(metric.columns)) for row in own] for own in by_system]
            for metric, by_system in zip(metrics, rows, strict=True)
        ],
        written,
        {
            name: (
                None if links is None else _all([_link(each) for each in links], n),
                None if tags is None else _all(tags_from_json(tags), n),
            )
            for name, (links, tags) in made.items()
        },
        {name: _all([_link(each) for each in links], n) for name, links in shown.items()},
    )


def _row(row: list[Any], n_segments: int, n_columns: int) -> SegmentRow:
    segment, label, counts, evidence = row if len(row) > 3 else (*row, {})
    if (
        type(segment) is not int
        or not 0 <= segment < n_segments
        or not (label is None or type(label) is str)
        or len(counts) != n_columns
        or not all(isinstance(number, int | float) for number in counts)
        or type(evidence) is not dict
    ):
        raise ValueError("a row is none")
    return SegmentRow(segment, label, tuple(counts), evidence)


def _link(value: Any) -> Alignment | None:
    if value is None:
        return None
    (found,) = links_from_json([value])
    n, m = len(found.source), len(found.target)
    if not all(0 <= i < n and 0 <= j < m for i, j in found.links | found.guesses):
        raise ValueError("a link is to no word")
    return found


def _all(values: list[Any], n_segments: int) -> list[Any]:
    if len(values) != n_segments:
        raise ValueError("there is not one for each segment")
    return values
