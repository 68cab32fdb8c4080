"""The hidden Markov model against all alignments of small sentences, told one by one.

The story, for target words from left to right: a place is drawn as if jumped to from just before
the sentence. Every word is either nothing's (then the place stays where it was) or comes from the
source word at a place: the first word's is the one drawn, a later one's is jumped to. Jumps are
chosen among the places that the sentence has.
"""

from itertools import product
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from litmus.alignment.embedded import hmm
from litmus.alignment.embedded.hmm import (
    FARTHEST,
    JUMPS,
    first_jumps,
    near_sums,
    nearness,
    posteriors,
)

Floats = NDArray[np.float64]
Table = list[list[float]]
NULL = hmm._NULL
TOLERANCE = 1e-5  # single precision


class Case:
    """Random probabilities for a sentence pair, as plain lists."""

    def __init__(self, rng: Random, length: int, width: int) -> None:
        self.emission = [[rng.random() for _ in range(width)] for _ in range(length)]
        self.null = [rng.random() for _ in range(length)]
        jumps = [rng.random() for _ in range(JUMPS)]
        self.jumps = [jump / sum(jumps) for jump in jumps]

    @property
    def size(self) -> tuple[int, int]:
        return len(self.emission), len(self.emission[0])


def jump(case: Case, start: int, stop: int) -> float:
    """Probability of a jump inside the sentence."""
    weights = [case.jumps[bin_of(place - start)] for place in range(case.size[1])]
    return weights[stop] / sum(weights)


def bin_of(distance: int) -> int:
    return max(-FARTHEST, min(FARTHEST, distance)) + FARTHEST


def enumerated(case: Case) -> tuple[Table, list[float]]:
    """Posteriors of all links, and expected jumps, by summing over every alignment."""
    length, width = case.size
    links = [[0.0] * width for _ in range(length)]
    jumped = [0.0] * JUMPS
    whole = 0.0
    for drawn in range(width):
        for path in product([None, *range(width)], repeat=length):
            if path[0] is not None and path[0] != drawn:
                continue
            chance, place, seen = jump(case, -1, drawn), drawn, []
            for at, chosen in enumerate(path):
                if chosen is None:
                    chance *= NULL * case.null[at]
                    continue
                if at:
                    chance *= jump(case, place, chosen)
                    seen.append(bin_of(chosen - place))
                chance *= (1 - NULL) * case.emission[at][chosen]
                place = chosen
            whole += chance
            for at, chosen in enumerate(path):
                if chosen is not None:
                    links[at][chosen] += chance
            for distance in seen:
                jumped[distance] += chance
    return [[p / whole for p in row] for row in links], [n / whole for n in jumped]


def arrays(cases: list[Case]) -> tuple[Floats, NDArray[np.bool_], NDArray[np.bool_], Floats]:
    """One padded batch; what stands in the padding must not matter."""
    length, width = (max(case.size[side] for case in cases) for side in (0, 1))
    emission = np.full((len(cases), length, width), 0.7)
    null = np.full((len(cases), length), 0.3)
    source = np.zeros((len(cases), width), bool)
    target = np.zeros((len(cases), length), bool)
    for row, case in enumerate(cases):
        n, m = case.size
        emission[row, :n, :m] = case.emission
        null[row, :n] = case.null
        source[row, :m] = target[row, :n] = True
    return emission, source, target, null


SIZES = [(1, 1), (1, 3), (3, 1), (2, 2), (3, 4), (4, 3), (5, 2)]


def surely_nothings() -> Case:
    """The second word cannot come from any source word, the first and third from only one."""
    case = Case(Random(8), 3, 2)
    case.emission = [[1.0, 0.0], [0.0, 0.0], [0.0, 1.0]]
    return case


@pytest.mark.parametrize(
    "case", [*(Case(Random(f"{size}"), *size) for size in SIZES), surely_nothings()]
)
def test_posteriors_are_those_of_all_alignments(case: Case) -> None:
    links, jumped = enumerated(case)
    found, seen = posteriors(*arrays([case]), np.array(case.jumps))
    np.testing.assert_allclose(found[0], links, atol=TOLERANCE)
    np.testing.assert_allclose(seen, jumped, atol=TOLERANCE)


def test_posteriors_in_a_padded_batch_are_those_of_each_alone() -> None:
    rng = Random(3)
    cases = [Case(rng, *size) for size in SIZES]
    for case in cases:
        case.jumps = cases[0].jumps
    together, seen = posteriors(*arrays(cases), np.array(cases[0].jumps))
    expected = np.zeros(JUMPS)
    for row, case in enumerate(cases):
        n, m = case.size
        links, jumped = enumerated(case)
        np.testing.assert_allclose(together[row, :n, :m], links, atol=TOLERANCE)
        assert not together[row, n:].any()
        assert not together[row, :, m:].any()
        expected += jumped
    np.testing.assert_allclose(seen, expected, atol=TOLERANCE)


def test_posteriors_count_jumps_beyond_the_farthest_as_the_farthest() -> None:
    width = FARTHEST + 5
    case = Case(Random(1), 2, width)
    case.emission = [[0.0] * width, [0.0] * width]
    case.emission[0][0] = case.emission[1][width - 1] = 1.0
    case.null = [0.0, 0.0]
    _, seen = posteriors(*arrays([case]), np.array(case.jumps))
    expected = np.zeros(JUMPS)
    expected[-1] = 1.0
    np.testing.assert_allclose(seen, expected, atol=TOLERANCE)


def test_posteriors_of_long_sentences_do_not_vanish() -> None:
    # 300 words of probability 1e-9 each are far below the smallest float
    size = 300
    emission = np.where(np.eye(size) > 0, 1e-9, 1e-14)[None]
    mask = np.ones((1, size), bool)
    found, seen = posteriors(emission, mask, mask, np.full((1, size), 1e-12), first_jumps())
    assert np.isfinite(found).all()
    assert (found[0].argmax(1) == np.arange(size)).all()
    assert seen.argmax() == FARTHEST + 1


def test_first_jumps_are_probabilities_and_prefer_the_next_word() -> None:
    jumps = first_jumps()
    assert len(jumps) == JUMPS
    assert jumps.sum() == pytest.approx(1)
    assert jumps.min() > 0
    assert jumps.argmax() == FARTHEST + 1


def near_diagonal(
    emission: Floats, source: NDArray[np.bool_], target: NDArray[np.bool_], null: Floats
) -> NDArray[np.float32]:
    """Posteriors, from the parts that learning puts together otherwise."""
    single, near = emission.astype(np.float32), nearness(source, target)
    every, _ = near_sums(single, null, near)
    return single * near / every[..., None]


def test_nearness_falls_with_the_distance_of_relative_places() -> None:
    # two words beside three: places 1/4, 3/4 and 1/6, 1/2, 5/6; one row of padding each
    source, target = np.array([[True, True, True, False]]), np.array([[True, True, False]])
    found = nearness(source, target)[0]
    for there, row in zip((1 / 4, 3 / 4), found, strict=False):
        expected = [np.exp(-4 * abs(there - here)) for here in (1 / 6, 1 / 2, 5 / 6)]
        np.testing.assert_allclose(row[:3], expected, atol=TOLERANCE)
    assert not found[2].any()
    assert not found[:, 3].any()


def test_near_sums_leave_the_rest_to_no_partner() -> None:
    rng = Random(7)
    emission, source, target, null = arrays([Case(rng, *size) for size in SIZES])
    near = nearness(source, target)
    _, alone = near_sums(emission.astype(np.float32), null, near)
    linked = near_diagonal(emission, source, target, null).sum(2)
    np.testing.assert_allclose((alone + linked)[target], 1, atol=TOLERANCE)
    assert not alone[~target].any()


def test_near_diagonal_of_a_batch_is_that_of_each_alone() -> None:
    cases = [Case(Random(n), *size) for n, size in enumerate(SIZES)]
    found = near_diagonal(*arrays(cases))
    assert (found >= 0).all()
    assert (found.sum(2) <= 1 + TOLERANCE).all()
    for row, case in enumerate(cases):
        n, m = case.size
        (alone,) = near_diagonal(*arrays([case]))
        np.testing.assert_allclose(found[row, :n, :m], alone, atol=TOLERANCE)
        assert (alone > 0).all()
        assert not found[row, n:].any()
        assert not found[row, :, m:].any()


def test_near_diagonal_prefers_the_same_place() -> None:
    mask = np.ones((1, 4), bool)
    found = near_diagonal(np.full((1, 4, 4), 0.5), mask, mask, np.full((1, 4), 0.5))[0]
    for axis in (0, 1):
        assert (found.argmax(axis) == np.arange(4)).all()
