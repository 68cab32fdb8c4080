"""HTML pages that need no network: style, script and data inside, and a policy that says so."""

import base64
import gzip
import json
from hashlib import sha256
from html import escape
from importlib import resources

from litmus.tables.formats import Table

_META = """<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="litmus">"""


def html_page(
    title: str, body: str, *, style: str, script: str = "", styled_by_script: bool = False
) -> str:
    """A whole page. Of scripts only this one runs, and nothing is fetched from anywhere.

    `body` is HTML, in which all text must be escaped already. Only this style holds, unless the
    script sets styles on elements.
    """
    assert "</style" not in style.lower() and "</script" not in script.lower()
    policy = _policy(style="'unsafe-inline'" if styled_by_script else _digest(style), script=script)
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            _META,
            f"<title>{escape(title)}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            body,
            *([f"<script>{script}</script>"] if script else []),
            "</body>",
            "</html>",
            "",
        ]
    )


def _policy(*, style: str, script: str) -> str:
    scripts = f"script-src {_digest(script)}; " if script else ""
    return f"default-src 'none'; {scripts}style-src {style}; base-uri 'none'; form-action 'none'"


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"


def asset(package: str, path: str) -> str:
    """The text of a file that comes with a package, such as a style or a script."""
    return (resources.files(package) / path).read_text(encoding="utf-8")


def json_data(name: str, value: object) -> str:
    """Data for the page's script, as an element with this id.

    No text in it can end the element, nor open a comment there.

    >>> print(json_data("d", ["</script>"]))
    <script type="application/json" id="d">["\\u003c/script>"]</script>
    """
    text = json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{text}</script>'


def gzip_data(name: str, text: str) -> str:
    """Data for the page's script, gzipped and in base64: a fifth of the size, and no markup."""
    packed = gzip.compress(text.encode("utf-8", "surrogatepass"), 9, mtime=0)
    data = base64.b64encode(packed).decode()
    return f'<script type="application/gzip" id="{name}">{data}</script>'


def html_table(table: Table) -> str:
    """A table for a page: its title as caption, the first column as row heads."""
    classes = ["" if column.kind == "text" else ' class="number"' for column in table.columns]
    heads = "".join(
        f'<th scope="col"{kind}>{escape(head)}</th>'
        for head, kind in zip(table.heads, classes, strict=True)
    )
    body = []
    for first, *cells in (*table.rows, *table.foot):
        values = "".join(
            f"<td{kind}>{_value(cell) if kind else escape(cell)}</td>"
            for cell, kind in zip(cells, classes[1:], strict=True)
        )
        body.append(f'<tr><th scope="row" dir="auto">{escape(first)}</th>{values}</tr>')
    title = escape(table.title)
    return "\n".join(
        [
            f'<div class="scroll" tabindex="0" role="region" aria-label="{title}">',
            "<table>",
            f"<caption>{title}</caption>",
            f"<thead><tr>{heads}</tr></thead>",
            "<tbody>",
            *body,
            "</tbody>",
            "</table>",
            "</div>",
        ]
    )


def _value(text: str) -> str:
    """A value; its interval in small."""
    value, bracket, interval = text.partition(" [")
    small = f' <span class="interval">[{escape(interval)}</span>' if bracket else ""
    return escape(value) + small
