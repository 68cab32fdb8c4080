"""Probes as tables, with bars over each other as in Baziotis et al. (2023), figures 5, 6 and 8."""

from collections.abc import Mapping, Sequence

from litmus.nmt.probing.marked import CONTEXTS
from litmus.probing.results import FIELDS, STEPS, ProbeResult, ProbeRow
from litmus.tables import formats
from litmus.tables.cells import pad, text_width, with_interval
from litmus.tables.formats import INTERVAL, Sheet, Table, columns, records

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
# The narrower context of a step, in whose row the difference is -> the name of the difference.
_STEPS: Mapping[str, str] = {narrow: f"{wide} - {narrow}" for wide, narrow in STEPS}
_WIDTH = 50
_DECIMALS = {"chrf": 1, "pairwise": 1, "perplexity": 2}


def render(result: ProbeResult, format: str) -> str:
    """The result in one of `litmus.tables.FORMATS`, ending in a newline."""
    sheet = Sheet(
        heading=result.heading,
        tables=result_tables(result),
        fields=(*FIELDS, "signature"),
        records=records(result.rows, FIELDS, signature=result.signature),
        about=result.about,
        notes=[INTERVAL],
        signatures=[result.signature],
    )
    return formats.render(sheet, format)


def result_tables(result: ProbeResult) -> list[Table]:
    """One table per probe; one row per model and context, so that intervals fit a terminal."""
    return [_table(result, probe, words) for probe, words in result.kinds()]


def _table(result: ProbeResult, probe: str, words: str | None) -> Table:
    measured = [row for row in result.rows if (row.probe, row.words) == (probe, words)]
    decimals = _DECIMALS.get(probe, 3)
    single = any(row.context in CONTEXTS for row in measured)
    values = {(row.model, row.context): with_interval(row, decimals) for row in measured}
    rows = []
    for row in measured:
        if " - " in row.context:
            continue
        cells = [row.model, row.context, with_interval(row, decimals)]
        if single:
            cells.append(values.get((row.model, _STEPS.get(row.context, "")), ""))
        rows.append([*cells, f"{row.n:,}"])
    difference = ["line above - this"] if single else []
    heads = columns("text", "model", "context" if single else "contexts")
    heads += columns("number", "value", *difference, "n")
    return Table(TITLES[probe, words], heads, rows, notes=_bars(result, measured))


def _bars(result: ProbeResult, measured: Sequence[ProbeRow]) -> list[str]:
    """One bar per model, the legend behind the first; none for pairs of contexts."""
    values = {(row.model, row.context): row.value for row in measured if row.context in CONTEXTS}
    longest = max((value for value in values.values() if value is not None), default=0.0)
    width = max(map(text_width, result.models))
    legend = " ".join(f"{sign} {name}" for name, sign in SHADES.items())
    lines: list[str] = []
    for model in result.models:
        drawn = bar({c: values.get((model, c)) for c in CONTEXTS}, longest)
        if drawn:
            behind = "" if lines else legend
            lines.append(f"{pad(model, width)}  {drawn:{_WIDTH}}  {behind}".rstrip())
    return lines


def bar(values: Mapping[str, float | None], longest: float, width: int = _WIDTH) -> str:
    """Three bars over each other, shorter ones in front: what sticks out is the difference.

    >>> bar({"full": 2.0, "phrase": 3.0, "word": 4.0}, 4.0, 8)
    '████▓▓░░'
    """
    lengths = {
        name: round(width * value / longest)
        for name, value in values.items()
        if name in SHADES and value is not None and longest > 0
    }
    drawn = ""
    for name in sorted(lengths, key=lambda name: values[name] or 0.0):
        drawn += SHADES[name] * (lengths[name] - len(drawn))
    return drawn
