"""Posterior probabilities of links in one direction: a hidden Markov model over many pairs at once.

Target words are emitted by source words (or by none); the next one tends to come from a source word
close by. Arrays are (pair, target, source), padded; `source` and `target` say what is no padding,
`null` (pair, target) how likely each word comes from none.
"""

import numpy as np
from numpy.typing import NDArray

from litmus.arrays import Bools, Floats

FARTHEST = 20  # longer jumps count as this long
JUMPS = 2 * FARTHEST + 1
_NULL = 0.08  # share of words that nothing emits
_TINY = np.float32(1e-30)
_DIAGONAL = 4.0  # how fast words far from the diagonal lose, before jumps are known


def first_jumps() -> Floats:
    """Jump distances before any text was seen: the next word, mostly."""
    distance = np.arange(-FARTHEST, FARTHEST + 1)
    jumps = np.exp(-np.abs(distance - 1) / 2.0) + 0.002
    return np.asarray(jumps / jumps.sum())


def weighted_count(numbers: NDArray[np.integer], weights: Floats, size: int) -> Floats:
    """The sum of the weights of every number from 0 to size - 1."""
    return np.bincount(numbers.ravel(), weights.ravel(), size).astype(np.float64)


def near_diagonal(emission: Floats, source: Bools, target: Bools, null: Floats) -> Floats:
    """Posteriors when words of the same relative place are likely partners."""
    places = []
    for mask in (target, source):
        n = np.maximum(mask.sum(1, keepdims=True), 1)
        places.append((np.arange(mask.shape[1]) + 0.5) / n)
    distance = np.abs(places[0][:, :, None] - places[1][:, None, :])
    near = np.exp(-_DIAGONAL * distance) * source[:, None, :]
    near /= near.sum(2, keepdims=True)
    joint = emission * near * (1 - _NULL)
    return joint / (joint.sum(2) + _NULL * null)[..., None] * target[..., None]  # type: ignore[no-any-return]


def posteriors(
    emission: Floats,
    source: Bools,
    target: Bools,
    null: Floats,
    jumps: Floats,
    *,
    counted: bool = True,
) -> tuple[Floats, Floats]:
    """Forward and backward; also the expected number of jumps of each distance, if `counted`.

    A word that nothing emits stands in a state of its own that remembers where the last one was.
    Single precision is enough, since every step is brought to a sum or a maximum of one.
    """
    count, length, width = emission.shape
    index = np.arange(width)[None, :] - np.arange(width)[:, None]
    index = np.clip(index, -FARTHEST, FARTHEST) + FARTHEST  # [from, to]
    step = jumps[index].astype(np.float32)
    scale = 1 / np.maximum(source @ step.T, 1e-12)  # so that jumps inside the sentence sum to one
    begin = (jumps[np.clip(np.arange(width) + 1, None, FARTHEST) + FARTHEST] * source).astype("f4")
    begin /= begin.sum(1, keepdims=True)
    said = np.empty((length, count, width), np.float32)
    said[...] = (emission * (source * np.float32(1 - _NULL))[:, None, :]).swapaxes(0, 1)
    emitted = said.copy()
    silent = (_NULL * null.T[..., None]).astype(np.float32)
    outside: Bools = ~target.T[..., None]
    inside = target.T[..., None].astype(np.float32)
    # Places where no sentence has ended, which are most.
    whole: list[bool] = np.logical_and.reduce(target, 0).tolist()
    reached = np.empty_like(said)  # by a word or by none
    moved = np.empty((count, width), np.float32)
    for at in range(length):
        before, here, now = reached[at - 1] if at else begin, said[at], reached[at]
        if at:
            np.multiply(before, scale, out=moved)
            here *= moved @ step
        else:
            here *= begin
        np.multiply(before, silent[at], out=now)
        now += here
        total = now.sum(1, keepdims=True)
        np.maximum(total, _TINY, out=total)
        here /= total
        now /= total
        if not whole[at]:
            np.copyto(now, before, where=outside[at])
    backward = np.ones((count, width), np.float32)
    jumped = np.zeros((width, width), np.float32)
    for at in range(length - 1, -1, -1):
        np.multiply(reached[at], backward, out=moved)
        every = moved.sum(1, keepdims=True)
        np.maximum(every, _TINY, out=every)
        np.divide(backward, every, out=moved)
        if not whole[at]:
            moved *= inside[at]
        said[at] *= moved
        if at:
            ahead = emitted[at]
            ahead *= backward
            if not whole[at]:
                ahead *= inside[at]
            moved = ahead @ step.T
            moved *= scale
            moved += silent[at] * backward
            if counted:
                every = np.maximum((reached[at - 1] * moved).sum(1, keepdims=True), _TINY)
                jumped += (reached[at - 1] * scale).T @ (ahead / every)
            most = moved.max(1, keepdims=True)
            np.maximum(most, _TINY, out=most)
            moved /= most
            if not whole[at]:
                np.copyto(moved, backward, where=outside[at])
            backward, moved = moved, backward
    found = said.swapaxes(0, 1).astype(np.float64)
    return found, weighted_count(index, (jumped * step).astype(np.float64), JUMPS)
