"""The link model: what makes two words partners, learned from sentence pairs by EM."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from litmus.alignment.embedded.cooccurrence import Batch, Cells, Group, Keyed, Sentences
from litmus.alignment.embedded.counts import Counts
from litmus.alignment.embedded.evidence import Emissions, Settings, Weights, evidence_of
from litmus.alignment.embedded.hmm import (
    JUMPS,
    first_jumps,
    near_sums,
    nearness,
    posteriors,
    weighted_count,
)
from litmus.arrays import Floats, Floats32
from litmus.stages import Stage

_JUMPS_TRUST = 1000.0  # weight of the first jumps beside those seen
_LEAST = 1e-3  # weight of what is kept
_TOGETHER = 4_000_000  # cells that are counted in one go
_NOTHING = np.float32(1e-7)  # weight of a cell that is not counted
_MANY = 20_000  # sentence pairs from which word pairs that meet once are left out


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
        evidence = evidence_of(self, cells)
        weights, nulls = _zeros(cells)
        jumps = self.jumps
        near, far = self.settings.rounds
        told = Stage("counting", "steps", (near + far) * len(cells.batches))
        for number in range(near + far):
            given = evidence.probabilities(weights, nulls, plain=number == 0)
            unlinked = [side.null for side in given]
            likely = [side.emission.astype(np.float32) for side in given]
            seen, (_, nulls) = _Seen(len(cells)), _zeros(cells)
            jumped = [np.zeros(JUMPS), np.zeros(JUMPS)]
            for batch in cells.batches:
                emissions = [emission.take(batch.cells) for emission in likely]
                if number < near:
                    agreed, alone = _near(batch, emissions, unlinked)
                else:
                    both, jumps_here = _both(batch, emissions, unlinked, jumps, counted=True)
                    alone = [1 - np.add.reduce(both[side], 2 - side) for side in (0, 1)]
                    agreed = np.sqrt(both[0] * both[1])
                    jumped = [a + b for a, b in zip(jumped, jumps_here, strict=True)]
                for null, keys, rest in zip(
                    nulls, (batch.target, batch.source), alone, strict=True
                ):
                    null += weighted_count(keys, rest, len(null))
                seen.add(batch.cells, agreed)
                told.advance()
            weights = seen.weights()
            weights[0] = nulls[0][0] = nulls[1][0] = 0
            if number >= near:
                trusted = [some + _JUMPS_TRUST * first_jumps() for some in jumped]
                jumps = [some / some.sum() for some in trusted]
        told.end()
        learned = _table(cells, weights, nulls)
        return LinkModel(self.prior, learned, jumps, self.settings, self.languages)

    def links(self, pairs: Sequence[Keyed]) -> Iterator[tuple[int, Floats, Floats]]:
        """For every pair with words on both sides: its number, and the posteriors of its links as
        (target, source), in both directions."""
        for group, forward, backward in self.linked(pairs):
            lengths = (np.count_nonzero(side, 1).tolist() for side in (group.target, group.source))
            for row, (number, n, m) in enumerate(zip(group.numbers, *lengths, strict=True)):
                there, back = (side[row, :n, :m] for side in (forward, backward))
                yield number, there.astype(np.float64), back.astype(np.float64)

    def linked(self, pairs: Sequence[Keyed]) -> Iterator[tuple[Group, Floats32, Floats32]]:
        """The same for pairs of like length together, as (pair, target, source), 0 in padding."""
        sentences = Sentences(pairs)
        emissions = Emissions(self, sentences)
        for group in sentences.groups:
            both, _ = _both(group, emissions.of(group), emissions.nulls, self.jumps, counted=False)
            yield group, both[0], both[1]


def _zeros(cells: Cells) -> Weights:
    return np.zeros(len(cells)), [np.zeros(len(cells.target)), np.zeros(len(cells.source))]


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


class _Seen:
    """Weights of word pairs, added up for many cells in one go: the table is far larger than a
    batch."""

    def __init__(self, pairs: int) -> None:
        self._sums = np.zeros(pairs)
        self._cells: list[NDArray[np.int32]] = []
        self._weights: list[Floats32] = []
        self._held = 0

    def add(self, cells: NDArray[np.int32], weights: Floats32) -> None:
        flat = weights.ravel()
        some = np.flatnonzero(flat > _NOTHING)
        self._cells.append(cells.ravel()[some])
        self._weights.append(flat[some])
        self._held += len(some)
        if self._held > _TOGETHER:
            self.weights()

    def weights(self) -> Floats:
        """The sums of all so far."""
        if self._held:
            cells, weights = np.concatenate(self._cells), np.concatenate(self._weights)
            self._sums += weighted_count(cells, weights, len(self._sums))
            self._cells, self._weights, self._held = [], [], 0
        return self._sums


def _near(
    batch: Batch, emissions: Sequence[Floats32], nulls: Sequence[Floats]
) -> tuple[Floats32, list[Floats32]]:
    """Before jumps are known: the geometric mean of the posteriors of both directions, as (pair,
    target, source), and the posteriors of no partner."""
    near = nearness(batch.source > 0, batch.target > 0)
    there, no_source = near_sums(emissions[0], nulls[0][batch.target], near)
    back, no_target = near_sums(
        emissions[1].swapaxes(1, 2), nulls[1][batch.source], near.swapaxes(1, 2)
    )
    agreed = np.multiply(emissions[0], emissions[1], out=emissions[0])
    np.sqrt(agreed, out=agreed)
    agreed *= near
    agreed *= (1 / np.sqrt(there))[:, :, None]
    agreed *= (1 / np.sqrt(back))[:, None, :]
    return agreed, [no_source, no_target]


def _both(
    group: Group | Batch,
    emissions: Sequence[Floats32],
    nulls: Sequence[Floats],
    jumps: Sequence[Floats],
    *,
    counted: bool,
) -> tuple[list[Floats32], list[Floats]]:
    """Posteriors of both directions, as (pair, target, source), and the jumps they expect, if these
    are to be counted."""
    source, target = group.source, group.target
    there, seen = posteriors(
        emissions[0], source > 0, target > 0, nulls[0][target], jumps[0], counted=counted
    )
    back, seen_back = posteriors(
        emissions[1].swapaxes(1, 2), target > 0, source > 0, nulls[1][source], jumps[1],
        counted=counted,
    )  # fmt: skip
    return [there, back.swapaxes(1, 2)], [seen, seen_back]
