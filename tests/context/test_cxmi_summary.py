"""The sentence that `litmus cxmi` begins with: one for every outcome."""

import math

import pytest

from litmus.context.results import CxmiResult, CxmiRow
from litmus.context.summary import summary

HALF = math.log(1.5)  # half as likely again


def found(
    word: tuple[float | None, float | None, float | None],
    gap: tuple[float | None, float | None, float | None] | None = None,
    unit: str = "nats",
) -> CxmiResult:
    """A result with these numbers: value, low, high of context, and of context less random."""
    rows = [CxmiRow("corpus", "word", "target 2", 10, 6, *word)]
    if gap:
        random = word[0] - gap[0] if word[0] is not None and gap[0] is not None else None
        rows.append(CxmiRow("corpus", "word", "random target 2", 10, 6, random, None, None))
        rows.append(CxmiRow("corpus", "word", "target 2 - random target 2", 10, 6, *gap))
    control = "random target 2" if gap else None
    contexts = ["target 2", *([control] if control else [])]
    return CxmiResult("talk, en-fr", [], unit, contexts, control, rows, [], "CXMI|x")


@pytest.mark.parametrize(("word", "gap", "said"), [
    ((HALF, 0.2, 0.6), (0.3, 0.1, 0.5),
     "Context helps: +0.405 nats per word [0.200, 0.600] (a word becomes 50.0 % likelier). "
     "Random sentences give +0.105; the difference, +0.300 [0.100, 0.500], is significant."),
    ((HALF, 0.2, 0.6), (0.1, -0.1, 0.3),
     "Context helps: +0.405 nats per word [0.200, 0.600] (a word becomes 50.0 % likelier). "
     "Random sentences give +0.305; the difference, +0.100 [-0.100, 0.300], is not significant."),
    ((HALF, 0.2, 0.6), (-0.1, -0.2, -0.05),
     "Context helps: +0.405 nats per word [0.200, 0.600] (a word becomes 50.0 % likelier). "
     "Random sentences give +0.505; the difference, -0.100 [-0.200, -0.050], is significant: "
     "random sentences do better."),
    ((-math.log(2), -0.8, -0.5), None,
     "Context hurts: -0.693 nats per word [-0.800, -0.500] (a word becomes 50.0 % less likely). "
     "Without a random control, other text might do as much."),
    ((0.0, -0.1, 0.1), None,
     "Context is not shown to help or to hurt: +0.000 nats per word [-0.100, 0.100] "
     "(a word becomes 0.0 % likelier). Without a random control, other text might do as much."),
    ((HALF, None, None), (0.1, None, None),
     "Context seems to help (no interval): +0.405 nats per word (a word becomes 50.0 % likelier). "
     "Random sentences give +0.305; the difference, +0.100, has no interval."),
    ((-math.log(2), None, None), (-0.1, None, None),
     "Context seems to hurt (no interval): -0.693 nats per word (a word becomes 50.0 % less "
     "likely). Random sentences give -0.593; the difference, -0.100, has no interval."),
    ((0.0, None, None), None,
     "Context changes nothing: +0.000 nats per word (a word becomes 0.0 % likelier). "
     "Without a random control, other text might do as much."),
    ((None, None, None), None, "There is no word to measure, so nothing can be said about context."),
])  # fmt: skip
def test_every_outcome_has_its_words(
    word: tuple[float | None, ...], gap: tuple[float | None, ...] | None, said: str
) -> None:
    assert summary(found(word, gap)) == said  # type: ignore[arg-type]


def test_bits_are_powers_of_two_and_large_gains_a_factor() -> None:
    told = summary(found((1.0, 0.5, 1.5), unit="bits"))
    assert "+1.000 bits per word [0.500, 1.500] (a word becomes 100.0 % likelier)" in told
    assert "a word becomes 16 times likelier" in summary(found((4.0, 3.0, 5.0), unit="bits"))
