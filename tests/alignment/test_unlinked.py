"""Particles that are linked to no function word: a list in the file of the language."""

import pytest

from litmus.alignment.embedded.aligner import EmbeddedAligner

PAIRS = [
    ("我们 的 房子 的 门", "the door of our house"),
    ("城市 的 历史", "the history of the city"),
    ("他 的 书", "the book of the man"),
    ("土 地", "the land"),
] * 5


def links(pairs: list[tuple[str, str]], languages: tuple[str, str]) -> set[tuple[str, str]]:
    """Words of the first language of the pairs with those of English, whichever is the source."""
    turned = languages[0] == "en"
    given = [(b, a) if turned else (a, b) for a, b in pairs]
    found = set()
    aligned = EmbeddedAligner(languages, "space").learn(given).align(given)
    for (source, target), alignment in zip(given, aligned, strict=True):
        for i, j in alignment.links | alignment.guesses:
            pair = source.split()[i], target.split()[j]
            found.add(pair[::-1] if turned else pair)
    return found


@pytest.mark.parametrize(
    "languages", [("zh", "en"), pytest.param(("en", "zh"), marks=pytest.mark.release)]
)
def test_chinese_particles_are_not_linked_to_the_and_of(languages: tuple[str, str]) -> None:
    found = links(PAIRS, languages)
    assert not {other for word, other in found if word == "的"} & {"the", "of"}
    assert ("房子", "house") in found


@pytest.mark.release
def test_japanese_marks_of_topic_subject_and_object_are_not_linked_to_the() -> None:
    pairs = [("猫 は 魚 を 見る", "the cat sees the fish"), ("水 が 青い", "the water is blue")] * 5
    found = links(pairs, ("ja", "en"))
    assert ("猫", "cat") in found
    assert not {other for word, other in found if word in "はがを"} & {"the", "is"}
