"""Guesses for words without a link: matrices by hand."""

import numpy as np
import pytest

from litmus.alignment.embedded.fallback_links import guesses
from litmus.alignment.links import Link


def guessed(
    linked: set[Link],
    size: tuple[int, int],
    posterior: dict[Link, float] | None = None,
    marks: tuple[set[int], set[int]] = (set(), set()),
) -> set[Link]:
    """For (source, target) places; `marks` are places of punctuation."""
    weak = np.zeros(size[::-1])
    for (i, j), value in (posterior or {}).items():
        weak[j, i] = value
    words = [
        ["." if n in mark else "word" for n in range(count)]
        for count, mark in zip(size, marks, strict=True)
    ]
    best, strength = weak.argmax(0).tolist(), weak.max(0).tolist()
    return guesses(best, strength, sorted(linked), words[0], words[1])


@pytest.mark.parametrize(
    ("linked", "size", "posterior", "expected"),
    [
        # 0 and 3 are linked at both ends; 1 and 2 get the free words between their partners
        ({(0, 0), (3, 3)}, (4, 4), {}, {(1, 1), (1, 2), (2, 1), (2, 2)}),
        # at the ends of a sentence
        ({(1, 1)}, (2, 2), {}, {(0, 0)}),
        ({(0, 0)}, (2, 2), {}, {(1, 1)}),
        (set(), (1, 2), {}, {(0, 0), (0, 1)}),
        # linked words are left alone, and nothing may be free between them
        ({(0, 0), (1, 1), (2, 2)}, (3, 3), {(0, 1): 0.3}, set()),
        ({(0, 0), (2, 1)}, (3, 2), {}, set()),
        # 1 stands between the partners 0 and 3, where 1 is taken by the last word and 2 is free
        ({(0, 0), (2, 3), (3, 1)}, (4, 4), {}, {(1, 2)}),
        # the best partner, even where it is linked, but not mere noise
        ({(0, 0), (2, 1)}, (3, 2), {(1, 0): 0.2, (1, 1): 0.1}, {(1, 0)}),
        ({(0, 0), (2, 1)}, (3, 2), {(1, 0): 1e-9}, set()),
        # where partners cross
        ({(0, 2), (2, 0)}, (3, 3), {}, set()),
    ],
)
def test_guesses(
    linked: set[Link], size: tuple[int, int], posterior: dict[Link, float], expected: set[Link]
) -> None:
    assert guessed(linked, size, posterior) == expected


@pytest.mark.parametrize("marks", [({1}, set()), (set(), {1})])
def test_guesses_are_no_punctuation(marks: tuple[set[int], set[int]]) -> None:
    assert guessed({(0, 0), (2, 2)}, (3, 3), {(1, 1): 0.3}, marks) == set()
