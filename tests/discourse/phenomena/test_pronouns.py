"""Pronouns by hand: linked, possible, and with the antecedent elsewhere."""

import pytest
from tests.discourse.pairing import forms, pair, sentence

from litmus.discourse.antecedents.resolver import Antecedent, Location
from litmus.discourse.phenomena.pronouns import Pronouns, Translations

TABLE = {"it": frozenset(("il", "elle")), "this": frozenset(("celui-ci",))}
SOURCE = sentence("It it PRON", "sleeps sleep VERB")
TARGET = sentence("Elle elle PRON", "dort dormir VERB")


def tagger(table: Translations) -> Pronouns:
    return Pronouns(table, ("en", "xx"))


def found(
    location: Location | None, target: str = "Elle elle PRON", links: str = "0-0 1-1"
) -> list[str]:
    antecedents = {0: Antecedent(location, 1.0, None)} if location else {}
    both = pair(SOURCE, sentence(target, "dort dormir VERB"), links, antecedents=antecedents)
    return forms(both.target, tagger(TABLE).tag(both))


def test_pronouns_are_tagged_where_the_antecedent_is_earlier() -> None:
    assert found(Location.EARLIER) == ["Elle"]


@pytest.mark.parametrize("location", [Location.HERE, Location.NONE])
def test_pronouns_are_not_tagged_where_the_sentence_decides(location: Location) -> None:
    assert found(location) == []


def test_pronouns_that_no_one_resolves_point_out_of_the_sentence() -> None:
    assert found(None) == ["Elle"]


def test_pronouns_must_be_possible_translations() -> None:
    assert found(Location.EARLIER, "Cela cela PRON") == []


def test_pronouns_must_be_linked() -> None:
    assert found(Location.EARLIER, links="1-1") == []


def test_pronouns_must_be_pronouns() -> None:
    assert found(Location.EARLIER, "Elle Elle PROPN") == []
    noun = pair(sentence("IT it NOUN"), sentence("elle elle PRON"), "0-0")
    assert tagger(TABLE).tag(noun) == set()


def test_pronouns_are_found_through_every_link() -> None:
    # MuDA keeps one link per source word: the other translation of *it* would be lost.
    target = sentence("il il PRON", "et et CCONJ", "elle elle PRON")
    both = pair(SOURCE, target, "0-0 0-2")
    assert forms(target, tagger(TABLE).tag(both)) == ["il", "elle"]


def test_pronouns_compare_composed_letters() -> None:
    table = {"they": frozenset(("\u00e9ux",))}
    both = pair(sentence("they they PRON"), sentence("e\u0301ux _ PRON"), "0-0")
    assert tagger(table).tag(both) == {0}


ENGLISH = ("I I PRON _ 1 nsubj", "see see VERB _ _ root", "it it PRON _ 1 obj")
LOOKS = {"it": frozenset(("la", "elle"))}


def unlinked(links: str, *target: str) -> list[str]:
    antecedents = {2: Antecedent(Location.EARLIER, 1.0, None)}
    both = pair(sentence(*ENGLISH), sentence(*target), links, antecedents=antecedents)
    return forms(both.target, tagger(LOOKS).tag(both))


def test_pronouns_without_a_link_may_have_the_same_role_under_the_linked_verb() -> None:
    # "la" is first: nothing is linked before it, so that only the tree can tell.
    assert unlinked("1-1", "la la PRON _ 1 iobj", "veo ver VERB _ _ root") == ["la"]
    assert unlinked("1-1", "elle elle PRON _ 1 nsubj", "voit voir VERB _ _ root") == []
    assert unlinked("", "la la PRON _ 1 obj", "veo ver VERB _ _ root") == []


def test_pronouns_without_a_link_may_stand_between_linked_neighbours() -> None:
    source = sentence(*ENGLISH, "now now ADV _ 1 advmod")
    target = sentence("veo ver VERB", "la la PRON", "ahora ahora ADV")
    both = pair(source, target, "1-0 3-2")
    assert tagger(LOOKS).tag(both) == {1}
    assert tagger(LOOKS).tag(pair(source, target, "0-0 1-2")) == set()  # *it* is elsewhere
    assert tagger(LOOKS).tag(pair(source, target, "1-0")) == set()  # nothing follows
    assert tagger(LOOKS).tag(pair(source, target, "1-0 0-1 3-2")) == set()  # I claims it


def test_pronouns_without_a_link_need_the_antecedent_elsewhere_too() -> None:
    target = sentence("la la PRON _ 1 obj", "veo ver VERB _ _ root")
    antecedents = {2: Antecedent(Location.HERE, 1.0, (0, 1))}
    both = pair(sentence(*ENGLISH), target, "1-1", antecedents=antecedents)
    assert tagger(LOOKS).tag(both) == set()


def test_pronouns_that_belong_to_another_word_are_not_taken() -> None:
    assert unlinked("0-0 1-1", "la la PRON _ 1 obj", "veo ver VERB _ _ root") == []


def test_pronouns_with_a_link_are_not_looked_for_elsewhere() -> None:
    target = ("la la PRON _ 1 obj", "veo ver VERB _ _ root", "elle elle PRON _ 1 obj")
    assert unlinked("1-1 2-2", *target) == ["elle"]


def test_pronouns_taken_for_verbs_need_a_link() -> None:
    # Analysers take the Arabic pronoun for a verb.
    table = {"you": frozenset(("\u0623\u0646\u062a",))}
    source = sentence("You you PRON _ 1 nsubj", "sleep sleep VERB _ _ root")
    target = sentence(
        "\u0623\u0646\u062a _ VERB _ 1 nsubj", "\u062a\u0646\u0627\u0645 _ VERB _ _ root"
    )
    assert tagger(table).tag(pair(source, target, "0-0 1-1")) == {0}
    assert tagger(table).tag(pair(source, target, "1-1")) == set()
