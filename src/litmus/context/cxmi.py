"""CXMI and P-CXMI: how much likelier the sentences before make a translation.

P-CXMI of a subword is log q(y_i | y_<i, x, C) - log q(y_i | y_<i, x), by one model run with and
without context C; a word has the sum of its subwords, a sentence the sum of its words. CXMI is the
mean over sentences. Papers: Fernandes et al., ACL 2021; Fernandes et al., ACL 2023, section 2.
"""

import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from litmus.arrays import Floats
from litmus.context.annotation import Annotator, Marked, Marks
from litmus.context.control import Pool
from litmus.context.passages import BATCH, Passage, together
from litmus.errors import DataError
from litmus.nmt.scoring.layout import Request
from litmus.nmt.windows import ContextSize, Window
from litmus.nmt.words import owners

if TYPE_CHECKING:
    from litmus.nmt.scoring.scorer import Scored

BASES: Mapping[str, tuple[float, str]] = {"e": (1.0, "nats"), "2": (1 / math.log(2), "bits")}


class Scores(Protocol):
    """Scores batches of requests by themselves, here or in other processes."""

    def score_batches(self, batches: Iterable[Sequence[Request]]) -> "Iterator[Sequence[Scored]]":
        """A result for every request of every batch, in order."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A context that is compared with none. The control has as many sentences, from elsewhere."""

    size: ContextSize
    random: bool = False

    @property
    def name(self) -> str:
        """For tables and rows."""
        return f"random ({self.size.name})" if self.random else self.size.name


@dataclass(frozen=True, slots=True)
class Measured:
    """One sentence: its P-CXMI under every condition, the first being the main one.

    `tokens` is how many subwords it has, `sums` are over them, `by_word` over those of each word:
    None for a word whose letters are all in subwords of its neighbours. `ends` are the values of
    the end token, which is in no sum; `windows` is what was given as context, and `left_out` how
    many sentences of it did not fit, on the source and the target side.
    """

    passage: Passage
    marks: Marks
    windows: tuple[Window, ...]
    tokens: int
    sums: tuple[float, ...]
    by_word: tuple[tuple[float | None, ...], ...]
    ends: tuple[float, ...]
    left_out: tuple[tuple[int, int], ...]

    @property
    def means(self) -> tuple[float | None, ...]:
        """The sums per subword; None for an empty sentence."""
        return tuple(total / self.tokens if self.tokens else None for total in self.sums)


def conditions_of(
    main: ContextSize, sizes: Sequence[int] = (), *, random: bool = False
) -> list[Condition]:
    """The main context first, then its control, then other sizes on the sides that it uses.

    >>> [c.name for c in conditions_of(ContextSize(0, 3), [1, 3], random=True)]
    ['target 3', 'random (target 3)', 'target 1']
    """
    chosen = [Condition(main), *([Condition(main, random=True)] if random else [])]
    for n in sizes:
        condition = Condition(ContextSize(n if main.source else 0, n if main.target else 0))
        if condition not in chosen:
            chosen.append(condition)
    return chosen


def widest(conditions: Sequence[Condition]) -> ContextSize:
    """The context that is enough for all conditions."""
    sizes = [condition.size for condition in conditions]
    return ContextSize(max(size.source for size in sizes), max(size.target for size in sizes))


def measure(
    scorer: Scores,
    passages: Iterable[Passage],
    conditions: Sequence[Condition],
    annotator: Annotator,
    *,
    pool: Pool | None = None,
    base: str = "e",
    batch: int = BATCH,
) -> Iterator[Measured]:
    """Measures every passage, in order; only the batches that are in the works are in memory.

    Equal requests of a passage are scored once, so that a sentence without preceding context has
    a P-CXMI of exactly 0.
    """
    waiting: deque[list[tuple[Passage, Marks, list[Window]]]] = deque()

    def requests() -> Iterator[list[Request]]:
        for some in together(passages, lambda passage: passage.unit, batch):
            marked = zip(some, annotator.annotate(some), strict=True)
            waiting.append([(*one, windows_of(one[0], conditions, pool)) for one in marked])
            yield [
                Request(passage.source, passage.target, window, name=f"Segment {passage.id}")
                for passage, _, windows in waiting[-1]
                for window in _different(passage, windows)
            ]

    scale = BASES[base][0]
    for scored in scorer.score_batches(requests()):
        answers = iter(scored)
        for passage, marks, windows in waiting.popleft():
            needed = _different(passage, windows)
            if not needed:
                yield empty(passage, windows)
                continue
            found = list(islice(answers, len(needed)))
            assert len(found) == len(needed), "the scorer left requests unanswered"
            yield _measured(passage, marks, windows, dict(zip(needed, found, strict=True)), scale)


def row(measured: Measured, conditions: Sequence[Condition]) -> dict[str, Any]:
    """The row of a sentence for `-o`: P-CXMI by word, with character offsets."""
    passage, window = measured.passage, measured.windows[0]
    cut = measured.left_out[0]
    value: dict[str, Any] = {
        "id": passage.id,
        "doc": passage.document,
        "pcxmi": measured.sums[0],
        "mean": measured.means[0],
        "tokens": measured.tokens,
        "end": measured.ends[0],
        "context": {"source": len(window.source) - cut[0], "target": len(window.target) - cut[1]},
        "left_out": sum(cut),
    }
    if len(conditions) > 1:
        names = [condition.name for condition in conditions]
        value["others"] = dict(zip(names[1:], measured.sums[1:], strict=True))
    control = next((n for n, condition in enumerate(conditions) if condition.random), None)
    value["words"] = [
        {
            "text": passage.target[mark.span[0] : mark.span[1]],
            "span": list(mark.span),
            "pcxmi": measured.by_word[0][word],
        }
        | ({} if control is None else {"random": measured.by_word[control][word]})
        | {"pos": mark.pos, "tags": list(mark.tags)}
        for word, mark in enumerate(measured.marks)
    ]
    return value


def windows_of(
    passage: Passage, conditions: Sequence[Condition], pool: Pool | None
) -> list[Window]:
    """What the model is given before a sentence, under every condition."""
    return [window_of(passage, condition, pool) for condition in conditions]


def window_of(passage: Passage, condition: Condition, pool: Pool | None) -> Window:
    """What the model is given before a sentence: its own context, or one drawn for it."""
    real = condition.size.of(passage.before)
    if not condition.random:
        return real
    assert pool is not None, "a control needs lines to draw from"
    return pool.window(passage, real)


def _different(passage: Passage, windows: Sequence[Window]) -> list[Window]:
    """The windows to score, the empty one first; none at all where a side has no word."""
    return [] if passage.is_blank else list(dict.fromkeys((Window(), *windows)))


def empty(passage: Passage, windows: Sequence[Window]) -> Measured:
    """What a sentence without a word scores."""
    n = len(windows)
    zeros, nothing = (0.0,) * n, ((),) * n
    return Measured(passage, (), tuple(windows), 0, zeros, nothing, zeros, ((0, 0),) * n)


def words_of(passage: Passage, marks: Marks) -> Marks:
    """A target without words (only punctuation) counts as one word: no value may get lost."""
    return marks or (Marked((0, len(passage.target))),)


def _measured(
    passage: Passage,
    marks: Marks,
    windows: Sequence[Window],
    scored: "Mapping[Window, Scored]",
    scale: float,
) -> Measured:
    plain = scored[Window()]
    in_context = [scored[window] for window in windows]
    if not all(np.isfinite(score.log_probs).all() for score in (plain, *in_context)):
        raise DataError(
            f"The model's log-probability of segment {passage.id} is not finite.\n"
            "Its weights are broken, or too large for their precision."
        )
    by_token = tuple((score.log_probs - plain.log_probs) * scale for score in in_context)
    marks = words_of(passage, marks)
    words = owners(plain.spans, [mark.span for mark in marks])
    return Measured(
        passage,
        marks,
        tuple(windows),
        len(plain.spans),
        tuple(float(values.sum()) for values in by_token),
        tuple(_summed(words, values, len(marks)) for values in by_token),
        tuple(float(score.end - plain.end) * scale for score in in_context),
        tuple(score.left_out for score in in_context),
    )


def _summed(words: Sequence[int], values: Floats, n_words: int) -> tuple[float | None, ...]:
    """The values of subwords summed by their word; None for a word without subwords of its own."""
    with_subwords = set(words)
    sums = np.bincount(words, values, n_words).tolist()
    return tuple(value if word in with_subwords else None for word, value in enumerate(sums))
