"""Forms, stems and lemmas."""

from collections.abc import Mapping

import pytest
from simplemma.strategies.dictionaries import DefaultDictionaryFactory

from litmus.errors import LitmusError
from litmus.language import forms
from litmus.language.forms import can_match, normaliser, stemmer


# stems from the vocabulary lists that come with the Snowball stemmers
@pytest.mark.parametrize(
    ("way", "code", "word", "expected"),
    [
        ("form", "en", "Horses", "Horses"),
        ("stem", "en", "Horses", "hors"),
        ("stem", "de", "aufeinanderfolgenden", "aufeinanderfolg"),
        ("stem", "fr", "continuellement", "continuel"),
        ("stem", "ru", "вагоне", "вагон"),
        ("lemma", "en", "mice", "mouse"),
        ("lemma", "de", "Häuser", "haus"),
        ("lemma", "fr", "tirez", "tirer"),
    ],
)
def test_words_become_forms_stems_and_lemmas(way: str, code: str, word: str, expected: str) -> None:
    assert normaliser(way, code)(word) == expected
    assert way != "stem" or stemmer(code)(word) == expected


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


@pytest.mark.parametrize(
    ("way", "code", "message"),
    [
        ("stem", "ja", "There is no Snowball stemmer for Japanese. Use match=form, or match=lemma "
         "where simplemma knows the language."),
        ("lemma", "zh", "simplemma has no lemmas for Chinese. Use match=stem or form."),
        ("lemmas", "en", "No way to match is called 'lemmas'. Did you mean 'lemma'?\n"
         "Known: form, lemma, stem"),
    ],
)  # fmt: skip
def test_ways_to_match_that_there_are_not(way: str, code: str, message: str) -> None:
    with pytest.raises(LitmusError) as caught:
        normaliser(way, code)
    assert str(caught.value) == message


def test_can_match_only_where_there_is_a_way() -> None:
    assert can_match("form", "ja") and can_match("stem", "en") and not can_match("stem", "ja")
