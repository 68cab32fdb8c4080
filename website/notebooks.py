"""Notebooks as pages: their text, their code and the output that is stored in them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """A page for every notebook, beside the notebook itself."""
    for notebook in [file for file in files if file.src_uri.endswith(".ipynb")]:
        cells = json.loads(Path(notebook.abs_src_path or "").read_text(encoding="utf-8"))["cells"]
        text = "\n".join(line for cell in cells for line in shown(cell))
        name = notebook.src_uri.rpartition("/")[2]
        text += f"\n\nThe notebook itself: [{name}]({name})\n"
        place = notebook.src_uri.removesuffix(".ipynb") + ".md"
        files.append(File.generated(config, place, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links to notebooks lead to their pages."""
    own = page.file.src_uri.removesuffix(".md") + ".ipynb"
    return markdown if files.get_file_from_path(own) else markdown.replace(".ipynb)", ".md)")


def shown(cell: dict[str, Any]) -> Iterator[str]:
    """The Markdown of a cell."""
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield from (source, "")
        return
    yield from ("```python", source, "```", "")
    for output in cell.get("outputs", ()):
        yield from printed(output)


def printed(output: dict[str, Any]) -> Iterator[str]:
    """What a cell printed or showed: HTML if it has it, otherwise text."""
    data = output.get("data", {})
    if "text/html" in data:
        html = "".join(line for line in "".join(data["text/html"]).splitlines(True) if line.strip())
        yield from (f'<div class="output">{html}</div>', "")
    else:
        text = "".join(output.get("text", data.get("text/plain", "")))
        yield from ("```text", text.rstrip("\n"), "```", "")
