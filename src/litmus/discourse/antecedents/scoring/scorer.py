"""How likely each mention is the antecedent of its pronoun: a small network, in NumPy."""

from functools import cache
from importlib import resources
from typing import NamedTuple

import numpy as np

from litmus.arrays import Floats, Floats32, Ints
from litmus.discourse.antecedents.scoring.features import Rows
from litmus.discourse.antecedents.scoring.layout import FIELDS, GROUPS, parts

_BATCH = 8192  # pairs at once
_HIGHEST = 80.0  # of scores, so that no sum of their exponentials is infinite
_FIELD_STARTS = np.cumsum([0, *FIELDS.values()])[:-1]


class Scores(NamedTuple):
    """Probabilities: of each pair, and per pronoun that it stands for nothing.

    What they lack to 1 is that of something further back.
    """

    pairs: Floats
    nothing: Floats


class Scorer(NamedTuple):
    """Weights, one row per code. `pronouns` has those for pairs and for no pair side by side.

    `version` is in signatures.
    """

    version: int
    groups: tuple[Floats32, ...]
    pronouns: Floats32
    bias: Floats32
    output: Floats32  # from the hidden units to the score of a pair
    others: Floats32  # to those of nothing and of something further back
    offsets: Floats32

    def scores(self, rows: Rows) -> Scores:
        """Probabilities for all rows; neighbours change nothing."""
        width = len(self.output)
        hidden = self.pronouns[rows.pronouns + _FIELD_STARTS].sum(1) + self.bias
        alone = np.maximum(hidden[:, width:], 0)
        pairs = np.empty(len(rows.owner), np.float32)
        for start in range(0, len(pairs), _BATCH):
            part = slice(start, start + _BATCH)
            total = hidden[rows.owner[part], :width]
            for weights, codes in zip(self.groups, rows.pairs[part].T, strict=True):
                total += weights[codes]
            pairs[part] = np.maximum(total, 0, out=total) @ self.output
        return _softmax(pairs, alone @ self.others + self.offsets, rows.owner)


def _softmax(pairs: Floats32, others: Floats32, owner: Ints) -> Scores:
    raised = np.exp(np.minimum(pairs, _HIGHEST), dtype=np.float64)
    raised_others = np.exp(np.minimum(others, _HIGHEST), dtype=np.float64)
    total = np.bincount(owner, raised, len(others)) + raised_others.sum(1)
    return Scores(raised / total[owner], raised_others[:, 0] / total)


@cache
def scorer() -> Scorer:
    """The weights that ship, read once."""
    file = resources.files("litmus.discourse") / "models" / "antecedents.npz"
    with file.open("rb") as opened, np.load(opened, allow_pickle=False) as arrays:
        weights = {name: arrays[name].astype(np.float32) for name in arrays.files}
    groups = tuple(
        sum(weights[f"{'+'.join(group)}: {'+'.join(part)}"][codes] for part, codes in parts(group))
        for group in GROUPS
    )
    shared = (weights[name] for name in Scorer._fields[2:])
    return Scorer(int(weights["version"]), groups, *shared)
