"""The WMT23 EvalSet as this experiment reads it: outputs, MQM ratings and scores as arrays."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from litmus.arrays import Floats
from litmus.corpus.formats.evalset import open_evalset
from litmus.corpus.ratings import ErrorSpan
from litmus.errors import DataError

PAIRS = ("en-de", "zh-en")
REFERENCE = "refA"


@dataclass(frozen=True)
class Error:
    """A marked error: where it is and what it is called; half-open, in characters."""

    start: int
    end: int
    category: str
    severity: str
    weight: float
    in_source: bool


@dataclass(frozen=True)
class Rating:
    """What one rater marked in one output; no errors: it was read and found right."""

    rater: str
    system: str
    segment: int
    errors: tuple[Error, ...]


class EvalSet:
    """One language pair; systems without the reference."""

    def __init__(self, folder: Path, pair: str) -> None:
        self.folder, self.pair = folder, pair
        self._found = open_evalset(folder, pair)
        self.documents = [document for _, document in self._found.places]
        self.sources = self._found.sources
        self.reference = self._found.reference(REFERENCE)

    @cached_property
    def outputs(self) -> dict[str, list[str]]:
        """The output of every system."""
        return {name: self._found.output(name) for name in self._found.systems}

    @cached_property
    def ratings(self) -> list[Rating]:
        """All ratings of all raters."""
        found = [
            Rating(rater, rating.system, int(rating.id) - 1, tuple(map(_error, rating.spans or ())))
            for rater, path in self._found.rating_files("mqm").items()
            for rating in self._found.ratings(rater, path)
            if rating.system in self.outputs
        ]
        if not found:
            raise DataError(f"{self.folder / 'human-scores'} has no ratings of {self.pair}.")
        return found

    @cached_property
    def scores(self) -> dict[str, Floats]:
        """(systems, segments) for every metric, in the order of `outputs`; nan where it has none.

        A file that is another's under a second name is left out: the last name stays.
        """
        found = {name: self._scores(path) for name, path in self._found.metric_files("seg").items()}
        names = sorted(found)
        for place, name in enumerate(names):
            later = names[place + 1 :]
            if any(np.array_equal(found[name], found[other], equal_nan=True) for other in later):
                del found[name]
        return {name: found[name] for name in names if name in found}

    def _scores(self, path: Path) -> Floats:
        scores = self._found.segment_scores(path)
        missing = [None] * len(self.sources)
        return np.array([scores.get(name, missing) for name in self.outputs], dtype=float)


def _error(span: ErrorSpan) -> Error:
    weight = span.penalty or 0.0
    return Error(span.start, span.end, span.category, span.severity, weight, span.in_source)
