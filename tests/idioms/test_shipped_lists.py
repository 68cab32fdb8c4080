"""The lists that ship: large enough, every entry readable, and found in its own words."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from finding import matcher

from litmus.checks.registry import check_file
from litmus.idioms.entries.grammar import load_grammar
from litmus.idioms.entries.lists import idiom_lists, load_idioms
from litmus.idioms.entries.meanings import written_equivalents
from litmus.idioms.entries.notation import Form, Slot
from litmus.idioms.matching.matcher import Matcher
from litmus.idioms.mining.mine import Search
from litmus.language import knowledge
from litmus.language.dictionary.everyday import everyday_languages, everyday_words
from litmus.language.language_check import script
from litmus.language.words import compose

CODES = sorted(idiom_lists())
# In characters both kinds are the same matcher (test_free.py).
MATCHERS = [
    (code, kind)
    for code in CODES
    for kind in ("ordered", "free")
    if kind == "ordered" or knowledge.load(code).writing != "characters"
]
EVERY_DAY = ("nl", "he")  # the default tier tries these; a release, all  # fmt: skip
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


def wrong_with(code: str) -> Iterator[str]:
    """What is wrong with a list, beyond what makes `litmus check` fail."""
    path = idiom_lists()[code].path
    yield from check_file(path, "idioms", code).problems
    if not (load_grammar(code).version and knowledge.load(code).version):
        yield "no grammar, or no language file"
    text = path.read_text(encoding="utf-8")
    lines = [line for line in text.split("\n") if line]
    explained = {line.split()[2].rstrip(":") for line in lines if line.startswith("# source ")}
    rows = [(line.split("\t") + [""] * 5)[:6] for line in lines if not line.startswith("#")]
    if len(rows) < 280:
        yield f"{len(rows)} idioms, fewer than the project promises"
    if text != compose(text):
        yield "letters that are not composed"
    own = 0
    for entry, _, meaning, kind, _, sources in rows:
        if entry != entry.strip() or "  " in entry or re.search("[’‘ʼ´]", entry):
            yield f"{entry!r}: blanks or apostrophes"
        is_own = "own" in (sources or "own").split("+")
        own += is_own
        if is_own and not meaning:
            yield f"{entry!r} is our own and has no meaning"
        if kind and not set(sources.split("+")) <= explained:
            yield f"{entry!r} is from {sources}, which the list does not explain"
    if not own:
        yield "no entry of our own"
    labels = Counter(idiom.label.casefold() for idiom in load_idioms(code, code).idioms)
    yield from (f"{label!r} is there twice" for label, times in labels.items() if times > 1)


@pytest.mark.release
def test_lists_that_ship_are_sound() -> None:
    assert sorted(FILLED) == CODES
    assert [(code, problem) for code in CODES for problem in wrong_with(code)] == []


@pytest.mark.release
def test_equivalents_that_ship_belong_to_entries_of_the_list() -> None:
    labels = {idiom.label for idiom in load_idioms("en", "en").idioms}
    wrong = []
    for language in set(CODES) - {"en"}:
        written = written_equivalents("en", language)
        wrong += [(language, len(written))] * (len(written) <= 600)
        wrong += [(language, label) for label in set(written) - labels]
        wrong += [
            (language, label) for label, texts in written.items() if not all(map(str.strip, texts))
        ]
    assert wrong == []


@pytest.mark.release
def test_everyday_words_that_ship_are_written_in_their_script() -> None:
    wrong = []
    for language in everyday_languages():
        pairs = list(everyday_words("en", language))
        wrong += [(language, len(pairs))] * (len(pairs) <= 1500)
        wrong += [(language, pair) for pair, times in Counter(pairs).items() if times > 1]
        scripts = {*knowledge.load(language).scripts, None}
        wrong += [
            (language, pair) for pair in pairs
            if not all(word and word == word.strip() for word in pair)
            or not {script(letter) for letter in pair[1]} <= scripts
        ]  # fmt: skip
    assert wrong == []


def lost(finder: Matcher, said_of: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The (label, text) that are not found, looked for as `litmus mine` does."""
    found = set()
    lines = list(dict.fromkeys(text for _, text in said_of))  # most forms are said in one way
    for place, text, occurrence in Search(finder)("\n".join(lines)):
        found.add((occurrence.idiom, text))
        assert lines[place] == text
    return [pair for pair in said_of if pair not in found]


@pytest.mark.parametrize(("code", "kind"), [
    (code, kind) if code in EVERY_DAY else pytest.param(code, kind, marks=pytest.mark.release)
    for code, kind in MATCHERS
])  # fmt: skip
def test_every_form_is_found_in_its_own_words_and_in_capitals(code: str, kind: str) -> None:
    finder = matcher(code, kind=kind, backend=None)
    forms = [(idiom.label, form) for idiom in finder.idioms.idioms for form in idiom.forms]
    texts = [
        (label, said(form, code, short=short, last=last))
        for label, form in forms
        for short in (False, True)
        for last in (False, True)
    ]
    assert lost(finder, texts) == []
    if kind == "ordered":
        firsts = dict(reversed(forms)).items()  # the first form of each
        texts = [(label, said(form, code, short=True, last=False)) for label, form in firsts]
        if code == "tr":  # the capital of i is İ; I is read as i, so words with ı are not found
            texts = [(label, text.replace("i", "İ")) for label, text in texts if "ı" not in text]
        assert lost(finder, [(label, text.upper()) for label, text in texts]) == []


# Of languages that test_ordered_languages.py does not have.
SENTENCES = [
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
    ("tr", "Bakan bu skandaldan sonra gözden düştü.", ["gözden düşmek"]),
    ("tr", "Pastayı görünce ağzımın suyu aktı.", ["ağzının suyu akmak"]),
    ("tr", "Bardak masadan düştü.", []),
    ("ko", "그녀는 발이 넓어서 친구가 많다.", ["발이 넓다"]),
    ("ko", "소식을 듣고 망연자실하여 주저앉았다.", ["망연자실"]),
    ("ko", "그녀는 길이 넓어서 마음에 든다.", []),
]


@pytest.mark.parametrize(("code", "sentence", "expected"), [
    row if row[0] in EVERY_DAY else pytest.param(*row, marks=pytest.mark.release)
    for row in SENTENCES
])  # fmt: skip
def test_shipped_list_in_a_sentence(code: str, sentence: str, expected: list[str]) -> None:
    found = matcher(code, backend=None).find(sentence)
    assert [occurrence.idiom for occurrence in found] == expected


def test_chinese_list_holds_the_fifty_idioms_of_cibb(shared: Path) -> None:
    lines = (shared / "data/cibb/list_idiom_blacklist.txt").read_text("utf-8").split("\n")
    theirs = [line.strip() for line in lines[::5] if line.strip()]
    assert len(theirs) == 50
    ours = {idiom.label for idiom in load_idioms("zh", "zh").idioms}
    assert sorted(set(theirs) - ours) == []
