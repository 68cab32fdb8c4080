"""From scores to verdicts: every question answered by a value, or by a test."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from litmus.arrays import Floats
from litmus.discourse.phenomena.registry import PHENOMENA
from litmus.errors import UnknownName, UsageError
from litmus.gating.requirement import Limit, NotWorse
from litmus.gating.resolving import Question
from litmus.gating.verdict import BROKEN, HELD, NO_EVIDENCE, TestOfDifference, Verdict
from litmus.metrics.base import Reading
from litmus.scoring.cells import Cells, cells_of, counts_of
from litmus.scoring.measuring.collected import Collected
from litmus.scoring.naming import column_name
from litmus.scoring.results import Result
from litmus.scoring.rows import SIGNIFICANT, ResultRow
from litmus.stats.averages import LABELS, Counts, Value
from litmus.stats.one_sided import largest_loss, not_worse_by, worse_by_bootstrap, worse_by_swaps
from litmus.stats.paired import FEWEST_CASES, FEWEST_UNITS, holm
from litmus.wording import count

WORSE, MARGIN = "worse", "margin"  # kinds of tests
_NOISE = 1e-9  # what floating point adds to a score


@dataclass(frozen=True, slots=True)
class Trials:
    """How systems are tested: by swaps ("ar") unless "bs" was chosen, so many times."""

    method: str = "ar"
    n_trials: int = 10_000
    n_bootstrap: int = 1000
    seed: int = 12345


@dataclass(frozen=True)
class Judged:
    """What one suite has to show: its scores, and the counts behind them."""

    result: Result
    collected: Collected

    def cells(self, metric: str, tag: str | None) -> tuple[Cells, int] | None:
        """What a value is computed from, and its place there; None where nothing was counted."""
        labels = list(self.collected.labels)
        order = {column: list(sizes) for column, sizes in self.result.buckets.items()}
        for entry in self.collected.counted:
            if metric not in {column_name(entry, reading) for reading in entry.metric.readings}:
                continue
            counts = counts_of(entry, self.collected.n_units)
            names = [labels[code] for code in counts.labels]
            for cells in cells_of(entry, counts, names, "", order):
                prefix = f"{cells.column}:" if cells.column else ""
                for place, own in enumerate(cells.tags):
                    shown = None if own is None else f"{prefix}{own}"
                    if (column_name(cells.entry, cells.reading), shown) == (metric, tag):
                        return cells, place
        return None

    def row(self, question: Question, system: str) -> ResultRow | None:
        """The score that a question is about."""
        tag = question.requirement.tag
        for row in self.result.rows:
            if (row.system, row.metric, row.tag) == (system, question.metric, tag):
                return row
        return None


def judge(
    asked: Sequence[Question],
    judged: Mapping[str, Judged],
    trials: Trials,
    *,
    allow_no_evidence: bool = False,
    foreseen: Mapping[Question, float] | None = None,
) -> list[Verdict]:
    """A verdict on every question; `judged` goes by suite. `foreseen` are p of alarms where what is
    judged is a part, and the whole is known."""
    verdicts = [
        replace(_verdict(question, judged[question.suite], trials), allowed=allow_no_evidence)
        for question in asked
    ]
    return _corrected(verdicts, foreseen or {})


def goodness(reading: Reading) -> Callable[[Value], Value]:
    """What makes a value one of which more is better."""
    if reading.ideal is not None:
        return partial(_nearness, reading.ideal)
    return partial(_signed, 1.0 if reading.higher_is_better else -1.0)


def _nearness(ideal: float, value: Value) -> Value:
    return lambda totals: -np.abs(value(totals) - ideal)


def _signed(sign: float, value: Value) -> Value:
    return lambda totals: sign * value(totals)


def check_tag(question: Question, judged: Mapping[str, Judged]) -> None:
    """Refuses a tag that nothing carries on any suite. Buckets of columns are checked by the gate,
    before any work."""
    tag = question.requirement.tag
    columns = {column for one in judged.values() for column in one.result.buckets}
    if tag is None or (":" in tag and tag.partition(":")[0] in columns):
        return
    rows = [row for one in judged.values() for row in one.result.rows]
    known = {row.tag for row in rows if row.metric == question.metric and row.tag is not None}
    needs_tags = any(
        entry.metric.needs_tags
        for one in judged.values()
        for entry in one.collected.counted
        if question.metric.startswith(entry.name)
    )
    if tag in known or (needs_tags and tag in PHENOMENA):
        return
    if not known:
        raise UsageError(
            f"The requirement {question.requirement.text!r}: {question.metric} has no tags here.\n"
            "Leave out the brackets."
        )
    column, colon, bucket = tag.partition(":")
    buckets = {row.bucket for row in rows if row.column == column and row.bucket is not None}
    if colon and buckets:
        raise UnknownName(f"{column} of {question.metric}", bucket, sorted(buckets))
    raise UnknownName(f"tag of {question.metric}", tag, sorted(known))


def _verdict(question: Question, judged: Judged, trials: Trials) -> Verdict:
    demand = question.requirement.demand
    row = judged.row(question, question.system)
    other = None if demand.than is None else judged.row(question, demand.than)
    verdict = Verdict(question, NO_EVIDENCE, None, None, None, 0, None)
    if row is not None:
        verdict = replace(verdict, value=row.value, low=row.low, high=row.high, n=row.n)
    base = 0.0 if demand.than is None else None if other is None else other.value
    if base is not None:
        verdict = replace(verdict, bound=_bound(question, judged, base))
    missing = [system for system in (question.system, demand.than) if system is not None]
    for system, own in zip(missing, (row, other), strict=False):
        if why := _no_evidence(own):
            return replace(verdict, why=f"{system}: {why}")
    assert row is not None and row.value is not None and verdict.bound is not None
    assert base is not None
    if isinstance(demand, Limit):
        return _by_value(verdict, demand, row.value, verdict.bound)
    return _by_test(verdict, demand, judged, trials, base)


def _bound(question: Question, judged: Judged, base: float) -> float:
    """What the value is compared with: a number, or `base`, the other system's value, with the
    margin that it may be worse by."""
    demand = question.requirement.demand
    if isinstance(demand, Limit):
        return base + demand.number
    reading = next(
        reading
        for entry in judged.collected.counted
        for reading in entry.metric.readings
        if column_name(entry, reading) == question.metric
    )
    more_is_worse = not reading.higher_is_better
    if reading.ideal is not None:
        more_is_worse = base >= reading.ideal
    return base + (demand.margin or 0.0) * (1 if more_is_worse else -1)


def _no_evidence(row: ResultRow | None) -> str:
    """Why a score is no evidence; nothing if it is."""
    if row is None or row.value is None:
        return "n/a"
    return f"only {count(row.n, 'case')}" if row.n < FEWEST_CASES else ""


def _by_value(verdict: Verdict, limit: Limit, value: float, bound: float) -> Verdict:
    """The point value decides; what only rounding separates is equal."""
    close = abs(value - bound) <= _NOISE * max(1.0, abs(bound))
    holds = limit.allows(bound if close else value, bound)
    missed = None if holds else abs(value - bound)
    return replace(verdict, outcome=HELD if holds else BROKEN, bound=bound, missed=missed)


def _by_test(
    verdict: Verdict, demand: NotWorse, judged: Judged, trials: Trials, base: float
) -> Verdict:
    """p of one test; it decides once all are corrected."""
    question = verdict.question
    found = judged.cells(question.metric, question.requirement.tag)
    assert found is not None  # it has a value
    cells, place = found
    kind = WORSE if demand.margin is None else MARGIN
    method = trials.method if kind == WORSE else "bs"
    systems = list(judged.result.systems)
    pair = [systems.index(demand.than), systems.index(question.system)]
    counts = _of_pair(cells, place, pair)
    n_units = _n_units(counts, cells.average)
    if n_units < FEWEST_UNITS[method]:
        why = f"only {count(n_units, judged.collected.unit)}, too few for this test"
        return replace(verdict, why=why)
    better = goodness(cells.reading)(cells.reading.value)
    n_trials = trials.n_trials if method == "ar" else trials.n_bootstrap
    run = partial(_RUNS[kind, method], counts, better, cells.average, n_trials=n_trials,
                  seed=trials.seed, first=0)  # fmt: skip
    p = run() if demand.margin is None else run(margin=demand.margin)
    value = float(p[0, 1])
    test = TestOfDifference(kind, method, n_trials, value, value)
    if demand.margin is None:
        own, other = (_goodness_of(cells.reading, one) for one in (verdict.value, base))
        return replace(verdict, missed=max(0.0, other - own), test=test)
    losses = largest_loss(
        counts, better, cells.average, n_trials=n_trials, seed=trials.seed, first=0
    )
    loss = float(losses[0, 1])
    missed = max(0.0, loss - demand.margin) if math.isfinite(loss) else None
    return replace(verdict, missed=missed, test=test)


_RUNS: Mapping[tuple[str, str], Callable[..., Floats]] = {
    (WORSE, "ar"): worse_by_swaps,
    (WORSE, "bs"): worse_by_bootstrap,
    (MARGIN, "bs"): not_worse_by,
}


def _goodness_of(reading: Reading, value: float | None) -> float:
    return float(goodness(reading)(lambda one: one)(np.array(value)))


def _of_pair(cells: Cells, place: int, pair: list[int]) -> Counts:
    """The counts of one cell and two systems."""
    counts = cells.counts.choose([place]) if cells.average == LABELS else cells.counts
    return replace(counts, dense=counts.dense[:, pair], by_label=counts.by_label[:, pair])


def _n_units(counts: Counts, average: str) -> int:
    """In how many units each system has cases."""
    own = counts.by_label if average == LABELS else counts.dense
    return int((own[..., counts.support] > 0).sum(axis=0).min())


def _corrected(verdicts: Sequence[Verdict], foreseen: Mapping[Question, float]) -> list[Verdict]:
    """Outcomes of the tests. Alarms are corrected over all of them (Holm); a margin is not: the
    gate is passed only if every one of them is shown, which is at least as hard as any alone."""
    alarms = {
        verdict.question: p
        for verdict in verdicts
        if _is_alarm(verdict.question)
        and (p := foreseen.get(verdict.question, verdict.test.p if verdict.test else None))
        is not None
    }
    corrected = dict(zip(alarms, holm(list(alarms.values())), strict=True))
    return [_decided(verdict, corrected) for verdict in verdicts]


def _is_alarm(question: Question) -> bool:
    demand = question.requirement.demand
    return isinstance(demand, NotWorse) and demand.margin is None


def _decided(verdict: Verdict, corrected: Mapping[Question, float]) -> Verdict:
    test = verdict.test
    if test is None:
        return verdict
    if test.kind == WORSE:
        test = replace(test, p=corrected[verdict.question], tests=len(corrected))
    is_small = test.p < SIGNIFICANT
    holds = is_small if test.kind == MARGIN else not is_small
    missed = None if holds else verdict.missed
    return replace(verdict, test=test, outcome=HELD if holds else BROKEN, missed=missed)
