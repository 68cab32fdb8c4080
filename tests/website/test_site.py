"""The documentation site: every page has a place, generated pages say what the code says."""

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.slow  # needs MkDocs, which the default tier goes without
GENERATED = ("reference/python.md", "reference/json.md")  # those of commands and beside docs/ aside


@pytest.fixture(autouse=True)
def hooks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The hooks import each other as MkDocs lets them: by file name."""
    pytest.importorskip("mkdocs", reason="MkDocs is not installed: pip install -e '.[test-all]'")
    monkeypatch.syspath_prepend(str(ROOT / "website"))
    yield
    for name in ("links", "commands", "json_shapes", "notebooks"):
        sys.modules.pop(name, None)


def test_navigation_names_every_page() -> None:
    import links

    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    named = re.findall(r"(\S+\.md)$", text[text.index("\nnav:\n") :], re.MULTILINE)
    assert len(named) == len(set(named))
    docs = ROOT / "docs"
    pages = {path.relative_to(docs).as_posix() for path in docs.rglob("*.md")}
    notebooks = {
        path.relative_to(docs).with_suffix(".md").as_posix() for path in docs.rglob("*.ipynb")
    }
    assert pages | notebooks == {
        page for page in named if page not in GENERATED and not page.startswith("project/")
    }
    for path in links.outside():
        assert f"project/{path}" in named or f"project/{path.split('/')[0]}/" in text, path


@pytest.mark.parametrize(
    ("page", "before", "after"),
    [
        ("formats.md", "[a](../CHANGELOG.md)", "[a](project/CHANGELOG.md)"),
        ("measured/litter.md", "[a](../../experiments/analyser/README.md#x)",
         "[a](../project/experiments/analyser/README.md#x)"),
        ("README.md", "[a](../README.md)", "[a](README.md)"),
        ("project/CONTRIBUTING.md", "[a](docs/formats.md#suites)", "[a](../formats.md#suites)"),
        ("project/experiments/context/README.md", "![p](pcxmi.svg)", "![p](pcxmi.svg)"),
        ("api.md", "[file](../src/litmus/errors.py)", "file (`src/litmus/errors.py`)"),
        ("api.md", "[`src/litmus/errors.py`](../src/litmus/errors.py)", "`src/litmus/errors.py`"),
        ("api.md", "[a](formats.md), [b](https://x.org/a.md)", "[a](formats.md), [b](https://x.org/a.md)"),
        ("api.md", "```\n[a](../CHANGELOG.md)\n```", "```\n[a](../CHANGELOG.md)\n```"),
    ],
)  # fmt: skip
def test_links_lead_where_the_site_has_the_page(page: str, before: str, after: str) -> None:
    import links

    place = SimpleNamespace(file=SimpleNamespace(src_uri=page))
    assert links.on_page_markdown(before, place, None, None) == after  # type: ignore[arg-type]


def test_every_flag_of_every_command_is_on_its_page() -> None:
    import commands

    found = commands.commands()
    assert sorted(found) == sorted(n for names in commands.groups().values() for n in names)
    for name, (parser, summary) in found.items():
        text = "\n".join(commands.page(f"litmus {name}", parser, summary))
        for flag in re.findall(r"^ +(?:-\w[^-\n]*)?(--[\w-]+)", parser.format_help(), re.MULTILINE):
            assert flag in text, (name, flag)
        if name == "annotate":  # commands of commands have sections
            assert "\n## litmus annotate new\n" in text and "`--annotators" in text


def test_option_shows_choices_defaults_and_bars_and_usage_has_its_own_margin() -> None:
    import commands

    parser = argparse.ArgumentParser(prog="litmus x", usage="litmus x A\n       litmus x B")
    assert commands.usage(parser) == "litmus x A\nlitmus x B"
    action = parser.add_argument("--as", choices=["a", "b"], default="a", help="x|y (%(default)s)")
    assert commands.row(parser, action) == "| `--as {a,b}` | x\\|y (a) |"


def test_shapes_have_every_key_with_its_kinds() -> None:
    import json_shapes

    rows = [{"id": "1", "p": None}, {"id": "2", "p": 0.5, "tags": ["a|b"]}]
    assert list(json_shapes.keys(rows)) == [
        '| `id` | text | `` "1" `` |',
        "| `p` | null or number | `` 0.5 `` |",
        '| `tags` | list, not in every row | `` ["a|b"] `` |',
    ]


def test_notebook_shows_code_and_output() -> None:
    import notebooks

    cell = {"cell_type": "code", "source": ["1 + 1"], "outputs": [
        {"output_type": "execute_result", "data": {"text/plain": ["2"]}},
        {"output_type": "display_data", "data": {"text/html": ["<b>\n", "\n", "x</b>"], "text/plain": ["y"]}},
    ]}  # fmt: skip
    assert "\n".join(notebooks.shown(cell)) == (
        '```python\n1 + 1\n```\n\n```text\n2\n```\n\n<div class="output"><b>\nx</b></div>\n'
    )
