"""Noise in what a model reads while it learns: pieces that are hidden or exchanged."""

from dataclasses import dataclass

import numpy as np

from litmus.arrays import Bools, Ints
from litmus.nmt.training.settings import Noise

Generator = np.random.Generator


@dataclass(frozen=True)
class Noiser:
    """Draws noise for ids. `ordinary` are the ids of plain pieces: only they come and go."""

    noise: Noise
    ordinary: Ints
    mask: int | None

    def source(self, ids: Ints, open_: Bools, draw: Generator) -> Ints:
        """What the encoder reads: each open piece masked, exchanged or left."""
        return self._noisy(ids, open_, self.noise.mask_source, self.noise.replace_source, draw)

    def target(self, ids: Ints, open_: Bools, draw: Generator) -> Ints:
        """What the decoder reads; what it must predict stays as it is."""
        return self._noisy(ids, open_, 0.0, self.noise.replace_target, draw)

    def _noisy(
        self, ids: Ints, open_: Bools, mask: float, exchange: float, draw: Generator
    ) -> Ints:
        if not mask and not exchange:
            return ids
        fate = draw.random(ids.shape, dtype=np.float32)
        noisy = ids.copy()
        exchanged = open_ & (fate >= mask) & (fate < mask + exchange)
        picks = draw.integers(0, len(self.ordinary), np.count_nonzero(exchanged))
        noisy[exchanged] = self.ordinary[picks]
        if mask and self.mask is not None:
            noisy[open_ & (fate < mask)] = self.mask
        return noisy
