"""What a metric says of a segment, read from the evidence that `litmus score --segments` writes."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from litmus.corpus.jsonl import field as checked
from litmus.corpus.jsonl import read_objects
from litmus.errors import DataError, UsageError
from litmus.metrics.base import Flag
from litmus.metrics.options import parse_spec
from litmus.metrics.registry import METRICS, metric_class, metrics

KEYS = ("id", "system", "metric", "counts", "evidence")  # of a row; all but the last are needed


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a metric flags a segment as wrong. `known` is False where it has no evidence."""

    flagged: bool
    known: bool
    by_label: Mapping[str, bool] = field(default_factory=dict)

    def of(self, label: str | None) -> bool:
        """The verdict on one idiom of the segment, where the evidence tells them apart."""
        return self.by_label.get(label, self.flagged) if label else self.flagged


def read_verdicts(path: Path) -> Iterator[tuple[str, str, str, Verdict]]:
    """Segment id, system, metric and verdict of the rows of a `--segments` file.

    Those of metrics that call nothing right or wrong are passed over, unless there are no others.
    """
    other: UsageError | None = None
    found = False
    for number, row in read_objects(path):
        try:
            one = read_row(f"{path}:{number}", row)
        except UsageError as error:
            other = other or error
            continue
        found = True
        yield one
    if other and not found:
        raise other


def read_row(where: str, row: dict[str, Any]) -> tuple[str, str, str, Verdict]:
    """The same of one row. A metric that calls nothing right or wrong is a UsageError."""
    for key in KEYS[:-1]:
        if key not in row:
            raise DataError(
                f"{where}: the key {key!r} is missing. A row of litmus score --segments has "
                '"id", "system", "metric", "counts" and "evidence".'
            )
    segment, system, metric = (checked(where, row, key, str, "") for key in KEYS[:3])
    counts = checked(where, row, "counts", dict, {})
    evidence = checked(where, row, "evidence", dict, {})
    try:
        return segment, system, metric, _verdict(metric, counts, evidence)
    except (KeyError, TypeError) as error:
        raise DataError(
            f"{where}: its counts or its evidence are not those of {metric} ({error})."
        ) from error


def _verdict(metric: str, counts: Mapping[str, float], evidence: Mapping[str, Any]) -> Verdict:
    if "flagged" in counts:  # a detector of someone else's
        return Verdict(counts["flagged"] > 0, counts.get("known", 1) > 0)
    flag = _flag(metric)
    by_label = {}
    for part in evidence.get("labels", []):
        flagged = flag.of_evidence(part)
        if flagged is not None and "idiom" in part:
            by_label[part["idiom"]] = flagged
    return Verdict(*flag.of_counts(counts), by_label)


def verdicts_by_metric(path: Path) -> dict[str, dict[tuple[str, str], Verdict]]:
    """Metric -> (segment id, system) -> verdict; a system's leading @ is left out."""
    found: dict[str, dict[tuple[str, str], Verdict]] = {}
    for segment, system, metric, verdict in read_verdicts(path):
        found.setdefault(metric, {})[segment, system.removeprefix("@")] = verdict
    return found


def check_detectors(specs: Iterable[str]) -> None:
    """Refuse metrics that call no segment right or wrong, before any work is done."""
    for spec in specs:
        name = parse_spec(spec).name
        _checked_flag(name, metric_class(name).flag)


def _flag(metric: str) -> Flag:
    """How a metric, named as in a row, calls a segment wrong. Rows name no code in files."""
    name = metric.partition(":")[0]
    return _checked_flag(metric, metric_class(name).flag if name in METRICS else None)


def _checked_flag(metric: str, flag: Flag | None) -> Flag:
    if flag is None:
        detectors = [name for name, other in metrics().items() if other.flag is not None]
        raise UsageError(
            f"{metric} calls no single segment right or wrong, so it cannot be held against "
            f"verdicts.\nMetrics that can: {', '.join(detectors)}; others by --segments rows whose "
            'counts hold "flagged" (0 or 1).'
        )
    return flag
