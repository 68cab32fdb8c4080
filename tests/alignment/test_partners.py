"""Word pairs that can be no partners: marks and words, particles and articles."""

import numpy as np
import pytest

from litmus.alignment.embedded.aligner import EmbeddedAligner
from litmus.alignment.embedded.partners import never_partners, pairing
from litmus.language.knowledge import codes


@pytest.mark.parametrize(
    "pair",
    [("the", ","), (",", "le"), ("(", "12"), ("...", "et"), ("—", "est")],
)
def test_a_mark_of_punctuation_translates_no_word(pair: tuple[str, str]) -> None:
    assert apart(pair, ("en", "fr"))


@pytest.mark.parametrize(
    "pair",
    [("the", "le"), (",", ";"), ("perce", "%"), ("$", "dolla"), ("and", "&"), ("'s", "de")],
)
def test_words_words_signs_and_marks_may_be_partners(pair: tuple[str, str]) -> None:
    assert not apart(pair, ("en", "fr"))


def test_particles_translate_no_article() -> None:
    assert apart(("の", "the"), ("ja", "en"))
    assert apart(("an", "に"), ("en", "ja"))
    assert not apart(("の", "of"), ("ja", "en"))
    assert not apart(("その", "the"), ("ja", "en"))
    assert not apart(("の", "the"), ("zh", "en"))


def apart(pair: tuple[str, str], languages: tuple[str, str]) -> bool:
    # the pair behind pair 0, which stands for none
    places = np.array([0, 1]), np.array([0, 1])
    found = never_partners((["", pair[0]], ["", pair[1]]), languages, places).tolist()
    assert found in ([], [1])
    return bool(found)


def test_what_is_learned_of_them_makes_no_link() -> None:
    pairs = [("word", ","), ("a word", ", mot")] * 20
    aligner = EmbeddedAligner(("en", "fr"), "space").learn(pairs)
    assert [sorted(found.links) for found in aligner.align(pairs[:2])] == [[], [(1, 1)]]


def test_the_data_name_languages_that_have_a_file() -> None:
    known = set(codes())
    for table in pairing().values():
        assert set(table) <= known
    assert set(pairing()["sisters"].values()) <= known
