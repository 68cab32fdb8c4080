"""Lemmas from a word list, where the network is not sure of its own."""

import subprocess
import sys
from collections.abc import Callable
from importlib import metadata

import pytest
from analysing import by_language

from litmus.language import embedded
from litmus.language.analysis import Word
from litmus.language.embedded import lemmas
from litmus.language.embedded.analyser import EmbeddedAnalyser
from litmus.language.embedded.lemmas import LemmaList, LemmaRules

OPEN = ("ADJ", "NOUN", "PROPN", "VERB")
CLOSED = ("ADV", "AUX", "CCONJ", "DET", "NUM", "PRON")
ALWAYS = 1.01


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


@pytest.mark.parametrize(
    ("language", "text", "form", "expected"),
    by_language(
        [
            ("de", "Er mied die Einöden.", "Einöden", "Einöde"),
            ("de", "Sie verglich die Grundrisse der Bungalows.", "Grundrisse", "Grundriss"),
            ("ru", "Они пекли пироги.", "пекли", "печь"),
            ("ru", "Мы видели Марью Алексеевну.", "Алексеевну", "Алексеевна"),
            ("is", "Þeir töpuðu úrslitaleikjunum.", "úrslitaleikjunum", "úrslitaleikur"),
            ("ja", "彼は帽子を壁にかけた。", "かけ", "掛ける"),
            ("tr", "Köpek kemikleri kemirdi.", "kemirdi", "kemir"),
        ],
        "de",
        "is",
    ),
)
def test_lemma_of_a_rare_form(language: str, text: str, form: str, expected: str) -> None:
    assert lemma(embedded.load(language), text, form) == expected


def test_lemma_list_is_asked_below_its_limit(listed: dict[str, str]) -> None:
    listed["Kinder"] = "Listed"
    text = "Die Kinder spielen im Garten."
    assert lemma(EmbeddedAnalyser("de", {"NOUN": ALWAYS}), text, "Kinder") == "Listed"
    assert lemma(EmbeddedAnalyser("de", {"NOUN": 0.0}), text, "Kinder") == "Kind"
    assert lemma(EmbeddedAnalyser("de", {"VERB": ALWAYS}), text, "Kinder") == "Kind"


def test_lemma_list_that_lacks_a_form_changes_nothing(listed: dict[str, str]) -> None:
    always = EmbeddedAnalyser("de", dict.fromkeys(OPEN, ALWAYS))
    text = "Die Mäuse nagten an den Balken."
    assert words(always, text) == words(EmbeddedAnalyser("de", {}), text)


def test_lemma_list_is_asked_of_more_words_as_the_limit_rises(listed: dict[str, str]) -> None:
    text = "Он вытер лоб рукавом."
    listed |= dict.fromkeys(text.rstrip(".").split(), "Listed")
    asked = []
    for limit in (0.0, 0.5, 0.9, ALWAYS):
        analyser = EmbeddedAnalyser("ru", dict.fromkeys(OPEN, limit), LemmaRules())
        asked.append({word.start for word in words(analyser, text) if word.lemma == "Listed"})
    assert all(low <= high for low, high in zip(asked, asked[1:], strict=False))
    assert not asked[0]
    assert asked[-1]


def test_lemma_list_changes_nothing_but_lemmas() -> None:
    text = "Рыбаки чинили сети на берегу. Он вытер лоб рукавом. В саду росли груши."
    alone = words(EmbeddedAnalyser("ru", {}), text)
    both = words(EmbeddedAnalyser("ru", dict.fromkeys(OPEN, ALWAYS)), text)
    assert [word._replace(lemma="") for word in both] == [w._replace(lemma="") for w in alone]
    assert [word.lemma for word in both] != [word.lemma for word in alone]


@pytest.mark.parametrize(
    ("language", "form", "upos", "guess", "expected"),
    [
        # a name is looked up as it is written
        ("de", "Häuser", "NOUN", "?", "Haus"),
        ("de", "häuser", "NOUN", "?", "Haus"),
        ("de", "Häuser", "PROPN", "?", "Haus"),
        ("de", "häuser", "PROPN", "?", "?"),
        ("ru", "Волков", "NOUN", "?", "волк"),
        ("ru", "Волков", "PROPN", "Волков", "Волков"),
        # what the network says stays if a list has it
        ("is", "hælunum", "NOUN", "hæll", "hæll"),
        ("is", "hælunum", "NOUN", "hæli", "hæli"),
        ("ru", "стали", "NOUN", "сталь", "сталь"),
        ("ru", "стали", "VERB", "стать", "стать"),
        # by its part of speech
        ("is", "metið", "NOUN", "?", "met"),
        ("is", "metið", "VERB", "?", "meta"),
        ("ja", "違い", "NOUN", "違う", "違い"),
        ("ja", "違い", "VERB", "?", "違う"),
        ("ja", "ない", "AUX", "?", "ない"),
        ("ja", "ない", "ADJ", "?", "無い"),
        # in the manner of the treebank
        ("is", "Reykjavík", "PROPN", "Reykjavík", "reykjavík"),
        ("is", "17", "NUM", "17", "sautján"),
        ("ru", "самолётом", "NOUN", "самолёт", "самолет"),
        # no word
        *(
            (code, form, "NOUN", "?", "?")
            for code in ("de", "ru", "is")
            for form in ("x" * 65, "\ud800", "")
        ),
    ],
)
def test_lemma_of_a_list(language: str, form: str, upos: str, guess: str, expected: str) -> None:
    assert LemmaList(language).lemma(form, upos, guess) == expected


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


def test_lemma_list_is_named_in_the_signature() -> None:
    installed = metadata.version("simplemma")
    model = EmbeddedAnalyser("de", {}, LemmaRules()).signature
    for asked in (
        EmbeddedAnalyser("de", {"NOUN": 0.5}, LemmaRules()),
        EmbeddedAnalyser("de", {}, LemmaRules(frozenset({"NOUN"}))),
    ):
        assert asked.signature == f"{model}+simplemma.{installed}"
    # a table is part of the model, and some languages have no list
    assert EmbeddedAnalyser("is", {"NOUN": 0.5}).signature == EmbeddedAnalyser("is", {}).signature
    assert not [code for code in ("ja", "ko", "zh") if "+" in embedded.load(code).signature]


def test_manner_of_russian_keeps_the_one_word_that_has_its_dots() -> None:
    assert LemmaList("ru")._manner("всё") == "всё"


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
