"""Probes as a figure: bars over each other, as in Baziotis et al. (2023), figures 5, 6 and 8."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from litmus.errors import DataError, UsageError
from litmus.nmt.probing.marked import CONTEXTS
from litmus.probing.results import ProbeResult
from litmus.tables.figures import FORMATS, check_plots
from litmus.wording import option

_TITLES = {
    ("chrf", None): "chrF to the reference ↑",
    ("perplexity", None): "perplexity of the reference ↓",
    ("entropy", "idiom"): "entropy, idiom words (nats)",
    ("entropy", "other"): "entropy, other words (nats)",
}
_SHADES = {"full": "#6b1a3d", "phrase": "#c2618f", "word": "#ecc9da"}
_HATCHES = {"full": "", "phrase": "///", "word": "..."}


def check_probe_plots(target: Path) -> None:
    """Refuse early a figure that could not be drawn after all the work."""
    if target.suffix:
        if target.suffix[1:] not in FORMATS:
            suffixes = ", ".join(f".{form}" for form in FORMATS)
            raise UsageError(
                f"{target}: the file of a figure ends in {suffixes}; or give a folder."
            )
        check_plots(target.parent)
    else:
        check_plots(target)


def write_probe_plots(result: ProbeResult, target: Path) -> list[Path]:
    """Draws the figure into a file, or as `probes.svg`, `.pdf` and `.png` into a folder."""
    import matplotlib

    check_probe_plots(target)
    paths = [target] if target.suffix else [target / f"probes.{form}" for form in FORMATS]
    settings: dict[Any, Any] = {
        "font.family": ["serif"], "font.size": 8, "axes.spines.top": False,
        "axes.spines.right": False, "axes.titlesize": 8, "hatch.linewidth": 0.5,
        "legend.frameon": False, "svg.hashsalt": "litmus", "pdf.fonttype": 42, "savefig.dpi": 300,
    }  # fmt: skip
    try:
        paths[0].parent.mkdir(parents=True, exist_ok=True)
        with matplotlib.rc_context(settings):
            figure = _figure(result)
            for path in paths:
                form = path.suffix[1:]
                metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(form)
                figure.savefig(path, metadata=metadata)
    except OSError as error:
        raise DataError(f"{paths[0]} cannot be written: {error.strerror}.") from error
    return paths


def _figure(result: ProbeResult) -> Any:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    kinds = [kind for kind in result.kinds() if kind in _TITLES]
    if not kinds:
        raise UsageError(
            f"{option('plots')} draws chrf, perplexity and entropy; none of them was measured."
        )
    across = min(2, len(kinds))
    down = -(-len(kinds) // across)
    height = 0.6 + 0.28 * len(result.models)
    figure = Figure(figsize=(3.3 * across, height * down + 0.3), layout="constrained")
    FigureCanvasAgg(figure)
    grid = figure.subplots(down, across, squeeze=False).ravel()
    for axes, kind in zip(grid, kinds, strict=False):
        _panel(axes, result, kind)
    for axes in grid[len(kinds) :]:
        axes.set_axis_off()
    figure.legend(*_legend(), loc="outside upper center", ncols=3)
    return figure


def _panel(axes: Any, result: ProbeResult, kind: tuple[str, str | None]) -> None:
    """One line per model; shorter bars are in front, so that what sticks out is the gap."""
    for line, model in enumerate(result.models):
        rows = [result.row(model, *kind, context) for context in CONTEXTS]
        bars = [(r.value, r.context, r) for r in rows if r is not None and r.value is not None]
        for depth, (value, context, row) in enumerate(sorted(bars, key=lambda b: -b[0])):
            axes.barh(
                line, value, 0.7, color=_SHADES[context], hatch=_HATCHES[context],
                edgecolor="white", linewidth=0.4, zorder=2 + depth,
            )  # fmt: skip
            if context == "full" and row.low is not None and row.high is not None:
                interval = [[max(0.0, value - row.low)], [max(0.0, row.high - value)]]
                axes.errorbar(
                    value, line, xerr=interval, fmt="none", ecolor="#222222", elinewidth=0.7,
                    capsize=1.5, zorder=9,
                )  # fmt: skip
    axes.set_title(_TITLES[kind])
    axes.set_yticks(range(len(result.models)), list(result.models), fontsize=6.5)
    axes.invert_yaxis()
    axes.xaxis.grid(visible=True, color="#e5e1d9", linewidth=0.5, zorder=0)
    axes.tick_params(length=2)


def _legend() -> tuple[Sequence[Any], Sequence[str]]:
    from matplotlib.patches import Patch

    handles = [Patch(facecolor=_SHADES[c], hatch=_HATCHES[c], edgecolor="white") for c in CONTEXTS]
    return handles, list(CONTEXTS)
