"""Lexical cohesion by hand: a pair of lemmas, three times before."""

import pytest
from tests.discourse.pairing import forms, pair, parsed

from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.lexical_cohesion import LexicalCohesion


def read(target: str = "chapitre/NOUN", source: str = "chapter/NOUN", times: int = 1) -> Pair:
    links = " ".join(f"{n}-{n}" for n in range(times))
    return pair(parsed(f"{source} " * times), parsed(f"{target} " * times), links)


ONE, OTHER = read(), read("section/NOUN")
PLURAL = read("Chapitres/NOUN/-/root//chapitre", "Chapters/NOUN/-/root//chapter")
GAP = pair(parsed("so/ADV"), parsed("donc/ADV"))


@pytest.mark.parametrize(("reach", "pairs", "expected"), [
    (None, [ONE] * 5, [0, 0, 0, 1, 1]),
    # four in one sentence are none before it; after it they are enough
    (None, [read(times=4), ONE], [0, 1]), (None, [read(times=2)] * 3, [0, 0, 2]),
    (None, [ONE, OTHER] * 3, [0] * 6),  # pairs, not words
    (None, [ONE, PLURAL, ONE, PLURAL], [0, 0, 0, 1]),  # lemmas
    (4, [ONE, ONE, ONE, GAP, ONE], [0, 0, 0, 0, 1]), (3, [ONE, ONE, ONE, GAP, ONE], [0] * 5),
    (0, [ONE] * 5, [0] * 5),
    # a stop word, a function word, punctuation, a noun without a letter; no link
    (None, [read("être/VERB", "be/VERB")] * 5, [0] * 5),
    (None, [read("le/DET", "the/DET")] * 5, [0] * 5),
    (None, [read(",/PUNCT", ",/PUNCT")] * 5, [0] * 5),
    (None, [read("—/NOUN", "—/NOUN")] * 5, [0] * 5),
    (None, [pair(ONE.source, ONE.target)] * 5, [0] * 5),
])  # fmt: skip
def test_lexical_cohesion(reach: int | None, pairs: list[Pair], expected: list[int]) -> None:
    tagger = LexicalCohesion(None, ("en", "fr"), reach)
    assert [len(tagger.tag(one)) for one in pairs] == expected
    tagger.start()  # another document
    assert [len(tagger.tag(one)) for one in pairs] == expected


def test_lexical_cohesion_reads_other_scripts() -> None:
    tagger = LexicalCohesion(None, ("en", "he"))
    one = read("בית/NOUN", "house/NOUN")
    assert [len(tagger.tag(one)) for _ in range(4)] == [0, 0, 0, 1]


def test_lexical_cohesion_without_a_lemma_goes_by_the_form() -> None:
    bare = parsed("Chapitre/NOUN")
    words = tuple(word._replace(lemma="") for word in bare.words)
    one = pair(parsed("chapter/NOUN"), bare._replace(words=words), "0-0")
    tagger = LexicalCohesion(None, ("en", "fr"))
    assert [len(tagger.tag(one)) for _ in range(3)] == [0] * 3
    assert forms(one.target, tagger.tag(one)) == ["Chapitre"]


def test_lexical_cohesion_says_what_was_linked_before() -> None:
    tagger = LexicalCohesion(None, ("en", "pl"))
    dog = read("pies/NOUN", "dog/NOUN")
    tagger.tag(dog)
    assert tagger.explain(dog, 0) == "earlier sentences link 'dog' and 'pies' 1 time; it takes 3"
    small = read("ten/DET", "the/DET")
    assert tagger.explain(small, 0) == "it is no content word by its analysis, or a stop word"
    assert tagger.explain(pair(dog.source, dog.target), 0) == "it is linked to nothing"
