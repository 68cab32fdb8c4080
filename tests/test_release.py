"""The version has one home, and everything that names it agrees."""

import re
import tomllib
from pathlib import Path

import litmus

ROOT = Path(__file__).resolve().parents[1]


def test_version_is_read_from_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in project["project"] and project["project"]["dynamic"] == ["version"]
    assert project["tool"]["setuptools"]["dynamic"]["version"]["attr"] == "litmus.__version__"


def test_citation_and_changelog_name_the_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.search(r"^version: (.+)$", citation, re.M)[1] == litmus.__version__  # type: ignore[index]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+)", changelog, re.M)
    assert newest is not None and newest[1] == litmus.__version__
