"""Suggestions: what a metric would answer, shown to annotators where a campaign asks for it."""

import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from litmus.alignment.links import Aligner
from litmus.annotate.label_sets import LabelSet
from litmus.annotate.verdicts import Verdict, read_verdicts
from litmus.corpus.suite import Suite
from litmus.errors import UsageError
from litmus.metrics.registry import metric_class, metrics
from litmus.scoring.evaluate import score
from litmus.scoring.measuring.inputs import Output
from litmus.scoring.options import ScoringOptions


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A label, how sure the metric is of it (0 to 1), and why."""

    label: str
    confidence: float
    because: str


class Suggestions:
    """What is suggested for an idiom of a system's translation; nothing, if nothing was asked."""

    def __init__(
        self, verdicts: Mapping[tuple[str, str], Verdict], labels: LabelSet | None = None
    ) -> None:
        self._verdicts, self._labels = verdicts, labels

    def __call__(self, segment: str, system: str, mark: str | None) -> Suggestion | None:
        verdict = self._verdicts.get((segment, system))
        said = verdict.said_of(mark) if verdict else None
        label = self._labels.label_for(said.kind) if said and self._labels else None
        return Suggestion(label, said.confidence, said.because) if said and label else None


def check_suggesting(spec: str, labels: LabelSet) -> None:
    """Whether a metric's verdicts can be suggested as these labels; an error says why not."""
    cls = metric_class(spec)
    if cls.kinds is None:
        able = [name for name, known in metrics().items() if known.kinds is not None]
        raise UsageError(
            f"{cls.name} says only right or wrong, so it cannot suggest a label.\n"
            f"Metrics that can: {', '.join(able)}"
        )
    for kind in cls.kinds.names:
        if labels.label_for(kind) is None:
            raise UsageError(
                f"No label of {labels.name!r} is the verdict {kind!r} of {cls.name}, so it cannot "
                f'be suggested.\nSay which is, in the label set: verdicts = ["{kind}"]'
            )


def suggestions(
    suite: Suite,
    outputs: Mapping[str, Output],
    spec: str | None,
    labels: LabelSet,
    *,
    aligners: Mapping[str, Aligner] | None,
    aligner: str,
) -> Suggestions:
    """The verdicts of a metric on a suite's outputs, as labels."""
    if spec is None:
        return Suggestions({})
    with tempfile.TemporaryDirectory(prefix="litmus-") as scratch:
        path = Path(scratch) / "evidence.jsonl"
        options = ScoringOptions(
            metrics=(spec,), aligner=aligner, aligners=aligners or {}, n_bootstrap=1
        )
        score(suite, outputs, options, segments=path)
        found = {
            (segment, system): verdict
            for segment, system, _, verdict in read_verdicts(path, [spec])
        }
    return Suggestions(found, labels)


def as_shown(suggestion: Suggestion | None) -> dict[str, Any]:
    """What is stored with an item; nothing for one without a suggestion."""
    return {"suggested": asdict(suggestion)} if suggestion else {}


def suggested_label(shown: Mapping[str, Any]) -> str | None:
    """The label that was suggested with an item, from what is stored."""
    found = shown.get("suggested")
    return str(found["label"]) if isinstance(found, dict) and "label" in found else None
