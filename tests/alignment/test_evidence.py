"""What speaks for word pairs: looked up for the few that something speaks for, or for all."""

from random import Random

import numpy as np
import pytest
from aligning import text

from litmus.alignment.embedded import evidence as module
from litmus.alignment.embedded.cooccurrence import Cells, Sentences
from litmus.alignment.embedded.counts import Counts
from litmus.alignment.embedded.evidence import Emissions, digamma, distinct, evidence_of
from litmus.alignment.embedded.model import LinkModel

PRIOR = Counts.of([("house", "maison", 20.0), ("", "de", 3.0), ("does", "", 2.0)])
PAIRS = [
    (["the", "house", "of", "paris", "does"], ["la", "maison", "de", "paris"]),
    (["paris"], ["paris", "maison", "la"]),
    (["house", "of"], ["house"]),
]


@pytest.mark.parametrize("marks", [module._MARKS, 4])  # with four, nearly all share a mark
def test_emissions_are_those_of_all_pairs_that_meet(
    monkeypatch: pytest.MonkeyPatch, marks: int
) -> None:
    monkeypatch.setattr(module, "_MARKS", marks)
    pairs = [*PAIRS, *((source, target) for source, target, _ in text(5, 60))]
    model = LinkModel(PRIOR, languages=("en", "fr")).learn(pairs)
    assert len(model.learned)
    cells, sentences = Cells(pairs), Sentences(pairs)
    weights = cells.spread(*paired(model.learned, cells))
    sides = cells.source, cells.target
    nulls = [np.zeros(len(cells.target)), np.zeros(len(cells.source))]
    first, second, held = model.learned.between(*sides)
    nulls[0][second[first == 0]] = held[first == 0]
    nulls[1][first[second == 0]] = held[second == 0]
    sums = [model.learned.sums(side, keys) for side, keys in enumerate(sides)]
    given = evidence_of(model, cells).probabilities(weights, nulls, sums)
    emissions = Emissions(model, sentences)
    for side in (0, 1):
        assert (emissions.nulls[side] == given[side].null).all()
    for batch, group in zip(cells.batches, sentences.groups, strict=True):
        words = (batch.target > 0)[:, :, None] & (batch.source > 0)[:, None, :]
        for side, found in enumerate(emissions.of(group)):
            assert (found == given[side].emission.astype(np.float32)[batch.cells])[words].all()


def paired(counts: Counts, cells: Cells) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    first, second, weights = counts.between(cells.source, cells.target)
    some = (first > 0) & (second > 0)
    return first[some], second[some], weights[some]


def test_distinct_numbers_are_sorted_and_each_once() -> None:
    rng = Random(2)
    parts = [[rng.randint(0, 30) for _ in range(size)] for size in (0, 1, 50)]
    found = distinct([np.array(part, np.int64) for part in parts])
    assert found.tolist() == sorted({n for part in parts for n in part})
    assert distinct([np.zeros(0, np.int64)]).tolist() == []


def test_digamma_steps_by_its_recurrence_from_a_known_value() -> None:
    x = np.array([1.0, 0.01, 0.5, 7.0, 1000.0])
    assert digamma(x)[0] == pytest.approx(-0.5772156649015329)
    np.testing.assert_allclose(digamma(x + 1) - digamma(x), 1 / x, rtol=1e-6)
