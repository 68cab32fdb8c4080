"""What is done with a batch of segments, in this process or another: links, tags, counts."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from litmus.alignment.links import Aligner
from litmus.files.cache import Cache
from litmus.metrics.base import Batch, Metric, Outputs, SegmentRow, Setup
from litmus.metrics.registry import create
from litmus.scoring.inputs import Read
from litmus.scoring.links_and_tags import LinksAndTags
from litmus.scoring.live_tags import LiveTagging, live_tags


class Recipe(NamedTuple):
    """What another process needs to know to measure the same."""

    metrics: Sequence[str]
    setup: Setup
    systems: Sequence[str]
    aligners: Mapping[str, Aligner]
    linked: bool  # whether metrics read links
    tagging: LiveTagging | None
    cache: Cache | None


class Measured(NamedTuple):
    """A batch with its links and tags, every system's outputs with theirs, and the rows by metric
    and system."""

    batch: Batch
    systems: Sequence[Outputs]
    rows: Sequence[Sequence[Sequence[SegmentRow]]]


class Measure:
    """Measures batches by all metrics; for another process it is but its recipe."""

    def __init__(
        self, metrics: Sequence[Metric[Any]], accompanied: LinksAndTags, recipe: Recipe
    ) -> None:
        self._metrics, self.accompanied, self._recipe = metrics, accompanied, recipe

    def __reduce__(self) -> tuple[Any, ...]:
        return follow, (self._recipe,)

    @property
    def any_process(self) -> bool:
        """Whether other processes can do it."""
        return self.accompanied.any_order and not any(m.one_process for m in self._metrics)

    def __call__(self, read: Read) -> Measured:
        """One batch."""
        batch, systems = self.accompanied.of(read)
        rows = []
        for metric in self._metrics:
            prepared = metric.prepare(batch)
            rows.append([metric.measure(prepared, out) for out in systems])
        return Measured(batch, systems, rows)


def follow(recipe: Recipe) -> Measure:
    """In another process: metrics and taggers made anew; the aligners have learned already."""
    metrics = [create(text, recipe.setup) for text in recipe.metrics]
    tags = live_tags(recipe.tagging, recipe.systems, recipe.aligners) if recipe.tagging else {}
    links = recipe.aligners if recipe.linked else {}
    return Measure(metrics, LinksAndTags(links, tags, recipe.cache), recipe)


def given(measure: Measure) -> Measure:
    """The work of a process: what has been made already."""
    return measure
