"""The link model: what makes two words partners, learned from sentence pairs by EM."""

from collections.abc import Iterator, Sequence

import numpy as np

from litmus.alignment.embedded.cooccurrence import Batch, Cells, Group, Keyed, Sentences
from litmus.alignment.embedded.counts import Counts
from litmus.alignment.embedded.evidence import Emissions, Settings, Weights, evidence_of
from litmus.alignment.embedded.hmm import (
    JUMPS,
    first_jumps,
    near_diagonal,
    nearness,
    posteriors,
    weighted_count,
)
from litmus.arrays import Floats, Floats32
from litmus.stages import Stage

_JUMPS_TRUST = 1000.0  # weight of the first jumps beside those seen
_LEAST = 1e-3  # weight of what is kept
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
            weights, nulls = _zeros(cells)
            jumped = [np.zeros(JUMPS), np.zeros(JUMPS)]
            for batch in cells.batches:
                emissions = [emission.take(batch.cells) for emission in likely]
                if number < near:
                    both = _both_near(batch, emissions, unlinked)
                else:
                    both, seen = _both(batch, emissions, unlinked, jumps, counted=True)
                    jumped = [a + b for a, b in zip(jumped, seen, strict=True)]
                for side, keys in enumerate((batch.target, batch.source)):
                    rest = 1 - np.add.reduce(both[side], 2 - side, dtype=np.float64)
                    nulls[side] += weighted_count(keys, rest, len(nulls[side]))
                agreed = np.multiply(both[0], both[1], out=both[0])
                np.sqrt(agreed, out=agreed)
                weights += weighted_count(batch.cells, agreed, len(cells))
                told.advance()
            weights[0] = nulls[0][0] = nulls[1][0] = 0
            if number >= near:
                trusted = [seen + _JUMPS_TRUST * first_jumps() for seen in jumped]
                jumps = [seen / seen.sum() for seen in trusted]
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


def _both_near(
    batch: Batch, emissions: Sequence[Floats32], nulls: Sequence[Floats]
) -> list[Floats32]:
    """Posteriors of both directions, as (pair, target, source), before jumps are known."""
    source, target = batch.source > 0, batch.target > 0
    near = nearness(source, target)
    there = near_diagonal(emissions[0], source, target, nulls[0][batch.target], near)
    back = near_diagonal(
        emissions[1].swapaxes(1, 2), target, source, nulls[1][batch.source], near.swapaxes(1, 2)
    )
    return [there, back.swapaxes(1, 2)]


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
