"""Agreement as tables: metrics, systems, tags and labels by people, and between annotators."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from litmus.annotate.agree.compare import Agreement
from litmus.annotate.agree.kind_tables import (
    kind_tables,
    named_table,
    rounded,
    suggestion_table,
)
from litmus.annotate.agree.rows import FIELDS
from litmus.annotate.label_sets import ERROR, LITERAL
from litmus.tables import formats
from litmus.tables.cells import number, with_interval
from litmus.tables.formats import INTERVAL, Sheet, Table, records

_MEASURES = ("precision", "recall", "f1", "kappa")


@dataclass(frozen=True, slots=True)
class Style:
    """How numbers are shown; `systems`: also a system at a time."""

    decimals: int = 1
    systems: bool = False


def render(agreement: Agreement, format: str, style: Style) -> str:
    """The agreement in one of `litmus.tables.FORMATS`, ending in a newline."""
    sheet = Sheet(
        heading=agreement.heading,
        tables=tables(agreement, style),
        fields=FIELDS,
        records=records(agreement.rows, FIELDS),
        notes=_notes(agreement),
        signatures=_signatures(agreement),
        indent=2,
    )
    return formats.render(sheet, format)


def short(metric: str) -> str:
    """A metric as it was asked for, with files by name alone; a judge by its whole name.

    >>> short("litter:dictionary=/usr/share/a.tsv+b/b.tsv,case=fold"), short("judge:a/b/mqm.v1")
    ('litter:dictionary=a.tsv+b.tsv,case=fold', 'judge:a/b/mqm.v1')
    """
    if metric.startswith("judge:") and "=" not in metric:
        return metric
    return re.sub(r"(?<![^=+,])[^=+,]*/", "", metric)


def tables(agreement: Agreement, style: Style) -> Iterator[Table]:
    """The tables there is something to say in."""
    for meaning in (LITERAL, ERROR):
        yield from _metrics(agreement, meaning, style)
    if len(agreement.metrics) == 1:
        yield from _counts(agreement, agreement.metrics[0])
    for metric in agreement.metrics:
        mine = [row for row in agreement.rows if row.metric == metric]
        estimated = any(agreement.estimated[metric])
        yield from kind_tables(mine, short(metric), style.decimals, estimated=estimated)
    yield from _systems(agreement, style)
    yield from _tags(agreement, style)
    yield from _labels(agreement, style)
    yield from _annotators(agreement, style)
    yield from suggestion_table(agreement.rows, agreement.panel.label_set, style.decimals)


def _metrics(agreement: Agreement, meaning: str, style: Style) -> Iterator[Table]:
    found = {
        (row.metric, row.system, row.measure): row
        for row in agreement.rows
        if row.table == "metrics" and row.verdict == meaning
    }
    if not found:
        return
    several = len(agreement.metrics) > 1
    head = ("metric", "precision", "recall", "F1", "kappa", *(("best in",) if several else ()), "n")
    rows = []
    shown = dict.fromkeys((metric, system) for metric, system, _ in found)
    for metric, system in sorted(shown, key=lambda pair: pair[1] is not None):
        if system is not None and not style.systems:
            continue
        cells = [
            with_interval(found[metric, system, name], 2 if name == "kappa" else style.decimals)
            for name in _MEASURES
        ]
        best = found[metric, system, "best"]
        cells += [f"{number(best.value, 0)} %"] if several else []
        name = short(metric or "") + (f" · {system}" if system else "")
        rows.append((name, *cells, f"{best.n:,}"))
    yield named_table(f"Finding {meaning}s", head, rows)


def _counts(agreement: Agreement, metric: str) -> Iterator[Table]:
    """As Table 2 of Shao et al. (2018): verdicts on what the metric flags, and on the rest."""
    cells = {
        (row.verdict, row.measure): row.value or 0.0
        for row in agreement.rows
        if row.table == "counts" and row.system is None and row.metric == metric
    }
    if not cells:
        return
    has_literal = (LITERAL, "true_positive") in cells
    head = ("", "no error", "error", *(("literal error",) if has_literal else ()), "total")

    def line(wrong: str, right: str) -> tuple[float, ...]:
        error, fine = cells[ERROR, wrong], cells[ERROR, right]
        return (fine, error, *((cells[LITERAL, wrong],) if has_literal else ()), fine + error)

    off, on = line("false_negative", "true_negative"), line("true_positive", "false_positive")
    total = tuple(a + b for a, b in zip(off, on, strict=True))
    stars = ["*" if estimated else "" for estimated in agreement.estimated[metric]]
    rows = [
        (name, *(f"{rounded(value)}{star}" for value in values[:-1]), rounded(values[-1]))
        for name, values, star in zip(
            ("not flagged", "flagged", "total"), (off, on, total), (*stars, ""), strict=True
        )
    ]
    yield named_table(f"What people say of what {short(metric)} flags", head, rows)


def _systems(agreement: Agreement, style: Style) -> Iterator[Table]:
    mine = [row for row in agreement.rows if row.table == "systems"]
    if not mine:
        return
    correlated = any(row.measure == "pearson" for row in mine)
    head = ("", *agreement.panel.systems, *(("Pearson", "Spearman") if correlated else ()))
    rows = []
    for metric in (None, *agreement.metrics):
        found = [row for row in mine if row.metric == metric]
        cells = [number(r.value, style.decimals) for r in found if r.system is not None]
        if correlated:
            cells += [number(r.value, 2) for r in found if r.system is None] or ["", ""]
        rows.append((f"flagged by {short(metric)}" if metric else "error for people", *cells))
    yield named_table("Systems, by people and by metrics (%)", head, rows)


def _tags(agreement: Agreement, style: Style) -> Iterator[Table]:
    """As Table 4 of the MuDA paper."""
    mine = {(r.system, r.verdict): r for r in agreement.rows if r.table == "tags"}
    if not mine:
        return
    names = list(dict.fromkeys(tag for _, tag in mine))
    rows = []
    for system in dict.fromkeys(system for system, _ in mine):
        found = [mine.get((system, tag)) for tag in names]
        cells = [f"{with_interval(r, style.decimals)} (n = {r.n})" if r else "–" for r in found]
        rows.append((str(system), *cells))
    yield named_table("Precision of tags (%)", ("", *map(str, names)), rows)


def _labels(agreement: Agreement, style: Style) -> Iterator[Table]:
    """As Table 2 of Steingrímsson et al."""
    labels = agreement.panel.label_set.labels
    mine = {(r.system, r.verdict): r for r in agreement.rows if r.table == "labels"}
    head = ("system", *(label.name for label in labels), "n")
    rows = []
    for system in agreement.panel.systems:
        found = [mine[system, label.key] for label in labels]
        cells = [with_interval(row, style.decimals) for row in found]
        rows.append((system or "–", *cells, f"{found[0].n:,}"))
    yield named_table("What people say (%)", head, rows)


def _annotators(agreement: Agreement, style: Style) -> Iterator[Table]:
    mine = [row for row in agreement.rows if row.table == "annotators"]
    if not mine:
        return
    pairs = dict.fromkeys(row.verdict for row in mine)
    rows = []
    for pair in pairs:
        found = [row for row in mine if row.verdict == pair]
        for row in found:
            decimals = style.decimals if row.measure == "agreement" else 2
            rows.append((f"{pair}: {_NAMES.get(row.measure, row.measure)}",
                         with_interval(row, decimals), f"{row.n:,}"))  # fmt: skip
    yield named_table("Agreement between annotators", ("", "value", "items"), rows)


_NAMES = {
    "alpha": "Krippendorff's alpha",
    "alpha_ordinal": "Krippendorff's alpha (ordinal)",
    "kappa": "Cohen's kappa",
    "agreement": "same label, %",
}


def _notes(agreement: Agreement) -> list[str]:
    lines = [f"{INTERVAL} precision, recall, F1 and shares are percentages."]
    for meaning, labels in agreement.meanings.items():
        if labels:
            ordered = [key for key in agreement.panel.label_set.keys if key in labels]
            lines.append(f"{meaning}: {', '.join(ordered)}.")
    if agreement.panel.is_sampled.any():
        lines.append("For the whole set; * estimated from a sample of it.")
    if len(agreement.metrics) > 1:
        lines.append("best in: share of draws in which no other metric has a higher F1.")
    return lines


def _signatures(agreement: Agreement) -> list[str]:
    shown = (row for row in agreement.rows if row.system is None or row.table == "labels")
    return list(dict.fromkeys(row.signature for row in shown))
