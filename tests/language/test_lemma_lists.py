"""Lemmas from a word list, where the network is not sure of its own."""

import subprocess
import sys
from collections.abc import Callable
from importlib import metadata

import pytest
from analysing import by_language, check

from litmus.language import embedded
from litmus.language.analysis import Word
from litmus.language.embedded import lemmas
from litmus.language.embedded.analyser import EmbeddedAnalyser
from litmus.language.embedded.lemmas import LemmaList, LemmaRules

OPEN = ("ADJ", "NOUN", "PROPN", "VERB")
CLOSED = ("ADV", "AUX", "CCONJ", "DET", "NUM", "PRON")
ALWAYS = 1.01
TEXTS = {
    "de": ["Die Mäuse nagten an den Balken.", "Er mied die Einöden.", "Der Wirt kredenzte uns zwei Weine."],
    "ru": ["Он вытер лоб рукавом.", "В саду росли груши.", "Рыбаки чинили сети на берегу."],
    "tr": ["Köpek kemikleri kemirdi.", "Marangozlar tahtaları zımparaladı."],
}  # fmt: skip


def words(analyser: EmbeddedAnalyser, *texts: str) -> list[Word]:
    return [word for (found,) in analyser.analyse(texts) for word in found.words]


def lemma(analyser: EmbeddedAnalyser, text: str, form: str) -> str:
    (found,) = (word.lemma for word in words(analyser, text) if word.form == form)
    return found


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The list that is asked in place of all others."""
    known: dict[str, str] = {}
    monkeypatch.setattr(
        lemmas,
        "_lists",
        lambda language, folder: (
            [lambda form, upos: (known[form],) if form in known else ()],
            nothing,
        ),
    )
    return known


def nothing(form: str, upos: str) -> tuple[str, ...]:
    return ()


# Rare forms of words that have one dictionary form


@pytest.mark.parametrize(
    ("language", "text", "form", "expected"),
    by_language(
        [
            ("de", "Er mied die Einöden.", "mied", "meiden"),
            ("de", "Er mied die Einöden.", "Einöden", "Einöde"),
            ("de", "Sie verglich die Grundrisse der Bungalows.", "Grundrisse", "Grundriss"),
            ("de", "Die Mäuse nagten an den Balken.", "Mäuse", "Maus"),
            ("ru", "Они пекли пироги.", "пекли", "печь"),
            ("ru", "Рыбаки чинили сети на берегу.", "Рыбаки", "рыбак"),
            ("ru", "Мы видели Марью Алексеевну.", "Алексеевну", "Алексеевна"),
            ("is", "Þeir töpuðu úrslitaleikjunum.", "úrslitaleikjunum", "úrslitaleikur"),
            ("is", "Ég las bók Jóns.", "Jóns", "jón"),
            ("ja", "彼は帽子を壁にかけた。", "かけ", "掛ける"),
            ("ja", "その子どもは走った。", "子ども", "子供"),
            ("tr", "Köpek kemikleri kemirdi.", "kemirdi", "kemir"),
            ("tr", "Marangozlar tahtaları zımparaladı.", "Marangozlar", "marangoz"),
        ],
        "de",
        "is",
    ),
)
def test_lemma_of_a_rare_form(language: str, text: str, form: str, expected: str) -> None:
    assert lemma(embedded.load(language), text, form) == expected


# When the list is asked


def test_lemma_list_is_asked_below_its_limit(listed: dict[str, str]) -> None:
    listed["Kinder"] = "Listed"
    text = "Die Kinder spielen im Garten."
    assert lemma(EmbeddedAnalyser("de", {"NOUN": ALWAYS}), text, "Kinder") == "Listed"
    assert lemma(EmbeddedAnalyser("de", {"NOUN": 0.0}), text, "Kinder") == "Kind"
    assert lemma(EmbeddedAnalyser("de", {"VERB": ALWAYS}), text, "Kinder") == "Kind"


def test_lemma_list_that_lacks_a_form_changes_nothing(listed: dict[str, str]) -> None:
    always = EmbeddedAnalyser("de", dict.fromkeys(OPEN, ALWAYS))
    assert words(always, *TEXTS["de"]) == words(EmbeddedAnalyser("de", {}), *TEXTS["de"])


def test_lemma_list_is_asked_of_more_words_as_the_limit_rises(listed: dict[str, str]) -> None:
    listed |= {form: "Listed" for text in TEXTS["ru"] for form in text.rstrip(".").split()}
    asked = []
    for limit in (0.0, 0.5, 0.9, ALWAYS):
        analyser = EmbeddedAnalyser("ru", dict.fromkeys(OPEN, limit), LemmaRules())
        found = words(analyser, *TEXTS["ru"])
        asked.append({word.start for word in found if word.lemma == "Listed"})
    assert all(low <= high for low, high in zip(asked, asked[1:], strict=False))
    assert not asked[0]
    assert asked[-1]


def test_lemma_list_changes_nothing_but_lemmas() -> None:
    alone = words(EmbeddedAnalyser("ru", {}), *TEXTS["ru"])
    both = words(EmbeddedAnalyser("ru", dict.fromkeys(OPEN, ALWAYS)), *TEXTS["ru"])
    assert [word._replace(lemma="") for word in both] == [w._replace(lemma="") for w in alone]
    assert [word.lemma for word in both] != [word.lemma for word in alone]


@pytest.mark.parametrize("language", ["ja", "ko", "zh"])
def test_lemma_list_is_not_there_for_every_language(language: str) -> None:
    assert "+" not in embedded.load(language).signature


def test_lemma_of_a_name_is_looked_up_as_written() -> None:
    german, russian = LemmaList("de"), LemmaList("ru")
    assert german.lemma("Häuser", "NOUN", "?") == german.lemma("häuser", "NOUN", "?") == "Haus"
    assert german.lemma("Häuser", "PROPN", "?") == "Haus"
    assert german.lemma("häuser", "PROPN", "?") == "?"
    assert russian.lemma("Волков", "NOUN", "?") == "волк"
    assert russian.lemma("Волков", "PROPN", "Волков") == "Волков"


def test_lemma_of_the_network_stays_if_a_list_has_it() -> None:
    assert LemmaList("is").lemma("hælunum", "NOUN", "hæll") == "hæll"
    assert LemmaList("is").lemma("hælunum", "NOUN", "hæli") == "hæli"
    assert LemmaList("ru").lemma("стали", "NOUN", "сталь") == "сталь"
    assert LemmaList("ru").lemma("стали", "VERB", "стать") == "стать"


def test_lemma_list_heeds_the_part_of_speech() -> None:
    assert LemmaList("is").lemma("metið", "NOUN", "?") == "met"
    assert LemmaList("is").lemma("metið", "VERB", "?") == "meta"
    assert LemmaList("ja").lemma("違い", "NOUN", "違う") == "違い"
    assert LemmaList("ja").lemma("違い", "VERB", "?") == "違う"
    assert LemmaList("ja").lemma("ない", "AUX", "?") == "ない"
    assert LemmaList("ja").lemma("ない", "ADJ", "?") == "無い"


def test_lemma_is_written_in_the_manner_of_the_treebank() -> None:
    assert LemmaList("is").lemma("Reykjavík", "PROPN", "Reykjavík") == "reykjavík"
    assert LemmaList("is").lemma("17", "NUM", "17") == "sautján"
    assert LemmaList("ru").lemma("самолётом", "NOUN", "самолёт") == "самолет"
    assert LemmaList("ru")._manner("всё") == "всё"


def test_lemma_of_what_is_no_word() -> None:
    for asked in (LemmaList("de"), LemmaList("ru"), LemmaList("is")):
        assert asked.lemma("x" * 65, "NOUN", "?") == "?"
        assert asked.lemma("\ud800", "NOUN", "?") == "?"
        assert asked.lemma("", "NOUN", "?") == "?"


def test_lemma_lists_of_all_languages_are_read_once(
    calls: Callable[[Callable[[], object]], int],
) -> None:
    every = [LemmaList(language) for language in embedded.languages()]
    lists = [some for some in every if some.limits or some.rules.words]
    assert len(lists) > 8  # as many as simplemma itself holds
    for some in lists:
        some.lemma("a", "NOUN", "a")
    # a stretch of a list is read for each question, but no list
    assert calls(lambda: [some.lemma("a", "VERB", "a") for some in lists]) < 10_000


# The same whatever stands beside it


@pytest.mark.parametrize("language", by_language(("de", "ru", "tr"), "de"))
def test_lemma_does_not_depend_on_the_batch(language: str) -> None:
    texts = TEXTS[language]
    alone = [found for text in texts for found in EmbeddedAnalyser(language).analyse([text])]
    analyser = EmbeddedAnalyser(language)
    assert list(analyser.analyse(texts)) == alone
    many = [*reversed(texts), "x " * 40 + ".", *texts]
    assert list(analyser.analyse(many))[-len(texts) :] == alone
    for text, found in zip(texts, alone, strict=True):
        check(text, found, given=True)


# What is installed


def test_lemma_list_is_named_in_the_signature() -> None:
    installed = metadata.version("simplemma")
    model = EmbeddedAnalyser("de", {}, LemmaRules()).signature
    for asked in (
        EmbeddedAnalyser("de", {"NOUN": 0.5}, LemmaRules()),
        EmbeddedAnalyser("de", {}, LemmaRules(frozenset({"NOUN"}))),
    ):
        assert asked.signature == f"{model}+simplemma.{installed}"


def test_lemma_table_is_part_of_the_model() -> None:
    assert EmbeddedAnalyser("is", {"NOUN": 0.5}).signature == EmbeddedAnalyser("is", {}).signature


def test_lemma_list_is_not_read_before_a_word_needs_it() -> None:
    code = (
        "import sys; from litmus.language.analysers import load_analyser; "
        "found = load_analyser('embedded', 'de'); list(found.analyse(['.'])); "
        "print('simplemma' in sys.modules); list(found.analyse(['Er mied die Einöden.'])); "
        "print('simplemma' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_shipped_limits_are_probabilities_of_open_classes() -> None:
    shipped = lemmas.shipped_limits()
    assert shipped
    assert shipped.keys() <= set(embedded.languages())
    for limits in shipped.values():
        assert limits
        assert limits.keys() <= {*OPEN, *CLOSED}
        assert all(0 < limit <= ALWAYS for limit in limits.values())
