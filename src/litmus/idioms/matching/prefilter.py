"""Which lines can hold which idioms, from the raw text alone.

A line is a candidate only if every word that a pattern needs may be in it. Every run of letters of
the corpus is judged once, by the same function that the matchers use on its readings, so a line
that is passed over cannot match. Runs are told apart by a 64-bit hash; each distinct one costs one
call, however often it occurs.
"""

import re
from collections.abc import Callable, Sequence

import numpy as np

from litmus.arrays import Array
from litmus.idioms.matching.words import RUN, readable
from litmus.language.words import is_word_character, lowered

LARGEST = 1 << 20  # characters searched at once; longer texts are candidates for everything
_SLOTS = 20  # the table of known runs has 2 ** _SLOTS places
_TYPES = 1 << 20  # distinct runs that are remembered
_ANCHORS = 3  # words of a pattern that a line is searched for
_COMMON = 0.15  # share of the lines from which on a word is too common to be worth it
_BASE = 0x9E3779B97F4A7C15  # odd, so it has an inverse modulo 2 ** 64
_SINGLE = 1 << 50  # marks single characters among pairs

_RUN = re.compile(RUN)

Candidates = list[tuple[int, tuple[int, ...]]]


class Prefilter:
    """Candidates among the lines of a text.

    `words_of` gives the numbers of the words that a run of letters may be part of; `needs` are the
    words of each pattern, none of which may be missing. With `pairs`, for scripts without spaces,
    a run is a character or two neighbours.
    """

    def __init__(
        self,
        needs: Sequence[Sequence[int]],
        words_of: Callable[[str], frozenset[int]],
        *,
        pairs: bool = False,
    ) -> None:
        self._needs = needs
        self._words_of = words_of
        self._pairs = pairs
        self._anchors: list[tuple[int, ...]] | None = None
        self._needed: frozenset[int] = frozenset().union(*needs)
        self._forget()

    def candidates(self, text: str) -> Candidates:
        """(line, patterns) for the lines of a text that may hold an idiom; lines count from 0."""
        if len(text) > LARGEST:
            return self._in_parts(text)
        text = readable(text)
        points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        ends = np.flatnonzero(points == 10)
        if self._anchors is None:
            self._choose_anchors(*self._hits(text, points, ends), len(ends) + 1)
        lines, words = self._hits(text, points, ends)
        return self._join(lines, words)

    def _in_parts(self, text: str) -> Candidates:
        """A long text by parts that end where lines do; a line too long is never passed over."""
        candidates: Candidates = []
        start = line = 0
        while start < len(text):
            stop = text.rfind("\n", start, start + LARGEST)
            if len(text) - start <= LARGEST:
                stop = len(text)
            if stop < 0:
                stop = text.find("\n", start)
                stop = len(text) if stop < 0 else stop
                candidates.append((line, tuple(range(len(self._needs)))))
                line += 1
            else:
                part = text[start:stop]
                candidates += [(line + n, patterns) for n, patterns in self.candidates(part)]
                line += part.count("\n") + 1
            start = stop + 1
        return candidates

    def _forget(self) -> None:
        self._types: dict[int, int] = {}
        self._groups: dict[tuple[int, ...], int] = {(): 0}
        self._known = np.zeros(1 << _SLOTS, dtype=np.uint64)
        self._group = np.zeros(1 << _SLOTS, dtype=np.int32)
        self._index_groups()

    def _index_groups(self) -> None:
        sizes = [len(group) for group in self._groups]
        self._first = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        flat = [number for group in self._groups for number in group]
        self._numbers = np.array(flat, dtype=np.int64)

    def _hits(self, text: str, points: Array, ends: Array) -> tuple[Array, Array]:
        """The wanted words of a text: parallel arrays of line and word, each pair once."""
        runs = self._pair_runs if self._pairs else self._word_runs
        starts, stops, hashes = runs(points)
        groups = self._look_up(text, starts, stops, hashes)
        hits = np.flatnonzero(groups)
        if not len(hits):
            return np.empty(0, np.int64), np.empty(0, np.int64)
        lines = np.searchsorted(ends, starts[hits])
        rows, words = _expand(self._first, self._numbers, groups[hits])
        together = np.unique(lines[rows] * np.int64(1 << 32) + words)
        return together >> 32, together & 0xFFFFFFFF

    def _word_runs(self, points: Array) -> tuple[Array, Array, Array]:
        inside = np.zeros(len(points) + 2, dtype=np.int8)
        inside[1:-1] = _is_word()[np.minimum(points, 0xFFFF)]
        edges = np.diff(inside)
        starts, stops = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
        powers, inverses = _powers(len(points) + 1)
        sums = np.zeros(len(points) + 1, dtype=np.uint64)
        np.cumsum((points + np.uint64(1)) * powers[: len(points)], out=sums[1:])
        return starts, stops, (sums[stops] - sums[starts]) * inverses[starts]

    def _pair_runs(self, points: Array) -> tuple[Array, Array, Array]:
        """Single characters and pairs of neighbours in a line, whatever is between them."""
        letter = _is_word()[np.minimum(points, 0xFFFF)]
        at = np.flatnonzero(letter | (points == 10))
        letters = points[at].astype(np.uint64)
        is_letter = letters != 10
        both = np.flatnonzero(is_letter[:-1] & is_letter[1:])
        single = np.flatnonzero(is_letter)
        starts = np.concatenate((at[single], at[both]))
        stops = np.concatenate((at[single] + 1, at[both + 1] + 1))
        pairs = letters[both] * np.uint64(1 << 21) + letters[both + 1]
        return starts, stops, np.concatenate((letters[single] | np.uint64(_SINGLE), pairs))

    def _look_up(self, text: str, starts: Array, stops: Array, hashes: Array) -> Array:
        """The group of words that each run belongs to; 0: none that is wanted."""
        slots = (hashes * np.uint64(_BASE)) >> np.uint64(64 - _SLOTS)
        groups: Array = self._group[slots]
        strange = np.flatnonzero(self._known[slots] != hashes)
        if not len(strange):
            return groups
        distinct, first, back = np.unique(hashes[strange], return_index=True, return_inverse=True)
        group_of = np.empty(len(distinct), dtype=np.int32)
        new = len(self._groups)
        for number, (value, where) in enumerate(zip(distinct.tolist(), first, strict=True)):
            group = self._types.get(value)
            if group is None:
                run = strange[where]
                group = self._judge(value, text[starts[run] : stops[run]])
            group_of[number] = group
        if len(self._groups) > new:
            self._index_groups()
        groups[strange] = group_of[back]
        self._known[slots[strange]] = hashes[strange]
        self._group[slots[strange]] = groups[strange]
        return groups

    def _judge(self, value: int, run: str) -> int:
        words: frozenset[int] = frozenset()
        for piece in [run] if self._pairs else _RUN.findall(run):
            words |= self._words_of(lowered(piece)) & self._needed
        group = self._groups.setdefault(tuple(sorted(words)), len(self._groups))
        if len(self._types) >= _TYPES:
            self._types.clear()
        self._types[value] = group
        return group

    def _choose_anchors(self, lines: Array, words: Array, n_lines: int) -> None:
        """The rarest word of every pattern, and the next if it is rare too, by the first text."""
        counts = np.bincount(words, minlength=max(self._needed, default=0) + 1)
        self._anchors = []
        for needs in self._needs:
            ranked = sorted(needs, key=lambda word: (int(counts[word]), word))
            rare = [word for word in ranked[1:_ANCHORS] if counts[word] <= _COMMON * n_lines]
            self._anchors.append((ranked[0], *rare))
        self._needed = frozenset().union(*self._anchors)
        pairs = [(word, n) for n, anchors in enumerate(self._anchors) for word in anchors]
        size = max(self._needed, default=0) + 2
        order = sorted(pairs)
        self._of_word = np.array([n for _, n in order], dtype=np.int64)
        begins = np.bincount([word for word, _ in order], minlength=size)
        self._of_first = np.concatenate(([0], np.cumsum(begins))).astype(np.int64)
        self._enough = np.array([len(anchors) for anchors in self._anchors], dtype=np.int64)
        self._forget()

    def _join(self, lines: Array, words: Array) -> Candidates:
        """Lines that hold every anchor of a pattern."""
        if not len(lines):
            return []
        rows, patterns = _expand(self._of_first, self._of_word, words)
        together, counts = np.unique(lines[rows] * np.int64(1 << 32) + patterns, return_counts=True)
        whole = together[counts == self._enough[together & 0xFFFFFFFF]]
        by_line: dict[int, list[int]] = {}
        for line, pattern in zip(
            (whole >> 32).tolist(), (whole & 0xFFFFFFFF).tolist(), strict=True
        ):
            by_line.setdefault(line, []).append(pattern)
        return [(line, tuple(patterns)) for line, patterns in by_line.items()]


def _expand(first: Array, values: Array, keys: Array) -> tuple[Array, Array]:
    """Each key's values: for every one the row of its key, and the value."""
    sizes = first[keys + 1] - first[keys]
    rows = np.repeat(np.arange(len(keys)), sizes)
    offsets = np.arange(len(rows)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return rows, values[np.repeat(first[keys], sizes) + offsets]


_TABLES: dict[str, tuple[Array, ...]] = {}


def _is_word() -> Array:
    """For each code point below 0x10000 whether it belongs to words; all above count as such."""
    if "word" not in _TABLES:
        table = np.array([is_word_character(chr(point)) for point in range(0x10000)])
        table[[0xAD, 0xFFFF]] = True  # the soft hyphen; and all code points above
        _TABLES["word"] = (table,)
    return _TABLES["word"][0]


def _powers(size: int) -> tuple[Array, Array]:
    """Powers of the base and of its inverse, modulo 2 ** 64."""
    tables = _TABLES.get("powers")
    if tables is None or len(tables[0]) < size:
        size = max(size, LARGEST + 2)
        _TABLES["powers"] = tables = (_powers_of(_BASE, size), _powers_of(_inverse(), size))
    return tables[0], tables[1]


def _powers_of(base: int, size: int) -> Array:
    factors = np.full(size, base, dtype=np.uint64)
    factors[0] = 1
    return np.cumprod(factors, dtype=np.uint64)


def _inverse() -> int:
    return pow(_BASE, -1, 1 << 64)
