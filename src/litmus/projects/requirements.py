"""The requirements of a project: asked before any work, judged after it, and kept with the run."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from litmus.gating.gate import Gate
from litmus.gating.judging import Trials
from litmus.gating.requirement import Limit, NotWorse, Requirement
from litmus.gating.resolving import Question, scored
from litmus.gating.verdict import CostlySegment, TestOfDifference, Verdict
from litmus.gating.verdicts import Verdicts
from litmus.projects.digests import digest_of
from litmus.projects.opened import OpenSuite
from litmus.projects.project_file import Project, at
from litmus.scoring.plan import Plan
from litmus.scoring.results import Result


def required(project: Project, suites: Sequence[OpenSuite]) -> list[str]:
    """The common requirements, and those of single suites, which name their suite."""
    texts = list(project.require)
    for one in suites:
        prefix = f"{one.name}/"
        texts += [text if text.startswith(prefix) else prefix + text for text in one.entry.require]
    return texts


def facts(
    project: Project, texts: Sequence[str], suites: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any]:
    """What decides the verdicts; `suites` is what is kept of each suite."""
    return {
        "texts": list(texts),
        "allow_no_evidence": project.allow_no_evidence,
        "scores": {
            name: digest_of([kept.get("facts"), kept.get("made_by")])
            for name, kept in suites.items()
        },
    }


def open_gate(
    project: Project, suites: Sequence[OpenSuite], plans: Mapping[str, Plan], texts: Sequence[str]
) -> Gate:
    """The gate; what cannot be asked is refused."""
    tests = project.tests
    metrics = project.metrics or [name for name, _ in next(iter(plans.values())).metrics]
    given = {"metrics": metrics, "by_column": tests.by_column}
    with at(project.place.below("require"), given):
        return Gate(
            texts,
            {one.name: one.suite for one in suites},
            {one.name: scored(one.outputs, plans[one.name].metrics, one.metrics) for one in suites},
            baseline=tests.baseline or None,
            by_column=tests.by_column,
            subsets=tests.subsets,
        )


def judged(project: Project, gate: Gate, results: Mapping[str, Result]) -> Verdicts:
    """The verdicts."""
    tests = project.tests
    trials = Trials(tests.paired or "ar", tests.trials, tests.bootstrap, tests.seed)
    return gate.verdicts(results, trials, allow_no_evidence=project.allow_no_evidence)


def to_json(verdicts: Verdicts) -> list[dict[str, Any]]:
    """Verdicts as plain data."""
    return [asdict(verdict) for verdict in verdicts]


def from_json(values: Sequence[Mapping[str, Any]], results: Mapping[str, Result]) -> Verdicts:
    """What `to_json` made data of."""
    return Verdicts(tuple(_verdict(value) for value in values), results)


def _verdict(value: Mapping[str, Any]) -> Verdict:
    question = dict(value["question"])
    requirement = dict(question.pop("requirement"))
    demand = requirement.pop("demand")
    kind = Limit if "operator" in demand else NotWorse
    asked = Question(Requirement(demand=kind(**demand), **requirement), **question)
    rest = {key: item for key, item in value.items() if key not in ("question", "test", "worst")}
    return Verdict(
        asked,
        **rest,
        test=TestOfDifference(**value["test"]) if value["test"] else None,
        worst=tuple(CostlySegment(**segment) for segment in value["worst"]),
    )
