"""Every language file that is shipped."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
import sacrebleu.metrics.bleu
import snowballstemmer

from litmus.errors import DataError
from litmus.files.text import read_lines
from litmus.language import knowledge
from litmus.language.knowledge import codes, load
from litmus.language.language_check import script

FOLDER = resources.files("litmus.language") / "data"


def single_word(word: str) -> bool:
    return bool(re.fullmatch(r"[^\W\d_]+(?:['-][^\W\d_]+)*", word.removeprefix("'")))


def wrong_in(code: str) -> Iterator[str]:
    """What is wrong with the file of a language: with its facts, its words, and how it is written."""
    text = (FOLDER / f"{code}.toml").read_text("utf-8")
    value, language = tomllib.loads(text), load(code)
    marks = language.apostrophes
    if not language.code == code == value["code"] or language.name != knowledge.iso639()[code][1]:
        yield "code or name"
    if language.version < 1 or not language.reviewed or len(language.stopwords) < 50:
        yield "version, reviewer, or fewer than 50 stop words"
    if language.writing not in ("spaces", "characters"):
        yield f"writing: {language.writing}"
    if language.snowball not in (None, *snowballstemmer.algorithms()):
        yield f"no stemmer: {language.snowball}"
    if language.bleu_tokenizer not in sacrebleu.metrics.bleu.BLEU.TOKENIZERS:
        yield f"no tokeniser: {language.bleu_tokenizer}"
    yield from (
        f"stop word with an apostrophe: {word}" for word in language.stopwords if "'" in word
    )
    for word in written_words(code):
        if word != unicodedata.normalize("NFC", word.lower()) or set(word) & set("’‘ʼ´`"):
            yield f"not lower case, composed, with plain apostrophes: {word}"
        if not {script(character) for character in word} <= {*language.scripts, None}:
            yield f"not in its scripts: {word}"
    for surface, parts in language.contractions.items():
        if len(parts) < 2 or not all(map(single_word, (surface, *parts))):
            yield f"not one word for several: {surface}"
    for surface, readings in language.ambiguous.items():
        several = len(set(readings)) == len(readings) > 1 and max(map(len, readings)) > 1
        # a reading of one word is the word itself, or what it is short for
        words = [word for reading in readings for word in reading if word != surface]
        if not several or not all(readings) or not all(map(single_word, (surface, *words))):
            yield f"not several readings: {surface}"
        if surface in language.contractions:
            yield f"ambiguous and not: {surface}"
    forms = [*marks.elided, *marks.enclitics, *marks.clipped_start, *marks.clipped_end]
    yield from (f"not of letters: {form}" for form in forms if not form.isalpha())
    yield from (f"whole, without an apostrophe: {word}" for word in marks.whole if "'" not in word)
    yield from (f"not elided: {form}" for form, full in marks.elided.items() if not full)
    if marks.characters[:1] not in ((), ("'",)) or (
        not marks.characters and (forms or marks.whole)
    ):
        yield "characters that are no apostrophes"
    yield from (f"not one character: {mark}" for mark in marks.characters if len(mark) != 1)
    for form, full in marks.elided.items() if code in ("fr", "it") else ():
        if not all(word.startswith(form) and len(word) > len(form) for word in full):
            yield f"elided from something else: {form}"
    lists = [value["stopwords"].split(), value["scripts"], value.get("linking", [])]
    lists += [value.get("dropped", []), value.get("apostrophes", {}).get("characters", [])]
    lists += [slot for slots in value.get("clitics", {}).values() for slot in slots]
    lists += value.get("ambiguous", {}).values()
    yield from (f"repeats something: {words}" for words in lists if len(set(words)) < len(words))


def test_language_file_is_sound() -> None:
    assert [*wrong_in("fr")] == []


@pytest.mark.release
def test_every_language_file_is_sound() -> None:
    assert {code: found for code in codes() if (found := [*wrong_in(code)])} == {}


def test_language_file_english_has_the_stop_list_of_the_published_code(shared: Path) -> None:
    file = shared / "data/golden/litter/inputs/stopwords.nltk.english.txt"
    if not file.exists():
        pytest.skip("the stop list is not in the reference data")
    assert load("en").nltk_stopwords == set(read_lines(file))


def written_words(code: str) -> set[str]:
    """Every word and piece of a word in a language file."""
    language = load(code)
    marks, clitics = language.apostrophes, language.clitics
    found = set(language.stopwords) | set(language.linking) | set(language.dropped)
    tables = [marks.elided, marks.enclitics, marks.clipped_start, marks.clipped_end, marks.whole]
    for table in [*tables, language.contractions]:
        found |= set(table) | {word for full in table.values() for word in full}
    for surface, readings in language.ambiguous.items():
        found |= {surface, *(word for reading in readings for word in reading)}
    for slots in (clitics.prefixes, clitics.suffixes):
        found |= {word for slot in slots for word in slot}
    return found


@pytest.mark.parametrize(
    ("code", "table", "form", "full"),
    [
        ("de", "contractions", "zum", "zu dem"), ("en", "contractions", "won't", "will not"),
        ("es", "contractions", "conmigo", "con mí"), ("fr", "contractions", "auxquelles", "à lesquelles"),
        ("is", "contractions", "viltu", "vilt þú"), ("it", "contractions", "sugli", "su gli"),
        ("ja", "contractions", "なきゃ", "なけれ ば"), ("ko", "contractions", "뭘", "무엇 을"),
        ("nl", "contractions", "zo'n", "zo een"), ("pt", "contractions", "àquilo", "a aquilo"),
        ("ro", "contractions", "într-un", "în un"), ("tr", "contractions", "niçin", "ne için"),
        ("zh", "contractions", "甭", "不 用"), ("ar", "contractions", "مما", "من ما"),
        ("fr", "elided", "l", "le la"), ("fr", "whole", "aujourd'hui", "aujourd'hui"),
        ("it", "clipped_end", "po", "poco"), ("en", "clipped_start", "em", "them"),
        ("en", "enclitics", "ll", "will shall"), ("nl", "enclitics", "s", ""),
    ],
)  # fmt: skip
def test_short_form_by_hand(code: str, table: str, form: str, full: str) -> None:
    found = load(code).contractions if table == "contractions" else None
    found = found or getattr(load(code).apostrophes, table)
    assert found[form] == tuple(full.split())


def test_language_files_by_hand() -> None:
    assert load("fr").ambiguous["des"] == (("de", "les"), ("des",))
    assert load("en").ambiguous["it's"] == (("it", "is"), ("it", "has"))
    assert load("ja").scripts == ("Hiragana", "Katakana", "Han")
    assert "\u05f3" in load("he").apostrophes.characters  # the geresh
    assert all("s" in load(code).linking for code in ("de", "nl", "is"))
    assert "هم" in load("ar").clitics.suffixes[0]
    for code, chain in {
        "es": "se te las",
        "it": "glie lo",
        "tr": "yla ydı",
        "ko": "들 에게 는",
    }.items():
        places = iter(load(code).clitics.suffixes)
        for clitic in chain.split():  # each in a later place than the one before it
            assert any(clitic in place for place in places), (code, clitic)


def own_file(monkeypatch: pytest.MonkeyPatch, folder: Path, code: str, text: str) -> Path:
    path = folder / "languages" / f"{code}.toml"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    monkeypatch.setenv("LITMUS_DATA", str(folder))
    return path


def refusal(monkeypatch: pytest.MonkeyPatch, folder: Path, text: str) -> str:
    """What is said of an `en.toml` with this text, after the path of the file."""
    path = own_file(monkeypatch, folder, "en", text)
    with pytest.raises(DataError) as caught:
        load("en")
    message = str(caught.value)
    assert message.startswith(str(path))
    return message.removeprefix(str(path))


KNOWN = (
    "Known: affixes, ambiguous, analyser, apostrophes, bleu_tokenizer, clitics, code, contractions, "
    "dropped, letters, linking, name, nltk_stopwords, particles, reviewed, scripts, snowball, stopwords, unlinked, version, writing"
)
HEAD = 'code = "en"\nname = "English"\nversion = 1\nreviewed = "nobody"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('snowbal = "english"', f": unknown key 'snowbal'. Did you mean 'snowball'?\n{KNOWN}"),
        ("[clitic]", f": unknown key 'clitic'. Did you mean 'clitics'?\n{KNOWN}"),
        ("[clitics]\nprefix = []", ": unknown key 'clitics.prefix'. Did you mean 'prefixes'?\nKnown: prefixes, suffixes"),
        ("version = true", ": 'version' must be a whole number, not true."),
        ("version = 0", ": 'version' must be at least 1, not 0."),
        ('writing = "letters"', ": 'writing' must be 'spaces' or 'characters', not 'letters'."),
        ("snowball = 1", ": 'snowball' must be a text, not 1."),
        ('linking = "s"', ": 'linking' must be a list of texts, not 's'."),
        ("stopwords = [1]", ": 'stopwords' must be words in one text, or a list of texts, not [1]."),
        ('apostrophes = "x"', ": 'apostrophes' must be a table: [apostrophes], not 'x'."),
        ('[apostrophes.elided]\nl = "le"', ": 'apostrophes.elided' must be a table of words with lists of full words, such as \"l\" = [\"le\", \"la\"], not {'l': 'le'}."),
        ('[clitics]\nsuffixes = ["me"]', ": 'clitics.suffixes' must be a list of lists of texts, such as [[\"me\", \"te\"], [\"lo\", \"la\"]], not ['me']."),
        ('[contractions]\ndu = "du"', ": 'contractions' must be a table of words with two or more parts each, such as \"zum\" = \"zu dem\", not {'du': 'du'}."),
        ('[ambiguous]\ndes = ["des"]', ": 'ambiguous' must be a table of words with their readings, such as \"des\" = [\"de les\", \"des\"], not {'des': ['des']}."),
        ('analyser = "embedded"', ": 'analyser' must be an analyser, such as \"stanza:pl\", \"spacy:PIPELINE\" or \"plain\", not 'embedded'."),
        ('analyser = "conllu:a"', ": 'analyser' must be an analyser, such as \"stanza:pl\", \"spacy:PIPELINE\" or \"plain\", not 'conllu:a'."),
        ("analyser = 1", ": 'analyser' must be an analyser, such as \"stanza:pl\", \"spacy:PIPELINE\" or \"plain\", not 1."),
        ('analyser = "x.py:A"', ": 'analyser' names code (x.py:A). Make it a plug-in: docs/plug-ins.md"),
        ('[clitics]\nprefixes = [[]]', ": 'clitics.prefixes' must be a list of lists of texts, such as [[\"me\", \"te\"], [\"lo\", \"la\"]], not [[]]."),
        ('[ambiguous]\ndes = ["a", ""]', ": 'ambiguous' must be a table of words with their readings, such as \"des\" = [\"de les\", \"des\"], not {'des': ['a', '']}."),
        ('linking = [""]\nscripts = "Latin"', ": 'scripts' must be a list of scripts, such as [\"Latin\"] (known: " + ", ".join(knowledge.SCRIPTS) + "), not 'Latin'."),
        ('scripts = ["Latn"]', ": 'scripts' must be a list of scripts, such as [\"Latin\"] (known: " + ", ".join(knowledge.SCRIPTS) + "), not ['Latn']."),
        ("linking = [", " is not TOML: Invalid value (at end of document)."),
        ("", " lacks version, reviewed. Every language file must have them."),
    ],
)  # fmt: skip
def test_language_file_that_is_wrong_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, message: str
) -> None:
    head = HEAD.replace("version = 1\n", "") if text.startswith("version") else HEAD
    head = head if text else 'code = "en"\nname = "English"'
    assert refusal(monkeypatch, tmp_path, head + text) == message


def test_language_file_says_all_that_is_known_of_a_language(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = """code = "eo"
name = "Esperanto"
version = 1
reviewed = "nobody"
analyser = "stanza:eo"
scripts = ["Latin", "Greek"]
stopwords = "la kaj"
[apostrophes.elided]
l = ["la", "li"]
[clitics]
suffixes = [["a", "b"], ["c"]]
[contractions]
dla = "de la"
[ambiguous]
al = ["a la", "al"]
"""
    path = own_file(monkeypatch, tmp_path, "eo", text)
    found = load("eo")
    assert (found.analyser, found.scripts, found.stopwords) == (
        "stanza:eo", ("Latin", "Greek"), {"la", "kaj"},
    )  # fmt: skip
    assert found.apostrophes == knowledge.Apostrophes(elided={"l": ("la", "li")})
    assert found.clitics == knowledge.Clitics(suffixes=(("a", "b"), ("c",)))
    assert found.contractions == {"dla": ("de", "la")}
    assert found.ambiguous == {"al": (("a", "la"), ("al",))}
    assert found.mark.startswith(".own-")
    path.write_text(text.replace('"eo"', '"io"', 1), encoding="utf-8")
    monkeypatch.setenv("LITMUS_DATA", f"{tmp_path}/.")
    with pytest.raises(DataError) as caught:
        load("eo")
    assert str(caught.value) == f"{path} is for 'io': name it io.toml."


def test_language_without_a_file_has_every_default() -> None:
    found = load("eo")
    assert found == knowledge.Language("eo", "Esperanto")
    assert (found.version, found.writing, found.bleu_tokenizer) == (0, "spaces", "13a")
    assert (found.reviewed, found.analyser, found.mark, found.affixes) == ("", "", "", False)


def test_code_that_a_file_is_named_for() -> None:
    names = {"de.toml": "de", "hsb.toml": "hsb", "de.x.toml": "de"}
    names |= dict.fromkeys(("deu.toml", "ger.toml", "DE.toml", "d.toml", "dede.toml"))
    assert {name: knowledge.code_of(Path(name)) for name in names} == names
