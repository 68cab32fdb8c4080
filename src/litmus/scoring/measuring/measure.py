"""What is done with a batch of segments, in this process or another: links, tags, counts."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from litmus.alignment.links import Aligner, Alignment
from litmus.corpus.formats.tags import TaggedSentence
from litmus.files.cache import Cache
from litmus.files.jsonl import line
from litmus.metrics.base import (
    Batch,
    Metric,
    Outputs,
    SegmentRow,
    Setup,
    merge_evidence,
)
from litmus.metrics.registry import create
from litmus.scoring.measuring.collected import rows_by_segment
from litmus.scoring.measuring.inputs import Read
from litmus.scoring.measuring.links_and_tags import LinksAndTags
from litmus.scoring.measuring.live_tags import LiveTagging, live_tags

Links = Sequence[Alignment] | None
SentenceTags = Sequence[TaggedSentence] | None
_NONE: Mapping[str, Any] = {}


class Wanted(NamedTuple):
    """What is wanted beside counts, which other processes need not send otherwise."""

    evidence: Sequence[str] = ()  # names of the metrics, if their evidence is to be written
    everything: bool = False  # links, tags and the evidence of each row: somebody looks at them


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


class Measured(NamedTuple):
    """The rows of a batch by metric and system, its evidence as it is written, and the links and
    tags by system ("" for the reference), if they are wanted."""

    rows: Sequence[Sequence[Sequence[SegmentRow]]]
    written: str
    made: Mapping[str, tuple[Links, SentenceTags]]

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

    def __reduce__(self) -> tuple[Any, ...]:
        return follow, (self._recipe,)

    def wanting(self, wanted: Wanted) -> "Measure":
        """The same, with what is wanted beside counts."""
        return Measure(self._metrics, self.accompanied, self._recipe._replace(wanted=wanted))

    @property
    def any_process(self) -> bool:
        """Whether other processes can do it."""
        return self.accompanied.any_order and not any(m.one_process for m in self._metrics)

    def __call__(self, read: Read) -> Measured:
        """One batch."""
        wanted = self._recipe.wanted
        batch, systems = self.accompanied.of(read)
        rows = []
        for metric in self._metrics:
            prepared = metric.prepare(batch)
            rows.append([metric.measure(prepared, out) for out in systems])
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
        return Measured(rows, written, made)


def follow(recipe: Recipe) -> Measure:
    """In another process: metrics and taggers made anew; the aligners have learned already."""
    metrics = [create(text, recipe.setup) for text in recipe.metrics]
    tags = live_tags(recipe.tagging, recipe.systems, recipe.aligners) if recipe.tagging else {}
    links = recipe.aligners if recipe.linked else {}
    return Measure(metrics, LinksAndTags(links, tags, recipe.cache), recipe, elsewhere=True)


def given(measure: Measure) -> Measure:
    """The work of a process: what has been made already."""
    return measure


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
