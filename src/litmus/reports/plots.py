"""Figures for papers, drawn by matplotlib (the extra `plots`): SVG, PDF and PNG of each.

Bars start at zero and have 95 % intervals; shade and hatch distinguish systems, also in print
without colours. A figure is as wide as one column of a two-column page.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from litmus.errors import DataError
from litmus.scoring.measuring.subsets import SUBSETS
from litmus.scoring.results import Result
from litmus.scoring.rows import SUBSET, Column, ResultRow
from litmus.tables.figures import FORMATS, check_plots

_COLUMN = 3.3  # inches: a column of a two-column paper
_MOST_LABELS = 15
_FEWEST_POINTS = 5
_ACCENT = "#a3245b"
_SHADES = ("#a3245b", "#d98bae", "#555555", "#b5b5b5", "#6b1a3d", "#e9c4d5", "#888888", "#dddddd")
_HATCHES = ("", "///", "", "...", "\\\\\\", "", "xx", "")
_FONTS = (
    "STIX Two Text",
    "Liberation Serif",
    "Noto Serif",
    "DejaVu Serif",
)  # the first that is installed
# For scripts that those lack; every family in the list slows matplotlib down.
_OTHER_SCRIPTS = (
    "Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Naskh Arabic", "Noto Sans Hebrew", "DejaVu Sans",
)  # fmt: skip


def write_plots(result: Result, folder: Path) -> list[str]:
    """Draw all plots that the result has data for; their names without suffix."""
    check_plots(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(f"{folder} cannot be created: {error.strerror}.") from error
    names = []
    with _style(result):
        for name, figure in _figures(result):
            for form in FORMATS:
                metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(form)
                try:
                    figure.savefig(folder / f"{name}.{form}", metadata=metadata)
                except OSError as error:
                    raise DataError(f"{folder} cannot be written: {error.strerror}.") from error
            names.append(name)
    return names


@contextmanager
def _style(result: Result) -> Iterator[None]:
    """Matplotlib's settings for these figures alone, without warnings of missing glyphs."""
    import warnings

    import matplotlib
    from matplotlib import font_manager

    installed = set(font_manager.get_font_names())
    fonts = [name for name in _FONTS if name in installed][:1]
    text = "".join([*result.systems, *(row.tag or "" for row in result.rows)])
    if not text.isascii():
        fonts += [name for name in _OTHER_SCRIPTS if name in installed]
    settings: dict[Any, Any] = {
        "font.family": fonts or ["serif"],
        "font.size": 8,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.linewidth": 0.6,
        "axes.titlesize": 8,
        "legend.frameon": False,
        "legend.fontsize": 7,
        "hatch.linewidth": 0.5,
        "savefig.dpi": 300,
        "svg.hashsalt": "litmus",  # the same result gives the same file
        "pdf.fonttype": 42,
    }
    with matplotlib.rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        yield


def _figures(result: Result) -> Iterator[tuple[str, Any]]:
    yield "metrics", _metrics(result)
    for column in result.columns:
        name = _file_name(column.metric)
        if not _is_overall(column):
            others = [other for other in result.columns if _is_overall(other)]
            if others and len(result.systems) > 1:
                yield (
                    f"{name}-against-{_file_name(others[0].metric)}",
                    _scatter(result, column, others[0]),
                )
        # Labels do not depend on how a metric averages over them.
        labels = {} if _is_macro(column) else _labels(result, column)
        if labels:
            yield f"{name}-labels", _label_bars(result, column, labels)
        if len(labels) >= _FEWEST_POINTS:
            yield f"{name}-frequency", _frequency(result, column, labels)
    subsets = [row for row in result.rows if row.column == SUBSET]
    if any(row.value is not None and "average=macro" not in row.metric for row in subsets):
        yield "subsets", _subsets(result, subsets)


def _file_name(metric: str) -> str:
    """A metric's name as part of a file name.

    >>> _file_name("litter:case=fold,dictionary=a/b.tsv")
    'litter-case-fold-dictionary-a-b.tsv'
    """
    return re.sub(r"[^\w.+]+", "-", metric)


def _is_overall(column: Column) -> bool:
    return column.family == "overall"


def _is_macro(column: Column) -> bool:
    return "average=macro" in column.metric


def _title(column: Column) -> str:
    return f"{column.title} {'↑' if column.higher_is_better else '↓'}"


def _labels(result: Result, column: Column) -> dict[str, list[ResultRow]]:
    """The rows of every label by system, most frequent first."""
    by_label: dict[str, list[ResultRow]] = {}
    for row in result.rows:
        if row.metric == column.metric and row.tag and row.column is None:
            by_label.setdefault(row.tag, []).append(row)
    return dict(sorted(by_label.items(), key=lambda item: -max(row.n for row in item[1])))


def _figure(width: float, height: float) -> Any:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def _whiskers(rows: Sequence[ResultRow]) -> list[list[float]]:
    """How far intervals extend below and above the values; 0 without an interval."""
    below, above = [], []
    for row in rows:
        has_interval = row.value is not None and row.low is not None and row.high is not None
        below.append(max(0.0, (row.value or 0.0) - (row.low or 0.0)) if has_interval else 0.0)
        above.append(max(0.0, (row.high or 0.0) - (row.value or 0.0)) if has_interval else 0.0)
    return [below, above]


def _bars(
    axes: Any, positions: Sequence[float], rows: Sequence[ResultRow], system: int, width: float
) -> None:
    axes.bar(
        positions,
        [row.value or 0.0 for row in rows],
        width,
        yerr=_whiskers(rows),
        color=_SHADES[system % len(_SHADES)],
        hatch=_HATCHES[system % len(_HATCHES)],
        edgecolor="white",
        linewidth=0.4,
        error_kw={"elinewidth": 0.7, "capsize": 1.5, "capthick": 0.7, "ecolor": "#222222"},
        label=rows[0].system,
        zorder=2,
    )
    axes.yaxis.grid(visible=True, color="#e5e1d9", linewidth=0.5, zorder=0)
    axes.tick_params(length=2)


def _metrics(result: Result) -> Any:
    """One panel per metric, one bar per system, with its value."""
    n = len(result.columns)
    across = min(n, 4)
    down = -(-n // across)
    figure = _figure(max(_COLUMN, 1.65 * across), 1.9 * down)
    grid = figure.subplots(down, across, squeeze=False).ravel()
    for axes, column in zip(grid, result.columns, strict=False):
        rows = [result.overall(system, column.metric) for system in result.systems]
        for k, row in enumerate(rows):
            _bars(axes, [k], [row], k, 0.7)
            if row.value is not None:
                top = max(row.value, row.high or row.value)
                axes.annotate(
                    f"{row.value:.1f}", (k, top), xytext=(0, 2), ha="center", fontsize=6.5,
                    textcoords="offset points",
                )  # fmt: skip
        axes.set_title(_title(column))
        axes.set_xticks(range(len(rows)), result.systems, rotation=30, ha="right", fontsize=6.5)
        axes.margins(y=0.15)
        axes.axhline(0, color="#222222", linewidth=0.6, zorder=3)
    for axes in grid[n:]:
        axes.set_axis_off()
    return figure


def _scatter(result: Result, up: Column, across: Column) -> Any:
    """A targeted metric against an overall one, with intervals in both directions."""
    figure = _figure(_COLUMN, 2.5)
    axes = figure.subplots()
    for system in result.systems:
        x, y = (result.overall(system, column.metric) for column in (across, up))
        if x.value is None or y.value is None:
            continue
        axes.errorbar(
            x.value, y.value, xerr=_whiskers([x]), yerr=_whiskers([y]), fmt="o", markersize=4,
            color=_ACCENT, ecolor="#999999", elinewidth=0.7, zorder=3,
        )  # fmt: skip
        axes.annotate(
            system, (x.value, y.value), xytext=(4, 4), textcoords="offset points", fontsize=6.5
        )
    axes.set_xlabel(_title(across))
    axes.set_ylabel(_title(up))
    axes.grid(visible=True, color="#e5e1d9", linewidth=0.5, zorder=0)
    axes.margins(0.1)
    return figure


def _label_bars(result: Result, column: Column, labels: dict[str, list[ResultRow]]) -> Any:
    """The most frequent labels, the systems side by side."""
    frequent = dict(list(labels.items())[:_MOST_LABELS])
    figure = _figure(max(_COLUMN, 0.45 * len(frequent) + 0.8), 2.3)
    axes = figure.subplots()
    width = 0.8 / len(result.systems)
    for system, name in enumerate(result.systems):
        rows = [row for rows in frequent.values() for row in rows if row.system == name]
        shift = (system - (len(result.systems) - 1) / 2) * width
        if rows:
            _bars(axes, [k + shift for k in range(len(rows))], rows, system, width * 0.92)
    names = [f"{name} ({max(row.n for row in rows):,})" for name, rows in frequent.items()]
    axes.set_xticks(range(len(names)), names, rotation=35, ha="right", fontsize=6.5)
    axes.set_ylabel(_title(column))
    if len(result.systems) > 1:
        figure.legend(loc="outside upper center", ncols=min(4, len(result.systems)))
    return figure


def _frequency(result: Result, column: Column, labels: dict[str, list[ResultRow]]) -> Any:
    """Each label's value against its frequency, one panel per system."""
    figure = _figure(max(_COLUMN, 1.8 * len(result.systems)), 1.9)
    grid = figure.subplots(1, len(result.systems), squeeze=False, sharey=True)[0]
    for axes, name in zip(grid, result.systems, strict=True):
        rows = [row for rows in labels.values() for row in rows if row.system == name]
        # Many labels share a point: the area of a circle says how many.
        points = Counter((row.n, row.value) for row in rows if row.value is not None)
        axes.scatter(
            [n for n, _ in points], [value for _, value in points],
            s=[8 * count for count in points.values()], facecolor=f"{_ACCENT}40",
            edgecolor=_ACCENT, linewidths=0.6, zorder=2, clip_on=False,
        )  # fmt: skip
        correlation = next(
            (c for c in result.correlations if (c.system, c.metric) == (name, column.metric)), None
        )
        if correlation and correlation.spearman is not None:
            axes.set_title(f"{name} (ρ = {correlation.spearman:.2f})", fontsize=7)  # Spearman's
        else:
            axes.set_title(name, fontsize=7)
        if points and max(n for n, _ in points) > 30:
            axes.set_xscale("log")
        else:
            axes.xaxis.get_major_locator().set_params(integer=True)
        axes.margins(0.15)
        axes.grid(visible=True, color="#e5e1d9", linewidth=0.5, zorder=0)
    grid[0].set_ylabel(_title(column))
    figure.supxlabel("occurrences in the suite", fontsize=8)
    return figure


def _subsets(result: Result, rows: Sequence[ResultRow]) -> Any:
    """Every metric on parts of the suite, as in Table 3 of Shao et al. (2018)."""
    with_value = {row.metric for row in rows if row.value is not None}
    columns = [c for c in result.columns if c.metric in with_value and not _is_macro(c)]
    names = [name for name in SUBSETS if any(row.tag == f"subset:{name}" for row in rows)]
    across = min(len(columns), 3)
    down = -(-len(columns) // across)
    figure = _figure(max(_COLUMN, 2.2 * across), 1.9 * down + 0.3)
    grid = figure.subplots(down, across, squeeze=False).ravel()
    width = 0.8 / len(result.systems)
    for axes, column in zip(grid, columns, strict=False):
        for system, name in enumerate(result.systems):
            by_tag = {
                row.tag: row for row in rows if (row.metric, row.system) == (column.metric, name)
            }
            bars = {k: by_tag[tag] for k, s in enumerate(names) if (tag := f"subset:{s}") in by_tag}
            shift = (system - (len(result.systems) - 1) / 2) * width
            if bars:
                positions = [k + shift for k in bars]
                _bars(axes, positions, list(bars.values()), system, width * 0.92)
        axes.set_title(_title(column))
        axes.set_xticks(range(len(names)), names, rotation=25, ha="right", fontsize=6.5)
    for axes in grid[len(columns) :]:
        axes.set_axis_off()
    if len(result.systems) > 1:
        handles, legend = grid[0].get_legend_handles_labels()
        figure.legend(handles, legend, loc="outside upper center", ncols=min(4, len(legend)))
    return figure
