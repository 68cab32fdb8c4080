"""The report as HTML: a file with its data, script and style, which needs no network.

Where there are more segments than a browser can open at once, there are several such files.
"""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from litmus.files.text import write_text
from litmus.reports.bundle import Part, numbers, segments
from litmus.reports.examine import Examined
from litmus.reports.parts import Parts
from litmus.scoring.presentation.shown import Style
from litmus.scoring.presentation.tables import render
from litmus.stages import counted, stage
from litmus.tables.page import asset, gzip_data, html_page


def write_report(
    path: Path,
    examined: Sequence[Examined],
    *,
    command: Sequence[str],
    extras: Sequence[Mapping[str, Any]] = (),
    title: str = "",
) -> int:
    """Write the page, whole or not at all; returns its size in bytes. Without a `title` the names
    of the suites are its title."""
    with stage("writing the page"):
        found = numbers(examined, command=command, extras=extras, title=title)
        numbered = gzip_data("numbers", found)
        listed = gzip_data("segments", segments([suite.record for suite in examined]))
        return _write(path, examined, numbered + "\n" + listed, title)


def write_parts(
    path: Path,
    examined: Examined,
    parts: Parts,
    *,
    command: Sequence[str],
    extras: Sequence[Mapping[str, Any]] = (),
    title: str = "",
) -> dict[Path, int]:
    """Write a page for every part, the first last; returns their sizes."""
    paths = [path, *(path.with_suffix(f".{n}{path.suffix}") for n in range(2, len(parts) + 1))]
    names = [path.name for path in paths]
    sizes = {}
    for k in counted(reversed(range(len(parts))), "writing", "pages", len(parts)):
        part = Part(k + 1, names, parts.firsts, examined.collected.n_segments)
        numbered = numbers([examined], command=command, extras=extras, part=part, title=title)
        data = gzip_data("numbers", numbered) + "\n" + parts.read(k)
        sizes[paths[k]] = _write(paths[k], [examined], data, title)
    return dict(reversed(sizes.items()))


def _write(path: Path, examined: Sequence[Examined], data: str, title: str) -> int:
    tables = (render(suite.result, "text", Style()) for suite in examined)
    text = "\n".join([*([f"{title}\n"] if title else []), *tables])
    names = [title] if title else [suite.suite.info.name for suite in examined]
    page = html_page(
        " · ".join([*names, "litmus"]),
        f'<div id="app"><noscript><pre>{escape(text)}</pre></noscript></div>\n{data}',
        style=_asset("report.css"),
        script=_asset("report.js"),
        styled_by_script=True,  # charts set styles on their elements
    )
    with write_text(path) as out:
        out.write(page)
    return len(page.encode("utf-8", "surrogatepass"))


def _asset(name: str) -> str:
    return asset("litmus.reports", f"assets/{name}")
