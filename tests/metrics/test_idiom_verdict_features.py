"""The numbers behind a verdict."""

import pytest
from experiments.idiom_verdict.features import Features, Finding, character_f

from litmus.alignment.links import Alignment
from litmus.language.words import token_offsets
from litmus.metrics.idiom.word_keys import morphemes


@pytest.fixture(scope="module")
def to_icelandic() -> Features:
    return Features("en", "is")


def find(
    features: Features,
    source: str,
    idiom: str,
    output: str,
    links: set[tuple[int, int]],
    *,
    meaning: tuple[str, ...] = (),
    equivalents: tuple[str, ...] = (),
) -> Finding:
    spans = [token_offsets(text, "words", "en") for text in (source, output)]
    alignment = Alignment(spans[0], spans[1], frozenset(links))
    start = source.index(idiom)
    texts = [features.text(source, spans[0], 0), features.text(output, spans[1], 1)]
    return features.find(
        [(start, start + len(idiom))], *texts, alignment, meaning=meaning, equivalents=equivalents
    )


def test_a_literal_word_is_found_in_another_form(to_icelandic: Features) -> None:
    finding = find(
        to_icelandic, "We are all ears .", "all ears", "Við erum öll eyru .",
        {(0, 0), (1, 1), (2, 2), (3, 3)},
    )  # fmt: skip
    assert finding.literal == {"ears": "eyru"}
    assert finding.numbers["literal_hit"] > 0
    assert finding.numbers["coverage"] == 1.0


def test_words_of_the_meaning_speak_for_a_translation(to_icelandic: Features) -> None:
    finding = find(
        to_icelandic, "They spilled the beans .", "spilled the beans", "Þeir sögðu leyndarmál .",
        {(0, 0), (1, 1), (3, 2)}, meaning=("reveal", "secret"),
    )  # fmt: skip
    assert finding.literal == {}
    assert finding.meant == {"secret": "leyndarmál"}
    assert finding.numbers["free"] > 0


def test_a_word_that_the_rest_of_the_source_explains_is_no_sign(to_icelandic: Features) -> None:
    source = "The dog was in the doghouse ."
    finding = find(to_icelandic, source, "in the doghouse", "Hundurinn var óvinsæll .",
                   {(1, 0), (2, 1), (5, 2)})  # fmt: skip
    assert finding.numbers["literal_near"] == 0


def test_an_empty_output_has_numbers(to_icelandic: Features) -> None:
    finding = find(to_icelandic, "We are all ears .", "all ears", "", set())
    assert finding.numbers["empty"] == 1
    assert finding.numbers["coverage"] == 0
    assert finding.literal == {}


def test_an_equivalent_is_found_by_its_words(to_icelandic: Features) -> None:
    finding = find(to_icelandic, "It is cut and dried .", "cut and dried", "Það er klippt og skorið .",
                   {(0, 0), (1, 1), (2, 2), (4, 4)}, equivalents=("klippt og skorið",))  # fmt: skip
    assert finding.numbers["equivalent"] == 1.0


def test_korean_particles_do_not_hide_a_literal_word() -> None:
    finding = find(Features("en", "ko"), "It is a feather in your cap .", "a feather in your cap",
                   "그것은 네 모자에 꽂힌 깃털이다 .", {(2, 4), (3, 4), (6, 2)})  # fmt: skip
    assert finding.literal == {"feather": "깃털이다", "cap": "모자에"}


def test_korean_endings_are_no_keys() -> None:
    assert list(morphemes("찾+았+습니다")) == ["찾", "찾았"]


def test_character_f() -> None:
    assert character_f("abc", "a b c") == 1.0
    assert character_f("abc", "xyz") == 0.0
    assert character_f("", "xyz") == 0.0
