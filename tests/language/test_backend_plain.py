"""Words and nothing else, for languages that no analyser knows."""

import pytest
from analysing import EDGES, check

from litmus.language.analysers import load_analyser
from litmus.language.analysis import Sentence, Token, Word


@pytest.mark.parametrize("mode", ["given", "split"])
@pytest.mark.parametrize("text", EDGES.values(), ids=EDGES.keys())
def test_plain_at_the_edges_of_language(text: str, mode: str) -> None:
    (found,) = load_analyser("plain", "eo").analyse([text], sentences=mode)
    check(text, found, given=True, parse=False)


def test_plain_words_have_their_form_in_small_letters_for_a_lemma() -> None:
    analyser = load_analyser("plain", "eo")
    assert list(analyser.analyse([" Jes, Ĉu", "", "ne"])) == [
        (
            Sentence(
                " Jes, Ĉu", 1, 8,
                (Token(1, 4, 0, 1), Token(4, 5, 1, 2), Token(6, 8, 2, 3)),
                (
                    Word("Jes", "jes", "", "", None, "", 1.0, 1, 4),
                    Word(",", ",", "", "", None, "", 1.0, 4, 5),
                    Word("Ĉu", "ĉu", "", "", None, "", 1.0, 6, 8),
                ),
            ),
        ),
        (),
        (Sentence("ne", 0, 2, (Token(0, 2, 0, 1),), (Word("ne", "ne", "", "", None, "", 1.0, 0, 2),)),),
    ]  # fmt: skip
    assert (analyser.signature, getattr(analyser, "any_order", None)) == ("plain.1", True)
