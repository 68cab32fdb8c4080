"""The gender of a person in a translation, on sentences written here."""

import re
from functools import cache

import pytest
from analysing import by_language

from litmus.language.analysers import load_analyser
from litmus.language.analysis import Analyser
from litmus.language.gender.reading import Finding, GenderReader
from litmus.language.gender.rules import load_gender

# Language, sentence with the word that is linked to the person in brackets, gender.
READ = [
    ("de", "Die [Ärztin] lachte.", "female"),
    ("de", "Er sprach mit der [Angestellten].", "female"),
    ("de", "Die [Lehrer] lachten.", "male"),
    ("de", "Die [Lehrerinnen] lachten.", "female"),
    ("de", "Sie rief [jemanden] an.", "neutral"),
    ("es", "La [médica] habló con el abogado.", "female"),
    ("es", "Su [cliente] llegó tarde.", "neutral"),
    ("fr", "L'[infirmière] parle au facteur.", "female"),
    ("fr", "L'[artiste] est venue hier.", "female"),
    ("fr", "La [personne] est venue hier.", "neutral"),
    ("it", "L'[avvocato] parla con la dottoressa.", "male"),
    ("pt", "A professora falou com o [dentista].", "male"),
    ("ru", "Учительница позвонила [врачу].", "male"),
    ("ru", "[Врач] сказала, что всё хорошо.", "female"),
    ("ru", "[Врач] сказал, что всё хорошо.", "male"),
    ("he", "ה[רופא] דיבר עם השוטרת.", "male"),
    ("ar", "تحدثت [الطبيبة] مع المحامي.", "female"),
    ("ar", "تحدث [الطبيب] مع المحامية.", "male"),
    ("ro", "[Profesorul] a vorbit cu o doctoriță.", "male"),
    ("is", "[Hjúkrunarkonan] talaði við manninn.", "female"),
    ("nl", "De [schrijfster] sprak met de schrijver.", "female"),
    ("nl", "De [arts] belde.", "neutral"),
]


@cache
def analyser(language: str) -> Analyser:
    return load_analyser("embedded", language)


def read(language: str, marked: str) -> Finding:
    """What is found for the word in brackets."""
    text = re.sub(r"[\[\]]", "", marked)
    start, end = marked.index("["), marked.index("]") - 1
    (sentences,) = analyser(language).analyse([text])
    linked = [
        at for at, word in enumerate(sentences[0].words) if word.start < end and start < word.end
    ]
    return GenderReader(load_gender(language)).read(sentences[0], linked, ())


@pytest.mark.parametrize(("language", "marked", "gender"), by_language(READ, "de", "fr", "ru"))
def test_gender_of_a_person(language: str, marked: str, gender: str) -> None:
    assert read(language, marked).gender == gender


def test_gender_says_the_words_and_the_reason() -> None:
    assert read("de", "Die [Ärztin] lachte.") == Finding("female", ("Die", "Ärztin"), "article die")
    assert read("fr", "L'[infirmière] dort.") == Finding(
        "female", ("infirmière",), "word list: infirmière"
    )
    assert read("de", "Er half der [Anwältin].").because == "ending -in"
    assert read("ru", "[Врач] сказала правду.") == Finding(
        "female", ("Врач", "сказала"), "verb сказала"
    )
