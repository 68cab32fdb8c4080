"""Contrastive scoring: does the model find the right translation likelier than wrong variants?

A segment is right if its reference has a higher log-probability than every variant of it, the end
of the sentence included; equal is not right. Papers: Müller et al., WMT 2018; Bawden et al., 2018.
"""

import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from litmus.arrays import Floats
from litmus.context.control import Pool
from litmus.context.cxmi import Condition, Scores, windows_of
from litmus.context.passages import BATCH, Passage, together
from litmus.context.results import FEWEST_DOCUMENTS
from litmus.corpus.numbering import Numbering
from litmus.corpus.segment import Segment
from litmus.engine.parts import Written
from litmus.language.words import compose, token_offsets
from litmus.nmt.scoring.layout import Request
from litmus.nmt.windows import Window
from litmus.stats import paired
from litmus.stats.averages import LABELS, MICRO, Counts, gather, value_of
from litmus.stats.intervals import percentiles, wilson
from litmus.stats.resampling import bootstrap_weights
from litmus.stats.tally import Tally, align_bins

if TYPE_CHECKING:
    from litmus.nmt.scoring.scorer import Scored

FIELDS = ("by", "name", "context", "reading", "n", "value", "low", "high", "p")
READINGS: Mapping[str, int] = {"sum": 0, "mean": 1}  # of the log-probability, end included
NONE = "none"
_WAITING = 1000  # choices that wait before they go to the tallies


@dataclass(frozen=True, slots=True)
class Choice:
    """A segment's scores: by condition, the reference's first, as (sum, mean per token)."""

    passage: Passage
    label: str
    scores: tuple[tuple[tuple[float, float], ...], ...]
    left_out: int

    def right(self, condition: int, reading: int) -> bool:
        """Whether the reference beats all variants."""
        best, *others = (score[reading] for score in self.scores[condition])
        return all(best > other for other in others)

    def tied(self, condition: int) -> bool:
        """Whether a variant scores exactly as the reference."""
        best, *others = (score[0] for score in self.scores[condition])
        return best in others


@dataclass(frozen=True, slots=True)
class ContrastRow:
    """An accuracy (0-100), or with `by` "difference" one minus another; p is for the difference."""

    by: str
    name: str
    context: str
    reading: str
    n: int
    value: float | None
    low: float | None
    high: float | None
    p: float | None = None


@dataclass(frozen=True)
class Contrasted:
    """All rows of contrastive scoring; `about`: lines for people on what was measured.

    One of several runs (a shard) has no rows; what it has `written` is a part of them all.
    """

    heading: str
    about: Sequence[str]
    contexts: Sequence[str]
    rows: Sequence[ContrastRow]
    signature: str
    notes: Sequence[str] = ()
    written: Written | None = None


def choose(
    scorer: Scores,
    rows: Iterable[tuple[Passage, Segment]],
    conditions: Sequence[Condition],
    language: str,
    *,
    pool: Pool | None = None,
    batch: int = BATCH,
) -> Iterator[Choice]:
    """Scores every segment that has wrong variants, without context and under the conditions."""
    waiting: deque[list[_Asked]] = deque()

    def requests() -> Iterator[list[Request]]:
        for some in together(rows, lambda row: row[0].unit, batch):
            waiting.append([
                (passage, segment, [Window(), *windows_of(passage, conditions, pool)])
                for passage, segment in some
                if segment.contrastive
            ])  # fmt: skip
            yield [
                Request(passage.source, target, window, name=f"Segment {passage.id}")
                for passage, segment, windows in waiting[-1]
                for window in dict.fromkeys(windows)
                for target in (passage.target, *segment.contrastive)
            ]

    for scored in scorer.score_batches(requests()):
        answers = iter(scored)
        for asked in waiting.popleft():
            yield _choice(asked, answers, language)


_Asked = tuple[Passage, Segment, list[Window]]


def _choice(asked: _Asked, answers: "Iterator[Scored]", language: str) -> Choice:
    passage, segment, windows = asked
    n_texts = 1 + len(segment.contrastive)
    needed = list(dict.fromkeys(windows))
    scores = list(islice(answers, len(needed) * n_texts))
    values = [(s.total, s.total / (len(s.log_probs) + 1)) for s in scores]
    by_window = {
        window: tuple(values[n * n_texts : (n + 1) * n_texts]) for n, window in enumerate(needed)
    }
    main = scores[needed.index(windows[1]) * n_texts]
    by_condition = tuple(by_window[window] for window in windows)
    return Choice(passage, label_of(segment, language), by_condition, sum(main.left_out))


def label_of(segment: Segment, language: str) -> str:
    """What is to be chosen: the label of the segment, or the first word that no variant has.

    >>> label_of(Segment("1", "x", ("Elle est là.",), contrastive=("Il est là.",)), "fr")
    'elle'
    """
    if segment.labels:
        return segment.labels[0]
    reference, *others = (
        _words(text, language) for text in (segment.references[0], *segment.contrastive)
    )
    in_variants = {word for other in others for word in other}
    return next((word for word in reference if word not in in_variants), "")


class Accuracy:
    """Takes choices one by one; keeps their sums by document and label."""

    def __init__(self, conditions: Sequence[Condition]) -> None:
        self.contexts = contexts_of(conditions)
        self._tallies = {r: [Tally(2) for _ in self.contexts] for r in READINGS}
        self._labels: Numbering[str] = Numbering()
        self._waiting: list[tuple[int, int, list[list[float]]]] = []
        self.n = self.alone = self.left_out = self.cut = self.ties = 0

    def add(self, choice: Choice) -> None:
        """Add a choice."""
        code = self._labels[choice.label]
        self.n += 1
        self.alone += not choice.passage.before
        self.left_out += choice.left_out
        self.cut += choice.left_out > 0
        contexts = range(len(self.contexts))
        self.ties += any(map(choice.tied, contexts))
        right = [
            [float(choice.right(context, reading)) for context in contexts]
            for reading in READINGS.values()
        ]
        self._waiting.append((choice.passage.unit, code, right))
        if len(self._waiting) >= _WAITING:
            self._settle()

    def rows(
        self, *, n_bootstrap: int, n_trials: int, seed: int, min_count: int
    ) -> list[ContrastRow]:
        """Accuracies over all and by label, and how much better contexts are than none."""
        self._settle()
        measured: list[ContrastRow] = []
        names = list(self._labels)
        for reading, tallies in self._tallies.items():
            counts = gather(tallies, align_bins(tallies))
            trials = _trials(counts, MICRO, n_bootstrap, seed)
            p = _p_values(counts, n_trials, seed)
            measured += self._overall(reading, counts, trials, p)
            frequent = _frequent(counts, min_count)
            if reading == "sum" and frequent:
                chosen = counts.choose(frequent)
                labels = [names[code] for code in chosen.labels]
                measured += self._by_label(
                    chosen, labels, _trials(chosen, LABELS, n_bootstrap, seed)
                )
        return measured

    def _settle(self) -> None:
        if not self._waiting:
            return
        units, codes, right = zip(*self._waiting, strict=True)
        self._waiting = []
        shares = np.array(right)  # (segments, readings, contexts)
        for column, tallies in enumerate(self._tallies.values()):
            for context, tally in enumerate(tallies):
                share = shares[:, column, context]
                tally.add(units, codes, np.stack([share, np.ones(len(share))], axis=1))

    def _overall(
        self, reading: str, counts: Counts, trials: Floats, p: Floats | None
    ) -> Iterator[ContrastRow]:
        actual = paired.observed(counts, _accuracy, MICRO)[0]
        units = int((counts.dense[:, 0, 1] > 0).sum())
        for k, context in enumerate(self.contexts):
            bounds = _bounds(trials[:, 0, k], units, float(actual[k]))
            yield ContrastRow("all", "", context, reading, self.n, float(actual[k]), *bounds)
        for k, context in enumerate(self.contexts[1:], start=1):
            bounds = _bounds(trials[:, 0, k] - trials[:, 0, 0], units)
            value = float(actual[k] - actual[0])
            chance = None if p is None or np.isnan(p[k]) else float(p[k])
            name = f"{context} - {NONE}"
            yield ContrastRow("difference", name, name, reading, self.n, value, *bounds, chance)

    def _by_label(self, counts: Counts, labels: Sequence[str], trials: Floats) -> list[ContrastRow]:
        actual = paired.observed(counts, _accuracy, LABELS)
        n = np.add.reduceat(counts.by_label[:, 0, 1], counts.starts)
        units = np.add.reduceat((counts.by_label[:, 0, 1] > 0).astype(float), counts.starts)
        order = sorted(range(len(labels)), key=lambda k: (-n[k], labels[k]))
        return [
            ContrastRow("label", labels[k], context, "sum", round(float(n[k])), float(actual[k, c]),
                *_bounds(trials[:, k, c], int(units[k]), float(actual[k, c])))
            for k in order
            for c, context in enumerate(self.contexts)
        ]  # fmt: skip


def contexts_of(conditions: Sequence[Condition]) -> list[str]:
    """The names of what choices are made in: no context, and that of the conditions."""
    return [NONE, *(condition.name for condition in conditions)]


def choice_row(choice: Choice, contexts: Sequence[str]) -> dict[str, object]:
    """The row of a segment for `-o`: the scores of the reference and its variants."""
    return {
        "id": choice.passage.id,
        "doc": choice.passage.document,
        "label": choice.label,
        "left_out": choice.left_out,
        "scores": {
            context: {
                "right": choice.right(k, 0),
                "sum": [score[0] for score in choice.scores[k]],
                "mean": [score[1] for score in choice.scores[k]],
            }
            for k, context in enumerate(contexts)
        },
    }


def _words(text: str, language: str) -> list[str]:
    spans = token_offsets(text, "words", language)
    return [compose(text[start:end]).lower() for start, end in spans]


def _accuracy(totals: Floats) -> Floats:
    right, n = totals[..., 0], totals[..., 1]
    percent: Floats = np.divide(100 * right, n, out=np.full(n.shape, np.nan), where=n > 0)
    return percent


def _trials(counts: Counts, average: str, n_bootstrap: int, seed: int) -> Floats:
    width = 0 if average == MICRO else counts.label_width
    weights = bootstrap_weights(len(counts.dense), n_bootstrap, seed, width)
    return np.concatenate([value_of(counts, chunk, _accuracy, average) for chunk in weights])


def _p_values(counts: Counts, n_trials: int, seed: int) -> Floats | None:
    """Of every context compared with none; None with too few documents or cases."""
    units = int((counts.dense[:, 0, 1] > 0).sum())
    cases = float(counts.dense[:, 0, 1].sum())
    if units < paired.FEWEST_UNITS["ar"] or cases < paired.FEWEST_CASES:
        return None
    p: Floats = paired.approximate_randomisation(
        counts, _accuracy, MICRO, n_trials=n_trials, seed=seed
    )[0, 0]
    return p


def _frequent(counts: Counts, min_count: int) -> list[int]:
    if not len(counts.starts):
        return []
    n = np.add.reduceat(counts.by_label[:, 0, 1], counts.starts)
    return [int(k) for k in np.nonzero(n >= min_count)[0]]


def _bounds(
    values: Floats, units: int, share: float | None = None
) -> tuple[float | None, float | None]:
    """The interval; Wilson's if all resamples of a share have the same value."""
    low, high = (float(bound[0]) for bound in percentiles(values[:, None]))
    if units < FEWEST_DOCUMENTS:
        return None, None
    if not math.isclose(low, high, rel_tol=1e-9, abs_tol=1e-9):
        return low, high
    if share is None:
        return None, None
    lower, upper = wilson(share / 100, units)
    return 100 * lower, 100 * upper
