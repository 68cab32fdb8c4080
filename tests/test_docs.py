"""The written pages: their links lead somewhere, their code runs."""

import doctest
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "experiments").rglob("*.md")]
)
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^ *```.*?^ *```$", re.DOTALL | re.MULTILINE)


def prose(page: Path) -> str:
    """The text without code blocks."""
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """The anchors of its headings, as GitHub makes them."""
    slugs: dict[str, int] = {}
    for heading in re.findall(r"^#+ +(.+)$", prose(page), re.MULTILINE):
        text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
        slug = re.sub(r"[^\w\- ]", "", text.strip()).replace(" ", "-")
        slugs[slug] = slugs.get(slug, 0) + 1
    return set(slugs)


def test_links_lead_somewhere() -> None:
    lost = []
    for page in PAGES:
        for link in LINK.findall(prose(page)):
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            if "://" not in link and not (
                target.exists() and (not anchor or anchor in anchors(target))
            ):
                lost.append(f"{page.relative_to(ROOT)}: {link}")
    assert lost == []


def test_install_page_names_every_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = re.findall(
        r"`litmus-mt\[([\w-]+)\]`", (ROOT / "docs" / "install.md").read_text("utf-8")
    )
    assert sorted(named) == sorted(project["optional-dependencies"].keys() - {"test", "test-all"})


def examples(sections: Callable[[str], bool]) -> str:
    """The code of docs/api.md: the sections whose titles are asked for."""
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)[1:]
    return "\n".join(
        block
        for title, part in zip(parts[::2], parts[1::2], strict=True)
        if sections(title)
        for block in re.findall(r"^```python\n(.*?)^```$", part, re.DOTALL | re.MULTILINE)
    )


def run(code: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every example, in one session, in a folder of its own."""
    monkeypatch.chdir(folder)
    test = doctest.DocTestParser().get_doctest(code, {}, "docs/api.md", "docs/api.md", 0)
    assert test.examples
    printed: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=printed.append)
    assert not printed, "".join(printed)


MODELS = ("cxmi", "probe")


@pytest.mark.slow
def test_examples_of_the_api_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(examples(lambda title: title not in MODELS), tmp_path, monkeypatch)
