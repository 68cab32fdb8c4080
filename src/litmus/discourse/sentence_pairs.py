"""Which sentences of a segment translate which: a paragraph as pairs of sentences.

Sentences go together by the links of their words, in order. What the translation joins or parts
stays one pair: `A. B.` and `a, b.` is one, and so is `A, B.` and `a. b.`
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from litmus.alignment.links import Alignment, Span
from litmus.language.analysis import Sentence

_WINDOW = 32  # sentences of each side that are looked at together: a segment may be a book
# Of a pair; among equals the first: a sentence that nothing is linked to stays alone.
_SIZES = (
    (1, 1), (1, 0), (0, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (2, 3), (3, 2), (3, 3), (1, 4),
    (4, 1),
)  # fmt: skip
_MERGED = 0.25  # of its links that a pair is worth less for every end that both sides have in it
_UNEQUAL = 1.0  # links that a sentence too many, or one without a partner, is worth
_LENGTHS = 0.5  # links that a difference by a usual sentence is worth: it decides without links

Group = tuple[range, range]  # sentences of the source, sentences of the target
Sizes = tuple[int, int]


class _Sides(NamedTuple):
    """Links between sentences, and the lengths of sentences, the mean of a side being 1."""

    links: Counter[tuple[int, int]]
    sources: Sequence[float]
    targets: Sequence[float]


class _Step(NamedTuple):
    """The best way to a place: what it is worth, and the sizes of its last pair."""

    worth: float
    sizes: Sizes


def sentence_pairs(
    sources: Sequence[Sentence], targets: Sequence[Sentence], alignment: Alignment
) -> list[Group]:
    """Sentences that translate each other, in order; every sentence is in one group."""
    if not sources and not targets:
        return []
    if min(len(sources), len(targets)) < 2:
        return [(range(len(sources)), range(len(targets)))]
    sides = _Sides(_links(sources, targets, alignment), _lengths(sources), _lengths(targets))
    groups: list[Group] = []
    i = j = 0
    while i < len(sources) or j < len(targets):
        sizes = _best_sizes(sides, i, j)
        if max(len(sources) - i, len(targets) - j) > _WINDOW:
            del sizes[(len(sizes) + 1) // 2 :]  # what comes after the window may decide the rest
        for a, b in sizes:
            groups.append((range(i, i + a), range(j, j + b)))
            i, j = i + a, j + b
    return groups


def _links(
    sources: Sequence[Sentence], targets: Sequence[Sentence], alignment: Alignment
) -> Counter[tuple[int, int]]:
    of_source = _sentence_of_tokens(sources, alignment.source)
    of_target = _sentence_of_tokens(targets, alignment.target)
    return Counter((of_source[i], of_target[j]) for i, j in alignment.links)


def _sentence_of_tokens(sentences: Sequence[Sentence], spans: Sequence[Span]) -> list[int]:
    starts = [sentence.start for sentence in sentences]
    return [max(0, bisect_right(starts, start) - 1) for start, _ in spans]


def _lengths(sentences: Sequence[Sentence]) -> list[float]:
    lengths = [sentence.end - sentence.start for sentence in sentences]
    mean = sum(lengths) / len(lengths)
    return [length / mean for length in lengths]


def _best_sizes(sides: _Sides, i: int, j: int) -> list[Sizes]:
    """The sizes of the groups from a place on, to the end or to an edge of the window."""
    rows, columns = (min(_WINDOW, len(lengths) - at) for lengths, at in
                     ((sides.sources, i), (sides.targets, j)))  # fmt: skip
    before = _before(sides, i, j, rows, columns)
    best = {(0, 0): _Step(0.0, (0, 0))}
    for a in range(rows + 1):
        for b in range(columns + 1):
            ways = [
                _Step(best[a - m, b - n].worth + _worth(sides, before, (i + a, j + b, a, b), m, n),
                      (m, n))
                for m, n in _SIZES
                if m <= a and n <= b
            ]  # fmt: skip
            if ways:
                best[a, b] = max(ways, key=lambda step: step.worth)
    at = rows, columns
    if rows < len(sides.sources) - i or columns < len(sides.targets) - j:
        at = max((p for p in best if p[0] == rows or p[1] == columns), key=lambda p: best[p].worth)
    sizes: list[Sizes] = []
    while at != (0, 0):
        sizes.append(best[at].sizes)
        at = at[0] - sizes[-1][0], at[1] - sizes[-1][1]
    return sizes[::-1]


def _before(sides: _Sides, i: int, j: int, rows: int, columns: int) -> list[list[int]]:
    """Links between the first sentences of a window, for all numbers of them."""
    sums = [[0] * (columns + 1)]
    for a in range(rows):
        line, total = [0], 0
        for b in range(columns):
            total += sides.links[i + a, j + b]
            line.append(sums[-1][b + 1] + total)
        sums.append(line)
    return sums


def _worth(
    sides: _Sides, before: list[list[int]], end: tuple[int, int, int, int], m: int, n: int
) -> float:
    """What a pair of `m` and `n` sentences is worth that ends at a place of the segment, `end[:2]`,
    and of the window, `end[2:]`."""
    i, j, a, b = end
    links = before[a][b] - before[a - m][b] - before[a][b - n] + before[a - m][b - n]
    unlike = abs(sum(sides.sources[i - m : i]) - sum(sides.targets[j - n : j]))
    shared = max(0, min(m, n) - 1)
    cost = _UNEQUAL * (max(m, n) - (min(m, n) > 0)) + _LENGTHS * unlike
    return links * (1 - _MERGED * shared) - cost
