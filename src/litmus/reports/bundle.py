"""The data of a report as one JSON text: column by column, what recurs stored once."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from litmus import __version__
from litmus.corpus.numbering import Numbering
from litmus.language import knowledge
from litmus.reports.examine import Examined, Tables
from litmus.reports.record import MetricRecord
from litmus.scoring.measure import Counted
from litmus.scoring.naming import column_name
from litmus.scoring.results import Result

FORMAT = 2
_MADE_OF = ("system", "metric", "tag", "n", "value", "low", "high", "p", "signature")


def bundle(
    examined: Sequence[Examined],
    tables: Tables,
    *,
    command: Sequence[str],
    extras: Sequence[Mapping[str, Any]] = (),
) -> str:
    """One JSON object. The same input gives the same text: there is no date in it."""
    suites = [_suite(found) for found in examined]
    return json.dumps(
        {
            "format": FORMAT,
            "litmus": __version__,
            "command": list(command),
            "suites": suites,
            "extras": list(extras),
            "strings": list(tables.strings),
            "values": tables.values.listed,
        },
        ensure_ascii=False,
        separators=(",", ":"),
        allow_nan=False,
    )


def _suite(found: Examined) -> dict[str, Any]:
    info, result, settings = found.suite.info, found.result, found.settings
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
        "test": result.test,
        "trials": result.n_trials,
        "bootstrap": settings.n_bootstrap,
        "seed": settings.seed,
        "unit": settings.unit,
        "columns": _columns(found),
        "rows": _rows(result),
        "baselines": _baselines(found),
        "correlations": [
            [c.system, c.metric, c.n_labels, c.pearson, c.spearman] for c in result.correlations
        ],
        "notes": list(result.notes),
        "labels": _labels(found),
        "segments": found.record.segments | {"unit": _deltas(found.record.segments["unit"])},
        "outputs": found.record.outputs,
        "marks": [[quads or 0 for quads in system] for system in found.record.marks],
        "metrics": [
            _metric(entry, record)
            for entry, record in zip(found.collected.counted, found.record.metrics, strict=True)
        ],
    }


def _language(code: str) -> str:
    return knowledge.load(code).name


def _columns(found: Examined) -> list[dict[str, Any]]:
    """The result's columns, each with the metric and the reading it comes from."""
    titles = {column.metric: column for column in found.result.columns}
    columns = []
    for number, entry in enumerate(found.collected.counted):
        for reading in entry.metric.readings:
            name = column_name(entry, reading)
            columns.append(
                {
                    "metric": name,
                    "title": titles[name].title,
                    "higher": reading.higher_is_better,
                    "of": number,
                    "formula": reading.formula,
                }
            )
    return columns


def _rows(result: Result) -> dict[str, Any]:
    """The rows of `-f json` by column; names and signatures by number."""
    columns: dict[str, list[Any]] = {key: [] for key in _MADE_OF}
    names = {key: Numbering[Any]() for key in ("system", "metric", "tag", "signature")}
    for row in result.rows:
        for key, column in columns.items():
            value = getattr(row, key)
            if key in names:
                value = names[key][value]
            column.append(value)
    return columns | {"names": {key: list(known) for key, known in names.items()}}


def _baselines(found: Examined) -> list[list[Any]]:
    """For every other baseline: the numbers of the rows that have a p against it, and these p."""
    place = {
        (row.system, row.metric, row.tag): number for number, row in enumerate(found.result.rows)
    }
    return [
        [system, [place[key] for key in values], list(values.values())]
        for system, values in found.p_values.items()
    ]


def _labels(found: Examined) -> dict[str, Any]:
    """Label names, which of them are idioms, and what the suite knows of them."""
    facts = getattr(found.suite, "facts", {})
    listed = list(found.record.labels)
    known = [facts.get(label) for label in listed]
    return {
        "name": listed,
        "idiom": [int(number in found.record.idiom_labels) for number in range(len(listed))],
        "meaning": [fact.meaning if fact else "" for fact in known],
        "literal": [fact.literal if fact else "" for fact in known],
        "equivalents": [list(fact.equivalents) if fact else [] for fact in known],
        "frequency": [fact.training_frequency if fact else None for fact in known],
    }


def _metric(entry: Counted, record: MetricRecord) -> dict[str, Any]:
    metric = entry.metric
    keys, order = sorted(record.entries), record.order()
    return {
        "name": entry.name,
        "title": metric.title,
        "family": metric.family,
        "verdicts": asdict(metric.verdict_words) if metric.verdict_words else None,
        "suits_segments": metric.suits_segments,
        "columns": list(metric.columns),
        "support": metric.columns.index(metric.support),
        "proportion": metric.columns.index(metric.proportion) if metric.proportion else None,
        "average": metric.average,
        "higher": metric.higher_is_better,
        "entries": {
            "segment": _deltas(segment for segment, _ in keys),
            "label": _short([label for _, label in keys]),
        },
        "counts": [
            [
                _short([_plain(own[place][k]) if place in own else 0 for place in order])
                for k in range(record.width)
            ]
            for own in record.counts
        ],
        "evidence": [
            {"key": shown.key, "title": shown.title, "marks": shown.marks}
            | _shared([_short([own.get(place, 0) for place in order]) for own in by_system])
            for shown in metric.evidence
            if (by_system := record.evidence.get(shown.key))
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
    """Each number less the one before: small ones pack well."""
    found, before = [], 0
    for number in numbers:
        found.append(number - before)
        before = number
    return found
