"""What the tests of aligners share: text made by a known dictionary, so that the links are known."""

from collections.abc import Sequence
from random import Random

import pytest

from litmus.alignment.links import Alignment, Link

# Invented words: no source word looks like any target word.
SOURCE = [f"{a}{b}{c}" for a in "bdgk" for b in "ai" for c in ("lom", "rut", "nek", "sov", "pif")]
TARGET = [f"{a}{b}{c}" for a in "mnrz" for b in "eo" for c in ("xat", "hul", "wek", "jod", "quv")]
DICTIONARY = dict(zip(SOURCE, Random(9).sample(TARGET, len(TARGET)), strict=True))
LONELY = ("foof", "yssy")  # words of either side that never have a partner

Text = tuple[list[str], list[str], set[Link]]


def sentence(rng: Random, *, lonely: bool = False) -> Text:
    """Source words, their translations in an order that is mixed up locally, and the links."""
    source = rng.sample(SOURCE, rng.randint(3, 9))
    order = sorted(range(len(source)), key=lambda place: place + rng.uniform(0, 1.8))
    target = [DICTIONARY[source[place]] for place in order]
    if lonely:  # on one side only: two that always meet would be partners
        side = rng.randint(0, 1)
        words = (source, target)[side]
        words.insert(rng.randint(0, len(words)), LONELY[side])
    links = {
        (source.index(word), target.index(DICTIONARY[word]))
        for word in source
        if word in DICTIONARY
    }
    return source, target, links


def text(seed: int, count: int, *, lonely: bool = False) -> list[Text]:
    rng = Random(seed)
    return [sentence(rng, lonely=lonely) for _ in range(count)]


def joined(sentences: list[Text]) -> list[tuple[str, str]]:
    return [(" ".join(source), " ".join(target)) for source, target, _ in sentences]


def words(text: str, found: tuple[tuple[int, int], ...]) -> list[str]:
    return [text[start:end] for start, end in found]


def linked(pair: tuple[str, str], found: Alignment) -> set[tuple[str, str]]:
    """The links as words."""
    source, target = words(pair[0], found.source), words(pair[1], found.target)
    return {(source[i], target[j]) for i, j in found.links}


def same(found: Sequence[Alignment], expected: Sequence[Alignment]) -> bool:
    """The same tokens and links; confidence may differ in its last figure."""
    return [(a.source, a.target, a.links) for a in found] == [
        (a.source, a.target, a.links) for a in expected
    ] and all(
        a.confidence == pytest.approx(b.confidence, abs=2e-4)
        for a, b in zip(found, expected, strict=True)
    )
