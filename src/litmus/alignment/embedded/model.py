"""The link model: what makes two words partners, learned from sentence pairs by EM."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from litmus.alignment.embedded.cooccurrence import Batch, Cells, Keyed
from litmus.alignment.embedded.counts import Counts
from litmus.alignment.embedded.hmm import (
    JUMPS,
    first_jumps,
    near_diagonal,
    posteriors,
    weighted_count,
)
from litmus.alignment.tokens import bare, likeness
from litmus.arrays import Floats, Ints

# Chosen on the gold sets that docs/alignment.md reports; half or twice one moves them by a point
# or two.
_SMOOTH = 0.01  # weight of a word pair that nothing speaks for
_WORDS = 5000  # words a language has, as far as smoothing goes
_LIKE = 1.0  # weight of two words that look the same
_TRUST = 100.0  # the most that dictionary counts of a word weigh
_JUMPS_TRUST = 1000.0  # weight of the first jumps beside those seen
_NULL_TRUST = 200.0  # the most that dictionary counts of words without a partner weigh
_ROUNDS = (2, 1)  # of learning near the diagonal, then with jumps
_LEAST = 1e-3  # weight of what is kept
_MANY = 20_000  # sentence pairs from which word pairs that meet once are left out


class Settings(NamedTuple):
    """What can be tried out; the defaults are what ships."""

    smooth: float = _SMOOTH
    words: float = _WORDS
    like: float = _LIKE
    trust: float = _TRUST
    null_trust: float = _NULL_TRUST
    rounds: tuple[int, int] = _ROUNDS


class LinkModel:
    """Counts given (`prior`) and learned, and jump distances of both directions."""

    def __init__(
        self,
        prior: Counts,
        learned: Counts | None = None,
        jumps: Sequence[Floats] | None = None,
        settings: Settings = Settings(),  # noqa: B008 (a tuple)
        languages: tuple[str, str] = ("", ""),
    ) -> None:
        self.prior, self.learned = prior, learned or Counts.of(())
        self.jumps = list(jumps) if jumps is not None else [first_jumps(), first_jumps()]
        self.settings, self.languages = settings, languages

    def learn(self, pairs: Sequence[Keyed]) -> "LinkModel":
        """A model that has seen these pairs; order does not matter."""
        cells = Cells(sorted(pairs), least=2 if len(pairs) >= _MANY else 1)
        evidence = _Evidence(self, cells)
        weights, nulls = _zeros(cells)
        jumps = self.jumps
        near, far = self.settings.rounds
        for number in range(near + far):
            given = evidence.probabilities(weights, nulls, plain=number == 0)
            weights, nulls = _zeros(cells)
            jumped = [np.zeros(JUMPS), np.zeros(JUMPS)]
            for batch in cells.batches:
                both, seen = _both(batch, given, jumps, near=number < near)
                agreed = np.sqrt(both[0] * both[1])
                weights += weighted_count(batch.cells, agreed, len(cells))
                for side, keys in enumerate((batch.target, batch.source)):
                    rest = 1 - both[side].sum(2 - side)
                    nulls[side] += weighted_count(keys, rest, len(nulls[side]))
                jumped = [a + b for a, b in zip(jumped, seen, strict=True)]
            weights[0] = nulls[0][0] = nulls[1][0] = 0
            if number >= near:
                trusted = [seen + _JUMPS_TRUST * first_jumps() for seen in jumped]
                jumps = [seen / seen.sum() for seen in trusted]
        learned = _table(cells, weights, nulls)
        return LinkModel(self.prior, learned, jumps, self.settings, self.languages)

    def links(self, pairs: Sequence[Keyed]) -> Iterator[tuple[int, Floats, Floats]]:
        """For every pair with words on both sides: its number, and the posteriors of its links as
        (target, source), in both directions."""
        cells = Cells(pairs)
        given = _Evidence(self, cells).probabilities(*_looked_up(self.learned, cells), self.learned)
        for batch in cells.batches:
            both, _ = _both(batch, given, self.jumps, near=False)
            for row, number in enumerate(batch.numbers):
                n, m = (np.count_nonzero(side[row]) for side in (batch.target, batch.source))
                yield number, both[0][row, :n, :m], both[1][row, :n, :m]


Weights = tuple[Floats, list[Floats]]  # of word pairs, and of words that nothing emits


def _zeros(cells: Cells) -> Weights:
    return np.zeros(len(cells)), [np.zeros(len(cells.target)), np.zeros(len(cells.source))]


def _looked_up(counts: Counts, cells: Cells) -> Weights:
    """What a table says of every word pair, and of every word alone."""
    weights = counts.lookup(cells.source, cells.target, cells.first, cells.second)
    weights[0] = 0
    nulls = []
    for side, keys in enumerate((cells.target, cells.source)):
        places = np.arange(len(keys)), np.zeros(len(keys), np.int64)
        first, second = places if side else places[::-1]
        nulls.append(counts.lookup(cells.source, cells.target, first, second))
        nulls[side][0] = 0
    return weights, nulls


def _table(cells: Cells, weights: Floats, nulls: list[Floats]) -> Counts:
    """The weights worth keeping, words without a partner as pairs with the empty key."""
    codes = [
        (cells.first << 32) + cells.second,  # as Counts has them
        np.arange(len(cells.target)),
        np.arange(len(cells.source)) << 32,
    ]
    together, values = np.concatenate(codes), np.concatenate([weights, *nulls])
    kept = values > _LEAST
    # Single precision, as it is saved, so that a loaded model is the same.
    together, values = together[kept], values[kept].astype(np.float32).astype(np.float64)
    order = np.argsort(together)
    return Counts(cells.source, cells.target, together[order], values[order])


class _Given(NamedTuple):
    """Probabilities of one direction: of a word pair, and of a word that nothing emits."""

    emission: Floats
    null: Floats


def _both(
    batch: Batch, given: Sequence[_Given], jumps: Sequence[Floats], *, near: bool
) -> tuple[list[Floats], list[Floats]]:
    """Posteriors of both directions, as (pair, target, source), and the jumps they expect."""
    found, jumped = [], []
    for side, (emission, null) in enumerate(given):
        cells, source, target = batch.cells, batch.source, batch.target
        if side:
            cells, source, target = cells.swapaxes(1, 2), target, source
        masks = source > 0, target > 0
        if near:
            made, seen = near_diagonal(emission[cells], *masks, null[target]), np.zeros(JUMPS)
        else:
            made, seen = posteriors(emission[cells], *masks, null[target], jumps[side])
        found.append(made.swapaxes(1, 2) if side else made)
        jumped.append(seen)
    return found, jumped


class _Evidence:
    """What speaks for each word pair of some cells beside what is learned from them."""

    def __init__(self, model: LinkModel, cells: Cells) -> None:
        self._cells, self._settings = cells, model.settings
        settings = model.settings
        given, alone = _looked_up(model.prior, cells)
        alike = settings.like * _likeness(cells, model.languages)
        alike[0] = 0
        self._alike = alike
        self._priors, self._totals, self._nulls = [], [], []
        for side, (keys, place) in enumerate(self._sides()):
            sums = model.prior.sums(side, keys)
            trust = np.minimum(sums, settings.trust)
            share = trust / np.maximum(sums, 1e-9)
            self._priors.append(given * share[place])
            self._totals.append(trust + settings.like + settings.smooth * settings.words)
            most = settings.null_trust / max(float(sums[0]), settings.null_trust)
            self._nulls.append((alone[side] * most, float(sums[0]) * most))

    def _sides(self) -> tuple[tuple[list[str], Ints], ...]:
        cells = self._cells
        return (cells.source, cells.first), (cells.target, cells.second)

    def probabilities(
        self,
        learned: Floats,
        nulls: list[Floats],
        model: Counts | None = None,
        *,
        plain: bool = False,
    ) -> list[_Given]:
        """p(target | source) and p(source | target) of every word pair, by variational Bayes, which
        thinks little of pairs seen less than once; `plain` gives them a chance. Sums of learned
        weights are those of the model they were looked up in, else of the weights."""
        found = []
        flat = self._settings.smooth * self._settings.words
        for side, (keys, place) in enumerate(self._sides()):
            if model is None:
                sums = weighted_count(place, learned, len(keys))
                sums[0] = nulls[side].sum()
            else:
                sums = model.sums(side, keys)
            alone, all_alone = self._nulls[side]
            null = (nulls[side] + alone + self._settings.smooth) / (sums[0] + all_alone + flat)
            total = (self._totals[side] + sums)[place]
            seen = self._alike + learned + self._settings.smooth
            if not plain:
                seen = np.exp(digamma(seen))
            found.append(_Given((seen + self._priors[side]) / total, null))
        return found


def _likeness(cells: Cells, languages: tuple[str, str]) -> Floats:
    """How alike the keys of each word pair look or sound, from a half upwards; 0 to 1."""
    left, right = (
        [bare(key, code) for key in keys]
        for keys, code in zip((cells.source, cells.target), languages, strict=True)
    )
    numbers = {letter: n for n, letter in enumerate(sorted({word[:1] for word in left + right}))}
    initial = [np.array([numbers[word[:1]] for word in words]) for words in (left, right)]
    found = np.zeros(len(cells))
    if not left or not right:
        return found
    for at in np.nonzero(initial[0][cells.first] == initial[1][cells.second])[0].tolist():
        alike = likeness(left[cells.first[at]], right[cells.second[at]])
        found[at] = max(0.0, 2 * alike - 1)
    return found


def digamma(x: Floats) -> Floats:
    """The derivative of log gamma, for x > 0."""
    shifted, less = x.copy(), np.zeros_like(x)
    while (small := shifted < 6).any():
        less[small] += 1 / shifted[small]
        shifted[small] += 1
    square = 1 / (shifted * shifted)
    series = square * (1 / 12 - square * (1 / 120 - square / 252))
    return np.log(shifted) - 0.5 / shifted - series - less
