"""The documentation site: every page has a place, generated pages say what the code says."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GENERATED = ("reference/python.md", "reference/json.md")  # those of commands and beside docs/ aside


@pytest.fixture(autouse=True)
def hooks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The hooks import each other as MkDocs lets them: by file name."""
    pytest.importorskip("mkdocs", reason="MkDocs is not installed: pip install -e '.[test-all]'")
    monkeypatch.syspath_prepend(str(ROOT / "website"))
    yield
    for name in ("links", "commands", "json_shapes", "notebooks"):
        sys.modules.pop(name, None)


def nav() -> str:
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    return text[text.index("\nnav:\n") :]


def test_navigation_names_every_page() -> None:
    named = re.findall(r"(\S+\.md)$", nav(), re.MULTILINE)
    assert len(named) == len(set(named))
    docs = ROOT / "docs"
    pages = {path.relative_to(docs).as_posix() for path in docs.rglob("*.md")}
    notebooks = {
        path.relative_to(docs).with_suffix(".md").as_posix() for path in docs.rglob("*.ipynb")
    }
    assert pages | notebooks == {
        page for page in named if page not in GENERATED and not page.startswith("project/")
    }


def test_pages_beside_docs_are_in_the_navigation() -> None:
    import links

    named = set(re.findall(r"project/(\S+)$", nav(), re.MULTILINE))
    for path in links.outside():
        assert path in named or f"{path.split('/')[0]}/" in named, path


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
    from types import SimpleNamespace

    import links

    place = SimpleNamespace(file=SimpleNamespace(src_uri=page))
    assert links.on_page_markdown(before, place, None, None) == after  # type: ignore[arg-type]


def test_every_flag_of_every_command_is_on_its_page() -> None:
    import commands

    found = commands.commands()
    assert {"score", "report", "annotate"} <= set(found)
    for name, (parser, summary) in found.items():
        text = "\n".join(commands.page(f"litmus {name}", parser, summary))
        for flag in re.findall(r"^ +(?:-\w[^-\n]*)?(--[\w-]+)", parser.format_help(), re.MULTILINE):
            assert flag in text, (name, flag)


def test_commands_of_commands_have_sections() -> None:
    import commands

    parser, summary = commands.commands()["annotate"]
    text = "\n".join(commands.page("litmus annotate", parser, summary))
    assert "\n## litmus annotate new\n" in text and "`--annotators" in text


def test_every_command_is_under_a_heading_of_the_help() -> None:
    import commands

    listed = [name for names in commands.groups().values() for name in names]
    assert sorted(listed) == sorted(commands.commands())


@pytest.mark.parametrize("hook", ["commands", "json_shapes", "python_api"])
def test_pages_are_of_this_checkout(tmp_path: Path, hook: str) -> None:
    """Even if another litmus is installed."""
    (tmp_path / "litmus").mkdir()
    (tmp_path / "litmus" / "__init__.py").write_text("raise ImportError('the other one')\n")
    places = os.pathsep.join([str(tmp_path), str(ROOT / "website")])
    code = f"import {hook}, litmus; print(litmus.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": places}, text=True,
        capture_output=True,
    )  # fmt: skip
    assert done.stderr == ""
    assert Path(done.stdout.strip()) == ROOT / "src" / "litmus" / "__init__.py"


def test_usage_has_its_own_margin() -> None:
    import argparse

    import commands

    parser = argparse.ArgumentParser(prog="litmus x", usage="litmus x A\n       litmus x B")
    assert commands.usage(parser) == "litmus x A\nlitmus x B"


def test_option_shows_choices_defaults_and_bars() -> None:
    import argparse

    import commands

    parser = argparse.ArgumentParser()
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
