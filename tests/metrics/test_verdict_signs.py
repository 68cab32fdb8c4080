"""What speaks for a verdict: signs from the dictionaries that ship, comparisons by hand."""

from collections.abc import Sequence
from math import sqrt

import numpy as np
import pytest

from litmus.alignment.links import Alignment
from litmus.language.words import token_offsets
from litmus.metrics.idiom.verdict.company import beside_others
from litmus.metrics.idiom.verdict.comparing import (
    as_reference,
    character_f,
    nearness,
    said_there,
    together,
)
from litmus.metrics.idiom.verdict.finding import Finding
from litmus.metrics.idiom.verdict.place import Place, Text
from litmus.metrics.idiom.verdict.signs import Signs
from litmus.metrics.idiom.word_keys import morphemes


@pytest.fixture(scope="module")
def to_icelandic() -> Signs:
    return Signs("en", "is")


def find(
    signs: Signs,
    source: str,
    idiom: str,
    output: str,
    links: set[tuple[int, int]],
    *,
    meaning: str = "",
    equivalents: tuple[str, ...] = (),
) -> Finding:
    spans = [token_offsets(text, "words", "en") for text in (source, output)]
    alignment = Alignment(spans[0], spans[1], frozenset(links))
    start = source.index(idiom)
    texts = [signs.text(source, spans[0], 0), signs.text(output, spans[1], 1)]
    known = signs.know(meaning, equivalents)
    return signs.find([(start, start + len(idiom))], *texts, alignment, known)


def test_a_literal_word_is_found_in_another_form(to_icelandic: Signs) -> None:
    finding = find(
        to_icelandic, "We are all ears .", "all ears", "Við erum öll eyru .",
        {(0, 0), (1, 1), (2, 2), (3, 3)},
    )  # fmt: skip
    assert finding.literal == {"ears": "eyru"}
    assert finding.numbers["literal_hit"] > 0
    assert finding.numbers["coverage"] == 1.0


def test_an_equivalent_is_found_by_its_words(to_icelandic: Signs) -> None:
    finding = find(to_icelandic, "It is cut and dried .", "cut and dried", "Það er klippt og skorið .",
                   {(0, 0), (1, 1), (2, 2), (4, 4)}, equivalents=("klippt og skorið",))  # fmt: skip
    assert finding.equivalent == "klippt og skorið"
    assert finding.numbers["equivalent_close"] == 1.0


def test_korean_particles_do_not_hide_a_literal_word() -> None:
    finding = find(Signs("en", "ko"), "It is a feather in your cap .", "a feather in your cap",
                   "그것은 네 모자에 꽂힌 깃털이다 .", {(2, 4), (3, 4), (6, 2)})  # fmt: skip
    assert finding.literal == {"feather": "깃털이다", "cap": "모자에"}
    assert list(morphemes("찾+았+습니다")) == ["찾", "찾았"]  # endings are no keys


def test_a_meaning_may_be_in_the_language_of_the_source() -> None:
    signs = Signs("de", "en")
    assert not signs.know("jemandem die Wahrheit sagen", ()).in_english
    assert signs.know("tell someone the truth", ()).in_english


# --- comparing -----------------------------------------------------------------------------------


def text_of(words: str, content: str = "") -> Text:
    tokens = tuple(words.split())
    keys = tuple(frozenset({token.lower()}) for token in tokens)
    said = tuple(sign == "+" for sign in content) or (True,) * len(tokens)
    return Text(words, tokens, keys, said, {next(iter(k)): n for n, k in enumerate(keys)})


def place_of(
    words: str,
    linked: Sequence[int],
    region: Sequence[int],
    content: str = "",
    guessed: bool = False,
) -> Place:
    return Place(text_of(words, content), tuple(linked), tuple(region), 1.0, 1.0, guessed)


def test_what_a_reference_says_is_an_equivalent_from_two_words_on() -> None:
    keys = [frozenset({"biss"}), frozenset({"gras"})]
    both = place_of("er biss ins Gras", [1, 2, 3], [1, 2, 3], "-+-+")
    assert said_there(both) == [("biss Gras", tuple(keys))]
    assert said_there(place_of("er biss ins Gras", [1, 2], [1], "-+-+")) == []
    assert said_there(place_of("er biss ins Gras", [1, 3], [1], "-+-+", guessed=True)) == []


def test_words_that_stand_together() -> None:
    for places, value in (
        ([[3], [4]], 0.7),
        ([[4], [3]], 0.7),  # whatever the order
        ([[0], [5]], 0.7),  # four may stand between
        ([[0], [6]], 0.0),
        ([[0], [3], [6]], 0.7),  # with three words from the first to the last: 6 < 3 + 4
        ([[0], [3], [7]], 0.0),
        ([[0, 20], [21]], 0.7),  # any of the first
        ([[9], [1, 10]], 0.7),  # the nearest of the others
    ):
        assert together(places) == value, places


def test_nearness_of_two_groups_of_words() -> None:
    one = [np.array(v, np.float32) for v in ((1, 0), (0, 1))]
    other = [np.array(v, np.float32) for v in ((0.6, 0.8), (1, 0))]
    # 1 and 0.8; means (.5, .5) and (.8, .4)
    cosine = (0.5 * 0.8 + 0.5 * 0.4) / (sqrt(0.5) * sqrt(0.8))
    assert nearness(one, other) == pytest.approx((0.9, 1.0, cosine))
    assert nearness([], other) == nearness(one, []) == (0.0, 0.0, 0.0)


def test_a_translation_beside_its_reference() -> None:
    ours = place_of("a b c d", [], [1, 2])
    theirs = place_of("x b y", [], [0, 1], "-++")
    assert as_reference(ours, None) == dict.fromkeys(
        ("reference", "as_reference", "chrf", "chrf_whole"), 0.0
    )
    numbers = as_reference(ours, theirs)
    assert (numbers["reference"], numbers["as_reference"]) == (1.0, 1.0)  # x has no content
    assert numbers["chrf"] == pytest.approx((2 / 4 + 0) / 2)  # bc, xb: one letter, no pair
    assert numbers["chrf_whole"] == pytest.approx((2 / 7 + 0 + 0) / 3)  # abcd, xby
    assert as_reference(ours, place_of("x b y", [], [2]))["as_reference"] == 0.0


def test_character_f_by_hand() -> None:
    for one, other, longest, value in (
        ("abc", "abd", 4, (4 / 6 + 2 / 4 + 0) / 3),
        ("abcde", "abcde", 4, 1.0),
        ("Ab c", "aBC", 4, 1.0),
        ("ab", "abcd", 1, 4 / 6),
        ("ab", "abcd", 2, (4 / 6 + 2 / 4) / 2),
        ("ab", "abcd", 4, (4 / 6 + 2 / 4) / 2),  # the first has no longer ones
        ("", "a", 4, 0.0),
    ):
        assert character_f(one, other, longest) == pytest.approx(value), (one, other)
        if longest == 4:
            assert character_f(one, other) == pytest.approx(value)


# --- company -------------------------------------------------------------------------------------

OTHERS = ("literal_near", "literal_hit", "meant_near", "coverage", "free_share", "rest_known",
          "equivalent_close")  # fmt: skip


def test_an_output_beside_two_others() -> None:
    words = ["a b", "a b", "c d e"]
    findings = [
        Finding(
            {name: (number + 1) / 10 + shift for shift, name in zip(range(7), OTHERS, strict=True)}
            | {"literal_near": literal},
            place_of(text, [], [0, 1]),
        )
        for number, (text, literal) in enumerate(zip(words, (0.2, 0.5, 0.9), strict=True))
    ]
    beside = beside_others(findings)
    # the first: one other says the same, one something else
    assert beside[0] == pytest.approx(
        {
            "like_mean": 0.5, "like_max": 1.0, "whole_mean": 0.5, "whole_max": 1.0,
            "like_free": 0.5 / (0.5 + 0.1), "like_literal": 0.5 / (0.5 + 0.9),
            "others_literal_near": 0.7,
        }
        | {f"others_{name}": 0.25 + shift for shift, name in enumerate(OTHERS) if shift}
    )  # fmt: skip
    assert (beside[2]["like_mean"], beside[2]["like_max"], beside[2]["whole_max"]) == (0, 0, 0)
    (alone,) = beside_others(findings[:1])
    assert set(alone.values()) == {0.0} and len(alone) == 13
