"""Results as text, JSON, TSV, LaTeX and Markdown; the same numbers in each."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from litmus.language.words import text_width
from litmus.reports.cells import (
    escape_latex,
    escape_markdown,
    latex_value,
    number,
    pad,
    with_interval,
)
from litmus.reports.colour import BOLD, DIM, paint, paint_cell
from litmus.scoring.results import FIELDS, SIGNIFICANT, Column, Correlation, Result, ResultRow

_WIDTH = 100
_TESTS = {"ar": "approximate randomisation", "bs": "bootstrap"}


@dataclass(frozen=True, slots=True)
class Style:
    """How numbers are shown."""

    decimals: int = 1
    labels: bool = False
    signatures: bool = True
    colour: bool = False  # of the text format, for terminals


def render(result: Result, format: str, style: Style) -> str:
    """The result in one of `FORMATS`, ending in a newline."""
    return FORMATS[format](result, style)


def _shown(row: ResultRow, decimals: int) -> str:
    star = " *" if row.p is not None and row.p < SIGNIFICANT else ""
    return with_interval(row.value, row.low, row.high, decimals) + star


def _arrow(column: Column) -> str:
    return f"{column.title} {'↑' if column.higher_is_better else '↓'}"


def _text(result: Result, style: Style) -> str:
    painted = paint if style.colour else _unpainted
    lines = [painted(result.heading, BOLD), ""]
    lines += _text_table(result, style)
    if subsets := _subset_lines(result, style):
        lines += ["", *subsets]
    if style.labels and (labels := _label_lines(result, style)):
        lines += ["", *labels]
    below = _footer(result)
    if style.colour and len(result.systems) > 1:
        below.append("Bold: best of the column.")
    if style.signatures:
        below += _signatures(result)
    lines += ["", *(painted(line, DIM) for line in below)]
    return "\n".join(lines) + "\n"


def _text_table(result: Result, style: Style) -> list[str]:
    """Systems down, metrics across, as many across as fit the width."""
    heads = [_arrow(column) for column in result.columns]
    body = {
        system: [
            _shown(result.overall(system, column.metric), style.decimals)
            for column in result.columns
        ]
        for system in result.systems
    }
    support = [_support(result, column) for column in result.columns]
    best = [best_systems(result, column) for column in result.columns]
    names = [*result.systems, "n"]
    first = max(text_width(name) for name in names) + 2
    widths = [
        max(len(cell) for cell in (head, *(body[s][k] for s in result.systems), support[k])) + 2
        for k, head in enumerate(heads)
    ]
    lines: list[str] = []
    start = 0
    while start < len(heads):
        end = start + 1
        while end < len(heads) and first + sum(widths[start : end + 1]) <= _WIDTH:
            end += 1
        chosen = range(start, end)
        if lines:
            lines.append("")
        painted = paint if style.colour else _unpainted
        shown = "".join(heads[k].ljust(widths[k]) for k in chosen)
        lines.append(painted((" " * first + shown).rstrip(), DIM))
        for system in result.systems:
            cells = [_painted_cell(body, system, k, widths[k], best, style) for k in chosen]
            lines.append((pad(system, first) + "".join(cells)).rstrip())
        shown = "".join(support[k].ljust(widths[k]) for k in chosen)
        lines.append(painted(("n".ljust(first) + shown).rstrip(), DIM))
        start = end
    return lines


def _unpainted(text: str, code: str) -> str:
    return text


def _painted_cell(
    body: Mapping[str, list[str]],
    system: str,
    k: int,
    width: int,
    best: Sequence[frozenset[str]],
    style: Style,
) -> str:
    """A cell at its width, which colours do not change."""
    shown = body[system][k]
    painted = paint_cell(shown, best=system in best[k]) if style.colour else shown
    return painted + " " * (width - len(shown))


def best_systems(result: Result, column: Column) -> frozenset[str]:
    """The systems with the best value of a column; none where there is nothing to compare."""
    values = {
        system: row.value
        for system in result.systems
        if (row := result.overall(system, column.metric)).value is not None
    }
    if len(values) < 2:
        return frozenset()
    choose = max if column.higher_is_better else min
    top = choose(value for value in values.values() if value is not None)
    return frozenset(system for system, value in values.items() if value == top)


def _support(result: Result, column: Column) -> str:
    found = [result.overall(system, column.metric).n for system in result.systems]
    return f"{found[0]:,}" if len(set(found)) == 1 else "/".join(f"{n:,}" for n in found)


def _tagged(result: Result, metric: str) -> dict[str, list[ResultRow]]:
    found: dict[str, list[ResultRow]] = {}
    for row in result.rows:
        if row.metric == metric and row.tag is not None and not row.tag.startswith("subset:"):
            found.setdefault(row.tag, []).append(row)
    return found


def _label_lines(result: Result, style: Style) -> list[str]:
    lines: list[str] = []
    for column in result.columns:
        by_tag = _tagged(result, column.metric)
        if not by_tag:
            continue
        width = max(text_width(tag) for tag in by_tag) + 2
        columns = [max(text_width(system), 24) + 2 for system in result.systems]
        heads = "".join(pad(s, w) for s, w in zip(result.systems, columns, strict=True))
        lines += [_arrow(column), "".ljust(width) + "n".rjust(6) + "  " + heads.rstrip()]
        for tag, rows in sorted(by_tag.items(), key=lambda item: -max(row.n for row in item[1])):
            cells = "".join(
                _shown(row, style.decimals).ljust(w) for row, w in zip(rows, columns, strict=True)
            )
            n = max(row.n for row in rows)
            lines.append((pad(tag, width) + f"{n:,}".rjust(6) + "  " + cells).rstrip())
        lines += [_correlation_line(c) for c in result.correlations if c.metric == column.metric]
        lines.append("")
    return lines[:-1]


def _correlation_line(found: Correlation) -> str:
    pearson, spearman = (number(x, 2) for x in (found.pearson, found.spearman))
    return (
        f"{found.system}: rate against frequency over {found.n_labels} labels: "
        f"Pearson {pearson}, Spearman {spearman}"
    )


def _subset_rows(result: Result, style: Style) -> list[tuple[str, ...]]:
    """A head and the cells of every subset that has evidence; empty without any."""
    rows: list[tuple[str, ...]] = [("metric", "subset", "system", "n", "value")]
    for row in result.rows:
        if row.tag is not None and row.tag.startswith("subset:") and row.value is not None:
            subset, value = row.tag.removeprefix("subset:"), _shown(row, style.decimals)
            rows.append((row.metric, subset, row.system, f"{row.n:,}", value))
    return rows if len(rows) > 1 else []


def _subset_lines(result: Result, style: Style) -> list[str]:
    rows = _subset_rows(result, style)
    widths = [max(map(text_width, column)) + 2 for column in zip(*rows, strict=True)]
    return [
        "".join(pad(cell, w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


def _footer(result: Result) -> list[str]:
    lines = ["[low, high]: 95 % interval."]
    if any(row.value is None and row.tag is None for row in result.rows):
        lines.append("n/a: no evidence; no segment has what the metric looks at.")
    if result.test:
        few = "30 cases" if result.test == "ar" else "30 cases or resampled units"
        lines.append(
            f"* differs from {result.systems[0]} (p < {SIGNIFICANT}, {_TESTS[result.test]}, "
            f"{result.n_trials:,} trials, seed {result.seed}, "
            "Holm-corrected over the whole table); "
            f"no star: not significantly different, or fewer than {few}."
        )
    return lines


def _signatures(result: Result) -> list[str]:
    return list(dict.fromkeys(row.signature for row in result.rows if row.tag is None))


def _json(result: Result, style: Style) -> str:
    rows = ",\n".join(" " + json.dumps(row.as_json(), ensure_ascii=False) for row in result.rows)
    return f"[\n{rows}\n]\n"


def _tsv(result: Result, style: Style) -> str:
    lines = ["\t".join(FIELDS)]
    for row in result.rows:
        cells = ("" if (v := getattr(row, key)) is None else str(v) for key in FIELDS)
        lines.append("\t".join(re.sub(r"[\t\n\r]", " ", cell) for cell in cells))
    return "\n".join(lines) + "\n"


def _markdown(result: Result, style: Style) -> str:
    heads = ["system", *(_arrow(column) for column in result.columns)]
    lines = [f"**{escape_markdown(result.heading)}**", "", f"| {' | '.join(heads)} |"]
    lines.append("|---" + "|---:" * len(result.columns) + "|")
    for system in result.systems:
        cells = [
            escape_markdown(_shown(result.overall(system, c.metric), style.decimals))
            for c in result.columns
        ]
        lines.append(f"| {' | '.join([escape_markdown(system), *cells])} |")
    lines.append(f"| n | {' | '.join(_support(result, c) for c in result.columns)} |")
    if subsets := _subset_rows(result, style):
        shown = [f"| {' | '.join(map(escape_markdown, row))} |" for row in subsets]
        lines += ["", shown[0], "|---|---|---|---:|---:|", *shown[1:]]
    if style.labels:
        for column in result.columns:
            lines += _markdown_labels(result, column, style)
    lines += ["", *(f"{escape_markdown(line)}  " for line in _footer(result)), ""]
    lines += [f"`{signature}`  " for signature in _signatures(result)]
    return "\n".join(lines) + "\n"


def _markdown_labels(result: Result, column: Column, style: Style) -> list[str]:
    by_tag = _tagged(result, column.metric)
    if not by_tag:
        return []
    heads = " | ".join(escape_markdown(system) for system in result.systems)
    lines = [
        "",
        f"| {_arrow(column)} | n | {heads} |",
        "|---|---:" + "|---:" * len(result.systems) + "|",
    ]
    for tag, rows in sorted(by_tag.items(), key=lambda item: -max(row.n for row in item[1])):
        cells = " | ".join(escape_markdown(_shown(row, style.decimals)) for row in rows)
        lines.append(f"| {escape_markdown(tag)} | {max(row.n for row in rows):,} | {cells} |")
    return lines


def _latex(result: Result, style: Style) -> str:
    heads = " & ".join(escape_latex(_arrow(column)) for column in result.columns)
    lines = [
        "% needs \\usepackage{booktabs}",
        f"\\begin{{tabular}}{{l{'r' * len(result.columns)}}}",
        "\\toprule",
        f"System & {heads} \\\\",
        "\\midrule",
    ]
    for system in result.systems:
        cells = []
        for column in result.columns:
            row = result.overall(system, column.metric)
            cells.append(latex_value(_shown(row, style.decimals)))
        lines.append(f"{escape_latex(system)} & {' & '.join(cells)} \\\\")
    support = " & ".join(_support(result, column) for column in result.columns)
    lines += ["\\midrule", f"$n$ & {support} \\\\", "\\bottomrule", "\\end{tabular}"]
    if subsets := _subset_rows(result, style):
        head, *body = ([escape_latex(cell) for cell in row[:-1]] + [row[-1]] for row in subsets)
        lines += ["", "\\begin{tabular}{lllrr}", "\\toprule", f"{' & '.join(head)} \\\\"]
        lines.append("\\midrule")
        lines += [f"{' & '.join([*row[:-1], latex_value(row[-1])])} \\\\" for row in body]
        lines += ["\\bottomrule", "\\end{tabular}"]
    lines += [f"% {line}" for line in (result.heading, *_footer(result), *_signatures(result))]
    return "\n".join(lines) + "\n"


FORMATS: Mapping[str, Callable[[Result, Style], str]] = {
    "text": _text, "json": _json, "tsv": _tsv, "latex": _latex, "md": _markdown,
}  # fmt: skip


def bare(result: Result, decimals: int) -> str:
    """The main values alone, a line a system, tab separated."""
    rows: Sequence[str] = [
        "\t".join(
            number(result.overall(system, column.metric).value, decimals)
            for column in result.columns
        )
        for system in result.systems
    ]
    return "\n".join(rows) + "\n"
