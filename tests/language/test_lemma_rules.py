"""Rules that a model may bring for its lemmas: they are words, and scripts fit."""

import json
import lzma
from pathlib import Path

import pytest
from analysing import by_language

from litmus.language.embedded.analyser import EmbeddedAnalyser
from litmus.language.embedded.edits import dropped, is_plain, rewrite, script
from litmus.language.embedded.lemmas import RULES, LemmaList, LemmaRules, shipped_rules

WORDS = LemmaRules(frozenset({"ADJ", "AUX", "NOUN", "VERB"}))


def lemmas(analyser: EmbeddedAnalyser, text: str) -> dict[str, str]:
    return {word.form: word.lemma for (found,) in analyser.analyse([text]) for word in found.words}


@pytest.mark.parametrize(
    ("language", "form", "upos", "guess", "expected"),
    [
        ("en", "nodded", "VERB", "nodd", "nod"),
        ("en", "typing", "VERB", "typ", "type"),
        ("it", "eravamo", "VERB", "erare", "essere"),
        ("en", "nodded", "VERB", "sit", "sit"),  # a word: the sentence may know better
        ("en", "zzgrls", "NOUN", "zzgrl", "zzgrl"),  # no list knows the form
        ("is", "hælunum", "NOUN", "hælunu", "hæll"),  # by our own table
        ("is", "hælunum", "NOUN", "hæli", "hæli"),
        ("en", "x" * 65, "NOUN", "y", "y"),
        ("nl", "klommen", "VERB", "kluimmen", "klimmen"),
        ("nl", "aangekomen", "VERB", "aan_kimen", "aan_kimen"),  # parts are another rule's matter
    ],
)
def test_lemma_that_is_no_word_gives_way(
    language: str, form: str, upos: str, guess: str, expected: str
) -> None:
    assert LemmaList(language, {}, WORDS).word(form, upos, guess) == expected


def test_rule_holds_however_sure_the_network_is() -> None:
    text = "He nodded and was typing."
    assert lemmas(EmbeddedAnalyser("en", {}, LemmaRules()), text)["nodded"] == "nodd"
    found = lemmas(EmbeddedAnalyser("en", {}, WORDS), text)
    assert (found["nodded"], found["typing"], found["was"]) == ("nod", "type", "be")
    nouns = LemmaRules(frozenset({"NOUN"}))  # it holds for its parts of speech
    assert lemmas(EmbeddedAnalyser("en", {}, nouns), text)["nodded"] == "nodd"
    # signatures name the list that the rule asks
    assert "+simplemma." in EmbeddedAnalyser("en", {}, WORDS).signature
    assert "+" not in EmbeddedAnalyser("en", {}, LemmaRules()).signature


@pytest.mark.parametrize(
    ("language", "text", "form", "lemma"),
    by_language(
        [
            ("fr", "Vous aviez raison.", "aviez", "avoir"),
            ("fr", "Soyez prudents.", "Soyez", "être"),
            ("nl", "Ze klommen op de muur.", "klommen", "klimmen"),
            ("pt", "Se eles estivessem cansados, dormiriam.", "estivessem", "estar"),
            ("ru", "Мы говорили с ними и ими гордимся.", "ими", "они"),
            # ends in letters that end words
            ("he", "המשחקים התקיימו והשחקנים הוחלפו.", "התקיימו", "התקיים"),
        ],
        "fr",
    ),
)
def test_shipped_lemmas_of_known_words_are_words(
    language: str, text: str, form: str, lemma: str
) -> None:
    assert lemmas(EmbeddedAnalyser(language), text)[form] == lemma


def test_no_lemma_is_missing_where_a_form_begins_with_the_sign_for_it() -> None:
    for analyser in (EmbeddedAnalyser("en", {}, LemmaRules()), EmbeddedAnalyser("en")):
        assert "_" not in lemmas(analyser, "_s _d __ a_b").values()


# A second letter becomes a: that was ä, and is no reason for any other.
UMLAUT = script("Bälle", "Ball")


def test_script_does_not_fit_letters_it_never_took() -> None:
    rules = LemmaRules(taken={UMLAUT: frozenset({dropped("Bälle", UMLAUT)})})
    assert rewrite("Rebelle", UMLAUT) == "Rabell"  # it could be applied
    assert rules.fits("Fälle", UMLAUT)
    assert not rules.fits("Rebelle", UMLAUT)
    assert rules.fits("Rebelle", script("walked", "walk"))  # nothing is known of this one
    assert dropped("Häuser", script("Häuser", "Haus")) == "äer"
    assert dropped("gegangen", script("gegangen", "gehen")) != dropped("x" * 8, "l\t\t--")
    plain = {("walked", "walk"): True, ("Häuser", "Haus"): False, ("went", "go"): False}
    assert {pair: is_plain(script(*pair)) for pair in plain} == plain


def test_no_lemma_is_an_underscore() -> None:
    nothing = script("og", "_")
    assert not LemmaRules().fits("og", nothing)
    assert LemmaRules().fits("_", nothing)
    assert WORDS.picky([nothing, UMLAUT]) == [True, False]
    assert LemmaRules().picky([nothing]) == [False]  # a model without rules stays as it is


def test_network_takes_the_next_script_that_fits() -> None:
    def walked(letters: str) -> str:
        taken = {script("walked", "walk"): frozenset({letters})} if letters else {}
        return lemmas(EmbeddedAnalyser("en", {}, LemmaRules(taken=taken)), "He walked.")["walked"]

    assert walked("") == walked("ed") == "walk" != walked("xx")


def test_rules_are_read_from_the_folder_of_the_model(tmp_path: Path) -> None:
    about = {"de": {"words": ["NOUN"], "taken": {UMLAUT: ["äe"]}}}
    (tmp_path / RULES).write_bytes(lzma.compress(json.dumps(about).encode()))
    found = shipped_rules("de", tmp_path)
    assert found == LemmaRules(frozenset({"NOUN"}), {UMLAUT: frozenset({"äe"})})
    assert shipped_rules("en", tmp_path) == LemmaRules()
