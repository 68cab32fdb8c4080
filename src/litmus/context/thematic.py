"""The thematic analysis: P-CXMI by part of speech, word and tag, and the highest-scoring words.

Paper: Fernandes et al., ACL 2023, section 3.2 and Table 9. All sums are kept by document, so that
documents can be resampled; memory grows with the vocabulary alone, and that is bounded.
"""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from litmus.context.annotation import Marked
from litmus.context.cxmi import Condition, Measured
from litmus.corpus.numbering import Numbering
from litmus.language.words import compose
from litmus.nmt.windows import Window
from litmus.stats.tally import Tally

MOST_ITEMS = 500_000  # in the vocabulary, before rare ones are dropped
_MOST_WAITING = 10_000  # groups of a document that wait before they go to the tallies
WITH_TAG, NO_TAG = "with tag", "no tag"
# Columns of the tally over everything, and of the one by group.
SUM, MEAN, TOKENS, WORDS, SENTENCES = range(5)
GROUP_SUM, GROUP_WORDS = range(2)


@dataclass(frozen=True, slots=True)
class Top:
    """A word that the context made much likelier, with its sentence and context."""

    value: float
    control: float | None
    id: str
    document: str
    mark: Marked
    source: str
    target: str
    before: Window

    @property
    def text(self) -> str:
        """The word as written."""
        return self.target[self.mark.span[0] : self.mark.span[1]]


@dataclass(slots=True)
class Item:
    """A word form: how often, in how many documents, and the sum of its P-CXMI; the same with
    random context, if there is a control."""

    n: int = 0
    documents: int = 0
    total: float = 0.0
    control: float = 0.0
    last: int = -1


@dataclass
class Vocabulary:
    """Word forms as written (*Sie* is not *sie*). Beyond the bound, the rarest are dropped.

    An item that is dropped starts again from nothing if it returns, so counts of items below
    `dropped_below` would be too small; above it they are off by less than that.
    """

    most: int = MOST_ITEMS
    items: dict[str, Item] = field(default_factory=dict)
    dropped_below: int = 0

    def add(self, form: str, value: float, document: int, control: float = 0.0) -> None:
        """Count an occurrence; documents come one after the other."""
        item = self.items.get(form)
        if item is None:
            if len(self.items) >= self.most:
                self._prune()
            item = self.items[form] = Item()
        item.n += 1
        item.total += value
        item.control += control
        item.documents += item.last != document
        item.last = document

    def _prune(self) -> None:
        while len(self.items) >= self.most:
            self.dropped_below += 1
            self.items = {k: v for k, v in self.items.items() if v.n > self.dropped_below}


class Themes:
    """Takes sentences one by one; `litmus.context.results` reads the sums."""

    def __init__(self, conditions: Sequence[Condition], *, top: int = 20) -> None:
        self.conditions = tuple(conditions)
        self.control = next((n for n, c in enumerate(conditions) if c.random), None)
        self.overall = [Tally(5) for _ in conditions]
        # Groups are kept of the main condition, and of its control if there is one.
        self.grouped = (0,) if self.control is None else (0, self.control)
        self.groups = [Tally(2) for _ in self.grouped]
        self.labels: Numbering[tuple[str, str]] = Numbering()
        self.vocabulary = Vocabulary()
        self.sentences = self.empty = self.alone = 0
        self.cut = self.left_out = self.short_control = self.shared = 0
        self._top: list[tuple[float, int, int, Top]] = []
        self._n_top = top
        # Of the current document; in each group, the number of words comes first.
        self._unit = 0
        self._overall = [[0.0] * 5 for _ in conditions]
        self._groups: dict[int, list[float]] = {}

    @property
    def top(self) -> list[Top]:
        """The words with the highest P-CXMI, less that of the control if there is one, highest
        first; ties in the order of the text."""
        return [entry[-1] for entry in sorted(self._top, key=lambda e: e[:3], reverse=True)]

    def add(self, measured: Measured) -> None:
        """Add a sentence. One without words is no evidence."""
        self._note(measured)
        if not measured.tokens:
            return
        if measured.passage.unit != self._unit or len(self._groups) > _MOST_WAITING:
            self.settle()
            self._unit = measured.passage.unit
        n_words = sum(value is not None for value in measured.by_word[0])
        self.shared += len(measured.marks) - n_words
        counts = (measured.tokens, n_words, 1)
        for total, sums, mean in zip(self._overall, measured.sums, measured.means, strict=True):
            for column, value in enumerate((sums, mean or 0.0, *counts)):
                total[column] += value
        self._add_groups(measured)
        self._add_words(measured)

    def settle(self) -> None:
        """Add the sums of the current document to the tallies."""
        unit = [self._unit]
        for tally, total in zip(self.overall, self._overall, strict=True):
            if total[SENTENCES]:
                tally.add(unit, [-1], np.array([total]))
            total[:] = [0.0] * len(total)
        if self._groups:
            codes, sums = list(self._groups), np.array(list(self._groups.values()))
            for n, tally in enumerate(self.groups):
                tally.add(unit * len(codes), codes, sums[:, [1 + n, 0]])
        self._groups = {}

    def _note(self, measured: Measured) -> None:
        self.sentences += 1
        self.empty += not measured.tokens
        self.alone += bool(measured.tokens) and not measured.windows[0]
        self.cut += sum(measured.left_out[0]) > 0
        self.left_out += sum(measured.left_out[0])
        if self.control is not None:
            real, drawn = (_size(measured.windows[n]) for n in self.grouped)
            self.short_control += drawn < real

    def _add_groups(self, measured: Measured) -> None:
        by_condition = [measured.by_word[condition] for condition in self.grouped]
        for word, mark in enumerate(measured.marks):
            if by_condition[0][word] is None:
                continue
            values = [1.0, *(by_word[word] or 0.0 for by_word in by_condition)]
            for group in _groups(mark):
                total = self._groups.setdefault(self.labels[group], [0.0] * len(values))
                for column, value in enumerate(values):
                    total[column] += value

    def _add_words(self, measured: Measured) -> None:
        passage = measured.passage
        for word, (mark, value) in enumerate(zip(measured.marks, measured.by_word[0], strict=True)):
            if value is None:
                continue
            form = passage.target[mark.span[0] : mark.span[1]]
            control = None if self.control is None else measured.by_word[self.control][word]
            self.vocabulary.add(compose(form), value, passage.unit, control or 0.0)
            rank = value - (control or 0.0)
            full = len(self._top) == self._n_top
            if value <= 0 or (full and not (self._top and rank > self._top[0][0])):
                continue
            top = Top(value, control, passage.id, passage.document, mark, passage.source,
                      passage.target, measured.windows[0])  # fmt: skip
            entry = (rank, -passage.number, -word, top)
            if len(self._top) < self._n_top:
                heapq.heappush(self._top, entry)
            else:
                heapq.heapreplace(self._top, entry)


def _groups(mark: Marked) -> Iterator[tuple[str, str]]:
    """The rows a word counts in."""
    for group in mark.groups:
        yield "pos", group
    for tag in mark.tags:
        yield "tag", tag
    yield "tagged", WITH_TAG if mark.tags else NO_TAG


def _size(window: Window) -> int:
    return len(window.source) + len(window.target)
