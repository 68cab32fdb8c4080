"""CXMI and P-CXMI: how much likelier the sentences before make a translation.

P-CXMI of a subword is log q(y_i | y_<i, x, C) - log q(y_i | y_<i, x), by one model run with and
without context C; a word has the sum of its subwords, a sentence the sum of its words. CXMI is the
mean over sentences. Paper: Fernandes et al., ACL 2023, section 2; Fernandes et al., ACL 2021.
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
from litmus.context.passages import Passage, Reach
from litmus.errors import DataError
from litmus.nmt.scoring.layout import Request
from litmus.nmt.windows import Window
from litmus.nmt.words import owners

if TYPE_CHECKING:
    from litmus.nmt.scoring.scorer import Scored

BASES: Mapping[str, tuple[float, str]] = {"e": (1.0, "nats"), "2": (1 / math.log(2), "bits")}
_BATCH = 500  # passages annotated at a time


class Scores(Protocol):
    """What a Scorer of `litmus.nmt` does: a result for every request, in order, streamed."""

    def score(self, requests: Iterable[Request]) -> "Iterator[Scored]":
        """See there."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A context that is held against none. The control has as many sentences, from elsewhere."""

    reach: Reach
    random: bool = False

    @property
    def name(self) -> str:
        """For tables and rows."""
        return f"random ({self.reach.name})" if self.random else self.reach.name


@dataclass(frozen=True, slots=True)
class Measured:
    """One sentence: its P-CXMI under every condition, the first being the main one.

    `tokens` is how many subwords it has, `sums` are over them, `by_word` over those of each word:
    None for a word whose letters all stand in subwords of its neighbours, of which nothing is
    known. `ends` are the end token's, which no sum holds;
    `windows` what was given as context, and `left_out` how many sentences of it did not fit, on
    the source and the target side.
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


def conditions(main: Reach, sizes: Sequence[int] = (), *, random: bool = False) -> list[Condition]:
    """The main context first, then its control, then other sizes on the sides that it uses.

    >>> [c.name for c in conditions(Reach(0, 3), [1, 3], random=True)]
    ['target 3', 'random (target 3)', 'target 1']
    """
    found = [Condition(main), *([Condition(main, random=True)] if random else [])]
    for size in sizes:
        reach = Reach(size if main.source else 0, size if main.target else 0)
        if Condition(reach) not in found:
            found.append(Condition(reach))
    return found


def widest(asked: Sequence[Condition]) -> Reach:
    """What any of the conditions needs."""
    reaches = [condition.reach for condition in asked]
    return Reach(max(r.source for r in reaches), max(r.target for r in reaches))


def measure(
    scorer: Scores,
    passages: Iterable[Passage],
    asked: Sequence[Condition],
    annotator: Annotator,
    *,
    pool: Pool | None = None,
    base: str = "e",
) -> Iterator[Measured]:
    """Every passage measured, in order; only what the scorer looks ahead is held.

    A request that a passage makes twice is made once, so that a sentence with nothing before it
    has P-CXMI 0 exactly.
    """
    waiting: deque[tuple[Passage, Marks, tuple[Window, ...]]] = deque()

    def requests() -> Iterator[Request]:
        for passage, marks in _annotated(passages, annotator):
            windows = tuple(window_of(passage, condition, pool) for condition in asked)
            waiting.append((passage, marks, windows))
            for window in _different(passage, windows):
                yield Request(passage.source, passage.target, window, name=f"Segment {passage.id}")

    scale = BASES[base][0]
    scored = scorer.score(requests())
    for first in _with_empties(scored, waiting):
        passage, marks, windows = waiting.popleft()
        if first is None:
            yield _empty(passage, windows)
            continue
        needed = _different(passage, windows)
        found = dict(zip(needed, [first, *islice(scored, len(needed) - 1)], strict=True))
        yield _measured(passage, marks, windows, found, scale)


def row(measured: Measured, asked: Sequence[Condition]) -> dict[str, Any]:
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
    if len(asked) > 1:
        names = [condition.name for condition in asked]
        value["others"] = dict(zip(names[1:], measured.sums[1:], strict=True))
    control = next((n for n, condition in enumerate(asked) if condition.random), None)
    value["words"] = [
        {
            "text": passage.target[mark.span[0] : mark.span[1]],
            "span": list(mark.span),
            "pcxmi": measured.by_word[0][place],
        }
        | ({} if control is None else {"random": measured.by_word[control][place]})
        | {"pos": mark.pos, "tags": list(mark.tags)}
        for place, mark in enumerate(measured.marks)
    ]
    return value


def _annotated(
    passages: Iterable[Passage], annotator: Annotator
) -> Iterator[tuple[Passage, Marks]]:
    rest = iter(passages)
    while batch := list(islice(rest, _BATCH)):
        yield from zip(batch, annotator.annotate(batch), strict=True)


def window_of(passage: Passage, condition: Condition, pool: Pool | None) -> Window:
    """What the model is given before a sentence: its own context, or one drawn for it."""
    real = condition.reach.of(passage.before)
    if not condition.random:
        return real
    assert pool is not None, "a control needs lines to draw from"
    return pool.window(passage, real)


def _different(passage: Passage, windows: Sequence[Window]) -> list[Window]:
    """The windows to be scored, none first; no window at all for a target without a word."""
    return list(dict.fromkeys((Window(), *windows))) if passage.target.strip() else []


def _with_empties(
    scored: "Iterator[Scored]", waiting: "deque[tuple[Passage, Marks, tuple[Window, ...]]]"
) -> "Iterator[Scored | None]":
    """The first result of every passage; None for those that asked for nothing."""
    for first in scored:
        while waiting and not waiting[0][0].target.strip():
            yield None
        yield first
    while waiting:
        assert not waiting[0][0].target.strip(), "the scorer left requests unanswered"
        yield None


def _empty(passage: Passage, windows: tuple[Window, ...]) -> Measured:
    n = len(windows)
    return Measured(passage, (), windows, 0, (0.0,) * n, ((),) * n, (0.0,) * n, ((0, 0),) * n)


def _measured(
    passage: Passage,
    marks: Marks,
    windows: tuple[Window, ...],
    found: "Mapping[Window, Scored]",
    scale: float,
) -> Measured:
    plain = found[Window()]
    given = [found[window] for window in windows]
    if not all(np.isfinite(one.log_probs).all() for one in (plain, *given)):
        raise DataError(
            f"The model gives segment {passage.id} no finite log-probability.\n"
            "Its weights are broken, or too large for their precision."
        )
    by_token = tuple((one.log_probs - plain.log_probs) * scale for one in given)
    # Where no word was found (mere signs), all is one: no value may get lost.
    marks = marks or (Marked((0, len(passage.target))),)
    place = owners(plain.spans, [mark.span for mark in marks])
    return Measured(
        passage,
        marks,
        windows,
        len(plain.spans),
        tuple(float(values.sum()) for values in by_token),
        tuple(_summed(place, values, len(marks)) for values in by_token),
        tuple(float(one.end - plain.end) * scale for one in given),
        tuple(one.left_out for one in given),
    )


def _summed(place: Sequence[int], values: Floats, n_words: int) -> tuple[float | None, ...]:
    """As `litmus.nmt.words.merge`, for places that were found once; None: no subword of its own."""
    known = set(place)
    sums = np.bincount(place, values, n_words).tolist()
    return tuple(value if word in known else None for word, value in enumerate(sums))
