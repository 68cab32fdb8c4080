"""Lexical cohesion by hand: a pair of lemmas, three times before."""

from tests.discourse.pairing import forms, pair, sentence

from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.lexical_cohesion import LexicalCohesion


def chapter(target: str = "chapitre", upos: str = "NOUN", times: int = 1) -> Pair:
    source = sentence(*["chapter chapter NOUN"] * times)
    return pair(
        source,
        sentence(*[f"{target} _ {upos}"] * times),
        " ".join(f"{n}-{n}" for n in range(times)),
    )


def tagger(reach: int | None = None) -> LexicalCohesion:
    return LexicalCohesion(None, ("en", "fr"), reach)


def counts(found: LexicalCohesion, pairs: list[Pair]) -> list[int]:
    return [len(found.tag(one)) for one in pairs]


def test_lexical_cohesion_needs_three_earlier_occurrences() -> None:
    assert counts(tagger(), [chapter()] * 5) == [0, 0, 0, 1, 1]


def test_lexical_cohesion_leaves_out_the_current_sentence() -> None:
    # Four in one sentence are none before it; after it they are enough.
    assert counts(tagger(), [chapter(times=4), chapter()]) == [0, 1]
    assert counts(tagger(), [chapter(times=2), chapter(times=2), chapter(times=2)]) == [0, 0, 2]


def test_lexical_cohesion_counts_pairs_not_words() -> None:
    other = chapter("section")
    assert counts(tagger(), [chapter(), other, chapter(), other, chapter(), other]) == [0] * 6


def test_lexical_cohesion_goes_by_lemmas() -> None:
    plural = pair(sentence("Chapters chapter NOUN"), sentence("Chapitres chapitre NOUN"), "0-0")
    assert counts(tagger(), [chapter(), plural, chapter(), plural]) == [0, 0, 0, 1]


def test_lexical_cohesion_forgets_what_is_out_of_reach() -> None:
    gap = pair(sentence("so _ ADV"), sentence("donc _ ADV"))
    pairs = [chapter(), chapter(), chapter(), gap, chapter()]
    assert counts(tagger(4), pairs)[-1] == 1
    assert counts(tagger(3), pairs)[-1] == 0
    assert counts(tagger(0), [chapter()] * 5) == [0] * 5


def test_lexical_cohesion_starts_anew_with_a_document() -> None:
    found = tagger()
    assert counts(found, [chapter()] * 3) == [0] * 3
    found.start()
    assert counts(found, [chapter()] * 4) == [0, 0, 0, 1]


def test_lexical_cohesion_is_for_content_words() -> None:
    # a stop word, a function word, punctuation, and a noun without a letter
    for source, target in (
        ("be be VERB", "être être VERB"),
        ("the the DET", "le le DET"),
        (", , PUNCT", ", , PUNCT"),
        ("— — NOUN", "— — NOUN"),
    ):
        pairs = [pair(sentence(source), sentence(target), "0-0")] * 5
        assert counts(tagger(), pairs) == [0] * 5


def test_lexical_cohesion_needs_links() -> None:
    loose = pair(sentence("chapter _ NOUN"), sentence("chapitre _ NOUN"))
    assert counts(tagger(), [loose] * 5) == [0] * 5


def test_lexical_cohesion_reads_other_scripts() -> None:
    found = LexicalCohesion(None, ("en", "he"))
    one = pair(sentence("house house NOUN"), sentence("בית בית NOUN"), "0-0")
    assert counts(found, [one] * 4) == [0, 0, 0, 1]


def test_lexical_cohesion_without_a_lemma_goes_by_the_form() -> None:
    bare = sentence("Chapitre _ NOUN")
    words = tuple(word._replace(lemma="") for word in bare.words)
    one = pair(sentence("chapter _ NOUN"), bare._replace(words=words), "0-0")
    found = tagger()
    assert counts(found, [one] * 3) == [0] * 3
    assert forms(one.target, found.tag(one)) == ["Chapitre"]
