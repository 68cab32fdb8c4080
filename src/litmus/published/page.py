"""One HTML page: every published figure beside ours, with paper, data and licence of each case."""

from html import escape

from litmus.published.case import Case
from litmus.published.results import FigureRow, Reproduction
from litmus.published.tables import NOTES, by_case, case_table, heading, origins, summary
from litmus.tables.page import asset, html_page, html_table

_TITLE = "Published figures, recomputed"


def page(result: Reproduction, signature: str) -> str:
    """The page, self-contained and without a script. The same input gives the same text."""
    found = by_case(result)
    skipped = {row.case: row.reason or "" for row in result.skipped}
    sections = "\n".join(
        _section(case, found.get(case.name, []), skipped.get(case.name)) for case in result.cases
    )
    notes = "\n".join(f"<p>{escape(note)}</p>" for note in NOTES)
    body = f"""<a class="skip" href="#cases">Skip to the cases</a>
<header class="top"><h1><span class="brand">litmus</span> {_TITLE}</h1></header>
<main>
<section class="intro">
<p>{escape(heading(result))}</p>
<p>{escape(origins(result))}</p>
</section>
<section>
{html_table(summary(result))}
</section>
<div id="cases">
{sections}
</div>
</main>
<footer>
{notes}
<p><code>{escape(signature)}</code></p>
</footer>"""
    style = asset("litmus.published", "pages/figures.css")
    return html_page(f"{_TITLE} · litmus", body, style=style)


def _section(case: Case, rows: list[FigureRow], skipped: str | None) -> str:
    data = "".join(
        f"<li>{escape(one.folder)}: {escape(one.origin)}. Licence: {escape(one.licence)}.</li>"
        for one in case.data
    )
    content = html_table(case_table(rows)) if rows else f"<p>Skipped: {escape(skipped or '')}</p>"
    return f"""<section>
<h2>{escape(case.title)}</h2>
<p>{escape(case.cite)}</p>
<ul>{data}</ul>
{content}
</section>"""
