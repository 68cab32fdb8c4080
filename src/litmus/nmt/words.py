"""Subword values as word values: every subword in one word, so that sums stay what they were."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from litmus.errors import UsageError
from litmus.nmt.offsets import Span


def merge(spans: Sequence[Span], values: Iterable[float], words: Sequence[Span]) -> list[float]:
    """The sum of its subwords' values for every word; a word without a subword has 0.

    A subword goes to the word it shares most characters with (the first of equals), one that is
    mere space to the next word, and what lies outside all words to the nearest. The sum of the
    words is thus the sum of the subwords. `words` are half-open spans in order, without overlap.

    >>> merge([(0, 2), (2, 4), (5, 5), (5, 9)], [-1.0, -2.0, -0.5, -0.25], [(0, 4), (5, 9)])
    [-3.0, -0.75]
    """
    sums = [0.0] * len(words)
    for place, value in zip(owners(spans, words), values, strict=True):
        sums[place] += float(value)
    return sums


def owners(spans: Sequence[Span], words: Sequence[Span]) -> list[int]:
    """The word of every subword, as `merge` chooses it.

    >>> owners([(0, 3), (3, 4), (4, 8)], [(0, 2), (2, 5), (6, 8)])
    [0, 1, 2]
    """
    if not words:
        if spans:
            raise UsageError("There are subwords but no words to give them to.")
        return []
    ends = [end for _, end in words]
    if any(start > end for start, end in words) or any(
        before[1] > after[0] for before, after in zip(words, words[1:], strict=False)
    ):
        raise UsageError("Words must be spans in order that do not overlap.")
    return [_owner(span, words, ends) for span in spans]


def _owner(span: Span, words: Sequence[Span], ends: Sequence[int]) -> int:
    start, end = span
    first = bisect_right(ends, start)  # the first word that ends behind the start
    best, most = -1, 0
    for place in range(first, len(words)):
        word_start, word_end = words[place]
        if word_start >= end:
            break
        shared = min(end, word_end) - max(start, word_start)
        if shared > most:
            best, most = place, shared
    if best >= 0:
        return best
    if first == len(words):
        return first - 1
    if start == end or first == 0:  # mere space belongs to what follows
        return first
    return first if words[first][0] - end < start - ends[first - 1] else first - 1


def whitespace_words(text: str) -> list[Span]:
    """Spans of what stands between spaces.

    >>> whitespace_words("Il pleut,  non ?")
    [(0, 2), (3, 9), (11, 14), (15, 16)]
    """
    return [found.span() for found in re.finditer(r"\S+", text)]
