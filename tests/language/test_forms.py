"""Forms, stems and lemmas."""

from collections.abc import Mapping

import pytest
from simplemma.strategies.dictionaries import DefaultDictionaryFactory

from litmus.errors import LitmusError
from litmus.language import forms
from litmus.language.forms import can_match, normaliser, stemmer


def test_form_leaves_a_word_as_it_is() -> None:
    assert normaliser("form", "en")("Horses") == "Horses"


# from the vocabulary lists that come with the Snowball stemmers
@pytest.mark.parametrize(
    ("code", "word", "stem"),
    [
        ("en", "Horses", "hors"),
        ("en", "consistency", "consist"),
        ("de", "aufeinanderfolgenden", "aufeinanderfolg"),
        ("fr", "continuellement", "continuel"),
        ("es", "torneado", "torn"),
        ("ru", "вагоне", "вагон"),
    ],
)
def test_stem_of_a_word(code: str, word: str, stem: str) -> None:
    assert normaliser("stem", code)(word) == stem
    assert stemmer(code)(word) == stem


@pytest.mark.parametrize(
    ("code", "word", "lemma"),
    [("en", "mice", "mouse"), ("de", "Häuser", "haus"), ("fr", "tirez", "tirer")],
)
def test_lemma_of_a_word(code: str, word: str, lemma: str) -> None:
    assert normaliser("lemma", code)(word) == lemma


def test_lemmas_are_the_same_however_many_words_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[str] = []
    whole = DefaultDictionaryFactory.get_dictionary

    def get_dictionary(self: DefaultDictionaryFactory, lang: str) -> Mapping[str, str]:
        read.append(lang)
        return whole(self, lang)

    monkeypatch.setattr(DefaultDictionaryFactory, "get_dictionary", get_dictionary)
    monkeypatch.setattr(forms, "_MANY", 3)
    lemma = forms._lemmatiser.__wrapped__("es")
    assert not read
    words = ["Perros", "gatos", "vienen", "fuimos", "azulejos", "perros"]
    assert [lemma(word) for word in words] == [
        "perro", "gato", "venir", "ir", "azulejo", "perro",
    ]  # fmt: skip
    assert read


def test_stem_without_a_stemmer_says_what_to_do() -> None:
    with pytest.raises(LitmusError) as caught:
        normaliser("stem", "ja")
    assert str(caught.value) == (
        "There is no Snowball stemmer for Japanese. Use match=form, or match=lemma "
        "where simplemma knows the language."
    )


def test_lemma_of_an_unknown_language_says_what_to_do() -> None:
    with pytest.raises(LitmusError) as caught:
        normaliser("lemma", "zh")
    assert str(caught.value) == "simplemma has no lemmas for Chinese. Use match=stem or form."


def test_unknown_way_to_match() -> None:
    with pytest.raises(LitmusError) as caught:
        normaliser("lemmas", "en")
    assert str(caught.value) == (
        "No way to match is called 'lemmas'. Did you mean 'lemma'?\nKnown: form, lemma, stem"
    )


def test_can_match_only_where_there_is_a_way() -> None:
    assert can_match("form", "ja")
    assert can_match("stem", "en")
    assert not can_match("stem", "ja")
