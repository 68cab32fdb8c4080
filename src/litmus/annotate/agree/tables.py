"""Agreement as text, JSON, TSV, LaTeX and Markdown; the same numbers in each."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from litmus.annotate.agree.compare import Agreement
from litmus.annotate.agree.rows import FIELDS, Row
from litmus.annotate.label_sets import ERROR, LITERAL
from litmus.language.words import text_width
from litmus.reports.cells import (
    escape_latex,
    escape_markdown,
    latex_value,
    number,
    pad,
    with_interval,
)

INTERVAL = "[low, high]: 95 % interval"
_MEASURES = ("precision", "recall", "f1", "kappa")


@dataclass(frozen=True, slots=True)
class Style:
    """How numbers are shown; `systems`: also a system at a time."""

    decimals: int = 1
    systems: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Cells of text under a head; the first column is left-aligned, the rest are numbers."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def render(agreement: Agreement, format: str, style: Style) -> str:
    """The agreement in one of `FORMATS`, ending in a newline."""
    return FORMATS[format](agreement, style)


def _shown(row: Row, decimals: int) -> str:
    return with_interval(row.value, row.low, row.high, decimals)


def short(metric: str) -> str:
    """A metric as it was asked for, with files by name alone.

    >>> short("litter:dictionary=/usr/share/a.tsv+b/b.tsv,case=fold")
    'litter:dictionary=a.tsv+b.tsv,case=fold'
    """
    return re.sub(r"[^=+,]*/", "", metric)


def tables(agreement: Agreement, style: Style) -> Iterator[Table]:
    """The tables there is something to say in."""
    for meaning in (LITERAL, ERROR):
        yield from _metrics(agreement, meaning, style)
    if len(agreement.metrics) == 1:
        yield from _counts(agreement, agreement.metrics[0])
    yield from _systems(agreement, style)
    yield from _tags(agreement, style)
    yield from _labels(agreement, style)
    yield from _annotators(agreement, style)


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
            _shown(found[metric, system, name], 2 if name == "kappa" else style.decimals)
            for name in _MEASURES
        ]
        best = found[metric, system, "best"]
        cells += [f"{number(best.value, 0)} %"] if several else []
        name = short(metric or "") + (f" · {system}" if system else "")
        rows.append((name, *cells, f"{best.n:,}"))
    yield Table(f"Finding {meaning}s", head, tuple(rows))


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
    rows = tuple(
        (name, *(f"{_count(value)}{star}" for value in values[:-1]), _count(values[-1]))
        for name, values, star in zip(
            ("not flagged", "flagged", "total"), (off, on, total), (*stars, ""), strict=True
        )
    )
    yield Table(f"What people say of what {short(metric)} flags", head, rows)


def _count(value: float) -> str:
    """With a decimal where it is not whole: verdicts that are split count by halves.

    >>> _count(1200), _count(1.5), _count(0.1 + 0.2 + 2.7)
    ('1,200', '1.5', '3')
    """
    return f"{value:,.1f}".removesuffix(".0")


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
    yield Table("Systems, by people and by metrics (%)", head, tuple(rows))


def _tags(agreement: Agreement, style: Style) -> Iterator[Table]:
    """As Table 4 of the MuDA paper."""
    mine = {(r.system, r.verdict): r for r in agreement.rows if r.table == "tags"}
    if not mine:
        return
    names = list(dict.fromkeys(tag for _, tag in mine))
    rows = []
    for system in dict.fromkeys(system for system, _ in mine):
        found = [mine.get((system, tag)) for tag in names]
        cells = [f"{_shown(r, style.decimals)} (n = {r.n})" if r else "–" for r in found]
        rows.append((str(system), *cells))
    yield Table("Precision of tags (%)", ("", *map(str, names)), tuple(rows))


def _labels(agreement: Agreement, style: Style) -> Iterator[Table]:
    """As Table 2 of Steingrímsson et al."""
    labels = agreement.panel.label_set.labels
    mine = {(r.system, r.verdict): r for r in agreement.rows if r.table == "labels"}
    head = ("system", *(label.name for label in labels), "n")
    rows = []
    for system in agreement.panel.systems:
        found = [mine[system, label.key] for label in labels]
        cells = [_shown(row, style.decimals) for row in found]
        rows.append((system or "–", *cells, f"{found[0].n:,}"))
    yield Table("What people say (%)", head, tuple(rows))


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
                         _shown(row, decimals), f"{row.n:,}"))  # fmt: skip
    yield Table("Agreement between annotators", ("", "value", "items"), tuple(rows))


_NAMES = {
    "alpha": "Krippendorff's alpha",
    "alpha_ordinal": "Krippendorff's alpha (ordinal)",
    "kappa": "Cohen's kappa",
    "agreement": "same label, %",
}


def _notes(agreement: Agreement) -> list[str]:
    lines = [f"{INTERVAL}. precision, recall, F1 and shares are percentages."]
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


def _text(agreement: Agreement, style: Style) -> str:
    lines = [agreement.heading]
    for table in tables(agreement, style):
        lines += ["", table.title]
        rows = [table.head, *table.rows]
        widths = [max(text_width(row[k]) for row in rows) for k in range(len(table.head))]
        for row in rows:
            cells = (pad(cell, width) for cell, width in zip(row, widths, strict=True))
            lines.append("  " + "  ".join(cells).rstrip())
    lines += ["", *_notes(agreement), *_signatures(agreement)]
    return "\n".join(lines) + "\n"


def _markdown(agreement: Agreement, style: Style) -> str:
    lines = [f"**{escape_markdown(agreement.heading)}**"]
    for table in tables(agreement, style):
        lines += ["", f"{escape_markdown(table.title)}", "", _piped(table.head)]
        lines.append("|---" + "|---:" * (len(table.head) - 1) + "|")
        lines += [_piped(row) for row in table.rows]
    lines += ["", *(f"{escape_markdown(note)}  " for note in _notes(agreement)), ""]
    lines += [f"`{signature}`  " for signature in _signatures(agreement)]
    return "\n".join(lines) + "\n"


def _piped(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(escape_markdown, cells))} |"


def _latex(agreement: Agreement, style: Style) -> str:
    lines = ["% needs \\usepackage{booktabs}"]
    for table in tables(agreement, style):
        lines += [f"% {table.title}", f"\\begin{{tabular}}{{l{'r' * (len(table.head) - 1)}}}"]
        lines += ["\\toprule", f"{' & '.join(map(escape_latex, table.head))} \\\\", "\\midrule"]
        for first, *cells in table.rows:
            shown = (latex_value(cell.replace("%", "\\%")) for cell in cells)
            lines.append(f"{' & '.join([escape_latex(first), *shown])} \\\\")
        lines += ["\\bottomrule", "\\end{tabular}", ""]
    rest = (agreement.heading, *_notes(agreement), *_signatures(agreement))
    return "\n".join([*lines, *(f"% {line}" for line in rest)]) + "\n"


def _json(agreement: Agreement, style: Style) -> str:
    rows = (" " + json.dumps(row.as_json(), ensure_ascii=False) for row in agreement.rows)
    return "[\n" + ",\n".join(rows) + "\n]\n"


def _tsv(agreement: Agreement, style: Style) -> str:
    return "".join(_tsv_lines(agreement.rows))


def _tsv_lines(rows: Iterable[Row]) -> Iterator[str]:
    yield "\t".join(FIELDS) + "\n"
    for row in rows:
        cells = ("" if (v := getattr(row, key)) is None else str(v) for key in FIELDS)
        yield "\t".join(" ".join(cell.split()) for cell in cells) + "\n"


FORMATS: Mapping[str, Callable[[Agreement, Style], str]] = {
    "text": _text, "json": _json, "tsv": _tsv, "latex": _latex, "md": _markdown,
}  # fmt: skip
