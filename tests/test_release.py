"""The version has one home, and everything that names it agrees."""

import re
from pathlib import Path

import litmus

ROOT = Path(__file__).resolve().parents[1]


def test_citation_and_changelog_name_the_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.search(r"^version: (.+)$", citation, re.M)[1] == litmus.__version__  # type: ignore[index]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+)", changelog, re.M)
    assert newest is not None and newest[1] == litmus.__version__
