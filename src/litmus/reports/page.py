"""The report as one HTML file with its data, script and style, which needs no network."""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from litmus.files.text import write_text
from litmus.reports.bundle import bundle
from litmus.reports.examine import Examined
from litmus.reports.interning import Interned
from litmus.scoring.tables import Style, render
from litmus.tables.page import asset, gzip_data, html_page


def page(
    examined: Sequence[Examined],
    interned: Interned,
    *,
    command: Sequence[str],
    extras: Sequence[Mapping[str, Any]] = (),
) -> str:
    """The whole page. The same input gives the same text."""
    data = bundle(examined, interned, command=command, extras=extras)
    text = "\n".join(render(part.result, "text", Style()) for part in examined)
    return html_page(
        " · ".join([*(part.suite.info.name for part in examined), "litmus"]),
        f'<div id="app"><noscript><pre>{escape(text)}</pre></noscript></div>\n'
        + gzip_data("bundle", data),
        style=_asset("report.css"),
        script=_asset("report.js"),
        styled_by_script=True,  # charts set styles on their elements
    )


def write_report(
    path: Path,
    examined: Sequence[Examined],
    interned: Interned,
    *,
    command: Sequence[str],
    extras: Sequence[Mapping[str, Any]] = (),
) -> int:
    """Write the page, whole or not at all; returns its size in bytes."""
    text = page(examined, interned, command=command, extras=extras)
    with write_text(path) as out:
        out.write(text)
    return len(text.encode("utf-8", "surrogatepass"))


def _asset(name: str) -> str:
    return asset("litmus.reports", f"assets/{name}")
