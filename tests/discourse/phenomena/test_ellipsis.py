"""Ellipsis by hand: an unlinked word that was said before, where the source has a gap."""

from dataclasses import replace

from tests.discourse.pairing import forms, pair, sentence

from litmus.discourse.gaps.gap import Gap
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
