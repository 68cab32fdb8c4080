"""Compares: metrics with people, people with each other, systems by both."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from litmus import __version__
from litmus.annotate.agree.kinds import confidence_rows, kind_rows, matched, suggestion_rows
from litmus.annotate.agree.panel import Panel
from litmus.annotate.agree.rows import Maker, Row
from litmus.annotate.label_sets import ERROR, LITERAL
from litmus.annotate.verdicts import Verdict
from litmus.arrays import Bools, Floats, Ints
from litmus.errors import DataError, UsageError
from litmus.stats.agreement import MISSING, Estimate, cohen_kappa, krippendorff_alpha
from litmus.stats.correlation import pearson, spearman
from litmus.stats.stratified import CELLS, detection, label_shares
from litmus.wording import count, option

Verdicts = Mapping[str, Mapping[tuple[str, str], Verdict]]  # metric -> (id, system) -> verdict


@dataclass(frozen=True, slots=True)
class Settings:
    """How sure we want to be, and which labels mean what."""

    meanings: Mapping[str, frozenset[str]]  # error, literal error -> labels
    n_draws: int = 2000
    seed: int = 12345


@dataclass(frozen=True)
class Agreement:
    """All rows, and what a reader should know."""

    heading: str
    panel: Panel
    metrics: tuple[str, ...]
    meanings: Mapping[str, frozenset[str]]
    rows: tuple[Row, ...]
    notes: tuple[str, ...]
    # For each metric: whether counts of what it does not flag, and of what it does, are estimates.
    estimated: Mapping[str, tuple[bool, bool]]


def compare(
    panel: Panel,
    verdicts: Verdicts,
    settings: Settings,
    signatures: Mapping[str, str] | None = None,
) -> Agreement:
    """Everything that the judgements and the metrics' verdicts allow to say."""
    rows: list[Row] = []
    notes: list[str] = []
    estimated: dict[str, tuple[bool, bool]] = {}
    if verdicts:
        if not any(settings.meanings.values()):
            raise UsageError(
                f"No label of {panel.label_set.name!r} means an error, so a metric cannot be "
                f"compared with it.\nSay which do: {option('error', 'LABEL…')}"
            )
        flags, found = _flags(panel, verdicts)
        notes += found
        estimated = {metric: _estimated(panel, flags[:, k]) for k, metric in enumerate(verdicts)}
        rows += _metric_rows(panel, flags, list(verdicts), settings, signatures or {})
        rows += _system_rows(panel, flags, list(verdicts), settings)
        rows += _kind_rows(panel, verdicts, settings, signatures or {})
        notes += _kind_notes(panel, verdicts)
    if panel.label_set.unit == "tag":
        rows += _tag_rows(panel, settings)
    rows += _label_rows(panel, settings)
    rows += _annotator_rows(panel, settings)
    rows += suggestion_rows(panel, _signature(panel, settings))
    if suggested := int(panel.was_suggested.sum()):
        notes.append(
            f"{count(suggested, 'answer was', 'answers were')} given beside a metric's suggestion; "
            "they speak for that metric more than blind ones would."
        )
    silent = int((~panel.has_verdict).sum())
    if silent:
        notes.append(f"{silent} items have no verdict (cannot tell) and are left out.")
    return Agreement(
        _heading(panel), panel, tuple(verdicts), settings.meanings, tuple(rows), tuple(notes),
        estimated,
    )  # fmt: skip


def _estimated(panel: Panel, flags: Floats) -> tuple[bool, bool]:
    part = panel.is_sampled
    return bool(part[flags < 1].any()), bool(part[flags > 0].any())


def _heading(panel: Panel) -> str:
    n_judgements = int((panel.ratings != MISSING).sum())
    return (
        f"{count(n_judgements, 'judgement')} of {count(len(panel.items), 'item')} by "
        f"{count(len(panel.annotators), 'annotator')}, {count(len(panel.systems), 'system')}, "
        f"task {panel.label_set.name}"
    )


def _signature(panel: Panel, settings: Settings, **parts: str) -> str:
    found = {
        "task": f"{panel.label_set.name}.v{panel.label_set.version}",
        "judgements": f"#{panel.digest}",
        **parts,
        "draws": str(settings.n_draws),
        "seed": str(settings.seed),
        "v": __version__,
    }
    return "agree|" + "|".join(f"{key}:{value}" for key, value in found.items())


def _flags(panel: Panel, verdicts: Verdicts) -> tuple[Floats, list[str]]:
    """(items, metrics) of 0 and 1. What a metric knows nothing of it does not flag."""
    flags = np.zeros((len(panel.items), len(verdicts)))
    notes = []
    for k, (metric, found) in enumerate(verdicts.items()):
        unknown = 0
        for place, item in enumerate(panel.items):
            verdict = found.get((item.id, item.system))
            if verdict is None:
                raise DataError(
                    f"{metric} has no verdict on segment {item.id!r} of system {item.system!r}, "
                    "which people judged.\nGive the suite and the outputs that were judged, under "
                    f"the same names: {option('suite', 'SUITE')} {option('outputs', 'NAME=OUT')}"
                )
            flags[place, k] = verdict.of(item.mark)
            unknown += not verdict.known
        if unknown:
            notes.append(f"{metric}: no evidence for {unknown} items; they count as not flagged.")
    return flags, notes


def _metric_rows(
    panel: Panel,
    flags: Floats,
    metrics: Sequence[str],
    settings: Settings,
    signatures: Mapping[str, str],
) -> list[Row]:
    rows = []
    systems: list[str | None] = [None, *(panel.systems if len(panel.systems) > 1 else ())]
    for meaning, labels in settings.meanings.items():
        if not labels:
            continue
        truth = panel.truth(labels)
        for system in systems:
            chosen = _of_system(panel, system)
            found = detection(
                panel.sample(chosen),
                truth[chosen],
                flags[chosen],
                n_draws=settings.n_draws,
                seed=settings.seed,
            )
            for metric, one in zip(metrics, found, strict=True):
                named = f"({signatures.get(metric, metric)})"
                signature = _signature(panel, settings, metric=named)
                measures, counts = Maker("metrics", signature), Maker("counts", signature)
                about = {"system": system, "metric": metric, "verdict": meaning}
                rows += [measures.row(name, e, **about) for name, e in one.measures.items()]
                best = Estimate(one.best, None, None, int(chosen.sum()))
                rows.append(measures.row("best", best, **about))
                rows += [counts.row(name, one.cells[name], **about) for name in CELLS]
    return rows


def _kind_rows(
    panel: Panel, verdicts: Verdicts, settings: Settings, signatures: Mapping[str, str]
) -> Iterator[Row]:
    for metric, by_item in verdicts.items():
        if found := matched(panel, by_item):
            signature = _signature(panel, settings, metric=f"({signatures.get(metric, metric)})")
            about = (panel, metric, found, signature, settings.n_draws, settings.seed)
            yield from kind_rows(*about)
            yield from confidence_rows(*about)


def _kind_notes(panel: Panel, verdicts: Verdicts) -> Iterator[str]:
    for metric, by_item in verdicts.items():
        names = next((verdict.kinds for verdict in by_item.values() if verdict.kinds), ())
        if names and panel.kinds(names) is None:
            yield (
                f"{metric}: only right and wrong are compared; the labels of "
                f"{panel.label_set.name!r} do not tell {', '.join(names)} apart (verdicts = [...])."
            )


def _of_system(panel: Panel, system: str | None) -> Bools:
    mine = np.array([system is None or item.system == system for item in panel.items])
    chosen: Bools = mine & panel.has_verdict
    return chosen


def _label_rows(panel: Panel, settings: Settings) -> list[Row]:
    """The share of each label, a system at a time."""
    make = Maker("labels", _signature(panel, settings))
    rows = []
    for system in panel.systems:
        mine = np.array([item.system == system for item in panel.items])
        shares = label_shares(
            panel.sample(mine), panel.shares[mine], n_draws=settings.n_draws, seed=settings.seed
        )
        rows += [
            make.row("share", share, system=system, verdict=label.key)
            for label, share in zip(panel.label_set.labels, shares, strict=True)
        ]
    return rows


def _tag_rows(panel: Panel, settings: Settings) -> list[Row]:
    """The precision of each tag: the share of its words that people do not call an error."""
    make = Maker("tags", _signature(panel, settings))
    truth = panel.truth(settings.meanings[ERROR])
    right = np.stack([1 - truth, truth], axis=1)
    rows = []
    for system in panel.systems:
        for tag in sorted({item.mark for item in panel.items if item.mark}):
            mine = np.array([i.system == system and i.mark == tag for i in panel.items])
            mine &= panel.has_verdict
            if mine.any():
                precision, _ = label_shares(
                    panel.sample(mine), right[mine], n_draws=settings.n_draws, seed=settings.seed
                )
                rows.append(make.row("precision", precision, system=system, verdict=tag))
    return rows


def _annotator_rows(panel: Panel, settings: Settings) -> list[Row]:
    """Alpha of all, kappa of each pair; on the labels as they are, and on what they mean.

    A translation that several systems gave was judged once, and counts once.
    """
    if len(panel.annotators) < 2:
        return []
    make = Maker("annotators", _signature(panel, settings))
    options: Any = {"n_bootstrap": settings.n_draws, "seed": settings.seed}
    n_labels = len(panel.label_set.labels)
    everyone = "all"
    alpha = krippendorff_alpha(panel.given, n_labels, **options)
    rows = [make.row("alpha", alpha, verdict=everyone)]
    if panel.label_set.ordered:
        ordinal = krippendorff_alpha(panel.given, n_labels, level="ordinal", **options)
        rows.append(make.row("alpha_ordinal", ordinal, verdict=everyone))
    for meaning, labels in settings.meanings.items():
        if labels:
            binary = _binary(panel, labels)
            found = krippendorff_alpha(binary, 2, **options)
            rows.append(make.row(f"alpha ({meaning})", found, verdict=everyone))
    for left, right in combinations(range(len(panel.annotators)), 2):
        pair = f"{panel.annotators[left]} - {panel.annotators[right]}"
        one, other = panel.given[:, left], panel.given[:, right]
        both = (one != MISSING) & (other != MISSING)
        if both.any():
            n = int(both.sum())
            same = Estimate(100 * float((one[both] == other[both]).mean()), None, None, n)
            rows.append(make.row("agreement", same, verdict=pair))
            rows.append(
                make.row("kappa", cohen_kappa(one, other, n_labels, **options), verdict=pair)
            )
    return rows


def _binary(panel: Panel, labels: Iterable[str]) -> Ints:
    """Ratings as 1 (one of these labels), 0 (another) and -1."""
    wanted = [k for k, key in enumerate(panel.label_set.keys) if key in set(labels)]
    binary = np.isin(panel.given, wanted).astype(np.int64)
    binary[panel.given == MISSING] = MISSING
    return binary


def _system_rows(
    panel: Panel, flags: Floats, metrics: Sequence[str], settings: Settings
) -> list[Row]:
    """What people find in each system, what the metrics flag, and whether the two go together."""
    if len(panel.systems) < 2:
        return []
    make = Maker("systems", _signature(panel, settings))
    people = panel.truth(settings.meanings[ERROR])
    columns = np.column_stack([people, flags])
    rates = np.zeros((len(panel.systems), columns.shape[1]))
    rows = []
    for k, system in enumerate(panel.systems):
        chosen = _of_system(panel, system)
        sample = panel.sample(chosen)
        rates[k] = 100 * (sample.weights @ columns[chosen]) / sample.sizes.sum()
        n = int(chosen.sum())
        names: list[tuple[str, str | None]] = [("error", None), *(("flagged", m) for m in metrics)]
        for (measure, metric), rate in zip(names, rates[k], strict=True):
            value = Estimate(float(rate), None, None, n)
            rows.append(make.row(measure, value, system=system, metric=metric))
    if len(panel.systems) > 2:
        for k, metric in enumerate(metrics, start=1):
            for measure, correlation in (("pearson", pearson), ("spearman", spearman)):
                r = correlation(rates[:, 0], rates[:, k])
                rows.append(make.row(measure, Estimate(r, None, None, len(rates)), metric=metric))
    return rows


def meanings_of(
    panel: Panel, error: Sequence[str] = (), literal: Sequence[str] = ()
) -> dict[str, frozenset[str]]:
    """Which labels mean a literal error and an error: as the label set says, or as asked."""
    for key in (*error, *literal):
        if key not in panel.label_set.keys:
            raise UsageError(
                f"{key!r} is not a label of {panel.label_set.name!r}: "
                f"{', '.join(panel.label_set.keys)}"
            )
    literal_labels = frozenset(literal) or panel.label_set.meaning(LITERAL)
    error_labels = frozenset(error) or panel.label_set.meaning(ERROR)
    return {LITERAL: literal_labels, ERROR: error_labels | literal_labels}
