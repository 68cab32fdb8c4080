"""Links between the words of two parses, and who acts in the source."""

import pytest
from pairing import forms, pair, parsed, sentence

from litmus.alignment.links import Alignment
from litmus.discourse.pairs import Pair
from litmus.language.analysis import Sentence, Token, Word


def test_pair_keeps_all_links_of_a_word() -> None:
    both = pair(parsed("a b c"), parsed("x y"), "0-0 0-1 2-1")
    assert both.links == {(0, 0), (0, 1), (2, 1)}
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
    source = parsed(
        "You/PRON/2/nsubj can/AUX/2/aux sing/VERB and/CCONJ/4/cc dance/VERB/2/conj "
        "while/SCONJ/7/mark he/PRON/7/nsubj plays/VERB/2/advcl"
    )
    assert forms(source, pair(source, parsed("")).verbs_of_you) == ["can", "sing", "dance"]
    # a joined verb may have its own subject
    source = parsed("You/PRON/1/nsubj sing/VERB and/CCONJ/4/cc I/PRON/4/nsubj dance/VERB/1/conj")
    both = pair(source, parsed(""))
    assert forms(source, both.verbs_of_you) == ["sing"]
    assert [both.is_act_of_you(n) for n in (1, 4)] == [True, False]


@pytest.mark.parametrize(("text", "found"), [
    ("Come/VERB/-/root/Mood=Imp here/ADV/0/advmod", {0}),
    ("Please/INTJ/1/discourse come/VERB/-/root/VerbForm=Inf", {1}),
    ("He/PRON/1/nsubj came/VERB", set()),
])  # fmt: skip
def test_pair_imperatives_by_feature_or_by_place(text: str, found: set[int]) -> None:
    assert pair(parsed(text), parsed("")).imperatives == found


def test_pair_source_range_lies_between_the_links_of_the_neighbours() -> None:
    for target, links, at, found in (
        ("w x y", "0-0 3-2", 1, [0, 1, 2, 3]), ("w x", "", 0, [0, 1, 2, 3]),
        ("w x", "1-0", 1, [1, 2, 3]),
    ):  # fmt: skip
        assert [*pair(parsed("a b c d"), parsed(target), links).source_range(at)] == found
