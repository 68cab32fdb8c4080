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
        rows.append(CxmiRow("corpus", "word", "target 2 - random target 2", 10, 6, *gap))
    control = "random target 2" if gap else None
    contexts = ["target 2", *([control] if control else [])]
    return CxmiResult("talk, en-fr", [], unit, contexts, control, rows, [], "CXMI|x")


@pytest.mark.parametrize(("word", "gap", "said"), [
    ((HALF, 0.2, 0.6), (0.3, 0.1, 0.5),
     "Context helps: +0.405 nats per word [0.200, 0.600], which makes a word 50.0 % likelier; this is "
     "above the random control (+0.300 nats [0.100, 0.500])."),
    ((HALF, 0.2, 0.6), (0.1, -0.1, 0.3),
     "Context helps: +0.405 nats per word [0.200, 0.600], which makes a word 50.0 % likelier; this is "
     "not shown to differ from the random control (+0.100 nats [-0.100, 0.300]): any text might do as much."),
    ((HALF, 0.2, 0.6), (-0.1, -0.2, -0.05),
     "Context helps: +0.405 nats per word [0.200, 0.600], which makes a word 50.0 % likelier; this is "
     "below the random control (-0.100 nats [-0.200, -0.050]): random sentences would do better."),
    ((-math.log(2), -0.8, -0.5), None,
     "Context hurts: -0.693 nats per word [-0.800, -0.500], which makes a word 50.0 % less likely; without a "
     "random control, other text might do as much."),
    ((0.0, -0.1, 0.1), None,
     "Context is not shown to help or to hurt: +0.000 nats per word [-0.100, 0.100], which makes a word "
     "0.0 % likelier; without a random control, other text might do as much."),
    ((HALF, None, None), (0.1, None, None),
     "Context seems to help (no interval): +0.405 nats per word, which makes a word 50.0 % likelier; this is "
     "above the random control (+0.100 nats)."),
    ((-math.log(2), None, None), (-0.1, None, None),
     "Context seems to hurt (no interval): -0.693 nats per word, which makes a word 50.0 % less likely; this is "
     "not above the random control (-0.100 nats)."),
    ((0.0, None, None), None,
     "Context changes nothing: +0.000 nats per word, which makes a word 0.0 % likelier; without a random "
     "control, other text might do as much."),
    ((None, None, None), None, "There is no word to measure, so nothing can be said about context."),
])  # fmt: skip
def test_every_outcome_has_its_words(
    word: tuple[float | None, ...], gap: tuple[float | None, ...] | None, said: str
) -> None:
    assert summary(found(word, gap)) == said  # type: ignore[arg-type]


def test_bits_are_powers_of_two() -> None:
    assert "+1.000 bits per word [0.500, 1.500], which makes a word 100.0 % likelier" in summary(
        found((1.0, 0.5, 1.5), unit="bits")
    )


def test_large_gains_are_told_as_a_factor() -> None:
    assert "which makes a word 16 times likelier" in summary(found((4.0, 3.0, 5.0), unit="bits"))
