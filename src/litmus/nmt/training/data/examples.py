"""What is trained on, epoch by epoch: windows drawn, lengths together, batches in random order.

Everything is drawn from (seed, epoch, batch): a run that goes on needs no more than where it was.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from litmus.arrays import Array
from litmus.nmt.codec import Codec
from litmus.nmt.training.data.noise import Noiser
from litmus.nmt.training.data.store import Side, Store
from litmus.nmt.training.settings import Context

IGNORED = -100  # the label of a position without loss
_MULTIPLE = 8  # widths that tensor cores like, and few different ones
# What a generator is for: the same numbers must not come twice.
_ORDER, _SIZES, _SHUFFLE, _NOISE = range(4)


@dataclass(frozen=True)
class Batch:
    """Padded ids. Labels stand where the decoder must predict them: the sentence and its end."""

    source: Array
    real: Array
    target: Array
    labels: Array
    rows: Array

    @property
    def tokens(self) -> int:
        """Labels, which are what is learnt from."""
        return int(np.count_nonzero(self.labels != IGNORED))

    @property
    def padded(self) -> int:
        """What it costs: the larger side with its padding."""
        return max(self.source.size, self.target.size)

    def halves(self) -> tuple["Batch", "Batch"]:
        """The same examples in two batches."""
        middle = len(self.rows) // 2
        return self._part(slice(None, middle)), self._part(slice(middle, None))

    def _part(self, part: slice) -> "Batch":
        columns = self.source, self.real, self.target, self.labels, self.rows
        return Batch(*(column[part] for column in columns))


@dataclass(frozen=True)
class Group:
    """The batches of one step: all of them by their rows, and those of one process made.

    A `weight` of 0 fills a place: every process must take part in every step.
    """

    epoch: int
    number: int
    of: int
    batches: tuple[Batch, ...]
    weights: tuple[float, ...]
    rows: tuple[Array, ...]
    tokens: int
    left_out: int  # sentences of context without room, in the whole epoch


@dataclass(frozen=True)
class Epoch:
    """The examples of an epoch in the order of its batches; sizes are sentences before."""

    number: int
    rows: Array
    source: Array
    target: Array
    ends: Array
    tokens: Array
    left_out: int

    @property
    def batches(self) -> int:
        """How many there are."""
        return len(self.ends)

    def part(self, batch: int) -> slice:
        """The examples of a batch."""
        return slice(int(self.ends[batch - 1]) if batch else 0, int(self.ends[batch]))


class Examples:
    """The batches of a store, for a codec, with the context and noise that are asked for."""

    def __init__(
        self,
        store: Store,
        codec: Codec,
        context: Context,
        noiser: Noiser,
        *,
        positions: int | None,
        window: int | None,
        batch_tokens: int,
        seed: int,
        special: Array,
    ) -> None:
        self.store, self._context, self._noiser = store, context, noiser
        self._positions, self._budget, self._seed = positions, batch_tokens, seed
        self._window = window
        around = codec.source((-1,))
        self._before, self._behind = around[: around.index(-1)], around[around.index(-1) + 1 :]
        self._start, self._end, self._pad = list(codec.start), codec.end, codec.pad
        self._special = special
        self._all = store.rows()
        self._shifts = len(self._before) + len(self._behind), len(self._start)

    def __len__(self) -> int:
        return len(self._all)

    def _draw(self, *path: int) -> np.random.Generator:
        return np.random.default_rng([self._seed, *path])

    def epoch(self, number: int) -> Epoch:
        """The plan of an epoch."""
        rows = self._all[self._draw(_ORDER, number).permutation(len(self._all))]
        wanted = self._sizes(number, len(rows))
        there = np.minimum(wanted, rows - self.store.first[rows])
        sides = self.store.source, self.store.target
        given = [np.minimum(there, most) for most in (self._context.source, self._context.target)]
        kept = [self._fitting(*side, rows) for side in zip(sides, given, self._shifts, strict=True)]
        # What one side has no room for leaves the other too, as in `windows.together`.
        reach = np.minimum(*(np.where(k < g, k, there) for g, k in zip(given, kept, strict=True)))
        sizes = [np.minimum(size, reach) for size in kept]
        left_out = int(sum((g - size).sum() for g, size in zip(given, sizes, strict=True)))
        source, target = (
            self._rounded(self._length(side, rows, size) + shift)
            for side, size, shift in zip(sides, sizes, self._shifts, strict=True)
        )
        order, ends = self._batches(source, target, number)
        lengths = self._own(self.store.target, rows[order]) + 1
        tokens = np.add.reduceat(lengths, np.concatenate([[0], ends[:-1]]))
        return Epoch(number, rows[order], sizes[0][order], sizes[1][order], ends, tokens, left_out)

    def _sizes(self, epoch: int, count: int) -> Array:
        """How many sentences before; drawn once for both sides of an example."""
        most = max(self._context.source, self._context.target)
        if self._context.size != "dynamic":
            return np.full(count, most, dtype=np.int64)
        return self._draw(_SIZES, epoch).integers(0, most + 1, count)

    def _own(self, side: Side, rows: Array) -> Array:
        return np.asarray(side.starts[rows + 1] - side.starts[rows] - self.store.breaks)

    def _length(self, side: Side, rows: Array, before: Array) -> Array:
        """Pieces of the sentence with those before it and the breaks between."""
        return np.asarray(side.starts[rows + 1] - side.starts[rows - before] - self.store.breaks)

    def _fitting(self, side: Side, given: Array, shift: int, rows: Array) -> Array:
        """What of the context has room; the far end goes first, the sentence never."""
        if self._window is None or not given.any():
            return given
        kept = given.copy()
        for size in range(int(given.max()), 0, -1):
            too_long = self._length(side, rows, kept) + shift > self._window
            kept[(kept == size) & too_long] = size - 1
        return kept

    def _rounded(self, lengths: Array) -> Array:
        widths = -(-lengths // _MULTIPLE) * _MULTIPLE
        return widths if self._positions is None else np.minimum(widths, self._positions)

    def _width(self, length: int) -> int:
        return int(self._rounded(np.array([length]))[0])

    def _batches(self, source: Array, target: Array, epoch: int) -> tuple[Array, Array]:
        """Examples of like widths together, cut by the budget, the batches in random order."""
        width = np.maximum(source, target).astype(np.int64)
        # The sort is stable: among equals the random order of the epoch remains.
        order = np.argsort((width << 40) | (target << 20) | source, kind="stable")
        cuts = _cuts(width[order], self._budget)
        starts, sizes = cuts[:-1], np.diff(cuts)
        shuffled = self._draw(_SHUFFLE, epoch).permutation(len(starts))
        places = np.concatenate(
            [np.arange(starts[i], starts[i] + sizes[i]) for i in shuffled.tolist()]
        )
        return order[places], np.cumsum(sizes[shuffled])

    def batch(self, epoch: Epoch, number: int) -> Batch:
        """A batch of an epoch."""
        part, store = epoch.part(number), self.store
        rows, draw = epoch.rows[part], self._draw(_NOISE, epoch.number, number)
        content, valid, open_ = self._content(store.source, rows, epoch.source[part])
        source = self._framed(self._noiser.source(content, open_, draw), valid)
        content, valid, open_ = self._content(store.target, rows, epoch.target[part])
        target, labels = self._taught(
            self._noiser.target(content, open_, draw), content, valid, self._own(store.target, rows)
        )
        return Batch(*source, target, labels, rows)

    def _content(self, side: Side, rows: Array, before: Array) -> tuple[Array, Array, Array]:
        """Pieces, which places hold one, and which of them noise may touch."""
        starts, length = side.starts[rows - before], self._length(side, rows, before)
        columns = np.arange(int(length.max()))
        valid = columns < length[:, None]
        places = np.minimum(starts[:, None] + columns, len(side.ids) - 1)
        ids = np.where(valid, side.ids[places], self._pad).astype(np.int64)
        if not self._noiser.noise:
            return ids, valid, valid
        open_ = valid & ~np.isin(ids, self._special)
        for size in range(1, int(before.max(initial=0)) + 1):
            which = np.flatnonzero(before >= size)
            ends = side.starts[rows[which] - size + 1] - starts[which]
            for back in range(1, self.store.breaks + 1):
                open_[which, ends - back] = False
        return ids, valid, open_

    def _framed(self, content: Array, valid: Array) -> tuple[Array, Array]:
        """What the encoder reads, and where it is no padding."""
        lengths = valid.sum(axis=1)
        ahead, behind = self._before, self._behind
        width = self._width(content.shape[1] + len(ahead) + len(behind))
        framed = np.full((len(content), width), self._pad, dtype=np.int64)
        framed[:, : len(ahead)] = ahead
        framed[:, len(ahead) : len(ahead) + content.shape[1]] = np.where(valid, content, self._pad)
        for number, token in enumerate(behind):
            framed[np.arange(len(content)), len(ahead) + lengths + number] = token
        real = np.arange(width) < (lengths + len(ahead) + len(behind))[:, None]
        return framed, real

    def _taught(self, read: Array, content: Array, valid: Array, own: Array) -> tuple[Array, Array]:
        """What the decoder reads, and what it must predict there."""
        shift, lengths = len(self._start), valid.sum(axis=1)
        count, longest = content.shape
        width = self._width(longest + shift)
        target = np.full((count, width), self._pad, dtype=np.int64)
        target[:, :shift] = self._start
        target[:, shift : shift + longest] = read
        labels = np.full((count, width), IGNORED, dtype=np.int64)
        labels[:, shift - 1 : shift - 1 + longest] = content
        labels[np.arange(count), shift - 1 + lengths] = self._end
        columns, begin = np.arange(width), shift - 1 + lengths - own
        inside = (columns >= begin[:, None]) & (columns <= (begin + own)[:, None])
        return target, np.where(inside, labels, IGNORED)

    def groups(
        self, epoch: Epoch, begin: int, accumulate: int, rank: int = 0, world: int = 1
    ) -> Iterator[Group]:
        """The steps of an epoch from one on; each takes `accumulate` batches of every process."""
        together = accumulate * world
        count = -(-epoch.batches // together)
        for number in range(begin, count):
            members = list(range(number * together, min((number + 1) * together, epoch.batches)))
            places = -(-len(members) // world) * world
            mine = list(range(rank, places, world))
            yield Group(
                epoch.number,
                number,
                count,
                tuple(self.batch(epoch, members[i % len(members)]) for i in mine),
                tuple(1.0 if i < len(members) else 0.0 for i in mine),
                tuple(epoch.rows[epoch.part(member)] for member in members),
                int(epoch.tokens[members].sum()),
                epoch.left_out,
            )


def _cuts(widths: Array, budget: int) -> Array:
    """Where batches begin and end, for widths that only grow: none is over the budget.

    >>> _cuts(np.array([8, 8, 8, 16, 16, 24]), 32).tolist()
    [0, 3, 5, 6]
    """
    cuts, count = [0], len(widths)
    while cuts[-1] < count:
        place = cuts[-1]
        # Longer batches are never narrower: the last end within the budget is found by halving.
        least, most = place + 1, min(count, place + max(1, budget // int(widths[place])))
        while least < most:
            middle = (least + most + 1) // 2
            if (middle - place) * int(widths[middle - 1]) <= budget:
                least = middle
            else:
                most = middle - 1
        cuts.append(least)
    return np.array(cuts)
