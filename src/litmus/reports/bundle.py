"""The data of a report as two JSON texts: numbers, and segments column by column.

The segments may be in several pages, of which each has all the numbers.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from litmus import __version__
from litmus.corpus.numbering import Numbering
from litmus.language import knowledge
from litmus.metrics.base import Metric
from litmus.reports.examine import Examined
from litmus.reports.record import MetricRecord, Record
from litmus.scoring.measuring.collected import Counted
from litmus.scoring.naming import column_name
from litmus.scoring.presentation.tables import chosen_options, correction
from litmus.scoring.results import Result

FORMAT = 4
_ROW_KEYS = (
    "system", "metric", "tag", "n", "value", "low", "high", "p", "signature", "column", "bucket",
)  # fmt: skip


@dataclass(frozen=True)
class Part:
    """Which of several pages this one is: its number, and their names and first segments."""

    number: int
    names: Sequence[str]
    firsts: Sequence[int]  # how many segments come before each
    total: int


def numbers(
    examined: Sequence[Examined],
    *,
    command: Sequence[str],
    extras: Sequence[Mapping[str, Any]] = (),
    part: Part | None = None,
    title: str = "",
) -> str:
    """One JSON object. The same input gives the same text: there is no date in it."""
    return _json(
        {
            "format": FORMAT,
            "litmus": __version__,
            "title": title,
            "command": list(command),
            "part": asdict(part) if part else None,
            "suites": [_suite(suite) for suite in examined],
            "extras": list(extras),
        }
    )


def segments(records: Sequence[Record]) -> str:
    """One JSON object: the segments of every suite, and the texts and values they share."""
    interned = records[0].interned
    return _json(
        {
            "suites": [_segments(record) for record in records],
            "strings": list(interned.strings),
            "values": interned.values.listed,
        }
    )


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _segments(record: Record) -> dict[str, Any]:
    return {
        "segments": record.segments | {"unit": _deltas(record.segments["unit"])},
        "outputs": record.outputs,
        "marks": [[quads or 0 for quads in system] for system in record.marks],
        "errors": [own if any(own) else 0 for own in record.said.errors],
        "rated": [own if any(own) else 0 for own in record.said.rated],
        "counted": [_counted(metric) for metric in record.metrics],
    }


def _suite(part: Examined) -> dict[str, Any]:
    info, result, settings = part.suite.info, part.result, part.settings
    return {
        "name": info.name,
        "version": info.version,
        "source": info.source,
        "target": info.target,
        "languages": [_language(info.source), _language(info.target)],
        "description": info.description,
        "licence": info.licence,
        "origin": info.origin,
        "heading": result.heading,
        "systems": list(result.systems),
        "baseline": result.baseline,
        "buckets": [[name, list(sizes.items())] for name, sizes in result.buckets.items()],
        "test": result.test,
        "trials": result.n_trials,
        "bootstrap": settings.n_bootstrap,
        "seed": settings.seed,
        "over": correction(result),
        "options": chosen_options(result),
        "unit": settings.unit,
        "columns": _columns(part),
        "rows": _rows(result),
        "baselines": _baselines(part),
        "correlations": [
            [c.system, c.metric, c.n_labels, c.pearson, c.spearman] for c in result.correlations
        ],
        "notes": list(result.notes),
        "labels": _labels(part),
        "metrics": [_metric(entry) for entry in part.collected.counted],
        "raters": part.recorder.raters.as_data(),
    }


def _language(code: str) -> str:
    return knowledge.load(code).name


def _columns(part: Examined) -> list[dict[str, Any]]:
    """The result's columns, each with the metric and the reading it comes from."""
    titles = {column.metric: column for column in part.result.columns}
    columns = []
    for number, entry in enumerate(part.collected.counted):
        for reading in entry.metric.readings:
            name = column_name(entry, reading)
            columns.append(
                {
                    "metric": name,
                    "title": titles[name].title,
                    "tags": titles[name].shows_tags,
                    "higher": reading.higher_is_better,
                    "ideal": reading.ideal,
                    "of": number,
                    "formula": reading.formula,
                }
            )
    return columns


def _rows(result: Result) -> dict[str, Any]:
    """The rows of `-f json` by column; names and signatures by number."""
    columns: dict[str, list[Any]] = {key: [] for key in _ROW_KEYS}
    names = {
        key: Numbering[Any]()
        for key in ("system", "metric", "tag", "signature", "column", "bucket")
    }
    for row in result.rows:
        for key, column in columns.items():
            value = getattr(row, key)
            if key in names:
                value = names[key][value]
            column.append(value)
    return columns | {"names": {key: list(numbers) for key, numbers in names.items()}}


def _baselines(part: Examined) -> list[list[Any]]:
    """For every other baseline: the numbers of the rows with a p-value, and these p-values."""
    numbers = {
        (row.system, row.metric, row.tag): number for number, row in enumerate(part.result.rows)
    }
    return [
        [system, [numbers[key] for key in values], list(values.values())]
        for system, values in part.p_values.items()
    ]


def _labels(part: Examined) -> dict[str, Any]:
    """Label names, which of them are idioms, and what the suite says of them."""
    facts = getattr(part.suite, "facts", {})
    names = list(part.recorder.labels)
    by_label = [facts.get(label) for label in names]
    return {
        "name": names,
        "idiom": [int(number in part.recorder.idiom_labels) for number in range(len(names))],
        "meaning": [fact.meaning if fact else "" for fact in by_label],
        "literal": [fact.literal if fact else "" for fact in by_label],
        "equivalents": [list(fact.equivalents) if fact else [] for fact in by_label],
        "frequency": [fact.training_frequency if fact else None for fact in by_label],
    }


def _metric(entry: Counted) -> dict[str, Any]:
    metric = entry.metric
    return {
        "name": entry.name,
        "title": metric.title,
        "family": metric.family,
        "verdicts": asdict(metric.verdict_words) if metric.verdict_words else None,
        "kinds": _kinds(metric),
        "suits_segments": metric.suits_segments,
        "columns": list(metric.columns),
        "support": metric.columns.index(metric.support),
        "proportion": metric.columns.index(metric.proportion) if metric.proportion else None,
        "average": metric.average,
        "higher": metric.higher_is_better,
    }


def _kinds(metric: Metric[Any]) -> dict[str, Any] | None:
    if metric.kinds is None:
        return None
    columns = [metric.columns.index(name) for name in metric.kinds.names]
    return asdict(metric.kinds) | {"columns": columns}


def _counted(record: MetricRecord) -> dict[str, Any]:
    keys, order = sorted(record.entries), record.order()
    return {
        "entries": {
            "segment": _deltas(segment for segment, _ in keys),
            "label": _short([label for _, label in keys]),
        },
        "counts": [
            [
                _short([_plain(counts[n][k]) if n in counts else 0 for n in order])
                for k in range(record.width)
            ]
            for counts in record.counts
        ],
        "evidence": [
            {
                "key": evidence.key,
                "title": evidence.title,
                "marks": evidence.marks,
                "percent": evidence.percent,
            }
            | _shared([_short([column.get(n, 0) for n in order]) for column in by_system])
            for evidence in record.metric.evidence
            if (by_system := record.evidence.get(evidence.key))
        ],
    }


def _plain(value: float) -> float:
    return int(value) if value == int(value) else value


def _short(column: list[Any]) -> Any:
    """The column, or its one value if all are the same."""
    return column[0] if column and column.count(column[0]) == len(column) else column


def _shared(by_system: list[Any]) -> Any:
    """One column for all systems if theirs are the same: {"all": ...}, else {"each": [...]}."""
    if all(column == by_system[0] for column in by_system):
        return {"all": by_system[0]}
    return {"each": by_system}


def _deltas(numbers: Iterable[int]) -> list[int]:
    """Each number minus the one before: small numbers pack well."""
    deltas, before = [], 0
    for number in numbers:
        deltas.append(number - before)
        before = number
    return deltas
