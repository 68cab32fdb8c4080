"""fast_align's model after its paper (Dyer et al. 2013), for machines without its package.

IBM model 2 with a diagonal whose tension is learned, a null word, variational Bayes, five rounds,
both directions, grow-diag-final-and. On the English-French set it should come near the 27.6 that
the package gets there.
"""

from collections.abc import Sequence

import numpy as np

from litmus.alignment.embedded.cooccurrence import Cells
from litmus.alignment.embedded.evidence import digamma
from litmus.alignment.embedded.hmm import Floats, weighted_count
from litmus.alignment.links import Link
from litmus.alignment.symmetrise import grow_diag_final_and

NULL, ALPHA, ROUNDS, TENSION = 0.08, 0.01, 5, 4.0


def align(pairs: Sequence[tuple[str, str]]) -> list[set[Link]]:
    """Links of tokenised pairs, learned from them alone."""
    words = [(a.lower().split(), b.lower().split()) for a, b in pairs]
    forward = _direction(words)
    backward = [{(j, i) for i, j in links} for links in _direction([(b, a) for a, b in words])]
    return [grow_diag_final_and(a, b) for a, b in zip(forward, backward, strict=True)]


def _direction(words: Sequence[tuple[list[str], list[str]]]) -> list[set[Link]]:
    cells = Cells(words)
    table, null = np.ones(len(cells)), np.ones(len(cells.target))
    tension, vocabulary = TENSION, len(cells.target)
    found: list[set[Link]] = [set() for _ in words]
    for number in range(ROUNDS + 1):
        counts, alone = np.zeros(len(cells)), np.zeros(len(cells.target))
        empirical, seen, shapes = 0.0, 0.0, []
        for batch in cells.batches:
            source, target = batch.source > 0, batch.target > 0
            near, distance = _near(source, target, tension)
            joint = table[batch.cells] * near * (1 - NULL)
            empty = null[batch.target] * NULL
            if number == ROUNDS:
                _decide(found, batch.numbers, joint, empty, target)
                continue
            posterior = joint / (joint.sum(2) + empty)[..., None] * target[..., None]
            counts += weighted_count(batch.cells, posterior, len(cells))
            rest = (1 - posterior.sum(2)) * target
            alone += weighted_count(batch.target, rest, len(alone))
            empirical -= float((posterior * distance).sum())
            seen += float(target.sum())
            shapes.append((source, target))
        if number == ROUNDS:
            break
        if number:
            tension = _tightened(tension, empirical / seen, seen, shapes)
        # smoothed over the words that meet, as its code does
        total = weighted_count(cells.first, counts + ALPHA, len(cells.source))
        table = np.exp(digamma(counts + ALPHA) - digamma(total)[cells.first])
        null = np.exp(
            digamma(alone + ALPHA) - digamma(alone.sum(keepdims=True) + ALPHA * vocabulary)
        )
    return found


def _near(source: np.ndarray, target: np.ndarray, tension: float) -> tuple[Floats, Floats]:
    places = [
        (np.arange(mask.shape[1]) + 1) / np.maximum(mask.sum(1, keepdims=True), 1)
        for mask in (target, source)
    ]
    distance = np.abs(places[0][:, :, None] - places[1][:, None, :])
    near = np.exp(-tension * distance) * source[:, None, :]
    return near / near.sum(2, keepdims=True), distance


def _tightened(tension: float, empirical: float, seen: float, shapes: list) -> float:  # type: ignore[type-arg]
    """Eight steps towards the tension whose expected distance is the one found."""
    for _ in range(8):
        expected = 0.0
        for source, target in shapes:
            near, distance = _near(source, target, tension)
            expected -= float((near * distance * target[..., None]).sum())
        tension += (empirical - expected / seen) * 20
        tension = min(max(tension, 0.1), 14.0)
    return tension


def _decide(
    found: list[set[Link]], numbers: list[int], joint: Floats, empty: Floats, target: np.ndarray
) -> None:
    best = joint.argmax(2)
    for row, number in enumerate(numbers):
        for j in np.nonzero(target[row])[0].tolist():
            i = int(best[row, j])
            if joint[row, j, i] > empty[row, j]:
                found[number].add((i, j))
