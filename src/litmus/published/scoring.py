"""Scores for cases: what `litmus score` computes, without intervals, and its evidence."""

import tempfile
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from litmus import evaluate
from litmus.corpus.suite import Suite, read_suite, write_suite
from litmus.files.jsonl import read_objects
from litmus.importers import import_suite
from litmus.scoring.results import Result
from litmus.scoring.rows import ResultRow

Outputs = Mapping[str, Path | Sequence[str]]
Evidence = list[dict[str, Any]]


def score(suite: Suite, outputs: Outputs, metric: str, **options: Any) -> tuple[Result, Evidence]:
    """The result, and the rows that `litmus score --segments` writes."""
    with tempfile.TemporaryDirectory(prefix="litmus-") as scratch:
        path = Path(scratch) / "evidence.jsonl"
        result = evaluate(suite, outputs, metrics=[metric], n_bootstrap=1, segments=path, **options)
        return result, [row for _, row in read_objects(path)]


def score_imported(
    format: str, path: Path, outputs: Outputs, metric: str
) -> tuple[Result, Evidence]:
    """The same of a foreign data set, imported as `litmus import` does."""
    imported = import_suite(format, path)
    with tempfile.TemporaryDirectory(prefix="litmus-") as scratch:
        folder = Path(scratch) / "suite"
        write_suite(folder, imported.info, imported.segments, imported.facts)
        return score(read_suite(folder), outputs, metric)


def imported_scores(
    format: str,
    path: Path,
    *metrics: str,
    languages: tuple[str, str] | None = None,
    systems: Collection[str] | None = None,
    **options: str,
) -> Sequence[ResultRow]:
    """The scores of the outputs that come with a foreign data set, of all or some systems;
    `options` are the importer's."""
    imported = import_suite(format, path, languages=languages, **options)
    with tempfile.TemporaryDirectory(prefix="litmus-") as scratch:
        folder = Path(scratch) / "suite"
        outputs = {
            name: lines
            for name, lines in imported.systems.items()
            if systems is None or name in systems
        }
        write_suite(folder, imported.info, imported.segments, imported.facts, systems=outputs)
        return evaluate(folder, metrics=metrics, n_bootstrap=1).rows
