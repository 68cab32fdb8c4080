"""How far two sets of error spans overlap, character by character, with credit for severity.

As WMT's error span tasks count (Blain et al. 2023; Zerva et al. 2024; Lavie et al. 2025): a
character that both mark with the same severity counts 1, with another severity 1/2. Critical errors
are major ones. A character marked twice counts twice.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from litmus.arrays import Floats, Ints

PARTIAL = 0.5
_MAJOR = frozenset(("major", "critical"))
_MINOR = "minor"


class Overlap(NamedTuple):
    """Credit for what both mark, and the characters that each marks."""

    credit: float
    gold: float
    found: float


def overlap(
    length: int,
    gold: Iterable[tuple[int, int, str]],
    found: Iterable[tuple[int, int, str]],
) -> Overlap:
    """Of one text with so many characters; spans are (start, end, severity), others than major
    (critical) and minor are left out.

    >>> overlap(10, [(0, 4, "major")], [(2, 6, "minor")])
    Overlap(credit=1.0, gold=4.0, found=4.0)
    """
    left, right = _counts(length, gold), _counts(length, found)
    same = np.minimum(left, right)
    rest = np.minimum((left - same).sum(axis=0), (right - same).sum(axis=0))
    credit = same.sum() + PARTIAL * rest.sum()
    return Overlap(float(credit), float(left.sum()), float(right.sum()))


def _counts(length: int, spans: Iterable[tuple[int, int, str]]) -> Ints:
    counts = np.zeros((2, length), np.int64)
    for start, end, severity in spans:
        kind = severity.lower()
        if kind in _MAJOR or kind == _MINOR:
            counts[0 if kind in _MAJOR else 1, start:end] += 1
    return counts


def precision_recall_f(sums: Floats) -> Sequence[Floats]:
    """Precision, recall and F of sums (..., 3) of overlaps; nan where nothing was marked.

    F is 2 credit / (all that both mark): the harmonic mean, and 0 where only one marks anything.
    """
    credit, gold, found = (sums[..., k] for k in range(3))
    return [
        np.divide(times * credit, below, out=np.full(np.shape(credit), np.nan), where=below > 0)
        for times, below in ((1, found), (1, gold), (2, gold + found))
    ]
