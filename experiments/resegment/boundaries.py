"""How well the boundaries of segments were found.

Every character other than a blank has an owner: a segment, or nobody. A boundary is a position
between two such characters with different owners. Positions are compared, and beside them the
owners themselves: a boundary can be right and the segments on both sides wrong.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from experiments.resegment.perturb import NOBODY, Free

from litmus.resegmenting.resegmented import Resegmented


@dataclass
class Tally:
    """Sums over documents."""

    found: int = 0
    true: int = 0
    both: int = 0
    characters: int = 0
    owned: int = 0
    segments: int = 0
    exact: int = 0

    def add(self, free: Free, made: Resegmented) -> None:
        """One document."""
        owners = [NOBODY] * len(free.text)
        for segment, start, end, _ in made.parts:
            owners[start:end] = [NOBODY if segment is None else segment] * (end - start)
        kept = [n for n, sign in enumerate(free.text) if not sign.isspace()]
        ours, theirs = ([side[n] for n in kept] for side in (owners, free.owners))
        found, true = _boundaries(ours), _boundaries(theirs)
        self.found += len(found)
        self.true += len(true)
        self.both += len(found & true)
        self.characters += len(kept)
        self.owned += sum(a == b for a, b in zip(ours, theirs, strict=True))
        wrong = {n for a, b in zip(ours, theirs, strict=True) if a != b for n in (a, b)}
        self.segments += len(made.ids)
        self.exact += len(made.ids) - len(wrong - {NOBODY})

    @property
    def f1(self) -> float:
        """Of boundaries; 1 where there are none and none was found."""
        return 2 * self.both / (self.found + self.true) if self.found + self.true else 1.0


def _boundaries(owners: Sequence[int]) -> set[int]:
    return {n for n in range(1, len(owners)) if owners[n] != owners[n - 1]}


def true_lines(free: Free, n_segments: int) -> list[str]:
    """What every segment should get, from the owners."""
    texts = [""] * n_segments
    last = NOBODY
    for sign, owner in zip(free.text, free.owners, strict=True):
        if owner != NOBODY:
            texts[owner] += sign
            last = owner
        elif sign.isspace() and last != NOBODY:
            texts[last] += " "
        elif owner == NOBODY:
            last = NOBODY
    return [" ".join(text.split()) for text in texts]
