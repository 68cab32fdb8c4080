"""The shell of all pages: whole in itself, and nothing in it can break out."""

import base64
import gzip
import json
import re
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from litmus.tables.formats import Table, columns
from litmus.tables.page import gzip_data, html_page, html_table, json_data


class Elements(HTMLParser):
    """Tags in order, and the text of scripts, as a browser would see them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.scripts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1] == "script" and self.scripts:
            self.scripts[-1] += data


def digest(text: str) -> str:
    return base64.b64encode(sha256(text.encode()).digest()).decode()


def policy(text: str) -> str:
    (found,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', text)
    return str(found)


def test_only_the_page_s_own_style_and_script_hold() -> None:
    text = html_page("T", "<p>x</p>", style="p {}", script="let a = 1;")
    assert policy(text) == (
        f"default-src 'none'; script-src 'sha256-{digest('let a = 1;')}'; "
        f"style-src 'sha256-{digest('p {}')}'; base-uri 'none'; form-action 'none'"
    )
    assert "<style>p {}</style>" in text and "<script>let a = 1;</script>" in text
    bare = html_page("T", "<p>x</p>", style="p {}")
    assert "script" not in bare
    assert policy(bare) == policy(text).replace(f"script-src 'sha256-{digest('let a = 1;')}'; ", "")
    text = html_page("T", "", style="p {}", script="1", styled_by_script=True)
    assert "style-src 'unsafe-inline'; " in policy(text)


def test_the_policy_comes_before_all_that_it_governs() -> None:
    tags = Elements(html_page("T", "<p>x</p>", style="p {}", script="1")).tags
    assert tags == [
        "html", "head", "meta", "meta", "meta", "meta", "meta", "meta", "title", "style", "body",
        "p", "script",
    ]  # fmt: skip


def test_titles_are_text_and_templates_have_no_special_characters() -> None:
    text = html_page("</title><script>", "", style="")
    assert "<title>&lt;/title&gt;&lt;script&gt;</title>" in text
    text = html_page("$title {title} {{title}} %s", "{body} $style", style="a{b:c}")
    assert "<title>$title {title} {{title}} %s</title>" in text and "\n{body} $style\n" in text


def test_assets_that_would_end_their_element_are_our_mistake() -> None:
    with pytest.raises(AssertionError):
        html_page("T", "", style="</style>")
    with pytest.raises(AssertionError):
        html_page("T", "", style="", script="'</SCRIPT>'")


def test_data_cannot_break_out_of_its_element() -> None:
    for text in (
        "</script><script>alert(1)</script>", "<!--<script>", "</SCRIPT >", "]]>", "\u2028", '"\\',
    ):  # fmt: skip
        page = html_page("T", json_data("data", {text: [text]}), style="", script="run()")
        elements = Elements(page)
        assert elements.tags.count("script") == 2
        data, script = elements.scripts
        assert json.loads(data) == {text: [text]}
        assert script.strip() == "run()"


def test_packed_data_is_the_same_every_time_and_comes_back() -> None:
    text = "雪 </script>\ud800"
    element = gzip_data("bundle", text)
    start, end = '<script type="application/gzip" id="bundle">', "</script>"
    assert element.startswith(start) and element.endswith(end)
    data = base64.b64decode(element.removeprefix(start).removesuffix(end), validate=True)
    assert gzip.decompress(data).decode("utf-8", "surrogatepass") == text
    assert gzip_data("bundle", text) == element


def test_tables_are_escaped_and_say_what_heads_what() -> None:
    table = Table(
        "A < B",
        columns("text", "<name>") + columns("number", "value") + columns("text", "in"),
        [["a & b", "1.0 [0.5, 1.5]", "x [y]"]],
    )
    assert html_table(table) == (
        '<div class="scroll" tabindex="0" role="region" aria-label="A &lt; B">\n<table>\n'
        "<caption>A &lt; B</caption>\n"
        '<thead><tr><th scope="col">&lt;name&gt;</th><th scope="col" class="number">value</th>'
        '<th scope="col">in</th></tr></thead>\n'
        '<tbody>\n<tr><th scope="row" dir="auto">a &amp; b</th>'
        '<td class="number">1.0 <span class="interval">[0.5, 1.5]</span></td><td>x [y]</td></tr>\n'
        "</tbody>\n</table>\n</div>"
    )
