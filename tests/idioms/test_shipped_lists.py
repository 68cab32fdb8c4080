"""The lists that ship: large enough, every entry readable, and found in its own words."""

import re
from collections import Counter
from pathlib import Path

import pytest
from finding import matcher

from litmus.idioms.entries.grammar import load_grammar
from litmus.idioms.entries.lists import idiom_lists, load_idioms
from litmus.idioms.entries.notation import Form, Slot
from litmus.idioms.matching.matcher import Matcher
from litmus.idioms.mining.mine import Search
from litmus.language import knowledge
from litmus.language.words import compose

CODES = sorted(idiom_lists())
# In characters both kinds are the same matcher (test_free.py).
MATCHERS = [
    (code, kind) for code in CODES for kind in ("ordered", "free")
    if kind == "ordered" or knowledge.load(code).writing != "characters"
]  # fmt: skip
LEAST = {
    "en": 4000, "zh": 5000, "ja": 3400, "fr": 2800, "tr": 2400, "de": 2300, "es": 1800, "pt": 1600,
    "ru": 1500, "it": 1200, "ko": 1100, "is": 1100, "ro": 400, "nl": 300, "he": 300, "ar": 280,
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
    "ro": {"someone": "el", "something": "asta", "possessive": "său", "reflexive": "se"},
    "he": {"someone": "אותו", "something": "זה", "possessive": "שלו", "reflexive": "עצמו"},
    "ar": {"someone": "أحمد", "something": "الأمر", "possessive": "له", "reflexive": "نفسه"},
    "ru": {"someone": "ему", "something": "это", "possessive": "его", "reflexive": "себя"},
    "tr": {"someone": "onu", "something": "bunu", "possessive": "onun", "reflexive": "kendini"},
    "zh": {"someone": "他", "something": "它", "possessive": "他", "reflexive": "自己"},
    "ja": {"someone": "彼", "something": "それ", "possessive": "彼の", "reflexive": "自分"},
    "ko": {"someone": "그", "something": "그것", "possessive": "그의", "reflexive": "자신"},
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
    labels = Counter(idiom.label.casefold() for idiom in load_idioms(code, code).idioms)
    assert [label for label, times in labels.items() if times > 1] == []


def lost(finder: Matcher, said_of: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The (label, text) that are not found, looked for as `litmus mine` does."""
    found = set()
    lines = list(dict.fromkeys(text for _, text in said_of))  # most forms are said in one way
    for place, text, occurrence in Search(finder)("\n".join(lines)):
        found.add((occurrence.idiom, text))
        assert lines[place] == text
    return [pair for pair in said_of if pair not in found]


@pytest.mark.parametrize(("code", "kind"), MATCHERS)
def test_every_form_is_found_in_its_own_words(code: str, kind: str) -> None:
    finder = matcher(code, kind=kind, backend=None)
    texts = [
        (idiom.label, said(form, code, short=short, last=last))
        for idiom in finder.idioms.idioms
        for form in idiom.forms
        for short in (False, True)
        for last in (False, True)
    ]
    assert lost(finder, texts) == []


@pytest.mark.parametrize("code", CODES)
def test_every_form_is_found_in_capitals(code: str) -> None:
    finder = matcher(code, kind="ordered", backend=None)
    texts = [
        (idiom.label, said(idiom.forms[0], code, short=True, last=False))
        for idiom in finder.idioms.idioms
    ]
    if code == "tr":  # the capital of i is İ; I is read as i, so words with ı are not found
        texts = [(label, text.replace("i", "İ")) for label, text in texts if "ı" not in text]
    texts = [(label, text.upper()) for label, text in texts]
    assert lost(finder, texts) == []


@pytest.mark.parametrize(
    ("code", "sentence", "expected"),
    [
        ("nl", "Zij trok de stoute schoenen aan en belde hem.", ["de stoute schoenen aantrekken"]),
        ("nl", "Zij trok oude schoenen aan en belde hem.", []),
        ("ro", "Ieri i-au tras pe sfoară pe toți.", ["a trage pe sfoară"]),
        ("ro", "Ieri au tras de sfoară toți.", []),
        ("he", "הם שברו את הראש כל הלילה.", ["שבר את הראש"]),
        ("he", "עדיף לא להרים ידיים.", ["הרים ידיים"]),
        ("he", "הם שברו את החלון כל הלילה.", []),
        ("ar", "وكان الناس ينتظرونه على أحر من الجمر.", ["على أحر من الجمر"]),
        ("ar", "لا تصبوا الزيت على النار.", ["صب الزيت على النار"]),
        ("ar", "لا تصبوا الماء على النار.", []),
        ("ja", "彼はついにさじを投げた。", ["匙を投げる"]),
        ("ja", "彼はさじを皿に置いた。", []),
        ("tr", "Bakan bu skandaldan sonra gözden düştü.", ["gözden düşmek"]),
        ("tr", "Pastayı görünce ağzımın suyu aktı.", ["ağzının suyu akmak"]),
        ("tr", "Bardak masadan düştü.", []),
        ("ru", "Он весь день бил баклуши.", ["бить баклуши"]),
        ("ru", "Не вешай мне лапшу на уши!", ["вешать лапшу на уши"]),
        ("ru", "Он весь день бил в барабан.", []),
        ("ko", "그녀는 발이 넓어서 친구가 많다.", ["발이 넓다"]),
        ("ko", "소식을 듣고 망연자실하여 주저앉았다.", ["망연자실"]),
        ("ko", "그녀는 길이 넓어서 마음에 든다.", []),
        ("es", "Nos tomaron el pelo otra vez.", ["tomar el pelo a <someone>"]),
        ("es", "Nos tomaron la foto otra vez.", []),
        ("pt", "Ele meteu os pés pelas mãos.", ["meter os pés pelas mãos"]),
        ("pt", "Ele meteu os pés na água.", []),
        ("it", "Hanno deciso di tagliare la corda.", ["tagliare la corda"]),
        ("it", "Hanno deciso di tagliare la torta.", []),
    ],
)
def test_shipped_list_in_a_sentence(code: str, sentence: str, expected: list[str]) -> None:
    found = matcher(code, backend=None).find(sentence)
    assert [occurrence.idiom for occurrence in found] == expected


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
