"""How common the words or the idioms of a segment are, in classes that make a table."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from zlib import crc32

import numpy as np

from litmus.corpus.segment import IdiomFacts, Segment
from litmus.corpus.suite import Suite
from litmus.language.words import lowered, token_offsets

_SLOTS = 1 << 22  # of words' counts, so that they take the same memory for any text
_STEP = 100  # means of logarithms are told apart to a hundredth
_MOST = [0, 1, 5, 20, 100, 1000]  # occurrences of idioms: the most of each class but the last


class WordFrequency:
    """Quarters of the suite by the mean log frequency of a segment's source words.

    Words are counted in the sources of the suite itself, in lower case. The rarest word of a
    sentence would say little: in most sentences one occurs nowhere else.
    """

    names = ("rarest quarter", "second quarter", "third quarter", "commonest quarter")

    def __init__(self, suite: Suite) -> None:
        self._counts = np.zeros(_SLOTS, np.int64)
        for segment in suite.segments():
            slots = _slots(segment.source)
            np.add.at(self._counts, slots, 1)
        means: Counter[int] = Counter()
        for segment in suite.segments():
            if (mean := self._mean(segment)) is not None:
                means[mean] += 1
        self._cuts = _quarters(means)

    def name(self, segment: Segment) -> str | None:
        """The quarter that a segment is in; None if it has no word."""
        mean = self._mean(segment)
        return None if mean is None else self.names[bisect_left(self._cuts, mean)]

    def _mean(self, segment: Segment) -> int | None:
        slots = _slots(segment.source)
        if not slots:
            return None
        counts = np.maximum(self._counts[slots], 1)
        return round(_STEP * float(np.log(counts).mean()))


def _slots(source: str) -> list[int]:
    text = lowered(source)
    return [
        crc32(text[start:end].encode("utf-8", "surrogatepass")) % _SLOTS
        for start, end in token_offsets(text, "words", "")
        if text[start].isalnum()
    ]


def _quarters(counts: Mapping[int, int]) -> list[int]:
    """The highest values of the first three quarters; equal values stay together.

    >>> _quarters({1: 2, 2: 2, 3: 2, 4: 2}), _quarters({5: 10})
    ([1, 2, 3], [5, 5, 5])
    """
    total, below = sum(counts.values()), 0
    cuts: list[int] = []
    for value in sorted(counts):
        below += counts[value]
        while len(cuts) < 3 and below >= total * (len(cuts) + 1) / 4:
            cuts.append(value)
    return cuts


class IdiomFrequency:
    """Classes of the frequency of a segment's rarest idiom: in training data where the suite says
    it of all its labels, otherwise in the suite itself."""

    names = ("0", "1", "2-5", "6-20", "21-100", "101-1,000", "1,001+")

    def __init__(self, suite: Suite) -> None:
        counts = Counter(label for segment in suite.segments() for label in segment.labels)
        facts: Mapping[str, IdiomFacts] = getattr(suite, "facts", {})
        known = {
            label: fact.training_frequency
            for label, fact in facts.items()
            if fact.training_frequency is not None
        }
        self._frequency: Mapping[str, int] = known if counts.keys() <= known.keys() else counts

    def name(self, segment: Segment) -> str | None:
        """The class that a segment is in; None if it has no idiom."""
        if not segment.labels:
            return None
        rarest = min(self._frequency[label] for label in segment.labels)
        return self.names[bisect_left(_MOST, rarest)]
