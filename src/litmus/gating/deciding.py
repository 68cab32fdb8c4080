"""A suite drawn in random order until requirements are decided."""

from collections.abc import Mapping, Sequence
from itertools import count as numbers
from typing import Any

from litmus.corpus.segment import Segment
from litmus.corpus.suite import Suite
from litmus.errors import UsageError
from litmus.gating.requirement import Limit, NotWorse
from litmus.gating.resolving import Question
from litmus.gating.sequential import Decision, Place, Share, Watched, normal_bets
from litmus.metrics.base import Metric
from litmus.metrics.formulas import Ratio
from litmus.scoring.measuring.buckets import Parting, part
from litmus.scoring.measuring.collected import Step
from litmus.scoring.measuring.drawn import Drawn, shuffled, units_of
from litmus.scoring.measuring.inputs import Asked, Inputs, Output
from litmus.scoring.measuring.links_and_tags import in_any_order
from litmus.scoring.naming import reading_name
from litmus.scoring.plan import Plan
from litmus.scoring.rows import SUBSET
from litmus.stats.averages import MACRO
from litmus.wording import option


class Deciding:
    """Draws segments, or documents, until every question is certain at the `level`; with
    `fail_fast` until one requirement is certainly broken. The level is shared out among all."""

    def __init__(
        self,
        asked: Sequence[Question],
        *,
        level: float,
        seed: int,
        fail_fast: bool = False,
        by_column: Sequence[str] = (),
    ) -> None:
        if not 0 < level < 1:
            raise UsageError(f"{option('confidence')} must be between 0 and 1, not {level:g}.")
        self._asked, self._level, self._seed = asked, level, seed
        self._fail_fast, self._by_column = fail_fast, by_column
        self._watched: list[Watched] = []
        self._units: list[Sequence[int]] = []
        self._begun = 0  # units that have been drawn
        self.drawn = 0  # segments
        self.size = 0  # segments of the suite

    def inputs(self, plan: Plan, suite: Suite, outputs: Mapping[str, Output]) -> Inputs:
        """The suite and outputs in the order of the draw. Systems that translate whole documents
        get them whole."""
        segments = list(suite.segments())
        self.size = len(segments)
        ask = {name: one for name, one in outputs.items() if isinstance(one, Asked)}
        self._check(plan, segments, ask)
        asked, partings = self._asked, part(suite, self._by_column)
        places = [_place(question, plan, partings) for question in asked]
        metrics = [plan.metrics[place.metric][1] for place in places]
        by_document = plan.whole_documents or any(one.by_document for one in ask.values())
        units = [
            unit
            for unit in units_of(segments, by_document=by_document)
            if any(_most_cases(metric, segments, unit) != 0 for metric in metrics)
        ]
        self._units = shuffled(units, self._seed)
        alpha = (1 - self._level) / len(asked)
        for question, place, metric in zip(asked, places, metrics, strict=True):
            names = [question.system, *filter(None, [question.requirement.than])]
            systems = [list(outputs).index(name) for name in names]
            bets = _exact(question, place, metric, segments, units, alpha) or normal_bets(
                question, place, metric, len(units), alpha, _n_alarms(asked) or 1
            )
            self._watched.append(Watched(question, place, metric, systems, bets))
        return Drawn(suite, outputs, segments, self._units, self.is_open)

    def look(self, step: Step) -> None:
        """A batch as measured."""
        owners: list[int] = []
        for number in numbers():
            if len(owners) == len(step.batch.segments):
                break
            owners += [number] * len(self._units[self._begun])
            self._begun += 1
        self.drawn += len(owners)
        for watched in self._watched:
            watched.add(step, owners, self.drawn)

    def is_open(self) -> bool:
        """Whether more has to be drawn."""
        found = [watched.decision for watched in self._watched]
        if self._fail_fast and any(one is not None and not one.holds for one in found):
            return False
        return None in found

    @property
    def decisions(self) -> list[Decision]:
        """What is decided, in the order of the requirements."""
        return [one.decision for one in self._watched if one.decision is not None]

    @property
    def mark(self) -> str:
        """How the draw was made, for signatures."""
        return f"{self.drawn}of{self.size}.seed{self._seed}.level{self._level:g}"

    def _check(self, plan: Plan, segments: Sequence[Segment], ask: Mapping[str, Asked]) -> None:
        """Refuses what cannot be measured in another order, or in parts."""
        made_by = plan.measure.accompanied
        for kind, sources in (("aligners", made_by.aligners), ("tags", made_by.tags)):
            for source in sources.values():
                if not in_any_order(source):
                    raise UsageError(
                        f"{source.signature} is read from top to bottom, and "
                        f"{option('sequential')} draws segments in another order.\n"
                        f"Leave out {option(kind)}, or {option('sequential')}."
                    )
        if ask and plan.aligners and not any(one.references for one in segments):
            raise UsageError(
                "Without references the aligner learns from all translations, and "
                f"{option('sequential')} asks for some of them.\n"
                f"Add references, or leave out {option('sequential')}."
            )


def _place(question: Question, plan: Plan, partings: Sequence[Parting]) -> Place:
    """Where the counts of a question are; refuses what is no value of sums."""
    number, metric, reading = next(
        (number, metric, reading)
        for number, (name, metric) in enumerate(plan.metrics)
        for reading in metric.readings
        if reading_name(name, reading) == question.metric
    )
    tag = question.requirement.tag
    column, _, bucket = (tag or "").partition(":")
    parting = next((one for one in partings if one.column == column and bucket), None)
    if column == SUBSET and bucket:
        raise UsageError(
            f"The requirement {question.requirement.text!r} is on a subset, which is known "
            f"when all is scored.\nLeave it out, or {option('sequential')}."
        )
    if metric.average == MACRO and (tag is None or parting is not None):
        raise UsageError(
            f"The requirement {question.requirement.text!r} is on an average over labels "
            "(average=macro), which some of the segments say little of.\n"
            f"Use average=micro, or leave out {option('sequential')}."
        )
    return Place(number, reading, bucket if parting else tag, parting)


def _n_alarms(asked: Sequence[Question]) -> int:
    """How many tests show that a system is worse; they are corrected together."""
    demands = [question.requirement.demand for question in asked]
    return sum(isinstance(one, NotWorse) and one.margin is None for one in demands)


def _most_cases(
    metric: Metric[Any], segments: Sequence[Segment], unit: Sequence[int]
) -> float | None:
    """How many cases a unit can hold; None if nobody knows."""
    found = [metric.most_cases(segments[place]) for place in unit]
    return None if None in found else sum(one for one in found if one is not None)


def _exact(
    question: Question,
    place: Place,
    metric: Metric[Any],
    segments: Sequence[Segment],
    units: Sequence[Sequence[int]],
    alpha: float,
) -> Share | None:
    """Bets that are exact, where a share of cases is compared with a number, and the metric says
    how many cases there can be."""
    limit, share = question.requirement.demand, place.reading.value
    if not (isinstance(limit, Limit) and limit.than is None and isinstance(share, Ratio)):
        return None
    if share.under != metric.proportion or share.over not in metric.columns:
        return None
    most = [_most_cases(metric, segments, unit) for unit in units]
    if None in most:
        return None
    return Share(share, limit, len(units), max(filter(None, most), default=1.0), alpha)
