"""Particles that are linked to no function word: a list in the file of the language."""

import pytest

from litmus.alignment.embedded.aligner import EmbeddedAligner
from litmus.language.knowledge import load

PAIRS = [
    ("我们 的 房子 的 门", "the door of our house"),
    ("城市 的 历史", "the history of the city"),
    ("他 的 书", "the book of the man"),
    ("土 地", "the land"),
] * 5


def links(languages: tuple[str, str]) -> set[tuple[str, str]]:
    turned = languages[0] == "en"
    pairs = [(b, a) if turned else (a, b) for a, b in PAIRS]
    aligner = EmbeddedAligner(languages, "space").learn(pairs)
    found = set()
    for (source, target), alignment in zip(pairs, aligner.align(pairs), strict=True):
        words = source.split(), target.split()
        for i, j in alignment.links | alignment.guesses:
            pair = words[0][i], words[1][j]
            found.add(pair[::-1] if turned else pair)
    return found


@pytest.mark.parametrize(
    "languages", [("zh", "en"), pytest.param(("en", "zh"), marks=pytest.mark.release)]
)
def test_chinese_particles_are_not_linked_to_the_and_of(languages: tuple[str, str]) -> None:
    found = links(languages)
    assert not {other for word, other in found if word == "的"} & {"the", "of"}
    assert ("房子", "house") in found


@pytest.mark.release
def test_japanese_marks_of_topic_subject_and_object_are_not_linked_to_the() -> None:
    pairs = [("猫 は 魚 を 見る", "the cat sees the fish"), ("水 が 青い", "the water is blue")] * 5
    aligner = EmbeddedAligner(("ja", "en"), "space").learn(pairs)
    found = set()
    for (source, target), alignment in zip(pairs, aligner.align(pairs), strict=True):
        words = source.split(), target.split()
        found |= {(words[0][i], words[1][j]) for i, j in alignment.links | alignment.guesses}
    assert ("猫", "cat") in found
    assert not {other for word, other in found if word in "はがを"} & {"the", "is"}


def test_the_list_is_data() -> None:
    assert "的" in load("zh").unlinked
    assert load("en").unlinked == ()
