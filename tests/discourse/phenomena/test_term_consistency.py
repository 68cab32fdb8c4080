"""Terms by hand: a repeated noun is translated as before, or not."""

import pytest
from tests.discourse.pairing import pair, parsed

from litmus.corpus.formats.tags import Break
from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.phenomenon import Verdict
from litmus.discourse.phenomena.wording.terms import TermConsistency
from litmus.discourse.phenomena.wording.translations import Wording


def term(source: str, target: str, upos: str = "NOUN", segment: str = "") -> Pair:
    given = ((source, "NOUN"), (target, upos))
    words = (parsed(f"{word}/{kind}/-/root//{word}") for word, kind in given)
    return pair(*words, "0-0", segment=segment)


def verdicts(pairs: list[Pair], languages: tuple[str, str] = ("en", "fr")) -> list[list[Verdict]]:
    terms = TermConsistency(Wording(languages))
    return [list(terms.verdicts(one)) for one in pairs]


def kept(pairs: list[Pair], languages: tuple[str, str] = ("en", "fr")) -> list[list[bool]]:
    return [[verdict.kept for verdict in found] for found in verdicts(pairs, languages)]


def test_terms_are_compared_with_all_translations_before() -> None:
    words = ("chapitre", "section", "section", "chapitre")
    assert kept([term("chapter", word) for word in words]) == [[], [False], [True], [True]]


def test_terms_that_are_broken_say_with_what() -> None:
    found = verdicts(
        [term("chapter", "chapitre", segment="3"), term("chapter", "banane", segment="7")]
    )
    why = "not a form, compound or derivation of it"
    broken = Break("terms", "chapter", "banane", "chapitre", "3", "other word", why)
    assert found == [[], [Verdict(0, False, broken)]]


def test_terms_that_the_dictionary_has_are_synonyms() -> None:
    (verdict,) = verdicts([term("farmer", word) for word in ("Bauer", "Landwirt")], ("en", "de"))[1]
    assert verdict.broken is not None
    assert (verdict.broken.kind, verdict.broken.why) == ("synonym", "the dictionary has both")


@pytest.mark.parametrize(
    ("language", "source", "one", "other"),
    [
        ("de", "house", "Haus", "Häuser"),  # a plural
        ("de", "committee", "Ausschuss", "Ausschusssitzung"),  # a compound
        ("de", "room", "Sitzungssaal", "Konferenzsaal"),  # compounds with one head
        ("de", "europe", "Europa", "Europäer"),  # a derivation
        ("de", "mail", "E-Mail", "Email"),  # a spelling
        ("nl", "book", "boek", "boekenkast"),
        ("is", "horse", "hestur", "hestinum"),
        ("es", "house", "casa", "casas"),
        ("es", "dog", "perro", "perrito"),  # a diminutive
        ("ru", "book", "книга", "книгами"),
        ("ru", "table", "стол", "столе"),
    ],
)
def test_terms_keep_to_a_word_in_all_its_forms(
    language: str, source: str, one: str, other: str
) -> None:
    assert kept([term(source, one), term(source, other)], ("en", language)) == [[], [True]]


@pytest.mark.parametrize(
    ("languages", "source", "one", "other"),
    [
        (("en", "es"), "surgery", "cirugía", "operación"),
        (("en", "ru"), "doctor", "врач", "доктор"),
        (("zh", "en"), "耳机", "headphones", "headset"),
        (("en", "zh"), "patient", "病人", "患者"),
    ],
)
def test_terms_break_with_another_word(
    languages: tuple[str, str], source: str, one: str, other: str
) -> None:
    assert kept([term(source, one), term(source, other)], languages) == [[], [False]]


def read(source: str, target: str, links: str = "0-0", confidence: float | None = None) -> Pair:
    return pair(parsed(source), parsed(target), links, confidence=confidence)


CHAPITRE = term("chapter", "chapitre")


@pytest.mark.parametrize("pairs", [
    # not common nouns of the source
    *([read(word, "chant/NOUN"), read(word, "banane/NOUN")]
      for word in ("sings/VERB", "Chapter/PROPN")),
    # of many senses, or of one sign
    *([term(word, "banane"), term(word, "pomme")] for word in ("way", "x", "3", "of")),
    # a doubtful link, and one that it shares
    [CHAPITRE, read("chapter/NOUN", "banane/NOUN", confidence=0.5)],
    [CHAPITRE, read("chapter/NOUN ends/VERB", "banane/NOUN", "0-0 1-0")],
    # the earlier word stands elsewhere in the sentence
    [CHAPITRE, read("chapter/NOUN", "banane/NOUN chapitre/NOUN")],
])  # fmt: skip
def test_terms_in_doubt_are_not_judged(pairs: list[Pair]) -> None:
    assert verdicts(pairs) == [[], []]


def test_terms_are_translated_by_nouns() -> None:
    # A pronoun, or a verb, stands for the noun in another construction.
    for upos, word in (("PRON", "elle"), ("VERB", "diviser")):
        pairs = [CHAPITRE, term("chapter", word, upos), term("chapter", "chapitres")]
        assert verdicts(pairs)[1:] == [[], [Verdict(0, True)]]


def test_terms_of_several_words_are_compared_as_such() -> None:
    cares = (("health", "soins"), ("child", "garde"), ("health", "banane"))
    pairs = [read(f"{a}/NOUN/1/compound care/NOUN", f"{b}/NOUN", "1-0") for a, b in cares]
    assert kept(pairs) == [[], [], [False]]


def test_terms_may_break_within_a_segment() -> None:
    source, target = "chapter/NOUN and/CCONJ chapter/NOUN", "chapitre/NOUN et/CCONJ chapitres/NOUN"
    assert kept([read(source, target, "0-0 2-2")]) == [[True]]


def test_terms_start_anew_with_a_document() -> None:
    terms = TermConsistency(Wording(("en", "fr")))
    list(terms.verdicts(CHAPITRE))
    terms.start()
    assert list(terms.verdicts(term("chapter", "banane"))) == []


@pytest.mark.parametrize(
    ("lemma", "translation", "expected"),
    [
        ("aan_vallen", "attack", True),
        ("kilo_meter", "kilometers", True),
        ("aanvallen", "attack", True),
        ("aan_vallen", "kilometre", False),
    ],
)
def test_lemma_in_parts_is_looked_up_as_a_whole(
    lemma: str, translation: str, expected: bool
) -> None:
    assert Wording(("nl", "en")).translates(lemma, translation) is expected
