"""The best tree with one root, held against all trees there are."""

from functools import cache
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from litmus.language.embedded.tree import best_tree, best_trees

SELF = -1e4  # what the analyser gives a word as its own head


def is_tree(heads: list[int]) -> bool:
    """One root, and no word that leads back to itself."""
    for start in range(1, len(heads) + 1):
        at = start
        for _ in heads:
            at = heads[at - 1] if at else 0
        if at:
            return False
    return heads.count(0) == 1


@cache
def all_trees(n: int) -> NDArray[np.int64]:
    every = product(range(n + 1), repeat=n)
    return np.array([heads for heads in every if is_tree(list(heads))])


def total(scores: NDArray[np.floating], heads: list[int]) -> float:
    return float(sum(scores[word, head] for word, head in enumerate(heads)))


def best_total(scores: NDArray[np.floating]) -> float:
    trees = all_trees(len(scores))
    return float(scores[np.arange(len(scores)), trees].sum(1).max())


def random_scores(rng: np.random.Generator, n: int, root: float = 0.0) -> NDArray[np.float64]:
    """Logarithms of probabilities, as the network gives them; `root` makes it more attractive."""
    scores = rng.normal(0, 2, (n, n + 1))
    scores[:, 0] += root
    scores[np.arange(n), np.arange(1, n + 1)] = SELF
    return np.asarray(scores - np.log(np.exp(scores).sum(1, keepdims=True)))


@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 2), (3, 9), (4, 64), (5, 625)])
def test_all_trees_are_as_many_as_cayley_counted(n: int, count: int) -> None:
    assert len(all_trees(n)) == count  # n to the power of n - 1


@pytest.mark.parametrize("root", [-3.0, 0.0, 3.0])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_best_tree_is_the_best_of_all(n: int, root: float) -> None:
    rng = np.random.default_rng(n)
    for _ in range(60):
        scores = random_scores(rng, n, root)
        heads = best_tree(scores)
        assert is_tree(heads)
        assert total(scores, heads) == pytest.approx(best_total(scores))


def test_best_tree_among_equals_is_one_of_the_best() -> None:
    rng = np.random.default_rng(7)
    for n in (2, 3, 4, 5) * 30:
        scores = rng.integers(-2, 0, (n, n + 1)).astype(float)
        heads = best_tree(scores)
        assert is_tree(heads)
        assert total(scores, heads) == best_total(scores)
    assert all(is_tree(best_tree(np.zeros((n, n + 1)))) for n in (1, 2, 5, 60))


def test_best_tree_by_hand() -> None:
    assert best_tree(np.array([[-5.0, 0.0]])) == [0]  # one word is the root
    # Each word likes itself best; without that, 2 is the root and 1 hangs on it.
    assert best_tree(np.array([[-3.0, 0.0, -1.0], [-1.0, -3.0, 0.0]])) == [2, 0]
    # Greedy: 1 <- 2 <- 3 <- 1. To cut at 1 costs 9 - 1, at 2 costs 9 - 5, at 3 costs 9 - 2.
    assert best_tree(np.array([[1.0, -99, 9, 0], [5, 0, -99, 9], [2, 9, 0, -99]])) == [2, 0, 1]
    # All prefer the root. As the only root, 2 leaves -1 - 1 for the others, 1 and 3 leave worse.
    scores = np.array([[-0.1, -99, -1, -4], [-0.1, -3, -99, -3], [-0.1, -4, -1, -99]])
    before = scores.copy()
    assert best_tree(scores) == [2, 0, 2]
    assert (scores == before).all()


@pytest.mark.parametrize("root", [-3.0, 0.0, 3.0])
def test_best_tree_of_a_long_sentence_cannot_be_bettered_by_one_word(root: float) -> None:
    rng = np.random.default_rng(60)
    scores = random_scores(rng, 60, root)
    heads = best_tree(scores)
    assert is_tree(heads)
    for word, head in product(range(60), range(61)):
        other = [*heads[:word], head, *heads[word + 1 :]]
        if scores[word, head] > scores[word, heads[word]] + 1e-9:
            assert not is_tree(other)


def test_best_tree_finds_a_tree_that_was_hidden() -> None:
    # The heads of the tree score -1, others at most -2, but some words like a child of theirs
    # better, at -0.5. Each such circle wins 0.5 and costs at least 1 to be broken elsewhere.
    rng = np.random.default_rng(62)
    n = 60
    hidden = [0, *(int(rng.integers(1, word)) for word in range(2, n + 1))]
    scores = rng.uniform(-4, -2, (n, n + 1))
    scores[np.arange(n), hidden] = -1.0
    taken: set[int] = set()
    for child, parent in enumerate(hidden, start=1):
        if parent and not taken & {child, parent}:
            taken |= {child, parent}
            scores[parent - 1, child] = -0.5
    assert len(taken) > 20
    assert best_tree(scores) == hidden


def test_best_tree_of_many_words_sees_small_differences_between_roots() -> None:
    # Two words want to be the root, all others hang on the first of them; one is better by 0.05.
    n = 250
    scores = np.full((n, n + 1), -20.0, np.float32)  # as the network gives them
    scores[:, 1] = -0.01
    scores[[0, 1], [2, 1]] = -3.0
    scores[np.arange(n), np.arange(1, n + 1)] = SELF
    for better in (-0.1, -0.2, -0.3, -0.4):
        scores[[0, 1], 0] = better, better - 0.05
        assert best_tree(scores)[:3] == [0, 1, 1]
        scores[[0, 1], 0] = better - 0.05, better
        assert best_tree(scores)[:3] == [2, 0, 1]


def test_trees_of_a_batch_are_those_of_its_sentences() -> None:
    rng = np.random.default_rng(3)
    lengths = np.array([1, 7, 2, 12, 5, 5, 9, 3] * 20)
    alone = [random_scores(rng, int(n)) for n in lengths]
    padded = np.full((len(lengths), 12, 13), SELF)
    for at, scores in enumerate(alone):
        n = len(scores)
        padded[at, :n, : n + 1] = scores
    assert best_trees(padded, lengths) == [best_tree(scores) for scores in alone]
    straight = [scores.argmax(1).tolist() for scores in alone]
    assert 0 < sum(map(is_tree, straight)) < len(alone)  # some are found at once, some are not
