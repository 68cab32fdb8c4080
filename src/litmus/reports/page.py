"""The report as one HTML file: data, script and style inside, nothing fetched from anywhere."""

import base64
import gzip
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib import resources
from pathlib import Path
from typing import Any

from litmus.corpus.text import write_text
from litmus.reports.bundle import bundle
from litmus.reports.examine import Examined, Tables
from litmus.reports.tables import Style, render

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="litmus">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<div id="app"><noscript><pre>{plain}</pre></noscript></div>
<script type="application/gzip" id="bundle">{data}</script>
<script>{script}</script>
</body>
</html>
"""


def page(
    examined: Sequence[Examined],
    tables: Tables,
    *,
    command: Sequence[str],
    extras: Sequence[Mapping[str, Any]] = (),
) -> str:
    """The whole page. The same input gives the same text.

    The data is gzipped and in base64: a fifth of the size, and no text in it can be taken for
    markup. The policy allows this one script, and no request to anywhere.
    """
    script, style = _asset("report.js"), _asset("report.css")
    text = bundle(examined, tables, command=command, extras=extras)
    packed = gzip.compress(text.encode("utf-8", "surrogatepass"), 9, mtime=0)
    plain = "\n".join(render(found.result, "text", Style()) for found in examined)
    return _PAGE.format(
        policy=_policy(script),
        title=escape(" · ".join([*(found.suite.info.name for found in examined), "litmus"])),
        style=style,
        plain=escape(plain),
        data=base64.b64encode(packed).decode(),
        script=script,
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
    text = (resources.files("litmus.reports") / "assets" / name).read_text(encoding="utf-8")
    assert "</script" not in text.lower() and "</style" not in text.lower()
    return text


def _policy(script: str) -> str:
    """Nothing may be loaded; of scripts only ours runs. Charts set styles on their elements."""
    digest = base64.b64encode(sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "base-uri 'none'; form-action 'none'"
    )
