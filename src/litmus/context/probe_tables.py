"""Probes as tables, with bars that lie over each other as in the paper's figures 5, 6 and 8."""

from collections.abc import Mapping, Sequence

from litmus.context.probe_results import Result, flat_rows
from litmus.context.tables import Table, render, with_interval
from litmus.nmt.probing.marked import CONTEXTS

TITLES: Mapping[tuple[str, str | None], str] = {
    ("chrf", None): "chrF of the translation to the reference ↑",
    ("perplexity", None): "Perplexity of the reference ↓",
    ("entropy", "idiom"): "Entropy over words linked to the idiom, nats",
    ("entropy", "other"): "Entropy over other words, nats",
    ("distance", "cosine"): "Cosine distance of the idiom's states (0 same, 1 at right angles)",
    ("distance", "euclidean"): "Euclidean distance of the idiom's states",
    ("pairwise", None): "chrF between translations, the first being the reference",
}
SHADES: Mapping[str, str] = {"full": "█", "phrase": "▓", "word": "░"}
_WIDTH = 30
_DECIMALS = {"chrf": 1, "pairwise": 1, "perplexity": 2}


def shown(result: Result, format: str) -> str:
    """The result in one of the formats of `litmus.context.tables`."""
    tables = result_tables(result, bars=format == "text")
    return render(result, tables, flat_rows(result), format)


def result_tables(result: Result, *, bars: bool = True) -> list[Table]:
    """A table a probe, a line a model."""
    return [_table(result, probe, words, bars) for probe, words in result.kinds()]


def _table(result: Result, probe: str, words: str | None, bars: bool) -> Table:
    found = [row for row in result.rows if (row.probe, row.words) == (probe, words)]
    columns = list(dict.fromkeys(row.context for row in found))
    stacked = bars and all(context in columns for context in CONTEXTS)
    values = [row.value for row in found if row.context in CONTEXTS and row.value is not None]
    longest = max(values, default=0.0)
    lines = []
    for model in result.models:
        cells = [result.row(model, probe, words, column) for column in columns]
        shown_cells = [
            "n/a" if cell is None else with_interval(cell, _DECIMALS.get(probe, 3))
            for cell in cells
        ]
        counts = [f"{cell.n:,}" for cell in cells[:1] if cell is not None]
        line = [model, *shown_cells, *(counts or ["0"])]
        if stacked:
            by_context = {cell.context: cell.value for cell in cells if cell is not None}
            line.append(bar(by_context, longest))
        lines.append(line)
    heads = ["model", *columns, "n", *([_legend()] if stacked else [])]
    texts = (0, len(heads) - 1) if stacked else (0,)
    return Table(TITLES[probe, words], heads, lines, texts)


def bar(values: Mapping[str, float | None], longest: float, width: int = _WIDTH) -> str:
    """Three bars over each other, the shorter in front: what sticks out is the difference.

    >>> bar({"full": 2.0, "phrase": 3.0, "word": 4.0}, 4.0, 8)
    '████▓▓░░'
    """
    known = {name: value for name, value in values.items() if name in SHADES and value is not None}
    if longest <= 0 or not known:
        return ""
    order = sorted(known, key=lambda name: known[name])
    ends: Sequence[int] = [round(width * known[name] / longest) for name in order]
    drawn = ""
    for name, end in zip(order, ends, strict=True):
        drawn += SHADES[name] * (end - len(drawn))
    return drawn


def _legend() -> str:
    return " ".join(f"{sign} {name}" for name, sign in SHADES.items())
