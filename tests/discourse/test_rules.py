"""Language files: what is read, and what is refused."""

import re
from pathlib import Path

import pytest

from litmus.discourse.phenomena.formality.formality import Formality
from litmus.discourse.phenomena.pronouns import Pronouns
from litmus.discourse.phenomena.registry import PHENOMENA
from litmus.discourse.phenomena.verb_form import VerbForm
from litmus.discourse.rules import Rules, codes, load_rules, read_rules
from litmus.errors import DataError, UnknownName

PUBLISHED = ("lexical_cohesion", "formality", "pronouns", "verb_form", "ellipsis")
HEAD = 'code = "xx"\nversion = 1\n'


def read(folder: Path, text: str, head: str = HEAD) -> Rules:
    path = folder / "xx.toml"
    path.write_text(head + text, encoding="utf-8")
    return read_rules(path)


def refused(folder: Path, text: str, head: str = HEAD) -> str:
    with pytest.raises(DataError) as caught:
        read(folder, text, head)
    return str(caught.value).replace(str(folder / "xx.toml"), "xx.toml")


def test_rules_of_all_languages_are_read() -> None:
    assert codes() == (
        "ar", "de", "es", "fr", "he", "it", "ja", "ko", "nl", "pt", "ro", "ru", "tr", "zh",
    )  # fmt: skip
    assert [load_rules(code).code for code in codes()] == [*codes()]


@pytest.mark.release
def test_rules_words_have_one_register_each() -> None:
    wrong = []
    for code in codes():
        formality = load_rules(code).of(Formality)
        lists = formality and (formality.words, formality.words_for_you, formality.words_exact)
        listed = [pair for words in lists or () for pair in words.items()]
        wrong += [
            f"{code}: {word} {register}"
            for word, register in listed
            if register not in ("informal", "formal") or re.search(r"\s", word)
        ]
    assert wrong == []


def test_rules_of_an_unknown_language_name_those_there_are() -> None:
    with pytest.raises(UnknownName) as caught:
        load_rules("is")
    assert str(caught.value) == (
        f"No language with discourse rules is called 'is'.\nKnown: {', '.join(codes())}"
        "\nYour own, in score, report and tag: rules=F.toml (how: docs/add-a-language.md)"
    )


def test_rules_of_a_small_file(tmp_path: Path) -> None:
    rules = read(tmp_path, """
reviewed = "by a speaker"
[formality]
informal = "tu Te"
formal = ["Vous"]
formal_exact = "Lei"
[[formality.verbs]]
register = "informal"
features = "Person=2|Mood=Ind,Imp,-"
for_you = true
[pronouns]
It = "il elle"
[[verb_form]]
name = "imperfect"
features = "Tense=Imp"
[[examples]]
tag = "formality"
source = ["You.", "You."]
target = ["Tu.", "[Tu]."]
""")  # fmt: skip
    assert (rules.code, rules.version, rules.reviewed) == ("xx", 1, "by a speaker")
    formality = rules.of(Formality)
    assert formality is not None
    assert formality.words == {"tu": "informal", "te": "informal", "vous": "formal"}
    assert formality.words_exact == {"Lei": "formal"}
    (verb,) = formality.verbs
    assert verb.features == {"Person": {"2"}, "Mood": {"Ind", "Imp", "-"}}
    assert (verb.for_you, verb.certain, verb.upos) == (True, False, {"VERB", "AUX"})
    assert rules.of(Pronouns) == {"it": {"il", "elle"}}
    (form,) = rules.of(VerbForm) or ()
    assert (form.name, form.features, form.auxiliary) == ("imperfect", {"Tense": {"Imp"}}, None)
    (example,) = rules.examples
    assert example.target == ("Tu.", "[Tu].")
    assert rules.phenomena == PUBLISHED


def test_phenomena_come_in_the_order_of_the_published_tags() -> None:
    assert tuple(PHENOMENA)[:5] == PUBLISHED  # signatures depend on it
    assert TABLES[:3] == ["formality", "pronouns", "verb_form"]


def test_rules_without_tables_leave_what_needs_none(tmp_path: Path) -> None:
    assert read(tmp_path, "").phenomena == ("lexical_cohesion", "ellipsis")


def test_rules_keep_case_where_they_are_told_to_and_compose_letters(tmp_path: Path) -> None:
    formality = read(tmp_path, '[formality]\ncase = "exact"\nformal = "Sie"\n').of(Formality)
    assert formality is not None
    assert (formality.exact, formality.words) == (True, {"Sie": "formal"})
    assert read(tmp_path, '[pronouns]\nit = "e\u0301l"\n').of(Pronouns) == {"it": {"\u00e9l"}}


TABLES = [name for name, phenomenon in PHENOMENA.items() if phenomenon.table]
KEYS = ["code", "examples", "reviewed", "version", *TABLES]
UD = 'UD features, such as "Person=2|Number=Sing"'
REFUSED = [
    # text, message
    ("colour = 1\n", f"unknown key 'colour'.\nKnown: {', '.join(sorted(KEYS))}"),
    ("reviewed = 3\n", "'reviewed' must be a text, not 3."),
    ("formality = 3\n", "'formality' must be a table: [formality], not 3."),
    ('[formality]\ncase = "upper"\n', "'formality.case' must be 'fold' or 'exact', not 'upper'."),
    ("[formality]\nformal = 3\n", "'formality.formal' must be words in one text, or a list of texts, not 3."),
    ("[formality]\nformal = [3]\n", "'formality.formal' must be words in one text, or a list of texts, not [3]."),
    ('[formality]\nformal = "u vu"\ninformal = "tu u"\n', "'formality' has u in informal and in formal."),
    ('[formality]\nformal_for_you = "su"\ninformal_for_you = "su"\n', "'formality' has su in informal_for_you and in formal_for_you."),
    ('[formality]\ninverted = "yes"\n', "'formality.inverted' must be true or false, not 'yes'."),
    ("[formality]\nverbs = 3\n", "'formality.verbs' must be a list of tables: [[formality.verbs]], not 3."),
    ("[formality.verbs]\n", "'formality.verbs' must be a list of tables: [[formality.verbs]], not {}."),
    ('[[formality.verbs]]\nregister = "rude"\n', "'formality.verbs[0].register' must be 'informal' or 'formal', not 'rude'."),
    ("[[formality.verbs]]\n", "the key 'formality.verbs[0].register' is missing."),
    ('[[formality.verbs]]\nregister = "formal"\nfeatures = ""\n', f"'formality.verbs[0].features' must be {UD}, not ''."),
    ('[[formality.verbs]]\nregister = "formal"\nfeatures = 3\n', f"'formality.verbs[0].features' must be {UD}, not 3."),
    ('[[formality.verbs]]\nregister = "formal"\nfeatures = "Person"\n', f"'formality.verbs[0].features' must be {UD}, not 'Person'."),
    ('[[formality.verbs]]\nregister = "formal"\nfeatures = "Person=2|"\n', f"'formality.verbs[0].features' must be {UD}, not 'Person=2|'."),
    ('[formality]\nagreeing_verbs = "x"\n', "'formality.agreeing_verbs' must be a table: [formality.agreeing_verbs], not 'x'."),
    ('[formality.agreeing_verbs]\nformal = "x"\n', f"'formality.agreeing_verbs.formal' must be {UD}, not 'x'."),
    ("[formality]\npredicates = 3\n", "'formality.predicates' must be a table: [formality.predicates], not 3."),
    ("pronouns = 3\n", "'pronouns' must be a table: [pronouns], not 3."),
    ("[pronouns]\nit = 3\n", "'pronouns.it' must be words in one text, or a list of texts, not 3."),
    ('[verb_form]\nname = "x"\n', "'verb_form' must be a list of tables: [[verb_form]], not {'name': 'x'}."),
    ("[[verb_form]]\n", "the key 'verb_form[0].name' is missing."),
    ('[[verb_form]]\nname = "x"\n', "the key 'verb_form[0].features' is missing."),
    ('[[verb_form]]\nname = "x"\nfeatures = "A=B"\nauxiliary = "C"\n', f"'verb_form[0].auxiliary' must be {UD}, not 'C'."),
    ("verb_form = [3]\n", "'verb_form[0]' must be a table, not 3."),
    ("examples = 3\n", "'examples' must be a list of tables: [[examples]], not 3."),
    ('[[examples]]\ntag = "irony"\n', f"'examples[0].tag' must be one of {', '.join(PHENOMENA)}, not 'irony'."),
    ('[[examples]]\ntag = "formality"\nsource = ["a"]\n', "the key 'examples[0].target' is missing."),
    ('[[examples]]\ntag = "formality"\nsource = ["a"]\ntarget = "b"\n', "'examples[0].target' must be a list of texts, not 'b'."),
    ('[[examples]]\ntag = "formality"\nsource = [1]\ntarget = [1]\n', "'examples[0].source[0]' must be a text, not 1."),
    ('[[examples]]\ntag = "formality"\nsource = ["a", "b"]\ntarget = ["c"]\n', "'examples[0]' has 2 sentences in source, but 1 in target."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_rules_say_which_key_is_wrong(tmp_path: Path, text: str, message: str) -> None:
    assert refused(tmp_path, text) == f"xx.toml: {message}"


@pytest.mark.parametrize(("text", "where"), [
    ("[formality]\ncolour = 1\n", "formality.colour"),
    ('[[formality.verbs]]\nregister = "formal"\ncolour = 1\n', "formality.verbs[0].colour"),
    ("[formality.predicates]\ncolour = 1\n", "formality.predicates.colour"),
    ('[formality.agreeing_verbs]\nrude = "Person=2"\n', "formality.agreeing_verbs.rude"),
    ('[[verb_form]]\nname = "x"\ncolour = 1\n', "verb_form[0].colour"),
    ("[[examples]]\ncolour = 1\n", "examples[0].colour"),
])  # fmt: skip
def test_rules_refuse_unknown_keys_wherever_they_are(tmp_path: Path, text: str, where: str) -> None:
    first, _, known = refused(tmp_path, text).partition("\n")
    assert first.startswith(f"xx.toml: unknown key '{where}'.")
    assert known.startswith("Known: ")


@pytest.mark.parametrize(("head", "message"), [
    ("version = 1\n", "the key 'code' is missing."),
    ("code = 3\nversion = 1\n", "'code' must be a text, not 3."),
    ('code = "xx"\n', "the key 'version' is missing."),
    ('code = "xx"\nversion = "1"\n', "'version' must be a whole number, not '1'."),
    ('code = "xx"\nversion = true\n', "'version' must be a whole number, not true."),
])  # fmt: skip
def test_rules_need_code_and_version(tmp_path: Path, head: str, message: str) -> None:
    assert refused(tmp_path, "", head) == f"xx.toml: {message}"


@pytest.mark.parametrize(("content", "message"), [
    (b"[formality\n", r"xx\.toml is not TOML: .*line 1"), (b"\xff\xfe", r"xx\.toml is not UTF-8"),
    (None, r"xx\.toml does not exist\."),
])  # fmt: skip
def test_rules_that_are_no_toml_say_so(tmp_path: Path, content: bytes | None, message: str) -> None:
    if content is not None:
        (tmp_path / "xx.toml").write_bytes(content)
    with pytest.raises(DataError, match=message):
        read_rules(tmp_path / "xx.toml")
