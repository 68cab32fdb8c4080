"""Every language file that is shipped."""

import re
import tomllib
import unicodedata
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


def test_every_language_of_the_papers_has_a_file() -> None:
    expected = "ar de en es fr he is it ja ko nl pt ro ru tr zh".split()  # noqa: SIM905
    assert list(codes()) == expected


@pytest.mark.parametrize("code", codes())
def test_language_file_loads_with_what_it_says(code: str) -> None:
    value = tomllib.loads((FOLDER / f"{code}.toml").read_text("utf-8"))
    language = load(code)
    assert language.code == code == value["code"]
    assert language.version >= 1
    assert language.name == knowledge.iso639()[code][1]
    assert language.writing in ("spaces", "characters")
    assert language.reviewed


@pytest.mark.parametrize("code", codes())
def test_language_file_names_a_stemmer_that_exists(code: str) -> None:
    snowball = load(code).snowball
    assert snowball is None or snowball in snowballstemmer.algorithms()


@pytest.mark.parametrize("code", codes())
def test_language_file_names_a_tokeniser_of_sacrebleu(code: str) -> None:
    assert load(code).bleu_tokenizer in sacrebleu.metrics.bleu.BLEU.TOKENIZERS


@pytest.mark.parametrize("code", codes())
def test_language_file_stop_words_can_match(code: str) -> None:
    # they are compared with lower-cased, composed words of a text
    for word in load(code).stopwords:
        assert word == word.lower()
        assert word == unicodedata.normalize("NFC", word)
        assert "'" not in word
        assert "’" not in word


@pytest.mark.parametrize("code", codes())
def test_language_file_has_stop_words(code: str) -> None:
    assert len(load(code).stopwords) >= 50


@pytest.mark.parametrize("code", ["de", "nl", "is"])
def test_language_file_of_a_compounding_language_has_linking_letters(code: str) -> None:
    assert "s" in load(code).linking


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


@pytest.mark.parametrize("code", codes())
def test_language_file_words_are_in_its_scripts(code: str) -> None:
    allowed = {*load(code).scripts, None}  # None: hyphens, apostrophes, marks
    assert load(code).scripts
    for word in written_words(code):
        assert {script(character) for character in word} <= allowed, word


@pytest.mark.parametrize("code", codes())
def test_language_file_words_are_lower_case_and_composed(code: str) -> None:
    for word in written_words(code):
        assert word == unicodedata.normalize("NFC", word.lower())
        assert not set(word) & set("’‘ʼ´`")  # in the file the apostrophe is '


def single_word(word: str) -> bool:
    return bool(re.fullmatch(r"[^\W\d_]+(?:['-][^\W\d_]+)*", word.removeprefix("'")))


@pytest.mark.parametrize("code", codes())
def test_language_file_contractions_are_one_word_for_several(code: str) -> None:
    for surface, parts in load(code).contractions.items():
        assert single_word(surface), surface
        assert len(parts) > 1, surface
        assert all(single_word(part) for part in parts), surface


@pytest.mark.parametrize("code", codes())
def test_language_file_ambiguous_contractions_have_several_readings(code: str) -> None:
    language = load(code)
    assert not set(language.ambiguous) & set(language.contractions)
    for surface, readings in language.ambiguous.items():
        assert single_word(surface), surface
        assert len(set(readings)) == len(readings) > 1, surface
        assert max(map(len, readings)) > 1, surface
        assert all(reading for reading in readings), surface
        # a reading of one word is the word itself, or what it is short for
        assert all(single_word(word) or word == surface for reading in readings for word in reading)


@pytest.mark.parametrize("code", codes())
def test_language_file_apostrophes_stand_outside_the_words(code: str) -> None:
    marks = load(code).apostrophes
    forms = [*marks.elided, *marks.enclitics, *marks.clipped_start, *marks.clipped_end]
    assert all(form.isalpha() for form in forms)
    assert all("'" in word for word in marks.whole)
    assert all(full for full in marks.elided.values())
    assert marks.characters[:1] in ((), ("'",))
    assert marks.characters or not (forms or marks.whole)
    assert all(len(character) == 1 for character in marks.characters)


@pytest.mark.parametrize("code", ["fr", "it"])
def test_language_file_elided_words_begin_their_full_words(code: str) -> None:
    for form, full in load(code).apostrophes.elided.items():
        assert all(word.startswith(form) and len(word) > len(form) for word in full), form


@pytest.mark.parametrize("code", codes())
def test_language_file_repeats_nothing(code: str) -> None:
    value = tomllib.loads((FOLDER / f"{code}.toml").read_text("utf-8"))
    lists = [value["stopwords"].split(), value["scripts"], value.get("linking", [])]
    lists += [value.get("dropped", []), value.get("apostrophes", {}).get("characters", [])]
    lists += [slot for slots in value.get("clitics", {}).values() for slot in slots]
    lists += value.get("ambiguous", {}).values()
    for words in lists:
        assert len(set(words)) == len(words), words


@pytest.mark.parametrize("code", codes())
def test_language_file_explains_every_key(code: str) -> None:
    lines = (FOLDER / f"{code}.toml").read_text("utf-8").split("\n")
    keys = re.compile(r"([a-z_]+) = |\[(apostrophes\.\w+|clitics|contractions|ambiguous)\]$")
    for before, line in zip(lines, lines[1:], strict=False):
        if keys.match(line) and not line.startswith("name"):  # code and name share a comment
            assert before.startswith("#"), line


@pytest.mark.parametrize(
    ("code", "surface", "parts"),
    [
        ("de", "zum", "zu dem"), ("de", "zur", "zu der"), ("de", "am", "an dem"), ("de", "ins", "in das"),
        ("en", "don't", "do not"), ("en", "won't", "will not"), ("en", "can't", "can not"), ("en", "cannot", "can not"),
        ("en", "i'm", "i am"), ("en", "let's", "let us"), ("en", "gonna", "going to"), ("en", "should've", "should have"),
        ("es", "al", "a el"), ("es", "del", "de el"), ("es", "conmigo", "con mí"),
        ("fr", "au", "à le"), ("fr", "aux", "à les"), ("fr", "auxquelles", "à lesquelles"), ("fr", "duquel", "de lequel"),
        ("is", "ertu", "ert þú"), ("is", "viltu", "vilt þú"),
        ("it", "nella", "in la"), ("it", "sugli", "su gli"), ("it", "al", "a il"), ("it", "dagli", "da gli"), ("it", "gliene", "gli ne"),
        ("ja", "なきゃ", "なけれ ば"), ("ko", "그건", "그것 은"), ("ko", "뭘", "무엇 을"), ("nl", "zo'n", "zo een"),
        ("pt", "do", "de o"), ("pt", "na", "em a"), ("pt", "à", "a a"), ("pt", "ao", "a o"), ("pt", "daquele", "de aquele"),
        ("pt", "nisso", "em isso"), ("pt", "àquilo", "a aquilo"), ("pt", "numa", "em uma"), ("pt", "dela", "de ela"), ("pt", "comigo", "com mim"),
        ("ro", "într-un", "în un"), ("ro", "n-am", "nu am"), ("ro", "s-a", "se a"), ("ro", "l-au", "îl au"), ("ro", "mi-ar", "îmi ar"),
        ("tr", "niçin", "ne için"), ("zh", "甭", "不 用"), ("ar", "مما", "من ما"),
    ],
)  # fmt: skip
def test_contraction_by_hand(code: str, surface: str, parts: str) -> None:
    assert load(code).contractions[surface] == tuple(parts.split())


@pytest.mark.parametrize(
    ("code", "surface", "readings"),
    [
        ("fr", "des", ["de les", "des"]), ("fr", "du", ["de le", "du"]), ("en", "it's", ["it is", "it has"]),
        ("en", "he'd", ["he had", "he would"]), ("it", "dei", ["di i", "dei"]), ("it", "collo", ["con lo", "collo"]),
        ("es", "consigo", ["con sí", "consigo"]), ("pt", "nos", ["em os", "nos"]), ("pt", "lho", ["lhe o", "lhes o"]),
        ("de", "vorn", ["vor den", "vorn"]), ("ro", "s-o", ["să o", "se o"]), ("is", "áttu", ["átt þú", "áttu"]),
        ("ar", "ألا", ["أن لا", "ألا"]), ("ko", "전", ["저 는", "전"]), ("ja", "でる", ["で いる", "でる"]),
    ],
)  # fmt: skip
def test_ambiguous_contraction_by_hand(code: str, surface: str, readings: list[str]) -> None:
    assert load(code).ambiguous[surface] == tuple(tuple(reading.split()) for reading in readings)


@pytest.mark.parametrize(
    ("code", "table", "form", "full"),
    [
        ("fr", "elided", "l", "le la"), ("fr", "elided", "qu", "que"), ("fr", "elided", "s", "se si"),
        ("fr", "elided", "jusqu", "jusque"), ("fr", "whole", "aujourd'hui", "aujourd'hui"),
        ("it", "elided", "dell", "dello della"), ("it", "elided", "un", "una"), ("it", "clipped_end", "po", "poco"),
        ("en", "enclitics", "ll", "will shall"), ("en", "enclitics", "t", "not"), ("en", "clipped_start", "em", "them"),
        ("nl", "enclitics", "s", ""), ("nl", "clipped_start", "t", "het"), ("nl", "whole", "z'n", "zijn"),
        ("de", "enclitics", "s", "es das"), ("de", "clipped_start", "ne", "eine"), ("pt", "elided", "d", "de"),
        ("he", "clipped_end", "רח", "רחוב"), ("es", "clipped_end", "pa", "para"),
    ],
)  # fmt: skip
def test_apostrophe_by_hand(code: str, table: str, form: str, full: str) -> None:
    assert getattr(load(code).apostrophes, table)[form] == tuple(full.split())


@pytest.mark.parametrize(
    ("code", "side", "chain"),
    [
        ("ar", "prefixes", "و ب ال"), ("ar", "suffixes", "هم"), ("he", "prefixes", "ו ש ב"), ("he", "prefixes", "כש ה"),
        ("es", "suffixes", "me lo"), ("es", "suffixes", "se te las"), ("it", "suffixes", "glie lo"), ("it", "suffixes", "ci"),
        ("ro", "suffixes", "ul"), ("is", "suffixes", "num"), ("is", "suffixes", "ðu"), ("tr", "suffixes", "yla ydı"),
        ("ko", "suffixes", "들 에게 는"), ("ko", "suffixes", "까지 만"),
    ],
)  # fmt: skip
def test_clitics_by_hand(code: str, side: str, chain: str) -> None:
    places = iter(getattr(load(code).clitics, side))
    for clitic in chain.split():  # each in a later place than the one before it
        assert any(clitic in place for place in places), clitic


def test_hebrew_has_the_geresh() -> None:
    assert "\u05f3" in load("he").apostrophes.characters


@pytest.mark.parametrize(
    ("code", "expected"),
    [("en", "Latin"), ("ru", "Cyrillic"), ("ko", "Hangul"), ("zh", "Han"), ("ja", "Hiragana Katakana Han")],
)  # fmt: skip
def test_scripts_by_hand(code: str, expected: str) -> None:
    assert load(code).scripts == tuple(expected.split())


def refusal(monkeypatch: pytest.MonkeyPatch, folder: Path, text: str) -> str:
    """What is said of an `en.toml` with this text, after the path of the file."""
    path = folder / "languages" / "en.toml"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    monkeypatch.setenv("LITMUS_DATA", str(folder))
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
    ],
)  # fmt: skip
def test_language_file_that_is_wrong_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, message: str
) -> None:
    head = HEAD.replace("version = 1\n", "") if text.startswith("version") else HEAD
    assert refusal(monkeypatch, tmp_path, head + text) == message


def test_language_file_says_all_that_is_known_of_a_language(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "languages" / "eo.toml"
    path.parent.mkdir()
    path.write_text(
        """code = "eo"
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
""",
        encoding="utf-8",
    )
    monkeypatch.setenv("LITMUS_DATA", str(tmp_path))
    found = load("eo")
    assert (found.analyser, found.scripts, found.stopwords) == (
        "stanza:eo", ("Latin", "Greek"), {"la", "kaj"},
    )  # fmt: skip
    assert found.apostrophes == knowledge.Apostrophes(elided={"l": ("la", "li")})
    assert found.clitics == knowledge.Clitics(suffixes=(("a", "b"), ("c",)))
    assert found.contractions == {"dla": ("de", "la")}
    assert found.ambiguous == {"al": (("a", "la"), ("al",))}
    assert found.mark.startswith(".own-")
    path.write_text(path.read_text(encoding="utf-8").replace('"eo"', '"io"', 1), encoding="utf-8")
    monkeypatch.setenv("LITMUS_DATA", f"{tmp_path}/.")
    with pytest.raises(DataError) as caught:
        load("eo")
    assert str(caught.value) == f"{path} is for 'io': name it io.toml."


def test_language_without_a_file_has_every_default() -> None:
    found = load("eo")
    assert found == knowledge.Language("eo", "Esperanto")
    assert (found.version, found.writing, found.bleu_tokenizer) == (0, "spaces", "13a")
    assert (found.reviewed, found.analyser, found.mark, found.affixes) == ("", "", "", False)


@pytest.mark.parametrize(
    ("name", "code"),
    [("de.toml", "de"), ("hsb.toml", "hsb"), ("deu.toml", None), ("ger.toml", None),
     ("DE.toml", None), ("d.toml", None), ("dede.toml", None), ("de.x.toml", "de")],
)  # fmt: skip
def test_code_that_a_file_is_named_for(name: str, code: str | None) -> None:
    assert knowledge.code_of(Path(name)) == code


def test_language_file_that_lacks_a_key_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    message = refusal(monkeypatch, tmp_path, 'code = "en"\nname = "English"')
    assert message == " lacks version, reviewed. Every language file must have them."
