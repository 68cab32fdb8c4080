"""The segments that cost a requirement most: without them the value would be better by most.

The cost of a segment is the value without it less the value with it, in the direction of the
requirement; against another system, what it takes from the lead.
"""

import heapq
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from litmus.arrays import Floats
from litmus.gating.judging import Judged, goodness
from litmus.gating.requirement import Limit
from litmus.gating.verdict import CostlySegment, Verdict
from litmus.gating.watching import Seen, Watcher
from litmus.metrics.base import Metric, merge_evidence
from litmus.scoring.cells import Cells
from litmus.scoring.rows import SUBSET
from litmus.stats.averages import LABELS, MACRO, Value
from litmus.tables.cells import number

SHOWN = 3  # segments of a broken requirement
_CHUNK = 1024  # segments whose cost is computed at a time
_NOTHING = 1e-9


def with_worst(
    verdicts: Sequence[Verdict], judged: Mapping[str, Judged], watchers: Mapping[str, Watcher]
) -> list[Verdict]:
    """The verdicts, those that fail with the segments that cost most."""
    searches: dict[int, _Search] = {}
    for index, verdict in enumerate(verdicts):
        question = verdict.question
        one = judged[question.suite]
        found = one.cells(question.metric, question.requirement.tag) if verdict.fails else None
        if found and found[0].column != SUBSET:
            searches[index] = _Search(verdict, one, *found)
    for suite, watcher in watchers.items():
        own = [s for index, s in searches.items() if verdicts[index].question.suite == suite]
        for seen in watcher.seen() if own else ():
            for search in own:
                search.add(seen)
    return [
        replace(verdict, worst=tuple(searches[index].worst())) if index in searches else verdict
        for index, verdict in enumerate(verdicts)
    ]


class _Search:
    """Looks for the segments that cost one verdict most."""

    def __init__(self, verdict: Verdict, judged: Judged, cells: Cells, place: int) -> None:
        requirement = verdict.question.requirement
        systems, demand = judged.result.systems, requirement.demand
        self._names = [verdict.question.system, *([demand.than] if demand.than else [])]
        self._tag, self._cells, self._metric = requirement.tag, cells, cells.entry.metric
        better = _by_limit(demand) if isinstance(demand, Limit) else goodness(cells.reading)
        own = [_Influence(cells, place, systems.index(name), better(cells.reading.value),
                          list(judged.collected.labels)) for name in self._names]  # fmt: skip
        self._influences = own
        self._waiting: list[Seen] = []
        self._best: list[tuple[float, int, Seen]] = []
        self._n = 0

    def add(self, seen: Seen) -> None:
        """Look at one segment."""
        column = self._cells.column
        if column and f"{column}:{seen.buckets.get(column)}" != self._tag:
            return
        if self._counts(seen, 0):
            self._waiting.append(seen)
            if len(self._waiting) >= _CHUNK:
                self._settle()

    def worst(self) -> list[CostlySegment]:
        """Those that cost most, most first; where all are as bad as the others, the first."""
        self._settle()
        found = sorted(self._best, reverse=True)
        costly = [one for one in found if one[0] > 0] or (found if len(self._names) == 1 else [])
        return [self._costly(seen, cost) for cost, _, seen in costly]

    def _rows(self, seen: Seen, which: int) -> list[Any]:
        """What a segment has of one of the systems, under the tag if that is a label."""
        rows = seen.rows.get(self._cells.entry.name, {}).get(self._names[which], ())
        wants_label = self._cells.average == LABELS and self._cells.column is None
        return [row for row in rows if not wants_label or row[0] == self._tag]

    def _counts(self, seen: Seen, which: int) -> list[tuple[str | None, Sequence[float]]]:
        return [(label, counts) for label, counts, _ in self._rows(seen, which)]

    def _settle(self) -> None:
        if not self._waiting:
            return
        lead = [
            influence.of([self._counts(seen, which) for seen in self._waiting])
            for which, influence in enumerate(self._influences)
        ]
        costs = -lead[0] if len(lead) == 1 else lead[1] - lead[0]
        for seen, cost in zip(self._waiting, costs, strict=True):
            self._n += 1
            if cost >= -_NOTHING and self._is_to_blame(seen):
                entry = (float(cost) if cost > _NOTHING else 0.0, -self._n, seen)
                if len(self._best) < SHOWN:
                    heapq.heappush(self._best, entry)
                else:
                    heapq.heappushpop(self._best, entry)
        self._waiting = []

    def _is_to_blame(self, seen: Seen) -> bool:
        """Whether a segment is worse than that of the other system: one that is as good may cost,
        too, where the rest of the two differs."""
        if len(self._names) == 1:
            return True
        values = [
            float(
                influence.better(np.sum([c for _, c in self._counts(seen, which)], axis=0)[None])[0]
            )
            for which, influence in enumerate(self._influences)
            if self._counts(seen, which)
        ]
        return len(values) == 2 and values[0] < values[1] - _NOTHING

    def _costly(self, seen: Seen, cost: float) -> CostlySegment:
        rows = self._rows(seen, 0)
        totals = np.sum([counts for _, counts, _ in rows], axis=0)
        value = float(self._cells.reading.value(np.asarray(totals, float)[None])[0])
        saw = _said(self._metric, merge_evidence([evidence for *_, evidence in rows]))
        return CostlySegment(
            seen.id,
            cost,
            seen.source,
            seen.reference,
            seen.texts[self._names[0]],
            seen.texts[self._names[1]] if len(self._names) > 1 else None,
            "; ".join([f"{self._metric.title} here {_shown(value)}", *saw]),
        )


class _Influence:
    """How much a segment adds to the value of one system, more being better."""

    def __init__(
        self, cells: Cells, place: int, system: int, better: Value, labels: Sequence[str]
    ) -> None:
        self.better = better
        self._totals = cells.totals()[place, system]
        self._labels: Floats | None = None
        if cells.average == MACRO and cells.column is None:
            ones = np.ones((1, len(cells.counts.dense)))
            self._labels = cells.counts.label_totals(ones)[0, :, system]
            self._values = better(self._labels)
            self._place = {labels[code]: k for k, code in enumerate(cells.counts.labels)}

    def of(self, segments: Sequence[Sequence[tuple[str | None, Sequence[float]]]]) -> Floats:
        """The value with each segment less the value without it; 0 where that is unknown."""
        if self._labels is not None:
            return np.array([self._macro(rows, self._labels) for rows in segments])
        sums = np.zeros((len(segments), len(self._totals)))
        for k, rows in enumerate(segments):
            for _, counts in rows:
                sums[k] += counts
        with_all = float(self.better(self._totals[None])[0])
        return np.nan_to_num(with_all - self.better(self._totals - sums))

    def _macro(self, rows: Iterable[tuple[str | None, Sequence[float]]], labels: Floats) -> float:
        """The mean over labels, of which a segment changes a few."""
        total, n = float(np.nansum(self._values)), int((~np.isnan(self._values)).sum())
        before, changed = total / max(n, 1), dict[int, Floats]()
        for label, counts in rows:
            if label is not None:
                k = self._place[label]
                changed[k] = changed.get(k, labels[k]) - np.asarray(counts)
        for k, left in changed.items():
            old, new = float(self._values[k]), float(self.better(left[None])[0])
            n += int(not np.isnan(new)) - int(not np.isnan(old))
            total += float(np.nan_to_num(new) - np.nan_to_num(old))
        return before - total / n if n else 0.0


def _by_limit(limit: Limit) -> Any:
    sign = 1.0 if limit.is_floor else -1.0
    return lambda value: lambda totals: sign * value(totals)


def _said(metric: Metric[Any], evidence: Mapping[str, Any]) -> list[str]:
    """The evidence that the report shows, in words."""
    said = []
    for shown in sorted(metric.evidence, key=lambda one: one.marks != "trigger"):
        value = evidence.get(shown.key)
        if shown.title and value not in (None, "", [], {}):
            said.append(f"{shown.title}: {_in_words(value, percent=shown.percent)}")
    return said


def _in_words(value: Any, *, percent: bool) -> str:
    if percent and isinstance(value, int | float):
        return f"{100 * value:.0f} %"
    if isinstance(value, Mapping):
        return ", ".join(f"{k} = {_in_words(v, percent=percent)}" for k, v in value.items())
    if isinstance(value, list):
        return ", ".join(_in_words(one, percent=percent) for one in value)
    return str(value)


def _shown(value: float) -> str:
    return number(None if np.isnan(value) else value, 1)
