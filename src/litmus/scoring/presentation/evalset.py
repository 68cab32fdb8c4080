"""A suite, its outputs and their scores as an EvalSet, which mt-metrics-eval reads.

There all scores are higher where a translation is better: those of other metrics change sign.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import numpy as np

from litmus.corpus.formats.evalset import score_lines
from litmus.corpus.in_memory import lines_of
from litmus.corpus.suite import Suite
from litmus.errors import DataError
from litmus.files.folders import new_folder
from litmus.files.jsonl import read_objects
from litmus.files.text import write_text
from litmus.metrics.base import Metric, Setup
from litmus.metrics.registry import create
from litmus.scoring.measuring.inputs import Output
from litmus.scoring.results import Result

_NOT_IN_NAMES = re.compile(r"[\s/\\]+")
_DOMAIN = "all"  # the layout wants one, where the suite has none
Values = dict[str, dict[str, list[float | None]]]  # metric -> system -> by segment


def write_evalset(
    folder: Path, suite: Suite, outputs: Mapping[str, Output], result: Result, evidence: Path,
    metrics: Sequence[str],
) -> list[str]:  # fmt: skip
    """Write the folder, whole or not at all; the names of the metrics come back.

    `evidence` is what `litmus score --segments` wrote for the same `metrics`.
    """
    pair = f"{suite.info.source}-{suite.info.target}"
    systems = [name.removeprefix("@") for name in outputs]
    for name in systems:
        if _NOT_IN_NAMES.search(name):
            raise DataError(
                f"An EvalSet has files named like systems, without blanks: rename {name!r}."
            )
    setup = Setup(suite.info.source, suite.info.target, len(outputs))
    made = {spec: create(spec, setup) for spec in metrics}
    values = _values(evidence, made)
    with new_folder(folder) as temporary:
        references = _write_texts(temporary, suite, pair)
        for name, output in zip(systems, outputs.values(), strict=True):
            _write(temporary / "system-outputs" / pair / f"{name}.txt", lines_of(output))
        names = []
        for metric, by_system in values.items():
            name = f"{_NOT_IN_NAMES.sub('_', metric)}-{references}"
            names.append(name)
            sign = _sign(made[metric])
            whole = {}
            for system in by_system:
                value = result.overall(system, metric).value
                whole[system.removeprefix("@")] = [None if value is None else sign * value + 0.0]
            segments = {system.removeprefix("@"): own for system, own in by_system.items()}
            start = temporary / "metric-scores" / pair
            _write(start / f"{name}.sys.score", score_lines(whole))
            _write(start / f"{name}.seg.score", score_lines(segments))
    return names


def _write_texts(folder: Path, suite: Suite, pair: str) -> str:
    """Documents, sources and references; the names of the references come back."""
    places, sources = [], []
    references: list[list[str]] = []
    for number, segment in enumerate(suite.segments(), start=1):
        document = segment.document if segment.document is not None else f"segment-{number}"
        place = segment.columns.get("domain", _DOMAIN), document
        places.append("\t".join(_NOT_IN_NAMES.sub("_", name) for name in place))
        sources.append(segment.source)
        references.append(list(segment.references))
    shared = min(map(len, references), default=0)
    names = [f"ref{letter}" for letter in ascii_uppercase[:shared]]
    _write(folder / "documents" / f"{pair}.docs", places)
    _write(folder / "sources" / f"{pair}.txt", sources)
    for k, name in enumerate(names):
        _write(folder / "references" / f"{pair}.{name}.txt", (own[k] for own in references))
    return ".".join(names) or "src"


def _values(evidence: Path, metrics: Mapping[str, Metric[Any]]) -> Values:
    """The score of every segment, from its counts."""
    values: Values = {spec: {} for spec in metrics}
    for _, row in read_objects(evidence):
        metric = metrics.get(row["metric"])
        if metric is None:  # how free text was cut, which is no score
            continue
        counts = np.array([row["counts"][column] for column in metric.columns], np.float64)
        value = _sign(metric) * float(metric.segment_value(counts)) + 0.0  # zero has no sign
        own = values[row["metric"]].setdefault(row["system"], [])
        own.append(None if np.isnan(value) else value)
    return values


def _sign(metric: Metric[Any]) -> float:
    return 1.0 if metric.higher_is_better else -1.0


def _write(path: Path, lines: Iterable[str]) -> None:
    with write_text(path) as out:
        out.writelines(f"{line}\n" for line in lines)
