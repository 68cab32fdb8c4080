"""The free matcher: all words of an idiom in any order, not far from each other."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from litmus.idioms.matching.in_order import Limits, Match
from litmus.idioms.matching.pattern import Pattern
from litmus.idioms.matching.sentence import NEVER, Sentence

_TRIES = 5_000  # ways to pick the words around one unit


def find_free(sentence: Sentence, pattern: Pattern, limits: Limits) -> Iterator[Match]:
    """The tightest set of words around every unit that may be the rarest one."""
    indices = [sentence.units_of.get(word, []) for word in pattern.needs]
    if not all(indices):
        return
    order = sorted(range(len(indices)), key=lambda number: len(indices[number]))
    reach = (limits.gap + 1) * (len(indices) - 1)
    for anchor in indices[order[0]]:
        near = [_near(indices[n], anchor, reach) for n in order[1:]]
        best = _tightest(sentence, anchor, near, limits)
        if best is not None:
            yield Match(best)


def _near(indices: list[int], anchor: int, reach: int) -> list[int]:
    return indices[bisect_left(indices, anchor - reach) : bisect_right(indices, anchor + reach)]


def _tightest(
    sentence: Sentence, anchor: int, near: list[list[int]], limits: Limits
) -> tuple[int, ...] | None:
    """One unit for every word, distinct, the shortest envelope; None if gaps are too wide."""
    best: tuple[int, tuple[int, ...]] | None = None
    tries = 0

    def pick(number: int, chosen: tuple[int, ...]) -> None:
        nonlocal best, tries
        tries += 1
        width = max(chosen) - min(chosen)
        if tries > _TRIES or (best is not None and width >= best[0]):
            return
        if number == len(near):
            own = tuple(sorted(chosen))
            if _holds_together(sentence, own, limits):
                best = (width, own)
            return
        for index in sorted(near[number], key=lambda index: (abs(index - anchor), index)):
            if index not in chosen:
                pick(number + 1, (*chosen, index))

    pick(0, (anchor,))
    return best[1] if best else None


def _holds_together(sentence: Sentence, own: tuple[int, ...], limits: Limits) -> bool:
    gaps = zip(own, own[1:], strict=False)
    near = all(later - earlier <= limits.gap + 1 for earlier, later in gaps)
    return near and sentence.widest_gap(own[0], own[-1]) < NEVER
