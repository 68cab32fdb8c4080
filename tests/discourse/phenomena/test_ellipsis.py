"""Ellipsis by hand: an unlinked word that was said before, where the source has a gap."""

from dataclasses import replace

import pytest
from tests.discourse.pairing import forms, pair, sentence

from litmus.discourse.gaps.gap import Gap, GapKind
from litmus.discourse.phenomena.ellipsis import Ellipsis

GAP = (Gap("verb phrase", 1, 0.9),)
# "Elle ne chante pas." "Moi, je chante." for: She does not sing. - I do.
BEFORE = pair(
    sentence("She she PRON", "sings sing VERB"),
    sentence("Elle elle PRON", "chante chanter VERB"),
    "0-0 1-1",
)
I_DO = sentence("I I PRON", "do do AUX")
AFTER = pair(I_DO, sentence("Je je PRON", "chante chanter VERB"), "0-0", gaps=GAP)


def tagger(reach: int | None = None) -> Ellipsis:
    return Ellipsis(None, ("en", "fr"), reach)


def test_ellipsis_tags_an_unlinked_word_that_was_said_before() -> None:
    found = tagger()
    assert found.tag(BEFORE) == set()
    assert forms(AFTER.target, found.tag(AFTER)) == ["chante"]


def test_ellipsis_needs_a_gap_in_the_source() -> None:
    found = tagger()
    found.tag(BEFORE)
    assert found.tag(replace(AFTER, gaps=())) == set()


def test_ellipsis_needs_an_earlier_sentence() -> None:
    assert tagger().tag(AFTER) == set()


def test_ellipsis_is_not_in_words_that_are_linked() -> None:
    found = tagger()
    found.tag(BEFORE)
    linked = pair(AFTER.source, AFTER.target, "0-0 1-1", gaps=GAP)
    assert found.tag(linked) == set()


NEGATED = sentence("I I PRON", "do do AUX", "n't not PART", "today today NOUN")


@pytest.mark.parametrize(
    ("links", "kind", "found"),
    [
        ("1-0 2-0", "verb phrase", ["chante"]),
        ("1-0 2-0", "noun phrase", []),
        ("1-0", "verb phrase", []),
        ("2-0", "verb phrase", []),
        ("0-0 1-0", "verb phrase", []),
        ("1-0 3-0", "verb phrase", []),
        ("0-0 1-0 2-0", "verb phrase", []),
    ],
)
def test_ellipsis_is_in_a_verb_whose_only_partner_is_a_negated_do(
    links: str, kind: GapKind, found: list[str]
) -> None:
    tagged = tagger()
    target = sentence("chante chanter VERB")
    tagged.tag(BEFORE)
    after = pair(NEGATED, target, links, gaps=(Gap(kind, 1, 0.9),))
    assert forms(target, tagged.tag(after)) == found


def test_ellipsis_is_not_in_a_pronoun_linked_with_a_negated_do() -> None:
    found = tagger()
    found.tag(BEFORE)
    assert found.tag(pair(NEGATED, sentence("elle elle PRON"), "1-0 2-0", gaps=GAP)) == set()


def test_ellipsis_is_not_in_a_verb_linked_with_another_auxiliary() -> None:
    found = tagger()
    found.tag(BEFORE)
    source = sentence("I I PRON", "can can AUX", "not not PART")
    assert found.tag(pair(source, AFTER.target, "0-0 1-1 2-1", gaps=GAP)) == set()


def test_ellipsis_is_not_in_a_verb_linked_with_a_do_before_no_gap() -> None:
    found = tagger()
    found.tag(BEFORE)
    elsewhere = (Gap("verb phrase", 3, 0.9),)
    assert found.tag(pair(NEGATED, AFTER.target, "0-0 1-1 2-1", gaps=elsewhere)) == set()


def test_ellipsis_is_in_verbs_nouns_and_pronouns_only() -> None:
    words = (
        "bien bien ADV",
        "Paris Paris PROPN",
        "lui lui PRON",
        "rouge rouge ADJ",
        "pain pain NOUN",
    )
    target = sentence(*words)
    found = tagger()
    found.tag(pair(sentence("x"), target))
    again = found.tag(pair(sentence("x"), target, gaps=GAP))
    assert forms(target, again) == ["Paris", "lui", "pain"]


def test_ellipsis_leaves_out_verbs_that_are_stop_words() -> None:
    target = sentence("est être VERB")
    found = tagger()
    found.tag(pair(sentence("x"), target))
    assert found.tag(pair(sentence("x"), target, gaps=GAP)) == set()


def test_ellipsis_forgets_what_is_out_of_reach_and_other_documents() -> None:
    found = tagger(1)
    found.tag(BEFORE)
    found.tag(pair(sentence("x"), sentence()))
    assert found.tag(AFTER) == set()
    found.start()
    assert found.tag(AFTER) == set()


def test_ellipsis_says_what_keeps_a_word_from_filling_the_gap() -> None:
    found = tagger()
    negated = pair(NEGATED, sentence("chante chanter VERB"), "1-0 2-0", gaps=GAP)
    assert found.explain(negated, 0) == (
        """it is linked to 'do', "n't", but no earlier sentence has 'chanter'"""
    )
    linked = pair(NEGATED, sentence("chante chanter VERB"), "1-0", gaps=GAP)
    assert found.explain(linked, 0) == "it is linked to 'do'"
