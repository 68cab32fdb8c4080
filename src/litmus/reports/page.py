"""The report as one HTML file: data, script and style inside, nothing fetched from anywhere."""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from litmus.corpus.text import write_text
from litmus.reports.bundle import bundle
from litmus.reports.examine import Examined, Tables
from litmus.scoring.tables import Style, render
from litmus.tables.page import asset, gzip_data, html_page


def page(
    examined: Sequence[Examined],
    tables: Tables,
    *,
    command: Sequence[str],
    extras: Sequence[Mapping[str, Any]] = (),
) -> str:
    """The whole page. The same input gives the same text."""
    data = bundle(examined, tables, command=command, extras=extras)
    plain = "\n".join(render(one.result, "text", Style()) for one in examined)
    return html_page(
        " · ".join([*(one.suite.info.name for one in examined), "litmus"]),
        f'<div id="app"><noscript><pre>{escape(plain)}</pre></noscript></div>\n'
        + gzip_data("bundle", data),
        style=_asset("report.css"),
        script=_asset("report.js"),
        styled_by_script=True,  # charts set styles on their elements
    )


def write_report(
    path: Path,
    examined: Sequence[Examined],
    tables: Tables,
    *,
    command: Sequence[str],
    extras: Sequence[Mapping[str, Any]] = (),
) -> int:
    """Write the page, whole or not at all; its size in bytes comes back."""
    text = page(examined, tables, command=command, extras=extras)
    with write_text(path) as out:
        out.write(text)
    return len(text.encode("utf-8", "surrogatepass"))


def _asset(name: str) -> str:
    return asset("litmus.reports", f"assets/{name}")
