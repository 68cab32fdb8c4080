"""Results as text, JSON, TSV, LaTeX and Markdown; the same numbers in each."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from litmus.context.results import FIELDS, Result, Row
from litmus.language.words import text_width

DECIMALS = 3
WIDTH = 100  # of a terminal, for text that can be cut
GAP = "context - random"
# Two tables, so that both fit a terminal: the JSON name of a reading and what tables call it.
_SENTENCES: Mapping[str, str] = {"cxmi": "sum (CXMI)", "sentence-mean": "mean of its subwords"}
_PARTS: Mapping[str, str] = {"token": "subwords", "word": "words"}
TITLES: Mapping[str, str] = {
    "pos": "Part of speech",
    "tag": "Discourse tag",
    "tagged": "Tagged and untagged words",
    "word": "Words as written",
}
HEADS: Mapping[str, str] = {
    "pos": "part of speech",
    "tag": "tag",
    "tagged": "words",
    "word": "word",
}


@dataclass(frozen=True, slots=True)
class Table:
    """Cells to be shown. The first column is text, as are those named; the rest are numbers.

    `drawn` are lines below, for a terminal alone.
    """

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    texts: Sequence[int] = (0,)
    drawn: Sequence[str] = ()


class Shown(Protocol):
    """What can be rendered: a result of CXMI or of contrastive scoring."""

    @property
    def heading(self) -> str:
        """What was measured on, in a line."""

    @property
    def about(self) -> Sequence[str]:
        """How to read it, in lines."""

    @property
    def signature(self) -> str:
        """All that can change a number."""


def render(
    result: Shown,
    shown: Sequence[Table],
    flat: Sequence[Mapping[str, object]],
    format: str,
) -> str:
    """The result in one of `FORMATS`, ending in a newline; JSON and TSV have the `flat` rows."""
    if format in _FLAT:
        return _FLAT[format]([{**row, "signature": result.signature} for row in flat])
    return _TABLES[format](result, shown)


def flat_rows(result: Result) -> list[dict[str, object]]:
    """Every row, and the top tokens with their place, as plain objects of one shape."""
    found = [{key: getattr(row, key) for key in FIELDS} for row in result.rows]
    for top in result.top:
        token = Row("token", top.text, result.contexts[0], 1, 1, top.value)
        found.append({key: getattr(token, key) for key in FIELDS})
    places = [(None, None)] * len(result.rows) + [(t.id, list(t.mark.span)) for t in result.top]
    return [
        {**row, "id": place[0], "span": place[1]} for row, place in zip(found, places, strict=True)
    ]


def result_tables(result: Result) -> list[Table]:
    """The whole text, then by group, then words, then the top tokens."""
    tables = [
        _overall(result, f"P-CXMI of a sentence: mean of all, {result.unit}", _SENTENCES),
        _overall(result, f"P-CXMI of a subword and of a word: mean of all, {result.unit}", _PARTS),
    ]
    for by in ("pos", "tagged", "tag", "word"):
        if result.of(by):
            tables.append(_grouped(result, by))
    if result.top:
        tables.append(_top(result))
    return tables


def _overall(result: Result, title: str, names: Mapping[str, str]) -> Table:
    rows = []
    for context in dict.fromkeys(row.context for row in result.of("corpus")):
        by_name = {row.name: row for row in result.of("corpus", context)}
        rows.append([_title(result, context), *(with_interval(by_name[name]) for name in names)])
    first = {row.name: row for row in result.of("corpus", result.contexts[0])}
    rows.append(["n", *(f"{first[name].n:,}" for name in names)])
    return Table(title, ["context", *names.values()], rows)


def _title(result: Result, context: str) -> str:
    """What tables call a context."""
    if context == result.control:
        return "random"
    return context if context in result.contexts else GAP


def _grouped(result: Result, by: str) -> Table:
    main = result.contexts[0]
    contexts = list(dict.fromkeys(row.context for row in result.of(by)))
    cells = {(row.name, row.context): with_interval(row) for row in result.of(by)}
    rows = [
        [
            row.name,
            f"{row.n:,}",
            _count(row.documents),
            *(cells[row.name, context] for context in contexts),
        ]
        for row in result.of(by, main)
    ]
    heads = [HEADS[by], "n", "docs", *(_title(result, context) for context in contexts)]
    return Table(f"{TITLES[by]}: mean of its words, {result.unit}", heads, rows)


def _top(result: Result) -> Table:
    heads = ["word", "P-CXMI", *(["random"] if result.control else []), "segment", "in"]
    beside = [
        [top.text, number(top.value), *([number(top.control)] if result.control else []), top.id]
        for top in result.top
    ]
    used = sum(_widest(column) + 2 for column in zip(heads, *beside, strict=False))
    rows = [
        [*cells, _around(top.target, top.mark.span, WIDTH - used)]
        for cells, top in zip(beside, result.top, strict=True)
    ]
    return Table(
        f"Words with the highest P-CXMI, {result.unit}",
        heads,
        rows,
        (0, len(heads) - 2, len(heads) - 1),
    )


def _around(text: str, span: tuple[int, int], width: int) -> str:
    """The word between its neighbours, of which some are shown on either side at any width.

    >>> _around("We have never seen such a thing before", (19, 23), 26)
    '…ver seen [such] a thing …'
    """
    room = max(8, (width - text_width(text[span[0] : span[1]]) - 4) // 2)
    start, end = max(0, span[0] - room), min(len(text), span[1] + room)
    left, right = "…" * (start > 0), "…" * (end < len(text))
    return f"{left}{text[start : span[0]]}[{text[span[0] : span[1]]}]{text[span[1] : end]}{right}"


def _count(n: int | None) -> str:
    return "" if n is None else f"{n:,}"


def number(value: float | None, decimals: int = DECIMALS) -> str:
    """A value as people read it."""
    return "n/a" if value is None else f"{round(value, decimals) + 0.0:.{decimals}f}"  # never -0.0


def with_interval(row: "Bounded", decimals: int = DECIMALS) -> str:
    """A value and, if it is known, its interval."""
    shown = number(row.value, decimals)
    if row.low is not None and row.high is not None:
        shown += f" [{number(row.low, decimals)}, {number(row.high, decimals)}]"
    return shown


class Bounded(Protocol):
    """A number with its interval."""

    @property
    def value(self) -> float | None:
        """None: no evidence."""

    @property
    def low(self) -> float | None:
        """Of 95 %."""

    @property
    def high(self) -> float | None:
        """Of 95 %."""


def _widest(cells: Sequence[str]) -> int:
    return max(map(text_width, cells))


def _lines(table: Table) -> list[str]:
    grid = [table.heads, *table.rows]
    widths = [_widest(column) for column in zip(*grid, strict=True)]
    lines = [table.title]
    for row in grid:
        cells = [
            cell + " " * (width - text_width(cell))
            if place in table.texts
            else " " * (width - text_width(cell)) + cell
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return [*lines, *table.drawn]


def _text(result: Shown, shown: Sequence[Table]) -> str:
    lines = [result.heading, *result.about]
    for table in shown:
        lines += ["", *_lines(table)]
    return "\n".join([*lines, "", "[low, high]: 95 % interval.", result.signature]) + "\n"


def _markdown(result: Shown, shown: Sequence[Table]) -> str:
    lines = [f"**{_escape(result.heading)}**", "", *map(_escape, result.about)]
    for table in shown:
        sides = ["---" if place in table.texts else "---:" for place in range(len(table.heads))]
        lines += [
            "",
            f"**{_escape(table.title)}**",
            "",
            f"| {' | '.join(map(_escape, table.heads))} |",
        ]
        lines.append(f"|{'|'.join(sides)}|")
        lines += [f"| {' | '.join(map(_escape, row))} |" for row in table.rows]
    return (
        "\n".join([*lines, "", "[low, high]: 95 % interval.", "", f"`{result.signature}`"]) + "\n"
    )


def _escape(text: str) -> str:
    return re.sub(r"([\\`*_|<\[])", r"\\\1", text)


_LATEX: Mapping[str, str] = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "[": "{[}",
}  # fmt: skip


def _latex(result: Shown, shown: Sequence[Table]) -> str:
    lines = ["% needs \\usepackage{booktabs}"]
    for table in shown:
        sides = "".join("l" if place in table.texts else "r" for place in range(len(table.heads)))
        lines += ["", f"% {table.title}", f"\\begin{{tabular}}{{{sides}}}", "\\toprule"]
        lines += [_latex_row(table.heads), "\\midrule", *map(_latex_row, table.rows)]
        lines += ["\\bottomrule", "\\end{tabular}"]
    lines += ["", *(f"% {line}" for line in (result.heading, *result.about, result.signature))]
    return "\n".join(lines) + "\n"


def _latex_row(cells: Sequence[str]) -> str:
    shown = ("".join(_LATEX.get(sign, sign) for sign in cell) for cell in cells)
    return f"{' & '.join(shown)} \\\\"


def _json(rows: Sequence[Mapping[str, object]]) -> str:
    lines = ",\n".join(" " + json.dumps(row, ensure_ascii=False) for row in rows)
    return f"[\n{lines}\n]\n"


def _tsv(rows: Sequence[Mapping[str, object]]) -> str:
    lines = ["\t".join(rows[0])] if rows else []
    for row in rows:
        cells = ("" if value is None else str(value) for value in row.values())
        lines.append("\t".join(re.sub(r"[\t\n\r]", " ", cell) for cell in cells))
    return "\n".join(lines) + "\n"


_TABLES: Mapping[str, Callable[[Shown, Sequence[Table]], str]] = {
    "text": _text, "latex": _latex, "md": _markdown,
}  # fmt: skip
_FLAT: Mapping[str, Callable[[Sequence[Mapping[str, object]]], str]] = {"json": _json, "tsv": _tsv}
FORMATS = ("text", "json", "tsv", "md", "latex")
