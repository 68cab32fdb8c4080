"""Verdicts of several kinds compared with people: which, how sure, and what suggestions did."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from litmus.annotate.agree.panel import Panel
from litmus.annotate.agree.rows import Maker, Row
from litmus.annotate.verdicts import Verdict
from litmus.arrays import Bools, Floats
from litmus.stats.agreement import Estimate
from litmus.stats.intervals import wilson
from litmus.stats.stratified import cross_table, detection, label_shares

HALVES = ("surer half", "other half")
EDGES = (0, 50, 60, 70, 80, 90, 100)  # of the confidence, in per cent
_SIGNS = ("precision", "recall", "f1")


@dataclass(frozen=True)
class Compared:
    """What a metric and people say of the items on which both give a verdict."""

    names: tuple[str, ...]
    chosen: Bools  # (items,): which
    said: Floats  # (chosen items, kinds), 0 and 1
    confidence: Floats  # (chosen items,)
    truth: Floats  # (chosen items, kinds)

    @property
    def same(self) -> Floats:
        """(items,): 1 where people give the same verdict, 0.5 where half of them do."""
        found: Floats = (self.said * self.truth).sum(axis=1)
        return found

    @property
    def same_side(self) -> Floats:
        """(items,): the same for right and wrong alone."""
        right, truly = self.said[:, 0], self.truth[:, 0]
        found: Floats = right * truly + (1 - right) * (1 - truly)
        return found


def matched(panel: Panel, verdicts: Mapping[tuple[str, str], Verdict]) -> Compared | None:
    """A metric's kinds of verdicts beside people's; None where it has none, or labels have none."""
    names = next((verdict.kinds for verdict in verdicts.values() if verdict.kinds), ())
    truth = panel.kinds(names) if names else None
    if truth is None:
        return None
    found = [verdicts[item.id, item.system].said_of(item.mark) for item in panel.items]
    chosen: Bools = np.array([one is not None for one in found]) & (truth.sum(axis=1) > 0)
    if not chosen.any():
        return None
    told = [one for one, is_chosen in zip(found, chosen, strict=True) if one and is_chosen]
    said = np.array([[float(one.kind == name) for name in names] for one in told])
    confidence = np.array([one.confidence for one in told])
    return Compared(names, chosen, said, confidence, truth[chosen])


def kind_rows(
    panel: Panel, metric: str, found: Compared, signature: str, n_draws: int, seed: int
) -> Iterator[Row]:
    """Counts of every pair of verdicts, how well each kind is found, and both as one number."""
    sample = panel.sample(found.chosen)
    table = cross_table(sample, found.said, found.truth, n_draws=n_draws, seed=seed)
    counts, make = Maker("confusion", signature), Maker("kinds", signature)
    n = len(found.said)
    for k, kind in enumerate(found.names):
        for j, people in enumerate(found.names):
            number = Estimate(float(table.cells[k, j]), None, None, n)
            yield counts.row(people, number, metric=metric, verdict=kind)
    for k, kind in enumerate(found.names):
        truth, said = found.truth[:, k], found.said[:, [k]]
        (one,) = detection(sample, truth, said, n_draws=n_draws, seed=seed)
        for name in _SIGNS:
            yield make.row(name, one.measures[name], metric=metric, verdict=kind)
    yield make.row("same", table.same, metric=metric)
    yield make.row("kappa", table.kappa, metric=metric)


def confidence_rows(
    panel: Panel, metric: str, found: Compared, signature: str, n_draws: int, seed: int
) -> Iterator[Row]:
    """How often people agree where the metric is sure, and where it is not."""
    sample, make = panel.sample(found.chosen), Maker("confidence", signature)
    for name, mask in _ranges(found.confidence):
        if not mask.any():
            continue
        part, n = sample.choose(mask), int(mask.sum())
        mean = 100 * float(np.average(found.confidence[mask], weights=sample.weights[mask]))
        yield make.row("confidence", Estimate(mean, None, None, n), metric=metric, verdict=name)
        for measure, share in (("same", found.same), ("same_side", found.same_side)):
            both = np.stack([share[mask], 1 - share[mask]], axis=1)
            value, _ = label_shares(part, both, n_draws=n_draws, seed=seed)
            yield make.row(measure, value, metric=metric, verdict=name)


def _ranges(confidence: Floats) -> Iterator[tuple[str, Bools]]:
    """Halves, then bins; a bin has its lower edge, the last both."""
    sure = confidence >= np.median(confidence)
    yield from zip(HALVES, (sure, ~sure), strict=True)
    bins = np.clip(np.searchsorted(np.array(EDGES) / 100, confidence, "right"), 1, len(EDGES) - 1)
    for k, (low, high) in enumerate(zip(EDGES, EDGES[1:], strict=False), start=1):
        yield f"{low}-{high} %", bins == k


def suggestion_rows(panel: Panel, signature: str) -> Iterator[Row]:
    """How often people kept what was suggested to them: in all, and by what it was."""
    given = panel.was_suggested
    if not given.any():
        return
    make = Maker("suggestions", signature)
    kept = panel.suggested == panel.given
    yield make.row("kept", _share(kept[given]))
    for code, label in enumerate(panel.label_set.labels):
        mine = given & (panel.suggested == code)
        if mine.any():
            yield make.row("kept", _share(kept[mine]), verdict=label.key)


def _share(kept: Bools) -> Estimate:
    rate, n = float(kept.mean()), len(kept)
    low, high = wilson(rate, n)
    return Estimate(100 * rate, 100 * low, 100 * high, n)
