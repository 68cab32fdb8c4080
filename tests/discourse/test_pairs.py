"""Links between the words of two parses, and who acts in the source."""

import pytest
from pairing import forms, pair, sentence

from litmus.alignment.links import Alignment
from litmus.discourse.pairs import Pair
from litmus.language.analysis import Sentence, Token, Word


def test_pair_links_go_by_words() -> None:
    both = pair(sentence("I _ PRON", "see _ VERB"), sentence("Je _ PRON", "vois _ VERB"), "0-0 1-1")
    assert both.links == {(0, 0), (1, 1)}
    assert both.sources_of == {0: (0,), 1: (1,)}
    assert both.targets_of == {0: (0,), 1: (1,)}


def test_pair_keeps_all_links_of_a_word() -> None:
    both = pair(sentence("a", "b", "c"), sentence("x", "y"), "0-0 0-1 2-1")
    assert both.targets_of == {0: (0, 1), 2: (1,)}
    assert both.sources_of == {0: (0,), 1: (0, 2)}


def test_pair_a_link_of_a_token_holds_for_all_words_in_it() -> None:
    # du = de + le: two words that cannot be told apart have the span of their token
    target = Sentence(
        "du pain", 0, 7,
        (Token(0, 2, 0, 2), Token(3, 7, 2, 3)),
        (
            Word("de", "de", "ADP", "", 2, "case", 1.0, 0, 2),
            Word("le", "le", "DET", "", 2, "det", 1.0, 0, 2),
            Word("pain", "pain", "NOUN", "", None, "root", 1.0, 3, 7),
        ),
    )  # fmt: skip
    source = sentence("some _ DET", "bread _ NOUN")
    links = Alignment(((0, 4), (5, 10)), ((0, 2), (3, 7)), frozenset({(0, 0), (1, 1)}))
    assert Pair(source, target, links).links == {(0, 0), (0, 1), (1, 2)}


def test_pair_words_and_links_may_be_cut_differently() -> None:
    # The aligner has don't as one token and pas as two; the parse has it the other way round.
    source = Sentence(
        "don't", 0, 5, (Token(0, 5, 0, 2),),
        (
            Word("do", "do", "AUX", "", None, "", 1.0, 0, 2),
            Word("n't", "not", "PART", "", None, "", 1.0, 2, 5),
        ),
    )  # fmt: skip
    links = Alignment(((0, 5),), ((0, 2), (2, 3)), frozenset({(0, 1)}))
    assert Pair(source, sentence("pas"), links).links == {(0, 0), (1, 0)}


def test_pair_of_an_empty_target_has_no_links() -> None:
    empty = Sentence("", 0, 0, (), ())
    both = Pair(sentence("you _ PRON"), empty, Alignment(((0, 3),), (), frozenset()))
    assert (both.links, both.sources_of, both.you) == (frozenset(), {}, {0})


@pytest.mark.parametrize("word", ["you", "You", "YOUR", "yourselves", "ya"])
def test_pair_knows_words_of_address_in_any_case(word: str) -> None:
    assert pair(sentence(f"{word} _ PRON"), sentence()).you == {0}


def test_pair_verbs_of_you_are_those_it_is_subject_of() -> None:
    source = sentence(
        "You you PRON _ 2 nsubj", "can can AUX _ 2 aux", "sing sing VERB _ _ root",
        "and and CCONJ _ 4 cc", "dance dance VERB _ 2 conj", "while while SCONJ _ 7 mark",
        "he he PRON _ 7 nsubj", "plays play VERB _ 2 advcl",
    )  # fmt: skip
    assert forms(source, pair(source, sentence()).verbs_of_you) == ["can", "sing", "dance"]


def test_pair_a_joined_verb_with_its_own_subject_is_no_act_of_you() -> None:
    source = sentence(
        "You you PRON _ 1 nsubj", "sing sing VERB _ _ root", "and and CCONJ _ 4 cc",
        "I I PRON _ 4 nsubj", "dance dance VERB _ 1 conj",
    )  # fmt: skip
    both = pair(source, sentence())
    assert forms(source, both.verbs_of_you) == ["sing"]
    assert [both.is_act_of_you(n) for n in (1, 4)] == [True, False]


def test_pair_imperatives_by_feature_or_by_place() -> None:
    feature = sentence("Come come VERB Mood=Imp _ root", "here here ADV _ 0 advmod")
    place = sentence("Please please INTJ _ 1 discourse", "come come VERB VerbForm=Inf _ root")
    asked = sentence("He he PRON _ 1 nsubj", "came come VERB _ _ root")
    assert pair(feature, sentence()).imperatives == {0}
    assert pair(place, sentence()).imperatives == {1}
    assert pair(asked, sentence()).imperatives == frozenset()


def test_pair_source_range_lies_between_the_links_of_the_neighbours() -> None:
    source = sentence("a", "b", "c", "d")
    both = pair(source, sentence("w", "x", "y"), "0-0 3-2")
    assert list(both.source_range(1)) == [0, 1, 2, 3]
    assert list(pair(source, sentence("w", "x"), "").source_range(0)) == [0, 1, 2, 3]
    assert list(pair(source, sentence("w", "x"), "1-0").source_range(1)) == [1, 2, 3]
