"""Terms by hand: a repeated noun is translated as before, or not."""

import pytest
from tests.discourse.pairing import pair, sentence

from litmus.corpus.formats.tags import Break
from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.phenomenon import Verdict
from litmus.discourse.phenomena.wording.terms import TermConsistency
from litmus.discourse.phenomena.wording.translations import Wording


def term(source: str, target: str, upos: str = "NOUN", segment: str = "") -> Pair:
    return pair(
        sentence(f"{source} {source} NOUN"),
        sentence(f"{target} {target} {upos}"),
        "0-0",
        segment=segment,
    )


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
    farmers = [term("farmer", word) for word in ("Bauer", "Landwirt")]
    (verdict,) = verdicts(farmers, ("en", "de"))[1]
    assert verdict.broken is not None
    assert (verdict.broken.kind, verdict.broken.why) == (
        "synonym",
        "the dictionary has both",
    )


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


def test_terms_are_common_nouns_of_the_source() -> None:
    for upos, form in (("VERB", "sings"), ("PROPN", "Chapter")):
        one = pair(sentence(f"{form} _ {upos}"), sentence("chant _ NOUN"), "0-0")
        two = pair(sentence(f"{form} _ {upos}"), sentence("banane _ NOUN"), "0-0")
        assert verdicts([one, two]) == [[], []]


@pytest.mark.parametrize("source", ["way", "x", "3", "of"])
def test_terms_of_many_senses_or_of_one_sign_are_none(source: str) -> None:
    assert verdicts([term(source, "banane"), term(source, "pomme")]) == [[], []]


def test_terms_are_translated_by_nouns() -> None:
    # A pronoun, or a verb, stands for the noun in another construction.
    for upos, word in (("PRON", "elle"), ("VERB", "diviser")):
        pairs = [term("chapter", "chapitre"), term("chapter", word, upos)]
        assert verdicts([*pairs, term("chapter", "chapitres")])[1:] == [[], [Verdict(0, True)]]


def test_terms_need_a_sure_link() -> None:
    doubtful = pair(
        sentence("chapter chapter NOUN"), sentence("banane banane NOUN"), "0-0", confidence=0.5
    )
    assert verdicts([term("chapter", "chapitre"), doubtful]) == [[], []]


def test_terms_need_a_link_of_their_own() -> None:
    shared = pair(sentence("chapter _ NOUN", "ends _ VERB"), sentence("banane _ NOUN"), "0-0 1-0")
    assert verdicts([term("chapter", "chapitre"), shared]) == [[], []]


def test_terms_whose_earlier_word_stands_elsewhere_in_the_sentence_are_in_doubt() -> None:
    both = pair(sentence("chapter _ NOUN"), sentence("banane _ NOUN", "chapitre _ NOUN"), "0-0")
    assert verdicts([term("chapter", "chapitre"), both]) == [[], []]


def test_terms_of_several_words_are_compared_as_such() -> None:
    health = pair(
        sentence("health _ NOUN _ 1 compound", "care _ NOUN"), sentence("soins _ NOUN"), "1-0"
    )
    child = pair(
        sentence("child _ NOUN _ 1 compound", "care _ NOUN"), sentence("garde _ NOUN"), "1-0"
    )
    again = pair(
        sentence("health _ NOUN _ 1 compound", "care _ NOUN"), sentence("banane _ NOUN"), "1-0"
    )
    assert kept([health, child, again]) == [[], [], [False]]


def test_terms_may_break_within_a_segment() -> None:
    twice = pair(
        sentence("chapter _ NOUN", "and _ CCONJ", "chapter _ NOUN"),
        sentence("chapitre _ NOUN", "et _ CCONJ", "chapitres _ NOUN"),
        "0-0 2-2",
    )
    assert kept([twice]) == [[True]]


def test_terms_start_anew_with_a_document() -> None:
    terms = TermConsistency(Wording(("en", "fr")))
    list(terms.verdicts(term("chapter", "chapitre")))
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
