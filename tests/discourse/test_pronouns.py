"""Pronouns by hand: linked, possible, and with the antecedent elsewhere."""

import pytest
from pairing import forms, pair, sentence

from litmus.discourse.antecedents import Antecedent, Place
from litmus.discourse.pronouns import Pronouns

TABLE = {"it": frozenset(("il", "elle")), "this": frozenset(("celui-ci",))}
SOURCE = sentence("It it PRON", "sleeps sleep VERB")
TARGET = sentence("Elle elle PRON", "dort dormir VERB")


def found(place: Place | None, target: str = "Elle elle PRON", links: str = "0-0 1-1") -> list[str]:
    both = pair(SOURCE, sentence(target, "dort dormir VERB"), links)
    known = {0: Antecedent(place, 1.0, None)} if place else {}
    return forms(both.target, Pronouns(TABLE).tag(both, known))


def test_pronouns_are_tagged_where_the_antecedent_is_earlier() -> None:
    assert found(Place.EARLIER) == ["Elle"]


@pytest.mark.parametrize("place", [Place.HERE, Place.NONE])
def test_pronouns_are_not_tagged_where_the_sentence_decides(place: Place) -> None:
    assert found(place) == []


def test_pronouns_that_no_one_resolves_point_out_of_the_sentence() -> None:
    assert found(None) == ["Elle"]


def test_pronouns_must_be_possible_translations() -> None:
    assert found(Place.EARLIER, "Cela cela PRON") == []


def test_pronouns_must_be_linked() -> None:
    assert found(Place.EARLIER, links="1-1") == []


def test_pronouns_must_be_pronouns() -> None:
    assert found(Place.EARLIER, "Elle Elle PROPN") == []
    noun = pair(sentence("IT it NOUN"), sentence("elle elle PRON"), "0-0")
    assert Pronouns(TABLE).tag(noun, {}) == set()


def test_pronouns_are_found_through_every_link() -> None:
    # MuDA keeps one link per source word: the other translation of *it* would be lost.
    target = sentence("il il PRON", "et et CCONJ", "elle elle PRON")
    both = pair(SOURCE, target, "0-0 0-2")
    assert forms(target, Pronouns(TABLE).tag(both, {})) == ["il", "elle"]


def test_pronouns_compare_composed_letters() -> None:
    table = {"they": frozenset(("\u00e9ux",))}
    both = pair(sentence("they they PRON"), sentence("e\u0301ux _ PRON"), "0-0")
    assert Pronouns(table).tag(both, {}) == {0}
