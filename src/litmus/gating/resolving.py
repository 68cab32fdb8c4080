"""Requirements against what there is: every name known, every requirement possible."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from litmus.errors import UnknownName, UsageError
from litmus.gating.contradictions import refuse_contradictions
from litmus.gating.parsing import Names, parse
from litmus.gating.requirement import Requirement, asked
from litmus.metrics.base import Metric
from litmus.metrics.registry import METRICS
from litmus.scoring.naming import reading_name
from litmus.wording import option


@dataclass(frozen=True, slots=True)
class Scored:
    """What is scored on one suite: systems, and the names of metrics and their readings; `main`
    are those of them that a metric is known by."""

    systems: Sequence[str]
    columns: Sequence[str]
    main: Sequence[str] = ()
    typed: Mapping[str, str] = field(default_factory=dict)  # as it was asked for -> one of `main`


def scored(
    systems: Iterable[str], metrics: Sequence[tuple[str, Metric[Any]]], typed: Sequence[str] = ()
) -> Scored:
    """What is scored by some metrics, each by its name in the table; `typed` are they as they were
    asked for, with options, if they were."""
    named = [[reading_name(name, one) for one in metric.readings] for name, metric in metrics]
    main = [own[0] for own in named]
    asked_for = list(dict.fromkeys(typed))
    return Scored(
        list(systems), [name for own in named for name in own], main,
        dict(zip(asked_for, main, strict=True)) if asked_for else {},
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Question:
    """A requirement as it is asked of one system, by one metric, on one suite."""

    requirement: Requirement
    suite: str
    system: str
    metric: str


def questions(
    texts: Sequence[str], scored: Mapping[str, Scored], baseline: str | None = None
) -> list[Question]:
    """Every requirement as it is asked; an unknown name, or requirements that cannot hold, are
    errors. `scored` goes by suite."""
    names = Names(
        list(dict.fromkeys(name for one in scored.values() for name in one.systems)),
        list(dict.fromkeys(name for one in scored.values() for name in one.columns)),
        list(scored),
    )
    requirements = [_read(text, names, scored) for text in dict.fromkeys(texts)]
    for requirement in requirements:
        _check_names(requirement, names)
    found = [q for one in requirements for q in _asked(one, requirements, scored, baseline)]
    refuse_contradictions(
        [((q.suite, q.metric, q.requirement.tag), q.system, q.requirement) for q in found]
    )
    return found


def _read(text: str, names: Names, scored: Mapping[str, Scored]) -> Requirement:
    """A requirement in the names of the table. A metric may be written as it was asked for, with
    its options, and a system of the suite (`@NAME`) without its sign."""
    metrics = {text: name for one in scored.values() for text, name in one.typed.items()}
    metrics = {text: name for text, name in metrics.items() if text not in names.columns}
    systems = {name[1:]: name for name in names.systems if name.startswith("@")}
    systems = {short: name for short, name in systems.items() if short not in names.systems}
    wide = Names([*names.systems, *systems], [*names.columns, *metrics], names.suites)
    found = parse(text, wide)
    demand = found.demand
    if demand.than in systems:
        demand = replace(demand, than=systems[demand.than])
    return replace(
        found,
        demand=demand,
        system=systems.get(found.system or "", found.system),
        metric=metrics.get(found.metric or "", found.metric),
    )


def _check_names(requirement: Requirement, names: Names) -> None:
    if requirement.suite is not None and requirement.suite not in names.suites:
        raise UnknownName("suite of these", requirement.suite, names.suites)
    for system in (requirement.system, requirement.than):
        if system is not None and system not in names.systems:
            raise _in(requirement, UnknownName("system", system, names.systems))
    if requirement.metric is not None and requirement.metric not in names.columns:
        raise _in(requirement, _not_computed(requirement.metric, names.columns))


def _in(requirement: Requirement, error: UsageError) -> UsageError:
    return UsageError(f"The requirement {requirement.text!r}: {error.message.template}")


def _not_computed(metric: str, columns: Collection[str]) -> UsageError:
    """A metric that there is, but not in this table, or a name that is none."""
    name = metric.partition(":")[0].partition(".")[0]
    if metric in METRICS or name in METRICS:
        if any(column.partition(":")[0].partition(".")[0] == name for column in columns):
            return UnknownName("metric of this table", metric, columns)
        return UsageError(
            f"{name} was not computed. Add it: {option('metrics', name)}\n"
            f"Computed: {', '.join(columns)}"
        )
    return UnknownName("metric of this table", metric, columns)


def _asked(
    requirement: Requirement,
    among: Sequence[Requirement],
    scored: Mapping[str, Scored],
    baseline: str | None,
) -> Iterator[Question]:
    """On every suite that has the metric and the systems; on none is an error."""
    n = 0
    for suite, one in scored.items():
        if requirement.suite not in (None, suite):
            continue
        metrics = one.main if requirement.metric is None else [requirement.metric]
        than = requirement.than
        for metric in metrics:
            if metric not in one.columns or not (than is None or than in one.systems):
                continue
            for system in asked(requirement, among, one.systems, baseline):
                if system == than:
                    raise UsageError(
                        f"The requirement {requirement.text!r} compares {system} with itself.\n"
                        "Name another system."
                    )
                if system in one.systems:
                    n += 1
                    yield Question(requirement, suite, system, metric)
    if not n:
        where = f" on {requirement.suite}" if requirement.suite else ""
        raise UsageError(
            f"The requirement {requirement.text!r} is asked of no system{where}: the baseline and "
            "systems that others are compared with are not asked.\n"
            "Say of whom: 'SYSTEM:METRIC...'"
        )
