"""A suite as a task of lm-evaluation-harness: what the Python file of an exported task calls.

The harness hands every answer to `process_results` and all of them to an aggregation; there they
are scored together by `litmus.evaluate`, as corpus scores are no means of sentence scores.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import nan
from pathlib import Path
from typing import Any

import litmus
from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo, read_suite
from litmus.files.jsonl import read_objects
from litmus.files.text import one_line

DOCUMENTS = "documents.jsonl"
SYSTEM = "model"
Items = Sequence[tuple[int, str]]  # the number of a segment, from 0, and its translation


def harness_name(name: str) -> str:
    """A score as the harness calls it, to which a comma ends the name of a metric.

    >>> harness_name("litter:case=fold,stopwords=drop")
    'litter:case=fold;stopwords=drop'
    """
    return name.replace(",", ";")


@dataclass(frozen=True)
class HarnessTask:
    """A suite in a folder, with the documents of the task, and the metrics that are asked for."""

    folder: Path
    metrics: tuple[str, ...]
    names: tuple[str, ...]  # of the scores, as they are in the rows of litmus.evaluate

    def dataset(self, **_: Any) -> dict[str, Any]:
        """The documents, as the harness asks for them."""
        from datasets import Dataset

        rows = [dict(value) for _, value in read_objects(self.folder / DOCUMENTS)]
        return {"test": Dataset.from_list(rows)}

    def process_results(self, doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, Any]:
        """The answer to one document, for every score: nothing is scored yet."""
        answer = (int(doc["index"]), one_line(str(results[0])))
        return {harness_name(name): answer for name in self.names}

    def aggregation(self, name: str) -> Callable[[Items], float]:
        """The function that makes one score of all answers; NaN if there is no evidence."""

        def score(items: Items) -> float:
            return _scores(self, tuple(sorted((int(at), str(text)) for at, text in items)))[name]

        return score


@lru_cache(maxsize=8)
def _scores(task: HarnessTask, items: tuple[tuple[int, str], ...]) -> dict[str, float]:
    """Every score of the answers; they may be of some segments only (`--limit`)."""
    answers = dict(items)
    suite = _Answered(task.folder, frozenset(answers))
    outputs = {SYSTEM: [answers.get(place, "") for place, _ in suite.placed()]}
    result = litmus.evaluate(suite, outputs, metrics=task.metrics, n_bootstrap=1)
    found = (result.overall(SYSTEM, name).value for name in task.names)
    return {
        name: nan if value is None else value for name, value in zip(task.names, found, strict=True)
    }


@dataclass(frozen=True)
class _Answered:
    """The segments of a suite that were answered; empty lines go with the one before them."""

    folder: Path
    places: frozenset[int]
    systems: Mapping[str, Path] = field(default_factory=dict)
    uses_crlf: bool = False

    @property
    def info(self) -> SuiteInfo:
        """That of the whole."""
        return read_suite(self.folder).info

    def segments(self) -> Iterator[Segment]:
        """Those that were answered, in order."""
        return (segment for _, segment in self.placed())

    def placed(self) -> Iterator[tuple[int, Segment]]:
        """The same, with their numbers, from 0. A line without a source is never asked about."""
        answered = True
        for place, segment in enumerate(read_suite(self.folder).segments()):
            if segment.source.strip():
                answered = place in self.places
            if answered:
                yield place, segment
