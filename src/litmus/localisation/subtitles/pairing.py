"""Sentences of two subtitle files that are on the screen at the same time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from litmus.localisation.subtitles.sentences import Sentence

_SHARED = 0.5  # of the shorter of two sentences: less is the edge of a neighbour


@dataclass(frozen=True, slots=True)
class Pair:
    """Sentences of both sides that belong together, by their numbers; one side may be empty."""

    source: tuple[int, ...]
    target: tuple[int, ...]


def paired(source: Sequence[Sentence], target: Sequence[Sentence]) -> list[Pair]:
    """All sentences of both sides in order of time, each in one pair.

    Two belong together if they share half of the time of the shorter one; so do all that are tied
    by others, such as two sentences to one that says both.

    >>> def at(start, end): return Sentence("", (), start, end)
    >>> paired([at(0, 2), at(2, 4), at(9, 10)], [at(0.1, 3.9), at(5, 6)])
    [Pair(source=(0, 1), target=(0,)), Pair(source=(), target=(1,)), Pair(source=(2,), target=())]
    """
    group = list(range(len(source) + len(target)))

    def root(place: int) -> int:
        while group[place] != place:
            place = group[place] = group[group[place]]
        return place

    for number, other in overlapping(source, target):
        if together(source[number], target[other]):
            group[root(len(source) + other)] = root(number)
    members: dict[int, tuple[list[int], list[int]]] = {}
    for place in range(len(group)):
        own = members.setdefault(root(place), ([], []))
        own[place >= len(source)].append(place - len(source) * (place >= len(source)))
    pairs = [Pair(tuple(own), tuple(other)) for own, other in members.values()]
    return sorted(pairs, key=lambda pair: _beginning(pair, source, target))


def overlapping(ones: Sequence[Sentence], others: Sequence[Sentence]) -> Iterator[tuple[int, int]]:
    """The numbers of all that share time. Neither side need be in order: cues may overlap."""
    order = sorted(range(len(others)), key=lambda number: others[number].start)
    latest = list(accumulate((others[number].end for number in order), max))  # so far
    first = 0
    for number in sorted(range(len(ones)), key=lambda number: ones[number].start):
        while first < len(order) and latest[first] <= ones[number].start:
            first += 1
        for place in range(first, len(order)):
            if others[order[place]].start >= ones[number].end:
                break
            if shared(ones[number], others[order[place]]) > 0:
                yield number, order[place]


def shared(one: Sentence, other: Sentence) -> float:
    """For how long both are on the screen; 0 or less if never."""
    return min(one.end, other.end) - max(one.start, other.start)


def together(one: Sentence, other: Sentence) -> bool:
    """Whether they share enough time to be about the same."""
    shorter = min(one.end - one.start, other.end - other.start)
    return shared(one, other) > 0 and shared(one, other) >= _SHARED * shorter


def _beginning(pair: Pair, source: Sequence[Sentence], target: Sequence[Sentence]) -> float:
    starts = [source[n].start for n in pair.source] or [target[n].start for n in pair.target]
    return min(starts)
