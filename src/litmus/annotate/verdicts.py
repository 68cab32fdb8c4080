"""What a metric says of a segment, read from the evidence that `litmus score --segments` writes."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from litmus.corpus.jsonl import field as checked
from litmus.corpus.jsonl import read_objects
from litmus.errors import DataError, UsageError

# Metrics that call a segment right or wrong: which count says so.
DETECTORS = ("litter", "blacklist", "omission", "autoie")
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
    name = metric.partition(":")[0]
    if name not in DETECTORS:
        raise UsageError(_no_detector(metric))
    parts = evidence.get("labels", [])
    if name == "autoie":
        return Verdict(counts["passed"] < counts["weight"], counts["weight"] > 0)
    if name == "omission":
        by_label = {part["idiom"]: not part["hypothesis_words"] for part in parts}
        return Verdict(counts["omitted"] > 0, counts["idioms"] > 0, by_label)
    by_label = {part["idiom"]: bool(part["triggered"]) for part in parts if "idiom" in part}
    cases = counts["idioms"] if name == "litter" else counts["segments"]
    return Verdict(counts["triggered"] > 0, cases > 0, by_label)


def verdicts_by_metric(path: Path) -> dict[str, dict[tuple[str, str], Verdict]]:
    """Metric -> (segment id, system) -> verdict; a system's leading @ is left out."""
    found: dict[str, dict[tuple[str, str], Verdict]] = {}
    for segment, system, metric, verdict in read_verdicts(path):
        found.setdefault(metric, {})[segment, system.removeprefix("@")] = verdict
    return found


def check_detectors(specs: Iterable[str]) -> None:
    """Refuse metrics that call no segment right or wrong, before any work is done."""
    for spec in specs:
        name = spec.partition(":")[0]
        if name not in DETECTORS:
            raise UsageError(_no_detector(name))


def _no_detector(metric: str) -> str:
    return (
        f"{metric} calls no single segment right or wrong, so it cannot be held against "
        f"verdicts.\nMetrics that can: {', '.join(DETECTORS)}; others by --segments rows whose "
        'counts hold "flagged" (0 or 1).'
    )
