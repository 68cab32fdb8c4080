"""Ellipsis by hand: an unlinked word that was said before, where the source has a gap."""

import pytest
from tests.discourse.pairing import forms, pair, parsed

from litmus.discourse.gaps.gap import Gap, GapKind
from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.ellipsis import Ellipsis


def read(
    source: str, target: str, links: str = "", gap: GapKind | None = None, at: int = 1
) -> Pair:
    gaps = (Gap(gap, at, 0.9),) if gap else ()
    return pair(parsed(source), parsed(target), links, gaps=gaps)


VERB: GapKind = "verb phrase"
CHANTE = "chante/VERB/-/root//chanter"
I_DO, I_DO_NOT = "I/PRON do/AUX", "I/PRON do/AUX n't/PART/-/root//not today/NOUN"
JE_CHANTE = f"Je/PRON {CHANTE}"
# "Elle ne chante pas." "Moi, je chante." for: She does not sing. - I do.
BEFORE = read("She/PRON sings/VERB", f"Elle/PRON {CHANTE}", "0-0 1-1")
AFTER = read(I_DO, JE_CHANTE, "0-0", VERB)
WORDS = "bien/ADV Paris/PROPN lui/PRON rouge/ADJ pain/NOUN"


@pytest.mark.parametrize(("before", "after", "expected"), [
    (BEFORE, AFTER, ["chante"]),
    (BEFORE, read(I_DO, JE_CHANTE, "0-0"), []),  # no gap
    (BEFORE, read(I_DO, JE_CHANTE, "0-0 1-1", VERB), []),  # linked
    # a verb whose only partner is a negated do
    (BEFORE, read(I_DO_NOT, CHANTE, "1-0 2-0", VERB), ["chante"]),
    (BEFORE, read(I_DO_NOT, CHANTE, "1-0 2-0", "noun phrase"), []),
    *((BEFORE, read(I_DO_NOT, CHANTE, links, VERB), [])
      for links in ("1-0", "2-0", "0-0 1-0", "1-0 3-0", "0-0 1-0 2-0")),
    (BEFORE, read(I_DO_NOT, "elle/PRON", "1-0 2-0", VERB), []),
    (BEFORE, read("I/PRON can/AUX not/PART", JE_CHANTE, "0-0 1-1 2-1", VERB), []),
    (BEFORE, read(I_DO_NOT, JE_CHANTE, "0-0 1-1 2-1", VERB, at=3), []),
    # verbs, nouns and pronouns, but no stop words
    (read("x/X", WORDS), read("x/X", WORDS, "", VERB), ["Paris", "lui", "pain"]),
    (read("x/X", "est/VERB/-/root//être"), read("x/X", "est/VERB/-/root//être", "", VERB), []),
])  # fmt: skip
def test_ellipsis(before: Pair, after: Pair, expected: list[str]) -> None:
    tagger = Ellipsis(None, ("en", "fr"), None)
    assert tagger.tag(after) == set()  # no earlier sentence
    tagger.start()
    assert tagger.tag(before) == set()
    assert forms(after.target, tagger.tag(after)) == expected


def test_ellipsis_forgets_what_is_out_of_reach_and_other_documents() -> None:
    tagger = Ellipsis(None, ("en", "fr"), 1)
    for between in (lambda: tagger.tag(read("x/X", "")), tagger.start):
        tagger.tag(BEFORE)
        between()
        assert tagger.tag(AFTER) == set()


def test_ellipsis_says_what_keeps_a_word_from_filling_the_gap() -> None:
    tagger = Ellipsis(None, ("en", "fr"))
    assert tagger.explain(read(I_DO_NOT, CHANTE, "1-0 2-0", VERB), 0) == (
        """it is linked to 'do', "n't", but no earlier sentence has 'chanter'"""
    )
    linked = read(I_DO_NOT, CHANTE, "1-0", VERB)
    assert tagger.explain(linked, 0) == "it is linked to 'do'"
    whole = read("dog/NOUN", "pies/NOUN")
    assert tagger.explain(whole, 0) == "nothing is found left out of the source sentence"
