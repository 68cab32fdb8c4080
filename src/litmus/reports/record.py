"""Records what the page shows of a suite, column by column, while the suite is scored."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from litmus.alignment.links import Alignment
from litmus.corpus.numbering import Numbering
from litmus.corpus.segment import Segment
from litmus.metrics.base import Metric, Outputs, SegmentRow
from litmus.reports import marks
from litmus.reports.interning import Interned, Values
from litmus.reports.raters import Raters, Ratings, Said
from litmus.scoring.measuring.collected import Collected, Step

_MARKS = {"trigger": marks.TRIGGER, "required": marks.REQUIRED}


class MetricRecord:
    """The counts and the evidence of one metric by entry: a segment under one label or none."""

    def __init__(self, metric: Metric[Any], n_systems: int) -> None:
        self.metric, self.width = metric, len(metric.columns)
        self.entries: dict[tuple[int, int], int] = {}  # (segment, label or -1) -> number
        self.counts: list[dict[int, tuple[float, ...]]] = [{} for _ in range(n_systems)]
        self.evidence: dict[str, list[dict[int, int]]] = {}

    def add(self, system: int, segment: int, label: int, row: SegmentRow, values: Values) -> None:
        """Add a row of a system."""
        entry = self.entries.setdefault((segment, label), len(self.entries))
        counts = self.counts[system]
        before = counts.get(entry)
        counts[entry] = (
            row.counts
            if before is None
            else tuple(a + b for a, b in zip(before, row.counts, strict=True))
        )
        for evidence in self.metric.evidence:
            if number := values.number(row.evidence.get(evidence.key)):
                columns = self.evidence.setdefault(evidence.key, [{} for _ in self.counts])
                columns[system][entry] = number

    def order(self) -> list[int]:
        """The numbers of the entries, by segment and then label."""
        return [self.entries[key] for key in sorted(self.entries)]


_COLUMNS = ("id", "doc", "source", "references", "unit", "idioms", "context", "marks")


@dataclass(frozen=True)
class Record:
    """What the page shows of some consecutive segments: texts, marks, counts and evidence."""

    interned: Interned
    first: int  # how many segments come before
    segments: dict[str, list[Any]]
    outputs: list[list[int]]
    marks: list[list[list[int]]]
    metrics: list[MetricRecord]
    said: Said

    def __len__(self) -> int:
        return len(self.segments["id"])

    @property
    def size(self) -> int:
        """How many texts and counts a browser has to hold."""
        counts = len(self) * len(self.outputs) * (2 + sum(metric.width for metric in self.metrics))
        return counts + self.said.size


def new_record(
    interned: Interned, first: int, n_systems: int, metrics: Sequence[Metric[Any]]
) -> Record:
    """A record of nothing yet."""
    return Record(
        interned,
        first,
        {key: [] for key in _COLUMNS},
        [[] for _ in range(n_systems)],
        [[] for _ in range(n_systems)],
        [MetricRecord(metric, n_systems) for metric in metrics],
        Said.of(n_systems),
    )


class Recorder:
    """Takes down every batch that is scored.

    `full` is shown the record after each batch; if it takes it (and says so), the next segments get
    a new one.
    """

    def __init__(
        self,
        interned: Interned,
        systems: Sequence[str],
        full: Callable[[Record], bool] | None = None,
        ratings: Ratings | None = None,
    ) -> None:
        self._interned, self._full = interned, full
        self.raters = Raters(systems, ratings)
        self._systems = tuple(systems)
        self.labels = Numbering[str]()
        self.idiom_labels: set[int] = set()
        self.record: Record | None = None
        self.collected: Collected | None = None

    def __call__(self, collected: Collected, step: Step) -> None:
        """Record one batch."""
        self.collected = collected
        if self.record is None:
            metrics = [entry.metric for entry in collected.counted]
            self.record = new_record(
                self._interned, collected.n_segments, len(self._systems), metrics
            )
        record = self.record
        done = len(record)
        links = _links(step)
        for k, segment in enumerate(step.batch.segments):
            # The texts of a segment get consecutive numbers: next to each other they pack better.
            self._add_segment(record, segment, int(step.units[k]))
            self._add_reference(record, segment, step, k, links[0])
            for system, out in enumerate(step.systems):
                record.outputs[system].append(record.interned.strings[out.hypotheses[k]])
        for metric, by_system in zip(record.metrics, step.rows, strict=True):
            for system, rows in enumerate(by_system):
                for row in rows:
                    label = -1 if row.label is None else self.labels[row.label]
                    metric.add(system, done + row.segment, label, row, record.interned.values)
        for system, out in enumerate(step.systems):
            self._add_marks(record, system, out, step, links[1 + system])
        self._add_said(record, done, [entry.name for entry in collected.counted], step)
        if self._full is not None and self._full(record):
            self.record, self._interned = None, Interned()

    def _add_said(self, record: Record, done: int, metrics: Sequence[str], step: Step) -> None:
        segments, said = step.batch.segments, record.said
        said.add_segments(len(segments))
        self.raters.hear_files(said, done, record.first + done, segments, step.systems)
        for metric, by_system in zip(metrics, step.rows, strict=True):
            for system, (rows, out) in enumerate(zip(by_system, step.systems, strict=True)):
                self.raters.hear_metric(said, done, metric, system, rows, segments, out)

    def _add_segment(self, record: Record, segment: Segment, unit: int) -> None:
        numbers, source = record.interned.strings, segment.source
        labels = [self.labels[idiom.label] for idiom in segment.idioms]
        self.idiom_labels.update(labels)
        terms = [(self.labels[term.source], term.spans) for term in segment.terms if term.spans]
        row = {
            "id": numbers[segment.id],
            "doc": -1 if segment.document is None else numbers[segment.document],
            "source": numbers[source],
            "references": [numbers[text] for text in segment.references],
            "unit": unit,
            "idioms": [
                [label, *marks.flat(idiom.spans, source)]
                for label, idiom in zip(labels, segment.idioms, strict=True)
            ]
            + [[label, *marks.flat(spans, source)] for label, spans in terms],
            "context": [
                [numbers[text] for text in side]
                for side in (segment.context, segment.reference_context)
            ]
            if segment.context or segment.reference_context
            else 0,
        }
        for key, value in row.items():
            record.segments[key].append(value)

    def _add_reference(
        self,
        record: Record,
        segment: Segment,
        step: Step,
        k: int,
        links: Sequence[Alignment | None],
    ) -> None:
        text = segment.references[0] if segment.references else ""
        quads = self._quads(marks.LINKED, text, marks.linked(links[k], segment))
        if step.batch.reference_tags is not None:
            quads += self._tags(text, step.batch.reference_tags[k])
        record.segments["marks"].append(quads or 0)

    def _add_marks(
        self,
        record: Record,
        system: int,
        out: Outputs,
        step: Step,
        links: Sequence[Alignment | None],
    ) -> None:
        words = _marked_words(record.metrics, system, step)
        for k, (segment, text) in enumerate(zip(step.batch.segments, out.hypotheses, strict=True)):
            quads = self._quads(marks.LINKED, text, marks.linked(links[k], segment))
            for (kind, parts), by_segment in sorted(words.items()):
                if k in by_segment:
                    spans = marks.occurrences(text, by_segment[k], substrings=parts)
                    quads += self._quads(kind, text, spans)
            if out.tags is not None:
                quads += self._tags(text, out.tags[k])
            record.marks[system].append(quads)

    def _quads(self, kind: int, text: str, spans: Sequence[tuple[int, int]]) -> list[int]:
        """kind, start, length, 0 for every span."""
        flat = marks.flat(spans, text)
        return [
            number
            for start, length in zip(flat[::2], flat[1::2], strict=True)
            for number in (kind, start, length, 0)
        ]

    def _tags(self, text: str, sentence: Any) -> list[int]:
        quads = []
        for span, tags in marks.tagged(text, sentence):
            start, length = marks.flat([span], text)
            for tag in tags:
                quads += [marks.TAG, start, length, self.labels[tag]]
        return quads


def _links(step: Step) -> list[Sequence[Alignment | None]]:
    """The links of the reference and of every system; those of metrics where they exist."""
    none = [None] * len(step.batch.segments)
    targets = [("", step.batch.reference_links)]
    targets += [(out.system, out.links) for out in step.systems]
    return [step.shown.get(name, none) if links is None else links for name, links in targets]


def _marked_words(
    metrics: Sequence[MetricRecord], system: int, step: Step
) -> dict[tuple[int, bool], dict[int, list[str]]]:
    """By kind of mark, and whether parts of words are marked: segment -> words to mark."""
    words: dict[tuple[int, bool], dict[int, list[str]]] = {}
    for record, by_system in zip(metrics, step.rows, strict=True):
        for evidence in record.metric.evidence:
            if evidence.marks is None:
                continue
            by_segment = words.setdefault((_MARKS[evidence.marks], evidence.parts), {})
            for row in by_system[system]:
                if marked := record.metric.marked_words(evidence, row.evidence):
                    by_segment.setdefault(row.segment, []).extend(marked)
    return words
