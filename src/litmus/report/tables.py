"""Results as text, JSON, TSV, LaTeX and Markdown; the same numbers in each."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from litmus.scoring.results import FIELDS, Column, Correlation, Result, ResultRow

SIGNIFICANT = 0.05
_WIDTH = 100
_TESTS = {"ar": "approximate randomisation", "bs": "bootstrap"}


@dataclass(frozen=True, slots=True)
class Style:
    """How numbers are shown."""

    decimals: int = 1
    labels: bool = False
    signatures: bool = True


def render(result: Result, format: str, style: Style) -> str:
    """The result in one of `FORMATS`, ending in a newline."""
    return FORMATS[format](result, style)


def _number(value: float | None, decimals: int) -> str:
    return "n/a" if value is None else f"{value:.{decimals}f}"


def _with_interval(row: ResultRow, decimals: int) -> str:
    shown = _number(row.value, decimals)
    if row.low is not None and row.high is not None:
        shown += f" [{_number(row.low, decimals)}, {_number(row.high, decimals)}]"
    return shown + (" *" if row.p is not None and row.p < SIGNIFICANT else "")


def _arrow(column: Column) -> str:
    return f"{column.title} {'↑' if column.higher_is_better else '↓'}"


def _text(result: Result, style: Style) -> str:
    lines = [result.heading, ""]
    lines += _text_table(result, style)
    if subsets := _subset_lines(result, style):
        lines += ["", *subsets]
    if style.labels:
        lines += ["", *_label_lines(result, style)]
    lines += ["", *_footer(result)]
    if style.signatures:
        lines += _signatures(result)
    return "\n".join(lines) + "\n"


def _text_table(result: Result, style: Style) -> list[str]:
    """Systems down, metrics across, as many across as fit the width."""
    heads = [_arrow(column) for column in result.columns]
    body = {
        system: [
            _with_interval(result.overall(system, column.metric), style.decimals)
            for column in result.columns
        ]
        for system in result.systems
    }
    support = [_support(result, column) for column in result.columns]
    names = [*result.systems, "n"]
    first = max(len(name) for name in names) + 2
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
        lines.append(" " * first + "".join(heads[k].ljust(widths[k]) for k in chosen))
        for system in result.systems:
            cells = "".join(body[system][k].ljust(widths[k]) for k in chosen)
            lines.append(system.ljust(first) + cells)
        lines.append("n".ljust(first) + "".join(support[k].ljust(widths[k]) for k in chosen))
        start = end
    return [line.rstrip() for line in lines]


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
        width = max(len(tag) for tag in by_tag) + 2
        columns = [max(len(system), 24) + 2 for system in result.systems]
        heads = "".join(s.ljust(w) for s, w in zip(result.systems, columns, strict=True))
        lines += [_arrow(column), "".ljust(width) + "n".rjust(6) + "  " + heads.rstrip()]
        for tag, rows in sorted(by_tag.items(), key=lambda item: -max(row.n for row in item[1])):
            cells = "".join(
                _with_interval(row, style.decimals).ljust(w)
                for row, w in zip(rows, columns, strict=True)
            )
            n = max(row.n for row in rows)
            lines.append((tag.ljust(width) + f"{n:,}".rjust(6) + "  " + cells).rstrip())
        lines += [_correlation_line(c) for c in result.correlations if c.metric == column.metric]
        lines.append("")
    return lines[:-1]


def _correlation_line(found: Correlation) -> str:
    pearson, spearman = (_number(x, 2) for x in (found.pearson, found.spearman))
    return (
        f"{found.system}: rate against frequency over {found.n_labels} labels: "
        f"Pearson {pearson}, Spearman {spearman}"
    )


def _subset_lines(result: Result, style: Style) -> list[str]:
    rows = [row for row in result.rows if row.tag is not None and row.tag.startswith("subset:")]
    shown = {column.metric for column in result.columns}
    lines = []
    for row in rows:
        if row.metric in shown and row.value is not None:
            tag = (row.tag or "").removeprefix("subset:")
            value = _with_interval(row, style.decimals)
            lines.append((row.metric, tag, row.system, f"{row.n:,}", value))
    if not lines:
        return []
    heads = ("metric", "subset", "system", "n", "value")
    widths = [max(len(line[k]) for line in (heads, *lines)) + 2 for k in range(5)]
    return [
        "".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)).rstrip()
        for line in (heads, *lines)
    ]


def _footer(result: Result) -> list[str]:
    lines = ["[low, high]: 95 % interval."]
    if result.test:
        lines.append(
            f"* differs from {result.systems[0]} (p < {SIGNIFICANT}, {_TESTS[result.test]}, "
            f"{result.n_trials:,} trials, seed {result.seed}, Holm-corrected); "
            "no star: not significantly different, or fewer than 30 cases."
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
        lines.append("\t".join(cell.replace("\t", " ") for cell in cells))
    return "\n".join(lines) + "\n"


def _markdown(result: Result, style: Style) -> str:
    heads = ["system", *(_arrow(column) for column in result.columns)]
    lines = [f"**{result.heading}**", "", f"| {' | '.join(heads)} |"]
    lines.append("|---" + "|---:" * len(result.columns) + "|")
    for system in result.systems:
        cells = [
            _with_interval(result.overall(system, c.metric), style.decimals).replace("*", "\\*")
            for c in result.columns
        ]
        lines.append(f"| {' | '.join([_escape_pipe(system), *cells])} |")
    lines.append(f"| n | {' | '.join(_support(result, c) for c in result.columns)} |")
    if style.labels:
        for column in result.columns:
            lines += _markdown_labels(result, column, style)
    lines += ["", *(line.replace("*", "\\*", 1) for line in _footer(result)), ""]
    lines += [f"`{signature}`  " for signature in _signatures(result)]
    return "\n".join(lines) + "\n"


def _markdown_labels(result: Result, column: Column, style: Style) -> list[str]:
    by_tag = _tagged(result, column.metric)
    if not by_tag:
        return []
    heads = " | ".join(_escape_pipe(system) for system in result.systems)
    lines = [
        "",
        f"| {_arrow(column)} | n | {heads} |",
        "|---|---:" + "|---:" * len(result.systems) + "|",
    ]
    for tag, rows in sorted(by_tag.items(), key=lambda item: -max(row.n for row in item[1])):
        cells = " | ".join(_with_interval(row, style.decimals) for row in rows)
        lines.append(f"| {_escape_pipe(tag)} | {max(row.n for row in rows):,} | {cells} |")
    return lines


def _escape_pipe(text: str) -> str:
    return text.replace("|", "\\|")


_LATEX: Mapping[str, str] = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "↑": r"$\uparrow$", "↓": r"$\downarrow$",
}  # fmt: skip


def _escape_latex(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)


def _latex(result: Result, style: Style) -> str:
    heads = " & ".join(_escape_latex(_arrow(column)) for column in result.columns)
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
            star = "$^{*}$" if row.p is not None and row.p < SIGNIFICANT else ""
            half = ""
            if row.value is not None and row.low is not None and row.high is not None:
                half = f" {{\\small $\\pm$ {(row.high - row.low) / 2:.{style.decimals}f}}}"
            cells.append(f"{_number(row.value, style.decimals)}{half}{star}")
        lines.append(f"{_escape_latex(system)} & {' & '.join(cells)} \\\\")
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
            _number(result.overall(system, column.metric).value, decimals)
            for column in result.columns
        )
        for system in result.systems
    ]
    return "\n".join(rows) + "\n"
