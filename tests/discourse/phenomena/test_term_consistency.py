"""Terms by hand: a repeated noun is translated as before, or not."""

from tests.discourse.pairing import pair, sentence

from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.term_consistency import TermConsistency


def term(source: str, target: str, upos: str = "NOUN") -> Pair:
    return pair(sentence(f"{source} {source} NOUN"), sentence(f"{target} {target} {upos}"), "0-0")


def verdicts(pairs: list[Pair]) -> list[list[tuple[int, bool]]]:
    terms = TermConsistency(("en", "fr"))
    return [list(terms.verdicts(one)) for one in pairs]


def test_terms_are_compared_with_the_translation_before() -> None:
    pairs = [term("chapter", "chapitre"), term("chapter", "section"), term("chapter", "section")]
    assert verdicts(pairs) == [[], [(0, False)], [(0, True)]]


def test_terms_are_nouns_of_the_source() -> None:
    verb = pair(sentence("sings sing VERB"), sentence("chante chanter VERB"), "0-0")
    assert verdicts([verb, verb]) == [[], []]


def test_terms_are_translated_by_content_words() -> None:
    pairs = [
        term("chapter", "chapitre"),
        term("chapter", "elle", "PRON"),
        term("chapter", "chapitre"),
    ]
    assert verdicts(pairs) == [[], [], [(0, True)]]


def test_terms_that_share_a_word_may_be_kept_and_broken_on_it() -> None:
    # "vue" is what "view" was before, but "sight" was "spectacle".
    both = pair(sentence("view _ NOUN", "sight _ NOUN"), sentence("vue _ NOUN"), "0-0 1-0")
    assert verdicts([term("view", "vue"), term("sight", "spectacle"), both])[-1] == [
        (0, True),
        (0, False),
    ]


def test_terms_start_anew_with_a_document() -> None:
    terms = TermConsistency(("en", "fr"))
    list(terms.verdicts(term("chapter", "chapitre")))
    terms.start()
    assert list(terms.verdicts(term("chapter", "section"))) == []
