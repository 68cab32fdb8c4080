"""The written pages: their links and paths lead somewhere, their lines are short, their code runs."""

import doctest
import inspect
import re
import runpy
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "experiments").rglob("*.md")]
)
EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^ *```.*?^ *```$", re.DOTALL | re.MULTILINE)
OURS = re.compile(
    r"(?<![\w/.-])(?:src/litmus|tests|benchmarks|experiments|docs|frontend|website|\.ci)/[\w./*-]*[\w*/]"
)
PLACEHOLDERS = re.compile(r"\bxx\b|\b[A-Z]{2,}\b")  # src/litmus/language/data/xx.toml, NAME.py
TO_WRITE = re.compile(r"Write `([^`]+)`")  # a recipe's new file
WIDTH = 100


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


@EVERY_PAGE
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(prose(page)):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target), link


@EVERY_PAGE
def test_paths_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    new = set(TO_WRITE.findall(text))
    for path in set(OURS.findall(text)) - new:
        if not PLACEHOLDERS.search(path):
            assert any(ROOT.glob(path.rstrip("/"))), path
    for path in new:
        assert (ROOT / path).parent.is_dir(), path


@EVERY_PAGE
def test_lines_are_short(page: Path) -> None:
    for line in prose(page).split("\n"):
        if line.startswith(("    ", "|")) or line.lstrip().startswith("|"):
            continue  # code, tables
        breakable = " " in line[: WIDTH + 1].lstrip(" -*0123456789.")
        assert len(line) <= WIDTH or not breakable, line


@EVERY_PAGE
def test_papers_have_names(page: Path) -> None:
    numbered = re.search(r"\bpaper \d|methods\.md", page.read_text(encoding="utf-8"), re.IGNORECASE)
    assert numbered is None, numbered


def test_every_page_is_in_the_index() -> None:
    index = ROOT / "docs" / "README.md"
    linked = {
        (index.parent / link.partition("#")[0]).resolve() for link in LINK.findall(prose(index))
    }
    assert {page for page in PAGES if page.is_relative_to(index.parent)} - linked == {index}


def test_install_page_names_every_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = re.findall(
        r"`litmus-mt\[([\w-]+)\]`", (ROOT / "docs" / "install.md").read_text("utf-8")
    )
    assert sorted(named) == sorted(project["optional-dependencies"].keys() - {"test"})


def test_architecture_shows_every_floor_and_every_package() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    tree = re.search(r"^```text\n(src/litmus/\n.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert tree is not None
    rooms = re.findall(r"^  ([a-z]\w*)(?:/|\.py)", tree[1], re.MULTILINE)
    floors = runpy.run_path(str(ROOT / ".ci" / "layers.py"))["FLOORS"]
    package = ROOT / "src" / "litmus"
    there = {path.stem for path in package.iterdir()}
    assert rooms == [name for name in floors if name in there]
    for folder in sorted(path.parent for path in package.rglob("__init__.py")):
        if folder != package:
            assert re.search(rf"\b{folder.name}/", tree[1]), folder


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


def test_examples_of_the_api_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(examples(lambda title: title not in MODELS), tmp_path, monkeypatch)


def test_every_public_function_has_a_section() -> None:
    import litmus

    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    titles = re.findall(r"^## (\w+)$", text, re.MULTILINE)
    functions = [name for name in litmus.__all__ if inspect.isfunction(getattr(litmus, name))]
    assert sorted(titles) == sorted(functions)
