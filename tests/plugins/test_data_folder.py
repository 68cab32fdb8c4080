"""The user's data folder: what is in it is found by name, wins over what ships, and shows."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.commanding import FIXTURES, Litmus, python, write_lines, write_suite, written
from tests.systems.answering import Heard, Reply, service

from litmus.corpus.shipped import shipped_suites, suite_folders
from litmus.discourse.rules import load_rules
from litmus.errors import DataError, UnknownName, UsageError
from litmus.idioms.entries.grammar import load_grammar
from litmus.idioms.entries.lists import load_idioms
from litmus.language import knowledge
from litmus.language.dictionary import bilingual
from litmus.language.forms import stemmer
from litmus.plugins.data_folder import data_folder

here, litmus, tiny = FIXTURES

LANGUAGE = """code = "{code}"
name = "{name}"
version = 7
reviewed = "nobody"
scripts = ["Latin"]
stopwords = "la kaj"
"""
RULES = """code = "eo"
version = 4

[formality]
informal = "ci cin"
formal = "vi vin"
"""
OWN = r"\.own-[0-9a-f]{8}"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder."""
    folder = tmp_path / "my data"
    monkeypatch.setenv("LITMUS_DATA", str(folder))
    return folder


@pytest.fixture
def forget(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """As if started anew: the same folder under another name, for which nothing is remembered."""
    return lambda: monkeypatch.setenv("LITMUS_DATA", f"{os.environ['LITMUS_DATA']}/.")


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


# --- the folder ----------------------------------------------------------------------------------


def test_data_folder_is_the_platforms_unless_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from platformdirs import user_data_path

    monkeypatch.setenv("LITMUS_DATA", "~/litmus data")
    assert data_folder() == Path.home() / "litmus data"
    monkeypatch.delenv("LITMUS_DATA")
    assert data_folder() == user_data_path("litmus", appauthor=False)
    assert data_folder().name == "litmus"


# --- languages -----------------------------------------------------------------------------------


def test_language_of_ones_own_is_known_and_forgotten(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert knowledge.load("eo").version == 0
    with pytest.raises(UnknownName, match="No language is called 'hsb'"):
        knowledge.language_code("hsb")
    monkeypatch.setenv("LITMUS_DATA", str(data / "second"))
    write(data / "second/languages/eo.toml", LANGUAGE.format(code="eo", name="Esperanto"))
    write(data / "second/languages/hsb.toml", LANGUAGE.format(code="hsb", name="Upper Sorbian"))
    assert knowledge.language_pair("de-hsb") == ("de", "hsb")  # no code of two letters
    assert knowledge.load("hsb").name == "Upper Sorbian"
    assert "eo" in knowledge.codes()
    assert (knowledge.load("eo").version, knowledge.load("epo").version) == (7, 7)
    assert re.fullmatch(rf"eo\.v7{OWN}", knowledge.own_data(["en", "eo"]))
    monkeypatch.setenv("LITMUS_DATA", str(data))
    assert knowledge.load("eo").version == 0
    assert knowledge.own_data(["en", "eo"]) == ""


def test_language_of_ones_own_wins_over_the_one_that_ships(data: Path) -> None:
    write(data / "languages/de.toml", LANGUAGE.format(code="de", name="German"))
    text = LANGUAGE.format(code="eo", name="Esperanto") + 'snowball = "klingon"\n'
    write(data / "languages/eo.toml", text)
    assert knowledge.load("de").stopwords == {"la", "kaj"}
    assert knowledge.load("en").mark == ""
    with pytest.raises(UsageError, match="There is no Snowball stemmer for German"):
        stemmer("de")
    with pytest.raises(DataError, match="stemmer 'klingon', which Snowball does not have"):
        stemmer("eo")


def test_file_for_another_language_than_its_name_says(data: Path) -> None:
    for path, text, load, said in (
        ("languages/eo.toml", LANGUAGE.format(code="io", name="Ido"), knowledge.load, "io"),
        ("rules/io.toml", RULES, load_rules, "eo"),
    ):
        file = write(data / path, text)
        with pytest.raises(DataError) as caught:
            load(file.stem)
        assert str(caught.value) == f"{file} is for {said!r}: name it {said}.toml."


def test_score_with_a_language_file_of_ones_own(
    data: Path, tiny: Path, litmus: Litmus, forget: Callable[[], None]
) -> None:
    metric = "litter:dictionary=tiny.tsv,stopwords=drop"
    arguments = ("score", "-t", "tiny", "-i", "@literal", "-m", metric, "-f", "json")
    plain = litmus(*arguments).row("@literal", "litter")
    forget()
    text = LANGUAGE.format(code="en", name="English").replace("la kaj", "kick kicked bucket the")
    write(data / "languages/en.toml", text)
    own = litmus(*arguments).row("@literal", "litter")
    assert (plain["n"], own["n"]) == (3, 2)  # the own stop words leave nothing of one idiom
    assert "own" not in plain["signature"]
    assert re.search(rf"\|lang:en-fr\|own:en\.v7{OWN}\|", own["signature"])
    assert re.search(rf"\|stopwords:drop\.en\.v7{OWN}\|", own["signature"])


# --- rules, idioms, dictionaries -----------------------------------------------------------------

TALK = {
    "talk.en": ["Do you have time?", "Then I will call you."],
    "talk.eo": ["Ĉu vi havas tempon?", "Tiam mi vokos vin."],
    "talk.docids": ["a", "a"],
}


def test_tag_in_a_new_language(
    data: Path, here: Path, litmus: Litmus, forget: Callable[[], None]
) -> None:
    for name, lines in TALK.items():
        write_lines(here / name, lines)
    arguments = (
        "tag", "-l", "en-eo", "-s", "talk.en", "-r", "talk.eo", "--docids", "talk.docids",
        "--phenomena", "formality", "--target-analyser", "plain", "-o", "tags.jsonl",
    )  # fmt: skip
    assert litmus(*arguments).err.startswith("litmus: No language with discourse rules is called")
    write(data / "rules/eo.toml", RULES)
    answer = litmus(*arguments)
    assert (answer.code, answer.err) == (0, "")
    assert re.search(
        rf"        1  formality\ntags: litmus\.eo\.v4{OWN}#[0-9a-f]{{8}}\n", answer.out
    )
    assert written(here / "tags.jsonl")[1]["tags"] == [[], [], [], ["formality"], []]
    forget()
    write(data / "languages/eo.toml", LANGUAGE.format(code="eo", name="Esperanto"))
    assert re.search(rf"litmus\.eo\.v4{OWN}\+eo\.v7{OWN}#", litmus(*arguments).out)


def test_mine_with_a_list_of_ones_own(data: Path, here: Path, litmus: Litmus) -> None:
    write_lines(here / "corpus.en", ["He is off the hook .", "He kicked the bucket ."])
    write(data / "idioms/en-phone.tsv", "off the hook\n")
    answer = litmus("mine", "en-phone", "corpus.en", "-l", "en", "-o", "found.jsonl", "-q")
    assert answer.code == 0
    assert [row["idiom"] for row in written(here / "found.jsonl")] == ["off the hook"]
    assert re.fullmatch(r"en-phone\.tsv\.own\.[0-9a-f]{8}", load_idioms("en-phone", "en").signature)
    assert "own" not in load_idioms("en", "en").signature
    answer = litmus("mine", "en-phone", "corpus.en", "-l", "de", "-o", "again.jsonl")
    assert answer.err == "litmus: The list en-phone is for en, but the corpus is de.\n"
    write(data / "idioms/en.tsv", "off the hook\n")  # in place of the one that ships
    assert len(load_idioms("en", "en").idioms) == 1


def test_small_words_of_ones_own(data: Path) -> None:
    assert load_grammar("eo").version == 0
    write(data / "idioms/fr.toml", 'version = 9\narticles = "le la"\n')
    own = load_grammar("fr")
    assert (own.version, own.articles) == (9, {"le", "la"})
    assert re.fullmatch(OWN, own.mark)


def test_dictionary_of_ones_own_for_a_new_pair(data: Path, here: Path, litmus: Litmus) -> None:
    write(data / "dictionaries/fr-en.tsv", "seau\tbucket\n")  # in place of the one that ships
    assert bilingual.shipped("en", "fr").lookup("bucket") == {"seau"}
    assert bilingual.shipped("fr", "en").lookup("seau") == {"bucket"}
    assert ("en", "eo") not in bilingual.shipped_pairs()
    path = write(data / "dictionaries/eo-en.tsv", "sitelo\tbucket\nhundo\tdog\t12\n")
    assert {("en", "eo"), ("eo", "en")} <= set(bilingual.shipped_pairs())
    answer = litmus("dictionary", "show", "bucket", "-l", "en-eo")
    assert (answer.code, answer.out) == (0, "sitelo\n")
    assert litmus("dictionary", "show", "hundo", "-l", "eo-en").out == "dog\n"
    assert re.fullmatch(rf"eo-en\.tsv{OWN}", bilingual.shipped("en", "eo").name)
    counts = bilingual.shipped_counts("en", "eo")
    assert counts is not None and list(counts[0]) == [
        ("bucket", "sitelo", 1.0),
        ("dog", "hundo", 12.0),
    ]
    write_lines(path, ["# name: mine", "# version: 3", "kato\tcat\t2?"])
    name, size = bilingual.name_and_size(bilingual.dictionary_file("eo", "en"))  # type: ignore[arg-type]
    assert re.fullmatch(rf"mine\.v3{OWN}", name) and size == 0  # doubtful pairs only align


@pytest.mark.parametrize("line", ["alone", "a\tb\tmany", "a\tb\t1\tmore", "\t\t1"])
def test_dictionary_of_ones_own_that_is_wrong(data: Path, line: str) -> None:
    path = write(data / "dictionaries/en-eo.tsv", f"dog\thundo\n{line}\n")
    with pytest.raises(DataError) as caught:
        bilingual.shipped("en", "eo")
    assert str(caught.value) == (
        f"{path}:2 is not `word<TAB>translation` or `word<TAB>translation<TAB>count`.\n"
        "Make such a file of others: litmus dictionary build"
    )


# --- engines and suites --------------------------------------------------------------------------


def test_translate_with_an_engine_of_ones_own(
    data: Path, tiny: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("no_proxy", "*")

    def reply(heard: Heard) -> Reply:
        return Reply({"out": [text.upper() for text in heard.body["in"]]})

    with service(reply) as there:
        write(
            data / "engines/own.toml",
            f'name = "own"\nversion = 2\nabout = "shouts"\nurl = "{there.url}"\n'
            'answer = "out"\ntexts = 10\n[body]\nin = "{texts}"\n',
        )
        answer = litmus("translate", "-t", "tiny", "--system", "http:own", "-o", "out.fr")
    assert (answer.code, answer.err) == (0, "")
    assert (tiny / "out.fr").read_text(encoding="utf-8").startswith("I SING .\n")
    assert re.search(r"^http:own\.v2\.own#[0-9a-f]{16}\|host:", answer.out, re.MULTILINE)
    hint = litmus("translate", "-t", "tiny", "--system", "own", "-o", "other.fr")
    assert hint.err == "litmus: own is an engine. Did you mean --system http:own?\n"


def test_suite_of_ones_own_by_name(data: Path, here: Path, litmus: Litmus) -> None:
    write_suite(data / "suites/mine", systems={"a": ["x"] * 4}, metrics=["blacklist"])
    answer = litmus("score", "-t", "mine", "-i", "@a", "-b")
    assert (answer.code, answer.out) == (0, "0.0\n")
    assert "mine" not in shipped_suites() and "mine" in suite_folders()
    assert litmus("check", "mine").out.startswith(f"{data / 'suites/mine'}: suite, 4 segments")
    unknown = litmus("score", "-t", "mien", "-i", "@a")
    assert unknown.err.startswith(
        "litmus: No suite is called 'mien'. Did you mean 'mine'?\nKnown: "
    )


# --- list ----------------------------------------------------------------------------------------


@pytest.mark.slow  # all idioms and dictionaries that ship are counted, twice
def test_list_says_what_is_ones_own(
    data: Path, here: Path, litmus: Litmus, forget: Callable[[], None]
) -> None:
    before = litmus("list")
    forget()
    assert f"\ndata folder\n  {data} (does not exist); LITMUS_DATA names another" in before.out
    broken = (
        write(data / "dictionaries/en-xh.tsv", "nonsense\n"),
        write(data / "idioms/xh.tsv", "\tno idiom\n"),
    )
    write(data / "languages/eo.toml", LANGUAGE.format(code="eo", name="Esperanto"))
    write(data / "languages/de.toml", LANGUAGE.format(code="de", name="German"))
    write(data / "rules/eo.toml", RULES)
    write(data / "idioms/en-phone.tsv", "off the hook\n")
    write(data / "idioms/eo.toml", "version = 3\n")
    write(data / "dictionaries/en-eo.tsv", "dog\thundo\n")
    engine = 'about = "mine"\nurl = "http://h/"\nanswer = "a"\n[body]\nq = "{text}"\n'
    write(data / "engines/own.toml", engine)
    write_suite(data / "suites/mine", description="of mine")
    answer = litmus("list")
    assert answer.code == 0
    for path in broken:  # a line for each, which hides nothing
        assert f"litmus: {path}" in answer.err
    added = set(answer.out.split("\n")) - set(before.out.split("\n"))
    origin = f"[your data folder: {data}"
    assert added >= {
        f"  mine          v3  en-fr  of mine  {origin}/suites/mine]",
        f"  de  German      v7  embedded analyser, no stemmer, 2 stop words  {origin}/languages/de.toml"
        ", in place of the one that ships]",
        f"      discourse rules v4  {origin}/rules/eo.toml]",
        f"      small words of idioms v3  {origin}/idioms/eo.toml]",
        f"      http:own              mine  {origin}/engines/own.toml]",
        f"  en-phone  1 idiom  {origin}/idioms/en-phone.tsv]",
    }
    own = f": 1 word pairs  {origin}/dictionaries/en-eo.tsv]"
    assert sum(line.endswith(own) for line in added) == 2


def test_broken_file_is_one_line_and_hides_nothing(
    data: Path, tiny: Path, litmus: Litmus, forget: Callable[[], None]
) -> None:
    plain = litmus("list", "languages").out
    forget()
    language = write(data / "languages/xh.toml", "code = \n")
    rules = write(data / "rules/xh.toml", 'code = "xh"\nversion = 1\nfrmality = 1\n')
    engine = write(data / "engines/broken.toml", 'url = "x"\n')
    write(data / "suites/broken/suite.toml", "name = 1\n")
    answer = litmus("list", "languages")
    assert (answer.code, answer.out) == (0, plain)
    assert [line.split(": ")[1].split(" is not")[0] for line in answer.err[:-1].split("\n")] == [
        str(language), str(rules),
    ]  # fmt: skip
    assert str(engine) in litmus("list", "systems").err
    assert "suites/broken has no segments.jsonl" in litmus("list", "suites").err
    # whoever does not ask for them is not disturbed
    score = litmus("score", "-t", "tiny", "-i", "@literal", "-m", "blacklist", "-b")
    assert (score.code, score.err) == (0, "")
    asked = litmus("tag", "-l", "en-xh", "-s", "tiny.tsv", "-r", "tiny.tsv", "--docids", "tiny.tsv")
    assert asked.code == 1 and asked.err.startswith(f"litmus: {rules}: unknown key")


def test_file_whose_name_serves_nothing_is_named(data: Path, here: Path, litmus: Litmus) -> None:
    path = write(data / "languages/Esperanto.toml", LANGUAGE.format(code="eo", name="Esperanto"))
    three = write(data / "languages/epo.toml", LANGUAGE.format(code="eo", name="Esperanto"))
    write(data / "languages/.eo.toml.swp", "")
    assert litmus("list", "languages").err == (
        f"litmus: {path} is not used: its name should be CODE.toml.\n"
        f"litmus: {three} is not used: its name should be CODE.toml.\n"
    )


def test_help_looks_at_neither_plugins_nor_data(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom litmus.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "print([m for m in ('importlib.metadata', 'platformdirs', 'litmus.plugins.registry')"
        " if m in sys.modules], file=sys.stderr)"
    )
    assert python("-c", code).stderr == "[]\n"
