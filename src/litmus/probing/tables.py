"""Probes as tables, with bars that lie over each other as in the paper's figures 5, 6 and 8."""

from collections.abc import Mapping, Sequence

from litmus.context.tables import Table, render, with_interval
from litmus.nmt.probing.marked import CONTEXTS
from litmus.probing.results import STEPS, Result, Row, flat_rows

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
# The narrower context of a step -> the name of the difference, which stands in its line.
_STEPS: Mapping[str, str] = {narrow: f"{wide} - {narrow}" for wide, narrow in STEPS}
_WIDTH = 50
_DECIMALS = {"chrf": 1, "pairwise": 1, "perplexity": 2}


def shown(result: Result, format: str) -> str:
    """The result in one of the formats of `litmus.context.tables`."""
    return render(result, result_tables(result), flat_rows(result), format)


def result_tables(result: Result) -> list[Table]:
    """A table a probe; a line a model and context, so that intervals fit a terminal."""
    return [_table(result, probe, words) for probe, words in result.kinds()]


def _table(result: Result, probe: str, words: str | None) -> Table:
    found = [row for row in result.rows if (row.probe, row.words) == (probe, words)]
    decimals = _DECIMALS.get(probe, 3)
    single = any(row.context in CONTEXTS for row in found)
    steps = {(row.model, row.context): with_interval(row, decimals) for row in found}
    lines = []
    for row in found:
        if " - " in row.context:
            continue
        cells = [row.model, row.context, with_interval(row, decimals)]
        if single:
            cells.append(steps.get((row.model, _STEPS.get(row.context, "")), ""))
        lines.append([*cells, f"{row.n:,}"])
    difference = ["line above - this"] if single else []
    heads = ["model", "context" if single else "contexts", "value", *difference, "n"]
    return Table(TITLES[probe, words], heads, lines, (0, 1), _bars(result, found))


def _bars(result: Result, found: Sequence[Row]) -> list[str]:
    """A bar a model, the legend behind the first; none for pairs of contexts."""
    values = {(row.model, row.context): row.value for row in found if row.context in CONTEXTS}
    longest = max((value for value in values.values() if value is not None), default=0.0)
    beside = max(map(len, result.models))
    legend = " ".join(f"{sign} {name}" for name, sign in SHADES.items())
    lines: list[str] = []
    for model in result.models:
        drawn = bar({c: values.get((model, c)) for c in CONTEXTS}, longest)
        if drawn:
            lines.append(f"{model:{beside}}  {drawn:{_WIDTH}}  {'' if lines else legend}".rstrip())
    return lines


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
