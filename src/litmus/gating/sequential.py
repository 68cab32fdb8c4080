"""Sequential decisions: requirements that are certain before all segments are drawn."""

from collections.abc import Collection, Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from litmus.arrays import Floats
from litmus.corpus.segment import Segment
from litmus.gating.judging import goodness
from litmus.gating.requirement import Limit, NotWorse
from litmus.gating.resolving import Question
from litmus.metrics.base import Metric, Reading, SegmentRow
from litmus.metrics.formulas import Ratio
from litmus.scoring.measuring.buckets import Parting
from litmus.scoring.measuring.collected import Step
from litmus.scoring.rows import SIGNIFICANT
from litmus.stats.paired import FEWEST_CASES
from litmus.stats.sequential import Bets, NormalBets

FEWEST_FOR_NORMAL = 100  # cases before sums are taken to be normal: docs/measured/sequential.md


class Decision(NamedTuple):
    """What is certain of a requirement as it is asked of one system, `after` so many segments;
    `kind` is exact or asymptotic."""

    question: Question
    holds: bool
    after: int
    kind: str


class Place(NamedTuple):
    """Where the counts of a question are: the metric by its number, a reading, and the rows."""

    metric: int
    reading: Reading
    tag: str | None
    parting: Parting | None = None  # the tag is one of its buckets

    def has(self, row: SegmentRow, segments: Sequence[Segment]) -> bool:
        """Whether a row counts."""
        if self.parting is not None:
            return self.parting.bucket(segments[row.segment]) == self.tag
        return self.tag is None or row.label == self.tag


class Watched:
    """A question with the bets on it.

    `systems` are the numbers of the one that is asked and, if there is one, of the one that it is
    compared with. `own` are the units that can hold a case, by number: other units have no part in
    the draw. Fewer cases than a verdict rests on decide nothing. Where no unit can hold a case
    there are no bets, and nothing to draw.
    """

    def __init__(
        self,
        question: Question,
        place: Place,
        metric: Metric[Any],
        systems: Sequence[int],
        own: Collection[int],
        bets: "Share | NormalBets | None",
    ) -> None:
        self.question, self._place, self._systems = question, place, systems
        self._width, self._support = len(metric.columns), metric.columns.index(metric.support)
        self._own, self._bets = own, bets
        self._cases = np.zeros(len(systems))
        self._left = len(own)
        self.decision: Decision | None = None

    @property
    def is_whole(self) -> bool:
        """Whether all of its units were drawn."""
        return not self._left

    @property
    def is_open(self) -> bool:
        """Whether it needs more of them."""
        return self.decision is None and not self.is_whole

    def needs(self, unit: int) -> bool:
        """Whether a unit would help."""
        return self.is_open and unit in self._own

    def add(self, step: Step, units: Sequence[int], drawn: int) -> None:
        """A batch as measured; `units` are those of its segments, `drawn` all segments by now."""
        places = {
            unit: k for k, unit in enumerate(u for u in dict.fromkeys(units) if u in self._own)
        }
        counts = np.zeros((len(places), len(self._systems), self._width))
        for k, system in enumerate(self._systems):
            for row in step.rows[self._place.metric][system]:
                if units[row.segment] in places and self._place.has(row, step.batch.segments):
                    counts[places[units[row.segment]], k] += row.counts
        self._left -= len(places)
        if self.decision is None and len(places) and self._bets is not None:
            self._decide(counts, drawn, self._bets)

    def _decide(self, counts: Floats, drawn: int, bets: "Share | NormalBets") -> None:
        self._cases += counts[:, :, self._support].sum(axis=0)
        cases = float(self._cases.min())
        if isinstance(bets, NormalBets):
            bets.add(counts.reshape(len(counts), -1), look=cases >= FEWEST_FOR_NORMAL)
        else:
            bets.add(counts[:, 0])
        if bets.decided is not None and cases >= FEWEST_CASES:
            self.decision = Decision(self.question, bets.decided, drawn, bets.kind)


class Share:
    """Exact bets on whether a share of cases is on the right side of a number.

    100 x hits - number x cases sums up to something above 0 where the share is above the number. A
    segment holds at most `most` cases, so the bounds of what it adds are known.
    """

    kind = Bets.kind

    def __init__(self, share: Ratio, limit: Limit, size: int, most: float, alpha: float) -> None:
        self._share, self._limit = share, limit
        ends = (0.0, -limit.number * most, (share.scale - limit.number) * most)
        self._bets = Bets(size, min(ends), max(ends), alpha=alpha)

    def add(self, counts: Floats) -> None:
        """Counts of the next units."""
        over, under = self._share.parts(counts)
        self._bets.add(over - self._limit.number * under)

    @property
    def decided(self) -> bool | None:
        """Whether the limit holds; None as long as it is open."""
        above = self._bets.decided
        return None if above is None else above == self._limit.is_floor


def exact_bets(
    question: Question, place: Place, metric: Metric[Any], size: int, most: float, alpha: float
) -> Share | None:
    """Bets that are exact, where a share of cases is compared with a number; None elsewhere.
    `most` is how many cases a unit can hold."""
    limit, share = question.requirement.demand, place.reading.value
    if not (isinstance(limit, Limit) and limit.than is None and isinstance(share, Ratio)):
        return None
    if share.under != metric.proportion or share.over not in metric.columns:
        return None
    return Share(share, limit, size, most, alpha)


def normal_bets(
    question: Question, place: Place, metric: Metric[Any], size: int, alpha: float, tests: int
) -> NormalBets:
    """Bets for many units, on how far a value is on the right side of its bound; `tests` are those
    that this one is corrected with."""
    demand, width = question.requirement.demand, len(metric.columns)
    if isinstance(demand, Limit):
        value, sign, number = place.reading.value, 1 if demand.is_floor else -1, demand.number
        errors = (0.0, 0.0)
    else:
        value, sign = goodness(place.reading)(place.reading.value), 1
        number = -(demand.margin or 0.0)
        errors = _errors(demand, tests)

    def margin(sums: Floats) -> Floats:
        found = value(sums[..., :width])
        if demand.than is not None:
            found = found - value(sums[..., width:])
        return np.asarray(sign * (found - number))

    n_systems = 1 if demand.than is None else 2
    return NormalBets(size, margin, n_systems * width, alpha=alpha, errors=errors)


def _errors(demand: NotWorse, tests: int) -> tuple[float, float]:
    """Standard errors that the test on the whole suite asks for. That a system is worse is shown by
    one that is corrected: whatever the others say, by its strictest step; by its last, perhaps."""
    alone, strictest = (NormalDist().inv_cdf(1 - SIGNIFICANT / n) for n in (1, tests))
    return (-alone, -strictest) if demand.margin is None else (alone, alone)
