"""What is done with a batch of segments, in this process or another: links, tags, counts."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from litmus.alignment.links import Aligner, Alignment
from litmus.corpus.formats.tags import TaggedSentence
from litmus.corpus.segment import Segment
from litmus.files.cache import Cache
from litmus.files.jsonl import line
from litmus.metrics.base import (
    Batch,
    Metric,
    Outputs,
    SegmentRow,
    Setup,
    check_spans,
    merge_evidence,
)
from litmus.metrics.registry import create
from litmus.scoring.measuring.collected import rows_by_segment
from litmus.scoring.measuring.inputs import Read, Tags
from litmus.scoring.measuring.kept_rows import KeptRows, Place
from litmus.scoring.measuring.links_and_tags import LinksAndTags, in_any_order
from litmus.scoring.measuring.live_tags import LiveTagging, live_tags

Links = Sequence[Alignment] | None
SentenceTags = Sequence[TaggedSentence] | None
_NONE: Mapping[str, Any] = {}


class Wanted(NamedTuple):
    """What is wanted beside counts, which other processes need not send otherwise."""

    evidence: Sequence[str] = ()  # names of the metrics, if their evidence is to be written
    everything: bool = False  # links, tags and the evidence of each row: somebody looks at them
    # Aligners by system, "" for the reference: the words of idioms are linked, too, for the eye.
    shown: Mapping[str, Aligner] = _NONE


class Recipe(NamedTuple):
    """What another process needs to know to measure the same."""

    metrics: Sequence[str]
    setup: Setup
    systems: Sequence[str]
    aligners: Mapping[str, Aligner]
    linked: bool  # whether metrics read links
    tagging: LiveTagging | None
    cache: Cache | None
    wanted: Wanted = Wanted()
    counts: Cache | None = None  # of rows that were measured before


class Measured(NamedTuple):
    """The rows of a batch by metric and system, its evidence as it is written; if they are wanted,
    the links and tags by system ("" for the reference), and the links that are but shown; and of
    which metrics and systems the rows are `new`."""

    rows: Sequence[Sequence[Sequence[SegmentRow]]]
    written: str
    made: Mapping[str, tuple[Links, SentenceTags]]
    shown: Mapping[str, Sequence[Alignment | None]]
    new: Sequence[Place] = ()

    def of(self, read: Read) -> tuple[Batch, list[Outputs]]:
        """The batch it was made of, with links and tags."""
        none = (None, None)
        outputs = [Outputs(n, texts, *self.made.get(n, none)) for n, texts in read.texts.items()]
        return Batch(read.segments, *self.made.get("", none)), outputs


class Measure:
    """Measures batches by all metrics; for another process it is but its recipe."""

    def __init__(
        self,
        metrics: Sequence[Metric[Any]],
        accompanied: LinksAndTags,
        recipe: Recipe,
        *,
        elsewhere: bool = False,
    ) -> None:
        self._metrics, self.accompanied, self._recipe = metrics, accompanied, recipe
        self._elsewhere = elsewhere
        self._kept = KeptRows(recipe.counts, metrics, accompanied) if recipe.counts else None

    def __reduce__(self) -> tuple[Any, ...]:
        return follow, (self._recipe,)

    @property
    def wanted(self) -> Wanted:
        """What it gives beside counts."""
        return self._recipe.wanted

    @property
    def any_process(self) -> bool:
        """Whether other processes can do it."""
        return not self.why_alone()

    def why_alone(self) -> str:
        """Why one process has to measure everything; nothing if any number of them can."""
        for metric in self._metrics:
            if metric.one_process:
                return f"{metric.name} is too large to have one in every process"
        made_by = self.accompanied
        sources: tuple[Mapping[str, Aligner | Tags], ...]
        sources = (made_by.aligners, made_by.tags, self.wanted.shown)
        for source in (source for by_system in sources for source in by_system.values()):
            if not in_any_order(source):
                return f"what {source.signature} says of a text may depend on those before it"
        return ""

    def __call__(self, read: Read) -> Measured:
        """One batch."""
        wanted = self._recipe.wanted
        keys = self._kept.keys(read) if self._kept else {}
        known = self._known(keys)
        batch, systems = self._accompanied(read, known)
        rows = []
        for m, metric in enumerate(self._metrics):
            own = {s: known[m, s] for s in range(len(systems)) if (m, s) in known}
            if len(own) < len(systems):
                prepared = metric.prepare(batch)
                own |= {
                    s: metric.measure(prepared, out)
                    for s, out in enumerate(systems)
                    if s not in own
                }
            rows.append([own[s] for s in range(len(systems))])
            for out, found in zip(systems, rows[-1], strict=True):
                check_spans(metric.name, batch, out, found)
        for m, s in keys.keys() - known.keys():
            assert self._kept is not None
            self._kept.put(keys[m, s], rows[m][s])
        new = [(m, s) for m in range(len(rows)) for s in range(len(systems)) if (m, s) not in known]
        written = ""
        if wanted.evidence:
            named = list(zip(wanted.evidence, self._metrics, strict=True))
            written = evidence_lines(batch, systems, rows, named)
        made: dict[str, tuple[Links, SentenceTags]] = {}
        if wanted.everything:
            made[""] = (batch.reference_links, batch.reference_tags)
            made |= {out.system: (out.links, out.tags) for out in systems}
        elif self._elsewhere:
            rows = [[[row._replace(evidence=_NONE) for row in own] for own in by] for by in rows]
        return Measured(rows, written, made, _shown_links(wanted.shown, batch, systems), new)

    def _known(self, keys: Mapping[Place, str]) -> dict[Place, list[SegmentRow]]:
        """What an earlier run has measured of a batch."""
        if self._kept is None:
            return {}
        found = {place: self._kept.get(key, place[0]) for place, key in keys.items()}
        return {place: rows for place, rows in found.items() if rows is not None}

    def _accompanied(self, read: Read, known: Collection[Place]) -> tuple[Batch, list[Outputs]]:
        """The batch with its links and tags, unless all is known and nobody asks for them."""
        sources = self.accompanied
        from_files = not all(
            in_any_order(source)
            for by_system in (sources.aligners, sources.tags)
            for source in by_system.values()
        )
        everything = len(self._metrics) * len(read.texts)
        if len(known) < everything or self.wanted.everything or from_files:
            return sources.of(read)
        return Batch(read.segments), [Outputs(name, texts) for name, texts in read.texts.items()]


def follow(recipe: Recipe) -> Measure:
    """In another process: metrics and taggers made anew; the aligners have learned already."""
    metrics = [create(text, recipe.setup) for text in recipe.metrics]
    tags = live_tags(recipe.tagging, recipe.systems, recipe.aligners) if recipe.tagging else {}
    links = recipe.aligners if recipe.linked else {}
    return Measure(metrics, LinksAndTags(links, tags, recipe.cache), recipe, elsewhere=True)


def given(measure: Measure) -> Measure:
    """The work of a process: what has been made already."""
    return measure


def _shown_links(
    aligners: Mapping[str, Aligner], batch: Batch, systems: Sequence[Outputs]
) -> dict[str, Sequence[Alignment | None]]:
    """Links of the texts that have none of metrics."""
    first = [segment.references[0] if segment.references else "" for segment in batch.segments]
    targets = [("", batch.reference_links, first)]
    targets += [(out.system, out.links, list(out.hypotheses)) for out in systems]
    return {
        name: _idiom_links(aligners[name], batch.segments, texts)
        for name, links, texts in targets
        if links is None and name in aligners
    }


def _idiom_links(
    aligner: Aligner, segments: Sequence[Segment], texts: Sequence[str]
) -> list[Alignment | None]:
    # A file has links for every segment; others are computed only where they are shown.
    indices = [
        k for k, segment in enumerate(segments) if segment.idioms or not in_any_order(aligner)
    ]
    pairs = [(segments[k].source, texts[k]) for k in indices]
    alignments = aligner.align(pairs) if pairs else []
    links: list[Alignment | None] = [None] * len(segments)
    for k, alignment in zip(indices, alignments, strict=True):
        links[k] = alignment
    return links


def evidence_lines(
    batch: Batch,
    systems: Sequence[Outputs],
    rows: Sequence[Sequence[Sequence[SegmentRow]]],
    metrics: Sequence[tuple[str, Metric[Any]]],
) -> str:
    """One row of JSON per segment, system and metric, also where there is no evidence."""
    by_segment = [[rows_by_segment(own) for own in by_system] for by_system in rows]
    lines = []
    for index, segment in enumerate(batch.segments):
        for s, system in enumerate(systems):
            for k, (name, metric) in enumerate(metrics):
                own = by_segment[k][s].get(index, [])
                sums = [sum(values) for values in zip(*(row.counts for row in own), strict=True)]
                columns = metric.columns
                counts = dict(zip(columns, sums or [0] * len(columns), strict=True))
                value = {
                    "id": segment.id,
                    "system": system.system,
                    "metric": name,
                    "counts": {key: int(n) if n == int(n) else n for key, n in counts.items()},
                    "evidence": merge_evidence([row.evidence for row in own]),
                }
                lines.append(line(value) + "\n")
    return "".join(lines)
