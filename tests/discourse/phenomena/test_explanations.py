"""What whoever writes rules is told of a word that is tagged, or is not."""

from pathlib import Path
from typing import Any

import pytest
from tests.discourse.pairing import pair, sentence

from litmus.discourse.antecedents.resolver import Antecedent, Location
from litmus.discourse.phenomena.ellipsis import Ellipsis
from litmus.discourse.phenomena.formality.formality import Formality
from litmus.discourse.phenomena.formality.rules import read_formality
from litmus.discourse.phenomena.lexical_cohesion import LexicalCohesion
from litmus.discourse.phenomena.pronouns import Pronouns
from litmus.discourse.phenomena.verb_form import VerbForm
from litmus.files.toml_tables import Place

LANGUAGES = ("en", "pl")
IT_IS = sentence("It it PRON", "sleeps sleep VERB")
EARLIER = {0: Antecedent(Location.EARLIER, 1.0, None)}


def pronoun(
    target: str = "On on PRON", links: str = "0-0 1-1", antecedents: Any = None, source: Any = IT_IS
) -> str:
    rules = {"it": frozenset(("on", "ona")), "they": frozenset(("oni",))}
    both = pair(
        source, sentence(target, "śpi spać VERB"), links, antecedents=antecedents or EARLIER
    )
    return Pronouns(rules, LANGUAGES).explain(both, 0)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "it is linked to 'It', which points to an earlier sentence"),
        ({"target": "Pies pies NOUN"}, "[pronouns] has 'pies' for no English pronoun"),
        (
            {"target": "Oni on PRON"},
            "it may translate 'they', and the source has no such word",
        ),
        (
            {"source": sentence("It it NOUN", "sleeps sleep VERB")},
            "'It' (NOUN) of the source is no pronoun by its analysis",
        ),
        (
            {"antecedents": {0: Antecedent(Location.NONE, 1.0, None)}},
            "'It' stands for nothing here, as in 'it rains'",
        ),
        (
            {"antecedents": {0: Antecedent(Location.HERE, 1.0, (1, 2))}},
            "the antecedent of 'It' is in its own sentence: 'sleeps'",
        ),
        (
            {"target": "On on NOUN"},
            "it is no pronoun by its analysis, though it may translate 'It'",
        ),
        (
            {"links": "0-1 1-0"},
            "no alignment link to 'It', which is linked to 'śpi'; it is linked to 'sleeps'",
        ),
        (
            {"links": "1-1"},
            "no alignment link to 'It', which is linked to nothing; it is linked to nothing",
        ),
    ],
)
def test_a_pronoun_says_which_step_failed(given: dict[str, Any], told: str) -> None:
    assert pronoun(**given) == told


def formality(table: dict[str, Any], target: str, links: str = "", earlier: str = "") -> str:
    rules = read_formality(Place(Path("pl.toml")), table)
    tagger = Formality(rules, LANGUAGES)
    if earlier:
        tagger.tag(pair(sentence("You you PRON"), sentence(earlier), "0-0"))
    source = sentence("You you PRON", "know know VERB")
    return tagger.explain(pair(source, sentence(*target.split("; ")), links), 0)


LISTS = {"informal": "ty", "formal": "wy", "formal_for_you": "pan"}


@pytest.mark.parametrize(
    ("target", "links", "earlier", "told"),
    [
        ("Pies pies NOUN", "", "", "[formality] does not list it"),
        (
            "ty ty PRON", "", "ty ty PRON",
            "it is informal (informal lists it), as a word of an earlier sentence is",
        ),
        (
            "ty ty PRON", "", "wy wy PRON",
            "it is informal (informal lists it), and no word of an earlier sentence is; "
            "one is formal",
        ),
        (
            "ty ty PRON", "", "",
            "it is informal (informal lists it), and no word of an earlier sentence is; "
            "none shows a register",
        ),
        (
            "pan pan NOUN; zna znać VERB", "1-0", "",
            "formal_for_you counts only where it translates 'you', and it is linked to 'know'",
        ),
        (
            "pan pan NOUN; zna znać VERB", "0-0", "wy wy PRON",
            "it is formal (formal_for_you lists it), as a word of an earlier sentence is",
        ),
    ],
)  # fmt: skip
def test_a_word_of_address_says_its_list(target: str, links: str, earlier: str, told: str) -> None:
    assert formality(LISTS, target, links, earlier) == told


def test_a_word_of_address_says_that_its_case_counts() -> None:
    table = {"formal": "Pan", "case": "exact"}
    assert formality(table, "pan pan NOUN") == "the list has 'Pan', and its case counts"


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ({"features": "Person=2|Tense=Pres"}, "Person=2, but it has Person=3"),
        ({"features": "Polite=Infm"}, "Polite=Infm, but it has no Polite"),
        ({"endings": "sz asz"}, "an ending in sz asz"),
        ({"forms": "znasz"}, "one of its forms, which 'zna' is not"),
        ({"endings": "a", "but": "zna"}, "another form than 'zna' (but)"),
        ({"lemma_endings": "ieć"}, "a lemma in ieć, but it has 'znać'"),
        ({"endings": "a", "upos": "NOUN"}, "NOUN, but it has VERB"),
        (
            {"endings": "a", "for_you": True},
            "an act of 'you' in the source, but it is linked to nothing",
        ),
    ],
)
def test_a_verb_says_what_its_rule_asks_for(rule: dict[str, Any], told: str) -> None:
    table = {"verbs": [{"register": "informal", **rule}]}
    said = formality(table, "zna znać VERB Person=3|Tense=Pres")
    assert said == f"formality.verbs[0] (informal) asks for {told}"


def test_the_rule_that_misses_least_is_told() -> None:
    table = {
        "verbs": [
            {"register": "formal", "features": "Person=2|Number=Plur"},
            {"register": "informal", "features": "Person=2|Number=Sing"},
        ]
    }
    assert formality(table, "zna znać VERB Number=Sing|Person=3") == (
        "formality.verbs[1] (informal) asks for Person=2, but it has Person=3"
    )


def verb_form(rules: list[dict[str, Any]], *words: str, earlier: str = "") -> str:
    read = VerbForm.read(Place(Path("pl.toml")), rules)
    assert read is not None
    tagger = VerbForm(read, LANGUAGES)
    if earlier:
        tagger.tag(pair(IT_IS, sentence(earlier), ""))
    return tagger.explain(pair(IT_IS, sentence(*words), ""), 0)


PAST = {"name": "past", "features": "Tense=Past"}


@pytest.mark.parametrize(
    ("rules", "words", "earlier", "told"),
    [
        ([PAST], ["pies pies NOUN"], "", "it is no verb by its analysis"),
        (
            [PAST], ["spał spać VERB Tense=Past"], "",
            "it has the form 'past', and no verb of an earlier sentence did",
        ),
        (
            [PAST], ["spał spać VERB Tense=Past"], "był być AUX Tense=Past",
            "it has the form 'past', as a verb of an earlier sentence did",
        ),
        (
            [PAST], ["śpi spać VERB Tense=Pres"], "",
            "verb_form[0] (past) asks for Tense=Past, but it has Tense=Pres",
        ),
        (
            [{**PAST, "auxiliary": "Mood=Cnd"}], ["spał spać VERB Tense=Past"], "",
            "verb_form[0] (past) asks for an auxiliary, but it has none",
        ),
        (
            [{**PAST, "but": "spać"}], ["spał spać VERB Tense=Past"], "",
            "verb_form[0] (past) asks for another lemma than 'spać' (but)",
        ),
    ],
)  # fmt: skip
def test_a_verb_form_says_what_is_lacking(
    rules: list[dict[str, Any]], words: list[str], earlier: str, told: str
) -> None:
    assert verb_form(rules, *words, earlier=earlier) == told


def test_lexical_cohesion_counts_what_was_linked_before() -> None:
    dog = pair(sentence("dog dog NOUN"), sentence("pies pies NOUN"), "0-0")
    tagger = LexicalCohesion(None, LANGUAGES)
    tagger.tag(dog)
    assert tagger.explain(dog, 0) == ("earlier sentences link 'dog' and 'pies' 1 time; it takes 3")
    small = pair(sentence("the the DET"), sentence("ten ten DET"), "0-0")
    assert tagger.explain(small, 0) == "it is no content word by its analysis, or a stop word"
    unlinked = pair(sentence("dog dog NOUN"), sentence("pies pies NOUN"), "")
    assert tagger.explain(unlinked, 0) == "it is linked to nothing"


def test_ellipsis_says_that_nothing_is_left_out() -> None:
    whole = pair(sentence("dog dog NOUN"), sentence("pies pies NOUN"), "")
    told = Ellipsis(None, LANGUAGES).explain(whole, 0)
    assert told == "nothing is found left out of the source sentence"
