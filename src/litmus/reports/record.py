"""Keeps what the page shows of a suite, column by column, while the suite is being scored."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from litmus.alignment.links import Aligner, Alignment
from litmus.corpus.numbering import Numbering
from litmus.corpus.segment import Segment
from litmus.metrics.base import Metric, Outputs, SegmentRow
from litmus.reports import marks
from litmus.reports.interning import Values
from litmus.scoring.measure import Collected, Step

_MARKS = {"trigger": marks.TRIGGER, "required": marks.REQUIRED}


class MetricRecord:
    """The counts and the evidence of one metric by entry: a segment under one label or none."""

    def __init__(self, metric: Metric[Any], n_systems: int) -> None:
        self.metric, self.width = metric, len(metric.columns)
        self.entries: dict[tuple[int, int], int] = {}  # (segment, label or -1) -> place
        self.counts: list[dict[int, tuple[float, ...]]] = [{} for _ in range(n_systems)]
        self.evidence: dict[str, list[dict[int, int]]] = {}

    def add(self, system: int, segment: int, label: int, row: SegmentRow, values: Values) -> None:
        """One row of a system."""
        place = self.entries.setdefault((segment, label), len(self.entries))
        own = self.counts[system]
        before = own.get(place)
        own[place] = (
            row.counts
            if before is None
            else tuple(a + b for a, b in zip(before, row.counts, strict=True))
        )
        for shown in self.metric.evidence:
            if number := values.number(row.evidence.get(shown.key)):
                columns = self.evidence.setdefault(shown.key, [{} for _ in self.counts])
                columns[system][place] = number

    def order(self) -> list[int]:
        """The places, by segment and then label."""
        return [self.entries[key] for key in sorted(self.entries)]


class Recorder:
    """Watches `evaluate`. Where no metric asked for links it links the words of idioms itself, with
    what `make_aligners` gives (by system, "" for the reference), which is then called once."""

    def __init__(
        self,
        strings: Numbering[str],
        values: Values,
        systems: Sequence[str],
        make_aligners: Callable[[], Mapping[str, Aligner]],
    ) -> None:
        self._strings, self._values = strings, values
        self._systems, self._make_aligners = tuple(systems), make_aligners
        self.labels = Numbering[str]()
        self.idiom_labels: set[int] = set()
        self.segments: dict[str, list[Any]] = {
            key: []
            for key in ("id", "doc", "source", "references", "unit", "idioms", "context", "marks")
        }
        self.outputs: list[list[int]] = [[] for _ in systems]
        self.marks: list[list[list[int]]] = [[] for _ in systems]
        self.metrics: list[MetricRecord] = []
        self.collected: Collected | None = None

    @cached_property
    def _aligners(self) -> Mapping[str, Aligner]:
        return self._make_aligners()

    def __call__(self, collected: Collected, step: Step) -> None:
        """Take one batch down."""
        self.collected = collected
        if not self.metrics:
            self.metrics = [
                MetricRecord(entry.metric, len(self._systems)) for entry in collected.counted
            ]
        done = collected.n_segments
        links = self._links(step)
        for place, segment in enumerate(step.batch.segments):
            # The texts of a segment stand side by side in the table: they pack better so.
            self._add_segment(segment, int(step.units[place]))
            self._add_reference(segment, step, place, links[0])
            for system, out in enumerate(step.systems):
                self.outputs[system].append(self._strings[out.hypotheses[place]])
        for record, by_system in zip(self.metrics, step.rows, strict=True):
            for system, rows in enumerate(by_system):
                for row in rows:
                    label = -1 if row.label is None else self.labels[row.label]
                    record.add(system, done + row.segment, label, row, self._values)
        for system, out in enumerate(step.systems):
            self._add_marks(system, out, step, links[1 + system])

    def _links(self, step: Step) -> list[Sequence[Alignment | None]]:
        """The links of the reference and of every system, those made for a metric first."""
        segments = step.batch.segments
        references = [s.references[0] if s.references else "" for s in segments]
        given = [("", step.batch.reference_links, references)]
        given += [(out.system, out.links, list(out.hypotheses)) for out in step.systems]
        return [
            found if found is not None else self._align(name, segments, texts)
            for name, found, texts in given
        ]

    def _align(
        self, name: str, segments: Sequence[Segment], texts: list[str]
    ) -> list[Alignment | None]:
        aligner = self._aligners.get(name)
        if aligner is None:
            return [None] * len(segments)
        # Links from a file come in step with the text; others are made where they are shown.
        chosen = [
            place
            for place, segment in enumerate(segments)
            if segment.idioms or not getattr(aligner, "learns", False)
        ]
        pairs = [(segments[place].source, texts[place]) for place in chosen]
        found = aligner.align(pairs) if pairs else []
        links: list[Alignment | None] = [None] * len(segments)
        for place, alignment in zip(chosen, found, strict=True):
            links[place] = alignment
        return links

    def _add_segment(self, segment: Segment, unit: int) -> None:
        numbers, source = self._strings, segment.source
        labels = [self.labels[idiom.label] for idiom in segment.idioms]
        self.idiom_labels.update(labels)
        row = {
            "id": numbers[segment.id],
            "doc": -1 if segment.document is None else numbers[segment.document],
            "source": numbers[source],
            "references": [numbers[text] for text in segment.references],
            "unit": unit,
            "idioms": [
                [label, *marks.flat(idiom.spans, source)]
                for label, idiom in zip(labels, segment.idioms, strict=True)
            ],
            "context": [
                [numbers[text] for text in several]
                for several in (segment.context, segment.reference_context)
            ]
            if segment.context or segment.reference_context
            else 0,
        }
        for key, value in row.items():
            self.segments[key].append(value)

    def _add_reference(
        self, segment: Segment, step: Step, place: int, links: Sequence[Alignment | None]
    ) -> None:
        text = segment.references[0] if segment.references else ""
        found = self._quads(marks.LINKED, text, marks.linked(links[place], segment.idioms))
        if step.batch.reference_tags is not None:
            found += self._tags(text, step.batch.reference_tags[place])
        self.segments["marks"].append(found or 0)

    def _add_marks(
        self, system: int, out: Outputs, step: Step, links: Sequence[Alignment | None]
    ) -> None:
        words = self._marked_words(system, step)
        for place, (segment, text) in enumerate(
            zip(step.batch.segments, out.hypotheses, strict=True)
        ):
            found = self._quads(marks.LINKED, text, marks.linked(links[place], segment.idioms))
            for (kind, parts), by_segment in sorted(words.items()):
                if place in by_segment:
                    spans = marks.occurrences(text, by_segment[place], substrings=parts)
                    found += self._quads(kind, text, spans)
            if out.tags is not None:
                found += self._tags(text, out.tags[place])
            self.marks[system].append(found or [])

    def _marked_words(
        self, system: int, step: Step
    ) -> dict[tuple[int, bool], dict[int, list[str]]]:
        """By kind of mark, and whether parts of words are marked: segment -> words to mark."""
        words: dict[tuple[int, bool], dict[int, list[str]]] = {}
        for record, by_system in zip(self.metrics, step.rows, strict=True):
            for shown in record.metric.evidence:
                if shown.marks is None:
                    continue
                by_segment = words.setdefault((_MARKS[shown.marks], shown.parts), {})
                for row in by_system[system]:
                    if marked := record.metric.marked_words(shown, row.evidence):
                        by_segment.setdefault(row.segment, []).extend(marked)
        return words

    def _quads(self, kind: int, text: str, spans: Sequence[tuple[int, int]]) -> list[int]:
        """kind, start, length, 0 for every span."""
        flat = marks.flat(spans, text)
        return [
            number
            for start, length in zip(flat[::2], flat[1::2], strict=True)
            for number in (kind, start, length, 0)
        ]

    def _tags(self, text: str, sentence: Any) -> list[int]:
        found = []
        for span, tags in marks.tagged(text, sentence):
            start, length = marks.flat([span], text)
            for tag in tags:
                found += [marks.TAG, start, length, self.labels[tag]]
        return found
