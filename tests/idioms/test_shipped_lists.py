"""The lists that ship: large enough, every entry readable, and found in its own words."""

import re
from pathlib import Path

import pytest
from finding import matcher

from litmus.idioms.entries.grammar import load_grammar
from litmus.idioms.entries.lists import idiom_lists, load_idioms
from litmus.idioms.entries.notation import Form, Slot
from litmus.language import knowledge
from litmus.language.words import compose

CODES = sorted(idiom_lists())
LEAST = {
    "en": 300, "de": 100, "fr": 40, "es": 40, "it": 40, "pt": 40, "nl": 40, "zh": 50, "is": 60,
}  # fmt: skip
# What may stand in a slot, by language; Chinese entries have none.
FILLED = {
    "en": {"someone": "him", "something": "it", "possessive": "his", "reflexive": "himself"},
    "de": {"someone": "ihm", "something": "etwas", "possessive": "seine", "reflexive": "sich"},
    "fr": {"someone": "lui", "something": "ça", "possessive": "son", "reflexive": "se"},
    "es": {"someone": "él", "something": "eso", "possessive": "su", "reflexive": "se"},
    "it": {"someone": "lui", "something": "questo", "possessive": "suo", "reflexive": "si"},
    "pt": {"someone": "ele", "something": "isso", "possessive": "seu", "reflexive": "se"},
    "nl": {"someone": "hem", "something": "het", "possessive": "zijn", "reflexive": "zich"},
    "is": {"someone": "honum", "something": "það", "possessive": "sinn", "reflexive": "sig"},
    "zh": {"someone": "他", "something": "它", "possessive": "他", "reflexive": "自己"},
}


def said(form: Form, code: str, *, short: bool, last: bool) -> str:
    """A form as a person would say it: slots filled, one of its alternatives taken."""
    words = []
    for part in form.parts:
        if part.optional and short:
            continue
        if isinstance(part, Slot):
            words.append(FILLED[code][part.kind])
        else:
            words.append(part.forms[-1 if last else 0])
    joined = "".join if knowledge.load(code).writing == "characters" else " ".join
    return joined(words)


def test_lists_that_the_project_promises() -> None:
    sizes = {code: len(load_idioms(code, code).idioms) for code in CODES}
    assert set(LEAST) <= set(sizes)
    assert {code: size for code, size in sizes.items() if size < LEAST[code]} == {}


@pytest.mark.parametrize("code", CODES)
def test_list_has_a_grammar_and_a_language_file(code: str) -> None:
    assert load_grammar(code).version > 0
    assert knowledge.load(code).version > 0


@pytest.mark.parametrize("code", CODES)
def test_list_is_composed_with_plain_apostrophes_and_single_blanks(code: str) -> None:
    text = idiom_lists()[code].path.read_text(encoding="utf-8")
    assert text == compose(text)
    entries = [line.split("\t")[0] for line in text.split("\n") if not line.startswith("#")]
    assert [entry for entry in entries if entry != entry.strip() or "  " in entry] == []
    assert [entry for entry in entries if re.search("[’‘ʼ´]", entry)] == []


@pytest.mark.parametrize("code", CODES)
def test_every_entry_of_our_own_has_a_meaning(code: str) -> None:
    lines = idiom_lists()[code].path.read_text(encoding="utf-8").split("\n")
    rows = [(line.split("\t") + [""] * 5)[:6] for line in lines if line and line[0] != "#"]
    own = [row for row in rows if "own" in (row[5] or "own").split("+")]
    assert own
    assert [row[0] for row in own if not row[2]] == []


@pytest.mark.parametrize("code", CODES)
def test_classes_and_sources_are_those_that_the_list_explains(code: str) -> None:
    lines = idiom_lists()[code].path.read_text(encoding="utf-8").split("\n")
    explained = {line.split()[2].rstrip(":") for line in lines if line.startswith("# source ")}
    rows = [line.split("\t") for line in lines if line and line[0] != "#"]
    classed = [row for row in rows if len(row) > 3]
    assert {row[3] for row in classed} <= {"idiom", "proverb", "phrasal", "expression"}
    assert {name for row in classed for name in row[5].split("+")} == explained


@pytest.mark.parametrize("code", CODES)
def test_labels_are_told_apart_by_more_than_case(code: str) -> None:
    labels = [idiom.label.casefold() for idiom in load_idioms(code, code).idioms]
    assert sorted(label for label in set(labels) if labels.count(label) > 1) == []


@pytest.mark.parametrize("kind", ["ordered", "free"])
@pytest.mark.parametrize("code", CODES)
def test_every_form_is_found_in_its_own_words(code: str, kind: str) -> None:
    finder = matcher(code, kind=kind, backend=None)
    lost = []
    for idiom in finder.idioms.idioms:
        for form in idiom.forms:
            for short in (False, True):
                for last in (False, True):
                    text = said(form, code, short=short, last=last)
                    if idiom.label not in {found.idiom for found in finder.find(text)}:
                        lost.append((idiom.label, text))
    assert lost == []


@pytest.mark.parametrize("code", CODES)
def test_every_form_is_found_in_capitals(code: str) -> None:
    finder = matcher(code, backend=None)
    lost = []
    for idiom in finder.idioms.idioms:
        text = said(idiom.forms[0], code, short=True, last=False).upper()
        if idiom.label not in {found.idiom for found in finder.find(text)}:
            lost.append((idiom.label, text))
    assert lost == []


def test_chinese_list_holds_the_fifty_idioms_of_cibb(shared: Path) -> None:
    lines = (shared / "data/cibb/list_idiom_blacklist.txt").read_text("utf-8").split("\n")
    theirs = [line.strip() for line in lines[::5] if line.strip()]
    assert len(theirs) == 50
    ours = {idiom.label for idiom in load_idioms("zh", "zh").idioms}
    assert sorted(set(theirs) - ours) == []


def test_data_files_are_part_of_the_package() -> None:
    import tomllib

    root = Path(__file__).resolve().parents[2]
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    globs = project["tool"]["setuptools"]["package-data"]["litmus"]
    package = root / "src" / "litmus"
    shipped = {path for pattern in globs for path in package.glob(pattern)}
    needed = {
        *package.glob("idioms/lists/*"),
        *package.glob("idioms/data/*"),
        *package.glob("language/inflections/*"),
    }
    assert sorted(str(path.relative_to(package)) for path in needed - shipped) == []
