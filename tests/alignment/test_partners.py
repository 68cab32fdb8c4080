"""Word pairs that can be no partners: marks and words, particles and articles."""

import numpy as np
import pytest

from litmus.alignment.embedded.aligner import EmbeddedAligner
from litmus.alignment.embedded.partners import never_partners, pairing
from litmus.language.knowledge import codes


@pytest.mark.parametrize(
    ("languages", "pair", "expected"),
    [
        # a mark of punctuation translates no word
        *(("en-fr", pair, True) for pair in ("the ,", ", le", "( 12", "... et", "— est")),
        # words, words and signs, and marks may be partners
        *(
            ("en-fr", pair, False)
            for pair in ("the le", ", ;", "perce %", "$ dolla", "and &", "'s de")
        ),
        # particles translate no article
        ("ja-en", "の the", True),
        ("en-ja", "an に", True),
        ("ja-en", "の of", False),
        ("ja-en", "その the", False),
        ("zh-en", "の the", False),
    ],
)
def test_words_that_can_be_no_partners(languages: str, pair: str, expected: bool) -> None:
    # the pair behind pair 0, which stands for none
    source, target = pair.split()
    places = np.array([0, 1]), np.array([0, 1])
    keys = ["", source], ["", target]
    found = never_partners(keys, tuple(languages.split("-")), places).tolist()  # type: ignore[arg-type]
    assert found == [1] * expected


def test_what_is_learned_of_them_makes_no_link() -> None:
    pairs = [("word", ","), ("a word", ", mot")] * 20
    aligner = EmbeddedAligner(("en", "fr"), "space").learn(pairs)
    assert [sorted(found.links) for found in aligner.align(pairs[:2])] == [[], [(1, 1)]]


def test_the_data_name_languages_that_have_a_file() -> None:
    known = set(codes())
    for table in pairing().values():
        assert set(table) <= known
    assert set(pairing()["sisters"].values()) <= known
