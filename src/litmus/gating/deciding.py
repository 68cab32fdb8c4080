"""A suite drawn in random order until requirements are decided."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from litmus.alignment.links import Aligner
from litmus.corpus.segment import Segment
from litmus.corpus.suite import Suite
from litmus.errors import UsageError
from litmus.gating.requirement import NotWorse
from litmus.gating.resolving import Question
from litmus.gating.sequential import Decision, Place, Share, Watched, exact_bets, normal_bets
from litmus.gating.verdict import BROKEN, HELD, UNDECIDED, Decided, Draw, Verdict
from litmus.metrics.base import Metric
from litmus.scoring.measuring.buckets import Parting, part
from litmus.scoring.measuring.collected import Step
from litmus.scoring.measuring.drawn import Drawn, shuffled, units_of
from litmus.scoring.measuring.inputs import Asked, Inputs, Output, Tags
from litmus.scoring.measuring.links_and_tags import in_any_order
from litmus.scoring.naming import reading_name
from litmus.scoring.plan import Plan
from litmus.scoring.rows import SUBSET
from litmus.stats.averages import MACRO
from litmus.stats.sequential import NormalBets, next_batch
from litmus.wording import option

WHOLE = "whole"  # all was drawn: the verdict is the ordinary one


_OF_THE_WHOLE = {
    "parts": "the next segments depend on those before",
    "shard": "the next segments depend on those before",
    "resegment": "free text is cut as a whole",
    "page": "the page shows whole suites",
    "subsets": "subsets are of whole suites",
    "test": "p holds where one looks once",
}


def refuse_what_is_whole(options: Mapping[str, Any]) -> None:
    """Refuses options of `evaluate` that are about whole suites."""
    for name, why in _OF_THE_WHOLE.items():
        if value := options.get(name):
            shown = option(name, repr(value)) if name == "test" else option(name)
            raise UsageError(
                f"{option('sequential')} and {shown} do not go together: {why}.\nLeave one out."
            )


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
        self._order: list[Sequence[int]] = []  # units, as places of segments
        self._at = 0  # how many of them have been drawn, or passed by
        self._n_drawn = 0
        self._batch: list[int] = []  # numbers of the units drawn last
        self.drawn = 0  # segments
        self.size = 0  # segments of the suite

    def inputs(self, plan: Plan, suite: Suite, outputs: Mapping[str, Output]) -> Inputs:
        """The suite and outputs in the order of the draw. Systems that translate whole documents
        get them whole."""
        segments = list(suite.segments())
        self.size = len(segments)
        live = [one for one in outputs.values() if isinstance(one, Asked)]
        _check(plan, segments, is_live=bool(live))
        by_document = plan.whole_documents or plan.unit == "document"
        by_document = by_document or any(one.by_document for one in live)
        self._order = shuffled(units_of(segments, by_document=by_document), self._seed)
        partings = part(suite, self._by_column)
        for question in self._asked:
            place = _place(question, plan, partings)
            self._watched.append(self._watch(question, place, plan, segments, list(outputs)))
        return Drawn(suite, outputs, segments, self._more)

    def _watch(
        self,
        question: Question,
        place: Place,
        plan: Plan,
        segments: Sequence[Segment],
        names: Sequence[str],
    ) -> Watched:
        """A question, with exact bets on it where there are any."""
        metric, than = plan.metrics[place.metric][1], question.requirement.than
        systems = [names.index(name) for name in (question.system, than) if name is not None]
        cases = [_most_cases(metric, segments, unit) for unit in self._order]
        own = frozenset(number for number, most in enumerate(cases) if most != 0)
        alpha = (1 - self._level) / len(self._asked)
        bets: Share | NormalBets | None = None
        if not own:
            return Watched(question, place, metric, systems, own, None)
        if None not in cases:
            most = max((one for one in cases if one), default=1.0)
            bets = exact_bets(question, place, metric, len(own), most, alpha)
        if bets is None:
            bets = normal_bets(question, place, metric, len(own), alpha, _n_alarms(self._asked))
        return Watched(question, place, metric, systems, own, bets)

    def _more(self) -> list[int]:
        """The places of the next segments: of units that an open question needs. Where no unit can
        hold a case, of one, since a table is of something."""
        self._batch = []
        any_open = any(watched.is_open for watched in self._watched)
        if self._order and not self._n_drawn and not any_open:
            self._batch, self._n_drawn, self._at = [0], 1, 1
            return list(self._order[0])
        wanted = next_batch(self._n_drawn) if self.is_open else 0
        while self._at < len(self._order) and len(self._batch) < wanted:
            if any(watched.needs(self._at) for watched in self._watched):
                self._batch.append(self._at)
            self._at += 1
        self._n_drawn += len(self._batch)
        return [place for number in self._batch for place in self._order[number]]

    def look(self, step: Step) -> None:
        """A batch as measured."""
        units = [number for number in self._batch for _ in self._order[number]]
        self.drawn += len(units)
        for watched in self._watched:
            watched.add(step, units, self.drawn)

    @property
    def is_open(self) -> bool:
        """Whether more has to be drawn."""
        broken = any(not one.holds for one in self.decisions)
        return not (self._fail_fast and broken) and any(one.is_open for one in self._watched)

    @property
    def is_whole(self) -> bool:
        """Whether all that can hold a case was drawn, for every question."""
        return all(one.is_whole for one in self._watched)

    @property
    def foreseen(self) -> dict[Question, float]:
        """p, as it will be on the whole suite, of tests of which a part was drawn: those that are
        broken for certain come first in Holm's order, all others last."""
        found = {}
        for one in self._watched:
            if not one.is_whole:
                broken = one.decision is not None and not one.decision.holds
                found[one.question] = 0.0 if broken else 1.0
        return found

    def settled(self, verdicts: Sequence[Verdict]) -> list[Verdict]:
        """Verdicts on the drawn part, with what is certain of the whole in the place of what they
        say. Where all that can hold a case was drawn, they stand."""
        draw = Draw(self.drawn, self.size, self._seed, self._level)
        watched = {one.question: one for one in self._watched}
        return [_settled(verdict, watched[verdict.question], draw) for verdict in verdicts]

    @property
    def decisions(self) -> list[Decision]:
        """What is decided, in the order of the requirements."""
        return [one.decision for one in self._watched if one.decision is not None]

    @property
    def mark(self) -> str:
        """How the draw was made, for signatures."""
        return f"{self.drawn}of{self.size}.seed{self._seed}.level{self._level:g}"


def _settled(verdict: Verdict, watched: Watched, draw: Draw) -> Verdict:
    decision = watched.decision
    if watched.is_whole:
        after, by = draw.segments, WHOLE
        if decision is not None and decision.holds == (verdict.outcome == HELD):
            after, by = decision.after, decision.kind
        return replace(verdict, decided=Decided(after, by, draw))
    # p, and what is missing, are not those of the whole.
    verdict = replace(verdict, test=None, why="")
    if decision is None:
        undecided = Decided(draw.segments, "", draw)
        why = "the gate was broken before it was certain"
        return replace(verdict, outcome=UNDECIDED, missed=None, why=why, decided=undecided)
    decided = Decided(decision.after, decision.kind, draw)
    if decision.holds:
        return replace(verdict, outcome=HELD, missed=None, decided=decided)
    return replace(verdict, outcome=BROKEN, decided=decided)


def _check(plan: Plan, segments: Sequence[Segment], *, is_live: bool) -> None:
    """Refuses what cannot be measured in another order, or in parts."""
    made_by = plan.measure.accompanied
    sources: tuple[tuple[str, Mapping[str, Aligner | Tags]], ...]
    sources = (("aligners", made_by.aligners), ("tags", made_by.tags))
    for kind, by_system in sources:
        for source in by_system.values():
            if not in_any_order(source):
                raise UsageError(
                    f"{source.signature} is read from top to bottom, and {option('sequential')} "
                    f"draws segments in another order.\nLeave out {option(kind)}, or "
                    f"{option('sequential')}."
                )
    if is_live and plan.aligners and not any(one.references for one in segments):
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
    text, tag = question.requirement.text, question.requirement.tag
    column, _, bucket = (tag or "").partition(":")
    parting = next((one for one in partings if one.column == column and bucket), None)
    if column == SUBSET and bucket:
        raise UsageError(
            f"The requirement {text!r} is on a subset, which is known when all is scored.\n"
            f"Leave it out, or {option('sequential')}."
        )
    if metric.average == MACRO and (tag is None or parting is not None):
        raise UsageError(
            f"The requirement {text!r} is on an average over labels (average=macro), which some of "
            f"the segments say little of.\nUse average=micro, or leave out {option('sequential')}."
        )
    return Place(number, reading, bucket if parting else tag, parting)


def _n_alarms(asked: Sequence[Question]) -> int:
    """How many tests show that a system is worse; they are corrected together."""
    demands = [question.requirement.demand for question in asked]
    return max(1, sum(isinstance(one, NotWorse) and one.margin is None for one in demands))


def _most_cases(
    metric: Metric[Any], segments: Sequence[Segment], unit: Sequence[int]
) -> float | None:
    """How many cases a unit can hold; None if nobody knows."""
    found = [metric.most_cases(segments[place]) for place in unit]
    return None if None in found else sum(one for one in found if one is not None)
