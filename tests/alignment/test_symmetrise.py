"""grow-diag-final-and, by cases worked out on paper."""

from itertools import product
from random import Random

import pytest

from litmus.alignment.links import Link
from litmus.alignment.symmetrise import grow_diag_final_and

CASES = {
    "nothing": (set(), set(), set()),
    "agreement": ({(0, 0), (1, 1)}, {(0, 0), (1, 1)}, {(0, 0), (1, 1)}),
    # beside (0, 0), and target word 1 has no link yet
    "a neighbour": ({(0, 0), (0, 1)}, {(0, 0)}, {(0, 0), (0, 1)}),
    "a diagonal neighbour": ({(0, 0)}, {(0, 0), (1, 1)}, {(0, 0), (1, 1)}),
    # (1, 1) is a neighbour, and (2, 2) one of it
    "a chain": ({(0, 0), (1, 1)}, {(0, 0), (2, 2)}, {(0, 0), (1, 1), (2, 2)}),
    # (0, 1) would link two words that both have one
    "a neighbour of linked words": (
        {(0, 0), (1, 1), (0, 1)},
        {(0, 0), (1, 1)},
        {(0, 0), (1, 1)},
    ),
    # far from the rest, neither word linked: the final step takes it
    "two free words": ({(0, 0), (5, 7)}, {(0, 0)}, {(0, 0), (5, 7)}),
    # far from the rest, and source word 0 is linked: "and" leaves it out
    "one free word": ({(0, 0), (0, 7)}, {(0, 0)}, {(0, 0)}),
    # no agreement to grow from: forward first, then what backward adds for free words
    "no agreement": ({(0, 0), (3, 3)}, {(0, 1), (5, 5)}, {(0, 0), (3, 3), (5, 5)}),
    # after (0, 1), source word 0 and target word 1 are free no more
    "forward goes first": ({(0, 1)}, {(0, 3), (4, 1), (6, 6)}, {(0, 1), (6, 6)}),
}


@pytest.mark.parametrize(("forward", "backward", "expected"), CASES.values(), ids=CASES)
def test_grow_diag_final_and_by_hand(
    forward: set[Link], backward: set[Link], expected: set[Link]
) -> None:
    given = set(forward), set(backward)
    assert grow_diag_final_and(forward, backward) == expected
    assert (forward, backward) == given  # arguments are left as they were


def neighbours(a: Link, b: Link) -> bool:
    return a != b and abs(a[0] - b[0]) <= 1 and abs(a[1] - b[1]) <= 1


def test_grow_diag_final_and_keeps_its_promises() -> None:
    rng = Random(2)
    places = list(product(range(5), range(5)))
    for _ in range(300):
        forward, backward = (set(rng.sample(places, rng.randint(0, 8))) for _ in (0, 1))
        found = grow_diag_final_and(forward, backward)
        assert forward & backward <= found <= forward | backward
        sources, targets = ({link[side] for link in found} for side in (0, 1))
        for link in (forward | backward) - found:
            # left out: both words have a link, or one has and no link touches this one
            assert link[0] in sources or link[1] in targets
            if link[0] not in sources or link[1] not in targets:
                grown = [other for other in forward & backward if neighbours(link, other)]
                assert not grown
