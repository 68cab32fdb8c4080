"""What metrics say about single segments, read from the evidence of `litmus score --segments`."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from litmus.annotate.judgements import Judgement, read_judgements
from litmus.annotate.label_sets import ERROR, NO_VERDICT, LabelSet, find_label_set, load_label_set
from litmus.errors import DataError, UsageError
from litmus.files.jsonl import field as checked
from litmus.files.jsonl import read_objects
from litmus.importers.recognise import first_keys
from litmus.metrics.base import Kinds, Metric
from litmus.metrics.registry import METRICS, metric_class, metrics
from litmus.wording import option

KEYS = ("id", "system", "metric", "counts", "evidence")  # of a row; all but the last are needed


@dataclass(frozen=True, slots=True)
class Said:
    """The kind of verdict on one idiom, how sure the metric is of it (0 to 1), and why."""

    kind: str
    confidence: float
    because: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a metric flags a segment as wrong. `known` is False where it has no evidence.

    Of a metric with verdicts of several kinds, `said` has that on every label, and `kinds` all.
    """

    flagged: bool
    known: bool
    by_label: Mapping[str, bool] = field(default_factory=dict)
    said: Mapping[str, Said] = field(default_factory=dict)
    kinds: tuple[str, ...] = ()

    def of(self, label: str | None) -> bool:
        """The verdict on one idiom of the segment, where the evidence tells them apart."""
        return self.by_label.get(label, self.flagged) if label else self.flagged

    def said_of(self, label: str | None) -> Said | None:
        """The kind of verdict on one idiom; without a label, on the only one."""
        if label is None and len(self.said) == 1:
            return next(iter(self.said.values()))
        return self.said.get(label or "")


def read_verdicts(path: Path, specs: Sequence[str] = ()) -> Iterator[tuple[str, str, str, Verdict]]:
    """Segment id, system, metric and verdict of the rows of a `--segments` file.

    Rows of metrics that call nothing right or wrong are skipped, unless there are no others.
    `specs` are the metrics that the rows were scored with; they may name Python files, which rows
    may not: nothing read from a file is executed.
    """
    classes = detectors(specs)
    skipped = ""
    empty = True
    for number, row in read_objects(path):
        segment, system, metric, verdict = read_row(f"{path}:{number}", row, classes)
        if verdict is None:
            skipped = skipped or metric
            continue
        empty = False
        yield segment, system, metric, verdict
    if skipped and empty:
        raise _no_detector(skipped)


def read_row(
    where: str, row: dict[str, Any], classes: Mapping[str, type[Metric[Any]]] | None = None
) -> tuple[str, str, str, Verdict | None]:
    """The same for one row; the verdict is None if its metric calls nothing right or wrong."""
    for key in KEYS[:-1]:
        if key not in row:
            raise DataError(
                f"{where}: the key {key!r} is missing. A row of litmus score --segments has "
                '"id", "system", "metric", "counts" and "evidence".'
            )
    segment, system, metric = (checked(where, row, key, str, "") for key in KEYS[:3])
    counts = checked(where, row, "counts", dict, {})
    evidence = checked(where, row, "evidence", dict, {})
    cls = (classes or {}).get(metric) or _class_of_row(metric)
    try:
        return segment, system, metric, _verdict(cls, counts, evidence)
    except (KeyError, TypeError) as error:
        raise DataError(
            f"{where}: its counts or its evidence are not those of {metric} ({error})."
        ) from error


def _verdict(
    cls: type[Metric[Any]] | None, counts: Mapping[str, float], evidence: Mapping[str, Any]
) -> Verdict | None:
    if "flagged" in counts:  # a detector that litmus need not know
        return Verdict(counts["flagged"] > 0, counts.get("known", 1) > 0)
    if cls is None or cls.flag is None:
        return None
    flag, by_label = cls.flag, {}
    for part in evidence.get("labels", []):
        flagged = flag.of_evidence(part)
        label = part.get("idiom", part.get("tag"))
        if flagged is not None and label is not None:
            by_label[label] = flagged
    said = _said(cls.kinds, evidence) if cls.kinds else {}
    return Verdict(*flag.of_counts(counts), by_label, said, cls.kinds.names if cls.kinds else ())


def _said(kinds: Kinds, evidence: Mapping[str, Any]) -> dict[str, Said]:
    """What the evidence says of every label."""
    said = {}
    for part in evidence.get("labels", [evidence] if evidence else []):
        kind, confidence = part[kinds.key], part[kinds.confidence]
        if kind not in kinds.names or not 0 <= confidence <= 1:
            raise TypeError(f"{kind!r}, {confidence!r}")
        said[str(part.get("idiom", ""))] = Said(kind, float(confidence), str(part[kinds.because]))
    return said


def verdicts_by_metric(
    path: Path, specs: Sequence[str] = ()
) -> dict[str, dict[tuple[str, str], Verdict]]:
    """Metric -> (segment id, system) -> verdict; a system's leading @ is left out."""
    verdicts: dict[str, dict[tuple[str, str], Verdict]] = {}
    for segment, system, metric, verdict in read_verdicts(path, specs):
        verdicts.setdefault(metric, {})[segment, system.removeprefix("@")] = verdict
    return verdicts


def holds_labels(path: Path) -> bool:
    """Whether these are rows of `litmus judge` with labels, not those of metrics."""
    keys = first_keys(path)
    return {"judge", "label"} <= keys


def verdicts_of_judges(path: Path) -> dict[str, dict[tuple[str, str], Verdict]]:
    """The same from the labels of `litmus judge`: what most draws say of an idiom or a tag."""
    votes: dict[tuple[str, str, str, str], list[Judgement]] = defaultdict(list)
    for one in read_judgements(path):
        judge = one.annotator.rpartition("#")[0] or one.annotator
        votes[judge, one.id, one.system.removeprefix("@"), one.mark or ""].append(one)
    found: dict[str, dict[tuple[str, str], Verdict]] = defaultdict(dict)
    labels: dict[str, LabelSet] = {}
    for (judge, segment, system, mark), draws in votes.items():
        task = draws[0].task
        labels.setdefault(task, load_label_set(find_label_set(task)))
        verdict = _of_draws(draws, labels[task], mark)
        before = found[judge].get((segment, system))
        found[judge][segment, system] = verdict if before is None else _together(before, verdict)
    return dict(found)


def _of_draws(draws: Sequence[Judgement], labels: LabelSet, mark: str) -> Verdict:
    errors, silent = labels.meaning(ERROR), labels.meaning(NO_VERDICT)
    given = [one.label for one in draws if one.label not in silent]
    flagged = 2 * sum(label in errors for label in given) > len(given)
    kinds = _kinds_of(labels)
    said = {}
    if kinds and given:
        label, n = Counter(given).most_common(1)[0]
        kind = next(one for one in labels.labels if one.key == label).verdicts[0]
        comment = next(one.comment for one in draws if one.label == label)
        said[mark] = Said(kind, n / len(draws), comment)
    return Verdict(flagged, bool(given), {mark: flagged} if mark else {}, said, kinds)


def _kinds_of(labels: LabelSet) -> tuple[str, ...]:
    """The kinds that the labels tell apart; none where one of them has no kind, or several."""
    silent = labels.meaning(NO_VERDICT)
    said = [label.verdicts for label in labels.labels if label.key not in silent]
    if any(len(kinds) != 1 for kinds in said):
        return ()
    return tuple(dict.fromkeys(kinds[0] for kinds in said))


def _together(one: Verdict, other: Verdict) -> Verdict:
    """Of two idioms of a segment."""
    return Verdict(
        one.flagged or other.flagged, one.known or other.known, {**one.by_label, **other.by_label},
        {**one.said, **other.said}, one.kinds,
    )  # fmt: skip


def detectors(specs: Iterable[str]) -> dict[str, type[Metric[Any]]]:
    """Metrics by their names in rows; one that calls no segment wrong is refused."""
    classes = {}
    for spec in specs:
        cls = metric_class(spec)
        if cls.flag is None:
            raise _no_detector(cls.name)
        classes[cls.name] = classes[spec] = cls
    return classes


def _class_of_row(metric: str) -> type[Metric[Any]] | None:
    name = metric.partition(":")[0]
    return metric_class(name) if name in METRICS else None


def _no_detector(metric: str) -> UsageError:
    able = [name for name, cls in metrics().items() if cls.flag is not None]
    return UsageError(
        f"{metric} calls no single segment right or wrong, so it cannot be compared with "
        f"judgements.\nMetrics that can: {', '.join(able)}; any other through "
        f'{option("segments", "FILE")}, with rows whose counts have "flagged" (0 or 1).'
    )
