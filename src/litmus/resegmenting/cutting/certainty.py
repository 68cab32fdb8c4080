"""How sure a cut is: its share among all cuts that its two neighbours leave room for."""

from collections.abc import Sequence

import numpy as np

from litmus.arrays import Floats
from litmus.resegmenting.cutting.lengths import log_fit
from litmus.resegmenting.cutting.search import NOBODY, Placed, Prices, Scores


def certainty(placed: Sequence[Placed], scores: Scores, prices: Prices) -> list[float]:
    """The probability of the cut behind each stretch, the stretches on both sides as they are; of
    the last one 1."""
    found = []
    for left, right in zip(placed, placed[1:], strict=False):
        places = np.arange(left.start + 1, right.end)
        values = (
            _value(left.segment, left.start, places, scores, prices, behind=False)
            + _value(right.segment, right.end, places, scores, prices, behind=True)
            + (_is_text(left) + _is_text(right)) * scores.edge[places]
        )
        at = left.end - left.start - 1
        found.append(float(1 / np.exp(np.clip(values - values[at], -50, 50)).sum()))
    return [*found, 1.0] if placed else []


def _is_text(stretch: Placed) -> int:
    return int(stretch.segment != NOBODY)


def _value(
    segment: int, fixed: int, places: "np.ndarray[tuple[int], np.dtype[np.int64]]",
    scores: Scores, prices: Prices, *, behind: bool,
) -> Floats:  # fmt: skip
    """What speaks for a stretch between a fixed place and each of others."""
    sign = -1.0 if behind else 1.0
    if segment == NOBODY:
        tokens: Floats = -prices.added_token * np.abs(scores.tokens[places] - scores.tokens[fixed])
        return tokens
    evidence = sign * (scores.evidence[segment][places] - scores.evidence[segment][fixed])
    sizes = np.abs(scores.chars[places] - scores.chars[fixed]).astype(np.float64)
    marks = (scores.beginning if behind else scores.end)[segment][places]
    value: Floats = evidence + log_fit(float(scores.expected[segment]), sizes) + marks
    return value
