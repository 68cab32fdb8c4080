"""The best way to cut a text for its segments: dynamic programming, segment by segment.

A segment takes a stretch of the text, or nothing; neighbours may have changed places; whole
sentences may belong to nobody. Only cuts that are nearly as good as the best are followed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from litmus.arrays import Floats, Ints
from litmus.resegmenting.cutting.lengths import log_fit, longest

NOBODY = -1
_BEAM = 60.0  # how far behind the best a cut may be that is still followed
_MOST = 400  # cuts that are followed
_TOKEN = 0.2  # what a token still costs, roughly: cuts further on are ahead by so much
# In long segments, tokens that were swallowed put a wrong cut far ahead of the true one. So, near
# where a segment is expected, the best cuts as they are count too, and a few of every strip.
_BEST, _STRIPS, _OF_STRIP = 200, 150, 3
_SEGMENTS, _DRIFT = 2.0, 0.1  # how near: segments of that length, and a share of the way
_NEVER = -1e9
_MISSING, _TEXT, _SWAPPED = range(3)


@dataclass(frozen=True)
class Prices:
    """What is paid for what a faithful translation does not do; chosen on WMT22."""

    missing: float = 5.0  # a segment without text,
    also_missing: float = 1.0  # and each one behind it
    added: float = 4.0  # text that belongs to nobody,
    remark: float = 3.0  # or before everything, or behind it,
    added_token: float = 0.5  # and each of its tokens: as much as one that nothing speaks for
    swapped: float = 6.0  # neighbours that changed places


class Added(NamedTuple):
    """A stretch that is known to be a remark or a repetition, and its own price."""

    start: int
    end: int
    price: float


class Scores(NamedTuple):
    """What speaks for cuts. Rows are segments, columns the places where the text can be cut."""

    evidence: Floats  # (segments, places) of all tokens before a place
    beginning: Floats  # (segments, places) for a segment that begins there
    end: Floats  # (segments, places)
    edge: Floats  # (places,) for a segment that begins or ends there
    chars: Ints  # (places,) characters before it
    tokens: Ints  # (places,) tokens before it
    sentence: Ints  # the places where text of nobody may begin and end
    expected: Floats  # (segments,) characters of the translation
    added: Sequence[Added]
    first: bool  # whether the text begins at the first place,
    last: bool  # and ends at the last


class Placed(NamedTuple):
    """A stretch of text between two places: for a segment, or for nobody."""

    segment: int
    start: int
    end: int


class _Row(NamedTuple):
    """Best scores at every place when some segments are settled, and where they come from."""

    score: Floats
    start: Ints  # the place where the last stretch began
    kind: Ints
    missing: Floats  # the score if the last segment has no text,
    run: Ints  # and how many of the last ones have none then
    added: Ints  # where text of nobody before the place begins, or the place


def best(scores: Scores, prices: Prices) -> list[Placed]:
    """The best stretches, in the order of the text; the text behind them is still to be placed,
    unless this is the last of it."""
    n_segments, n_places = scores.evidence.shape
    score, never = np.full((2, n_places), _NEVER)
    score[0] = 0.0
    zeros = np.zeros(n_places, np.int64)
    rows = [_with_added(_Row(score, zeros, zeros, never, zeros, zeros), scores, prices)]
    halfway: list[tuple[Floats, Ints]] = []  # the next segment is settled, this one is not
    for segment in range(n_segments):
        row = _settled(rows[-1], segment, halfway, scores, prices)
        if segment + 1 < n_segments:
            halfway.append(_take(rows[-1].score, segment + 1, scores))
        rows.append(_with_added(row, scores, prices))
    final = rows[-1].score + _TOKEN * scores.tokens
    return _path(rows, halfway, n_places - 1 if scores.last else int(final.argmax()))


def _settled(
    before: _Row,
    segment: int,
    halfway: list[tuple[Floats, Ints]],
    scores: Scores,
    prices: Prices,
) -> _Row:
    """The row behind a segment: without text, with text, or with its neighbour's before it."""
    first, further = before.score - prices.missing, before.missing - prices.also_missing
    missing = np.maximum(first, further)
    run = np.where(further > first, before.run + 1, 1)
    score, start = missing.copy(), np.arange(len(missing))
    kind = np.full(len(score), _MISSING)
    ways = [(_TEXT, *_take(before.score, segment, scores))]
    if segment:
        taken, begun = _take(halfway[segment - 1][0], segment - 1, scores)
        ways.append((_SWAPPED, taken - prices.swapped, begun))
    for way, taken, begun in ways:
        better = taken > score
        score[better], start[better], kind[better] = taken[better], begun[better], way
    return _Row(score, start, kind, missing, run, start)


def _take(before: Floats, segment: int, scores: Scores) -> tuple[Floats, Ints]:
    """Scores at every place if a segment ends there, and where it begins."""
    taken, begun = np.full(len(before), _NEVER), np.zeros(len(before), np.int64)
    starts = np.union1d(_ahead(before, scores), _near(before, segment, scores))
    if not len(starts):
        return taken, begun
    expected = float(scores.expected[segment])
    reach = int(longest(expected))
    fit = log_fit(expected, np.arange(reach + 1, dtype=np.float64))
    evidence, beginning = scores.evidence[segment], scores.beginning[segment]
    opened = before[starts] - evidence[starts] + beginning[starts] + scores.edge[starts]
    closed = evidence + scores.end[segment] + scores.edge
    stops = np.searchsorted(scores.chars, scores.chars[starts] + reach, side="right")
    ends = starts[:, None] + np.arange(1, int((stops - starts).max()))
    row, column = np.nonzero(ends < stops[:, None])
    ends = ends[row, column]
    values = fit[scores.chars[ends] - scores.chars[starts[row]]] + opened[row]
    np.maximum.at(taken, ends, values)
    chosen = values == taken[ends]
    begun[ends[chosen]] = starts[row[chosen]]
    taken[taken > _NEVER] += closed[taken > _NEVER]
    return taken, begun


def _ahead(before: Floats, scores: Scores) -> Ints:
    """Where a segment may begin: the best cuts of all, those further on being ahead."""
    ahead = before + _TOKEN * scores.tokens
    starts = np.flatnonzero((ahead[:-1] > ahead.max() - _BEAM) & (before[:-1] > _NEVER / 2))
    return starts[np.argsort(ahead[starts], kind="stable")[-_MOST:]]


def _near(before: Floats, segment: int, scores: Scores) -> Ints:
    """Where a segment may begin: the best cuts around where it is expected."""
    way = float(scores.expected[:segment].sum())
    around = float(scores.expected[max(0, segment - 1) : segment + 1].sum())
    most = _SEGMENTS * around + _DRIFT * way
    off = scores.chars[:-1] - scores.chars[0] - way
    places = np.flatnonzero((np.abs(off) <= most) & (before[:-1] > _NEVER / 2))
    strips = np.floor((off[places] + most) * (_STRIPS / (2 * most + 1)))
    order = np.lexsort((-before[places], strips))
    rank = np.arange(len(order)) - np.searchsorted(strips[order], strips[order])
    best_of_all = np.argsort(before[places], kind="stable")[-_BEST:]
    near: Ints = places[np.concatenate([order[rank < _OF_STRIP], best_of_all])]
    return near


def _with_added(row: _Row, scores: Scores, prices: Prices) -> _Row:
    """The row with text of nobody behind it where that is better."""
    places = scores.sentence
    order = np.arange(len(places))
    opened = row.score[places] - prices.added
    if scores.first:
        opened[0] += prices.added - prices.remark
    score, added = row.score.copy(), np.arange(len(row.score))
    tokens = scores.tokens[places] * prices.added_token
    highest, origin = _highest(opened + tokens)
    found = highest - tokens
    if scores.last and origin[-1]:
        found[-1] += prices.added - prices.remark
    better = (found > score[places]) & (origin < order)
    score[places[better]] = found[better]
    added[places[better]] = places[origin[better]]
    for start, end, price in scores.added:
        known = row.score[start] - price
        if known > score[end]:
            score[end], added[end] = known, start
    return row._replace(score=score, added=added)


def _highest(values: Floats) -> tuple[Floats, Ints]:
    """The highest value up to each, and where it is."""
    highest = np.maximum.accumulate(values)
    where = np.where(values >= highest, np.arange(len(values)), 0)
    return highest, np.maximum.accumulate(where)


def _path(rows: list[_Row], halfway: list[tuple[Floats, Ints]], place: int) -> list[Placed]:
    """The stretches that lead to a place."""
    found: list[Placed] = []
    settled = len(rows) - 1
    while True:
        row = rows[settled]
        begun = int(row.added[place])
        if begun < place:
            found.append(Placed(NOBODY, begun, place))
            place = begun
        if not settled:
            return found[::-1]
        start, kind = int(row.start[place]), int(row.kind[place])
        if kind == _MISSING:
            settled -= int(row.run[place])
            continue
        if kind == _SWAPPED:
            found.append(Placed(settled - 2, start, place))
            begun = int(halfway[settled - 2][1][start])
            found.append(Placed(settled - 1, begun, start))
            settled, start = settled - 1, begun
        else:
            found.append(Placed(settled - 1, start, place))
        place, settled = start, settled - 1
