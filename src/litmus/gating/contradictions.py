"""Requirements that no scores can meet together: found before any work.

Bounds on one metric are differences: `a >= b + 1` says that a - b is at least 1, and a number is
the difference from 0. They can all hold unless some of them, one after the other, lead from a
value to something above itself: a positive cycle, which is what Bellman and Ford's search finds.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from litmus.errors import UsageError
from litmus.gating.requirement import Limit, Requirement

_ZERO = None  # the node that numbers are measured from
Place = tuple[str | None, str, str | None]  # suite, metric, tag


class Edge(NamedTuple):
    """`above` is at least `below` + `number`, or more than that if `strict` (1)."""

    above: str | None
    below: str | None
    number: Decimal  # as it was written: 0.1 and 0.2 are 0.3
    strict: int
    requirement: Requirement


def refuse_contradictions(bounds: Sequence[tuple[Place, str, Requirement]]) -> None:
    """Refuses limits that cannot hold together; `bounds` are places and systems asked there."""
    by_place: dict[Place, list[Edge]] = {}
    for place, system, requirement in bounds:
        if isinstance(requirement.demand, Limit):
            by_place.setdefault(place, []).append(_edge(system, requirement, requirement.demand))
    for (suite, metric, tag), edges in by_place.items():
        cycle = _positive_cycle(edges)
        if cycle:
            shown = metric + (f"[{tag}]" if tag else "") + (f" on {suite}" if suite else "")
            texts = dict.fromkeys(edge.requirement.text for edge in cycle)
            raise UsageError(
                f"These requirements on {shown} cannot hold together: "
                f"{', '.join(map(repr, texts))}.\nLeave one out, or change a bound."
            )


def _edge(system: str, requirement: Requirement, limit: Limit) -> Edge:
    number, strict = Decimal(str(limit.number)), int(limit.operator in (">", "<"))
    if limit.is_floor:
        return Edge(system, limit.than, number, strict, requirement)
    return Edge(limit.than, system, -number, strict, requirement)


def _positive_cycle(edges: Sequence[Edge]) -> list[Edge]:
    """Edges that lead from a value to something above itself; none if all can hold."""
    nodes = {node for edge in edges for node in (edge.above, edge.below)}
    least = dict.fromkeys(nodes, (Decimal(0), 0))
    reason: dict[str | None, Edge] = {}
    last: str | None = _ZERO
    raised = False
    for _ in range(len(nodes) + 1):
        raised = False
        for edge in edges:
            number, strict = least[edge.below]
            above = (number + edge.number, strict + edge.strict)
            if above > least[edge.above]:
                least[edge.above], reason[edge.above], last = above, edge, edge.above
                raised = True
        if not raised:
            return []
    for _ in nodes:  # back into the cycle, wherever the search ended
        last = reason[last].below
    return [*_back(last, reason)]


def _back(start: str | None, reason: dict[str | None, Edge]) -> Iterator[Edge]:
    at = start
    while True:
        edge = reason[at]
        yield edge
        at = edge.below
        if at == start:
            return
