"""Text of nobody that a segment without text elsewhere in the document was waiting for."""

from collections.abc import Sequence

import numpy as np

from litmus.resegmenting.cutting.lengths import log_fit, longest
from litmus.resegmenting.cutting.search import NOBODY, Placed
from litmus.resegmenting.document import Document

_LEAST = 6.0  # evidence that makes up for the distance
_MOST = 200  # stretches and segments that are compared


def with_moved(document: Document, stretches: Sequence[Placed]) -> list[Placed]:
    """The stretches, those that were found to translate a segment elsewhere in its name."""
    found = list(stretches)
    taken = {segment for segment, _, _ in stretches}
    missing = [n for n in range(len(document.sources)) if n not in taken][:_MOST]
    if not missing:
        return found
    chars, most = document.cuts.chars, longest(float(document.expected[missing].max()))
    loose = [
        n for n, (segment, start, end) in enumerate(stretches)
        if segment == NOBODY and chars[end] - chars[start] <= most
    ][:_MOST]  # fmt: skip
    if not loose:
        return found
    table = np.array([_values(document, found[n], missing) for n in loose])
    while table.size and table.max() > _LEAST:
        row, column = (int(n) for n in np.unravel_index(table.argmax(), table.shape))
        found[loose[row]] = found[loose[row]]._replace(segment=missing[column])
        table[row, :] = table[:, column] = -np.inf
    return found


def _values(document: Document, stretch: Placed, segments: Sequence[int]) -> list[float]:
    """What speaks for each segment."""
    _, start, end = stretch
    evidence = document.evidence(segments, start, end)[:, -1]
    size = np.array([document.cuts.chars[end] - document.cuts.chars[start]], np.float64)
    return [
        float(value + log_fit(float(document.expected[segment]), size)[0])
        for value, segment in zip(evidence, segments, strict=True)
    ]
