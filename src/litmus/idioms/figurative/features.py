"""What tells literal from figurative use: the form of the phrase, the words beside it, and whether
the words around it are related to its own. Many phrases at once."""

from collections.abc import Sequence

import numpy as np

from litmus.arrays import Array, Bools, Floats32
from litmus.idioms.figurative.phrases import FORM, SIGNS, Phrase
from litmus.idioms.figurative.vectors import WordVectors

_OWN = (
    *("own concrete", "own most concrete", "own least concrete"),
    *("own rarity", "own rarest", "own least rare", "own human", "own related", "own most related"),
)
_RELATED = (
    *("related", "most related", "second related", "three related", "related to all"),
    *("least related own", "near related", "near most related", "related middle"),
    *("related more than own", "concrete own related", "concrete own mean related"),
    *("rare related", "amount related"),
)
_AROUND = (
    *("concrete", "most concrete", "near concrete", "near most concrete", "least concrete"),
    *("human", "near human", "rare concrete", "three concrete", "spread concrete"),
    "more concrete than own",
)
NAMES = (*FORM, *SIGNS, *_OWN, *_RELATED, *_AROUND)
_LOW = np.float32(-2)  # below every similarity
_RELATED_FROM = 0.3


def width(vectors: WordVectors) -> int:
    """Columns of `features`."""
    return len(NAMES) + 3 * int(vectors.table.shape[1])


def features(phrases: Sequence[Phrase], vectors: WordVectors) -> Floats32:
    """A row a phrase: the columns `NAMES`, then the vectors of its own words, of the words around
    it and of those near it."""
    own, has_own = _padded([phrase.own for phrase in phrases], vectors.none)
    around, has = _padded([phrase.around for phrase in phrases], vectors.none)
    near = np.zeros(around.shape, np.float32)
    for row, phrase in zip(near, phrases, strict=True):
        row[: len(phrase.near)] = phrase.near
    rare = vectors.rarity[around]
    own_vectors, around_vectors = vectors.table[own], vectors.table[around]
    means = [
        _mean(own_vectors, has_own.astype(np.float32)),
        _mean(around_vectors, rare),
        _mean(around_vectors, near),
    ]
    signs = np.zeros((len(phrases), len(SIGNS)), np.float32)
    for row, phrase in zip(signs, phrases, strict=True):
        row[phrase.signs] = 1
    of_own = _own(own, has_own, own_vectors, vectors)
    related = around_vectors @ own_vectors.transpose(0, 2, 1)
    concrete = np.where(has_own, vectors.concreteness[own], _LOW).argmax(axis=1)
    known = np.logical_and(has_own.any(axis=1), has.any(axis=1)).astype(np.float32)
    of_related = _related(related, has_own, has, near, rare, concrete, means)
    of_related[:, _RELATED.index("related more than own")] -= of_own[:, -2]
    of_around = _around(around, has, near, rare, vectors)
    of_around[:, -1] -= of_own[:, 0]
    of_around[:, -1] *= known
    form = np.array([phrase.form for phrase in phrases], np.float32)
    return np.concatenate(
        [form, signs, of_own, of_related * known[:, None], of_around, *means], axis=1
    )


def _padded(rows: Sequence[Sequence[int]], none: int) -> tuple[Array, Bools]:
    longest = max(map(len, rows)) or 1
    padded = np.full((len(rows), longest), none, np.int64)
    for place, row in enumerate(rows):
        padded[place, : len(row)] = row
    return padded, padded != none


def _mean(vectors: Floats32, weights: Floats32) -> Floats32:
    total = (weights[:, None, :] @ vectors)[:, 0]
    mean: Floats32 = total / np.maximum(weights.sum(axis=1), np.float32(1e-6))[:, None]
    return mean


def _average(values: Floats32, weights: Floats32) -> Floats32:
    total = (values * weights).sum(axis=1)
    average: Floats32 = total / np.maximum(weights.sum(axis=1), np.float32(1e-6))
    return average


def _most(values: Floats32, has: Bools) -> Floats32:
    most = np.where(has, values, _LOW).max(axis=1, initial=_LOW)
    known: Floats32 = np.where(has.any(axis=1), most, np.float32(0))
    return known


def _own(own: Array, has: Bools, table: Floats32, vectors: WordVectors) -> Floats32:
    """How concrete, how rare and how related to each other its own words are."""
    concrete, rare, ones = vectors.concreteness[own], vectors.rarity[own], has.astype(np.float32)
    alike = table @ table.transpose(0, 2, 1)
    first, second = np.triu_indices(own.shape[1], 1)
    pairs, both = alike[:, first, second], has[:, first] & has[:, second]
    columns = [
        _average(concrete, ones),
        _most(concrete, has),
        -_most(-concrete, has),
        _average(rare, ones),
        _most(rare, has),
        -_most(-rare + np.float32(1), has) + np.float32(1),
        _most(vectors.humanity[own], has),
    ]
    columns += [_average(pairs, both.astype(np.float32)), _most(pairs, both)]
    return np.stack(columns, axis=1)


def _related(
    related: Floats32,
    has_own: Bools,
    has: Bools,
    near: Floats32,
    rare: Floats32,
    concrete: Array,
    means: Sequence[Floats32],
) -> Floats32:
    """Literal use has words about the same things around it."""
    n_own = np.maximum(has_own.sum(axis=1, dtype=np.float32), np.float32(1))[:, None]
    ones = has.astype(np.float32)
    mean = related.sum(axis=2) / n_own  # rows of no word are 0
    most = np.where(has_own[:, None, :], related, _LOW).max(axis=2)
    closest = -np.sort(-np.where(has, most, _LOW), axis=1)[:, :3]
    closest = np.pad(closest, ((0, 0), (0, 3 - closest.shape[1])), constant_values=_LOW)
    there = closest > _LOW
    closest = np.where(there, closest, np.float32(0))
    of_each_own = np.where(has[:, :, None], related, _LOW).max(axis=1)
    of_concrete = related[np.arange(len(related)), :, concrete]
    lengths = np.linalg.norm(means[0], axis=1) * np.linalg.norm(means[1], axis=1)
    middle = (means[0] * means[1]).sum(axis=1) / np.maximum(lengths, np.float32(1e-6))
    columns = [
        _average(mean, ones),
        closest[:, 0],
        closest[:, 1],
        _average(closest, there.astype(np.float32)),
        _most(mean, has),
        -_most(-of_each_own, has_own),
        _average(mean, near),
        _most(most * near, has),
        middle,
        middle,
        _most(of_concrete, has),
        _average(of_concrete, ones),
        _average(np.where(has, most, np.float32(0)), rare),
        (np.maximum(most - np.float32(_RELATED_FROM), 0) * ones).sum(axis=1),
    ]
    return np.stack(columns, axis=1)


def _around(
    around: Array, has: Bools, near: Floats32, rare: Floats32, vectors: WordVectors
) -> Floats32:
    """Literal use has more of things than of thoughts around it."""
    concrete, human = vectors.concreteness[around], vectors.humanity[around]
    ones = has.astype(np.float32)
    mean = _average(concrete, ones)
    top = -np.sort(-np.where(has, concrete, _LOW), axis=1)[:, :3]
    apart = (concrete - mean[:, None]) ** 2
    columns = [
        mean,
        _most(concrete, has),
        _average(concrete, near),
        _most(concrete * near, has),
        -_most(-concrete, has),
        _most(human, has),
        _average(human, near),
        _average(concrete, rare),
        _average(np.where(top > _LOW, top, np.float32(0)), (top > _LOW).astype(np.float32)),
        np.sqrt(_average(apart, ones)),
        mean,
    ]
    return np.stack(columns, axis=1)
