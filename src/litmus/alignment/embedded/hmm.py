"""Posterior probabilities of links in one direction: a hidden Markov model over many pairs at once.

Target words are emitted by source words (or by none); the next one tends to come from a source word
close by. Arrays are (pair, target, source), padded; `source` and `target` say what is no padding,
`null` (pair, target) how likely each word comes from none.
"""

import numpy as np
from numpy.typing import NDArray

from litmus.arrays import Bools, Floats, Floats32

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


def weighted_count(numbers: NDArray[np.integer], weights: Floats | Floats32, size: int) -> Floats:
    """The sum of the weights of every number from 0 to size - 1."""
    return np.asarray(np.bincount(numbers.ravel(), weights.ravel(), size), np.float64)


def nearness(source: Bools, target: Bools) -> Floats32:
    """How near the diagonal every cell is, at most 1; 0 in padding. The same in both directions."""
    # exp(-|a - b|) is the lesser of exp(a) exp(-b) and exp(-a) exp(b): no exponent per cell.
    sides = []
    for mask in (target, source):
        n = np.maximum(mask.sum(1, keepdims=True), 1)
        place = _DIAGONAL * (np.arange(mask.shape[1]) + 0.5) / n
        sides.append([(np.exp(sign * place) * mask).astype(np.float32) for sign in (1, -1)])
    (there, there_back), (here, here_back) = sides
    near: Floats32 = there[:, :, None] * here_back[:, None, :]
    np.minimum(near, there_back[:, :, None] * here[:, None, :], out=near)
    return near


def near_sums(emission: Floats32, null: Floats, near: Floats32) -> tuple[Floats32, Floats32]:
    """When words of the same relative place are likely partners: for every target word, what its
    emissions, times nearness, are divided by to be posteriors; and that of no partner."""
    # Both terms are divided by the sum of nearness in one go, instead of all cells.
    none = (_NULL / (1 - _NULL) * null).astype(np.float32) * np.add.reduce(near, 2)
    every = np.einsum("pts,pts->pt", emission, near)
    every += none
    np.maximum(every, _TINY, out=every)
    return every, none / every


def posteriors(
    emission: Floats | Floats32,
    source: Bools,
    target: Bools,
    null: Floats,
    jumps: Floats,
    *,
    counted: bool = True,
) -> tuple[Floats32, Floats]:
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
    share = (source * np.float32(1 - _NULL)).astype(np.float32)
    np.multiply(emission.swapaxes(0, 1), share, out=said, casting="same_kind")
    emitted = said.copy()
    silent = np.empty_like(said)
    silent[...] = _NULL * null.T[..., None]
    ended = _ended(target)
    reached = _forward(said, silent, begin, scale, step, ended)
    inside = target.T[..., None].astype(np.float32)
    if any(place is not None for place in ended):
        emitted *= inside
    after, most = _backward(emitted, silent, scale, step, ended)
    every = np.einsum("tps,tps->tp", reached, after)[..., None]
    np.maximum(every, _TINY, out=every)
    seen = np.zeros(JUMPS)
    if counted:
        emitted *= after
        ahead = emitted[1:]
        ahead /= np.maximum(every[:-1] * most[1:], _TINY)
        before = (reached[:-1] * scale).reshape(-1, width)
        seen = weighted_count(index, (before.T @ ahead.reshape(-1, width)) * step, JUMPS)
    weight = np.divide(after, every, out=after)
    weight *= inside
    said *= weight
    return said.swapaxes(0, 1), seen


def _ended(target: Bools) -> list[Bools | None]:
    """At each place, which sentences have ended; None where none has, as at most places."""
    whole: list[bool] = np.logical_and.reduce(target, 0).tolist()
    outside = ~target.T[..., None]
    return [None if all_ else outside[at] for at, all_ in enumerate(whole)]


# Batches are often a few sentences, where every call costs more than its arithmetic: the two loops
# hold only what one place needs of the next.
def _forward(
    said: Floats32,
    silent: Floats32,
    begin: Floats32,
    scale: Floats32,
    step: Floats32,
    ended: list[Bools | None],
) -> Floats32:
    """How likely each place was reached, by a word or by none; `said` becomes the words' share."""
    reached = np.empty_like(said)
    totals = np.empty_like(said[..., :1])
    least = np.full_like(totals[0], _TINY)
    moved, arrived = np.empty_like(begin), np.empty_like(begin)
    before = begin
    for here, now, none, total, over in zip(said, reached, silent, totals, ended, strict=True):
        if before is begin:
            here *= begin
        else:
            np.multiply(before, scale, out=moved)
            np.matmul(moved, step, out=arrived)
            here *= arrived
        np.multiply(before, none, out=now)
        now += here
        np.add.reduce(now, 1, out=total, keepdims=True)
        np.maximum(total, least, out=total)
        now /= total
        if over is not None:
            np.copyto(now, before, where=over)
        before = now
    said /= totals
    return reached


def _backward(
    emitted: Floats32,
    silent: Floats32,
    scale: Floats32,
    step: Floats32,
    ended: list[Bools | None],
) -> tuple[Floats32, Floats32]:
    """How likely what follows each place is, by source place, with one as the most; and what it was
    divided by for that, at the place that follows."""
    after = np.empty_like(emitted)
    after[-1] = 1
    ahead, moved, kept = (np.empty_like(scale) for _ in range(3))
    divided, least = np.ones_like(emitted[..., :1]), np.full_like(scale[:, :1], _TINY)
    for at in range(len(emitted) - 1, 0, -1):
        backward, new, most, over = after[at], after[at - 1], divided[at], ended[at]
        np.multiply(emitted[at], backward, out=ahead)
        np.matmul(ahead, step.T, out=moved)
        moved *= scale
        np.multiply(silent[at], backward, out=kept)
        moved += kept
        np.maximum.reduce(moved, 1, out=most, keepdims=True)
        np.maximum(most, least, out=most)
        np.divide(moved, most, out=new)
        if over is not None:
            np.copyto(new, backward, where=over)
    return after, divided
