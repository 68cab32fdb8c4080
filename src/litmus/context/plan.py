"""What a run measures: which sentences, under which conditions, and how its result is signed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from litmus import __version__
from litmus.context.control import Pool, lines
from litmus.context.cxmi import Condition, conditions_of, widest
from litmus.context.passages import Passage, Survey, survey, whole_documents, with_segments
from litmus.context.settings import CxmiSettings
from litmus.corpus.segment import Segment
from litmus.corpus.suite import Suite
from litmus.engine.shards import Shard, Stretch, cut

ROUNDED = "|batch:"
Rows = Iterable[tuple[Passage, Segment]]


@dataclass(frozen=True)
class Plan:
    """A suite that was surveyed, the conditions, and what random context is drawn from.

    The pool is of the whole suite, and sentences are numbered in it, whoever measures them.
    """

    suite: Suite
    settings: CxmiSettings
    surveyed: Survey
    conditions: Sequence[Condition]
    pool: Pool | None

    def rows(self) -> Iterator[tuple[Passage, Segment]]:
        """All sentences, each with those before it."""
        return with_segments(
            self.suite.segments(), widest(self.conditions), stored=self.surveyed.stored
        )

    def cut(self, shard: Shard) -> tuple[Rows, Stretch]:
        """The sentences of one of several runs, whole documents of them."""
        batches, stretch = cut(
            lambda: whole_documents(self.rows(), lambda row: row[0].unit, self.settings.batch),
            shard,
            lambda batch: map(_text, batch),
        )
        assert stretch is not None
        return chain.from_iterable(batches()), stretch

    def signature(self, what: str, annotation: Mapping[str, str]) -> str:
        """All that can change the result."""
        resampling = {"unit": "document", "ci": f"bs{self.settings.n_bootstrap}"}
        return self._signed(what, {**annotation, **resampling})

    def made_by(self, what: str, annotation: Mapping[str, str]) -> str:
        """All that can change the rows; last, behind `ROUNDED`, what only changes last digits."""
        signed = self._signed(f"cxmi|{what}", annotation)
        return f"{signed}{ROUNDED}{self.settings.batch},{self.settings.rounds}"

    def _signed(self, what: str, more: Mapping[str, str]) -> str:
        info, settings = self.suite.info, self.settings
        names = (condition.name for condition in self.conditions)
        parts = {
            "model": settings.model,
            "set": f"{info.name}.v{info.version}",
            "lang": f"{info.source}-{info.target}",
            "context": "+".join(name.replace(", ", "/").replace(" ", "") for name in names),
        }
        if what.endswith("CXMI"):
            parts["base"] = settings.base
        parts |= {**settings.reads, **more, "seed": str(settings.seed), "v": __version__}
        return "|".join([what, *(f"{key}:{value}" for key, value in parts.items())])


def planned(suite: Suite, settings: CxmiSettings, surveyed: Survey | None = None) -> Plan:
    """The plan of a run."""
    surveyed = surveyed or survey(suite)
    conditions = conditions_of(settings.context, settings.sizes, random=settings.random)
    pool = None
    if settings.random:
        pool = Pool(lines(suite.segments(), stored=surveyed.stored), settings.seed)
    return Plan(suite, settings, surveyed, conditions, pool)


def _text(row: tuple[Passage, Segment]) -> str:
    """All that is measured of a sentence, for the digest of the input."""
    passage, segment = row
    return "\n".join((
        passage.id, passage.document, passage.source, passage.target,
        *segment.labels, *segment.contrastive, *segment.context, *segment.reference_context,
    ))  # fmt: skip
