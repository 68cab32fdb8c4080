"""Pages beside docs/, and links to them.

The Markdown of this repository links from docs/ to files elsewhere (../CHANGELOG.md), which a
code-hosting site follows. The site has the pages among them under project/, and names the rest.
"""

import re
import sys
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
SOURCES = str(ROOT / "src")
sys.path.insert(0, SOURCES)  # pages are of this checkout, whichever litmus is installed
FOLDER = "project"  # where the site has what is beside docs/
OUTSIDE = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "experiments/*/README.md",
           "src/litmus/**/LICENSE.md")  # fmt: skip
IMAGES = ("experiments/*/*.svg",)
HOME = "README.md"
LINK = re.compile(r"(?P<image>!?)\[(?P<text>[^]]*)\]\((?P<target>[^)\s#]+)(?P<anchor>#[^)\s]*)?\)")
FENCE = re.compile(r"^( *)(`{3,}|~{3,}).*?^\1\2 *$", re.DOTALL | re.MULTILINE)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The navigation with the pages that are found by a pattern."""
    for place in ("experiments", "src"):
        fill(config.nav, f"{FOLDER}/{place}/", [
            {title(path): f"{FOLDER}/{path}"} for path in outside() if path.startswith(f"{place}/")
        ])  # fmt: skip
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The pages and images beside docs/, under project/."""
    for path in (*outside(), *found(IMAGES)):
        files.append(File.generated(config, f"{FOLDER}/{path}", abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links as the site needs them."""
    here = page.file.src_uri
    outside_docs = here.startswith(f"{FOLDER}/")
    source = here.removeprefix(f"{FOLDER}/") if outside_docs else f"docs/{here}"

    def replaced(link: re.Match[str]) -> str:
        target = link["target"]
        if "://" in target or target.startswith("mailto:"):
            return link[0]
        path = normpath(str(PurePosixPath(source).parent / target))
        if path.startswith("docs/") and not outside_docs or not (ROOT / path).exists():
            return link[0]  # MkDocs checks it
        place = place_of(path)
        if place is None:
            return link["text"] if link["text"] == f"`{path}`" else f"{link['text']} (`{path}`)"
        new = relpath(place, str(PurePosixPath(here).parent))
        return f"{link['image']}[{link['text']}]({new}{link['anchor'] or ''})"

    return outside_fences(markdown, lambda text: LINK.sub(replaced, text))


def place_of(path: str) -> str | None:
    """Where the site has a file of the repository."""
    if path == HOME:
        return HOME
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    if path in (*outside(), *found(IMAGES)):
        return f"{FOLDER}/{path}"
    return None


def outside_fences(markdown: str, change: Any) -> str:
    """The text with everything changed but fenced code."""
    parts, end = [], 0
    for fence in FENCE.finditer(markdown):
        parts += [change(markdown[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*parts, change(markdown[end:])])


def found(patterns: tuple[str, ...]) -> list[str]:
    """Files of the repository, sorted."""
    return sorted(
        path.relative_to(ROOT).as_posix() for pattern in patterns for path in ROOT.glob(pattern)
    )


def outside() -> list[str]:
    """The pages beside docs/ that the site has."""
    return found(OUTSIDE)


def title(path: str) -> str:
    """The first heading."""
    text = (ROOT / path).read_text(encoding="utf-8")
    heading = re.search(r"^# (.+)$", text, re.MULTILINE)
    return heading[1] if heading else path


def fill(nav: Any, placeholder: str, entries: list[Any]) -> None:
    """Puts entries in the place of one that ends in a slash."""
    for item in nav:
        for name, value in item.items() if isinstance(item, dict) else ():
            if value == placeholder:
                item[name] = entries
            elif isinstance(value, list):
                fill(value, placeholder, entries)
