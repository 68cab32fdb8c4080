"""Requirements: what a release must reach, on which suite, of which system."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

OPERATORS = (">=", "<=", ">", "<")


@dataclass(frozen=True, slots=True)
class Limit:
    """A value on the right side of a bound: a number, or another system's value and a number."""

    operator: str  # one of OPERATORS
    number: float
    than: str | None = None  # the system whose value the number is added to

    @property
    def is_floor(self) -> bool:
        """Whether more is required rather than less."""
        return self.operator.startswith(">")

    def allows(self, value: float, bound: float) -> bool:
        """Whether a value is on the right side.

        >>> Limit(">=", 30).allows(30.0, 30.0), Limit("<", 30).allows(30.0, 30.0)
        (True, False)
        """
        if value == bound:
            return self.operator in (">=", "<=")
        return (value > bound) == self.is_floor


@dataclass(frozen=True, slots=True)
class NotWorse:
    """Not worse than another system: by a test, and perhaps by a margin that it must exclude."""

    than: str
    margin: float | None = None


@dataclass(frozen=True, slots=True)
class Requirement:
    """One requirement, as it was written (`text`) and as it was read.

    `suite` and `system` are None where it is asked of all, `metric` where "not worse than" means
    every main metric, `tag` where the whole counts.
    """

    text: str
    demand: Limit | NotWorse
    metric: str | None
    tag: str | None = None
    system: str | None = None
    suite: str | None = None

    @property
    def than(self) -> str | None:
        """The system that it compares with."""
        return self.demand.than


def asked(
    requirement: Requirement,
    among: Sequence[Requirement],
    systems: Collection[str],
    baseline: str | None = None,
) -> list[str]:
    """The systems that a requirement is asked of.

    The one it names; otherwise all but the `baseline` that was named and those that requirements
    `among` which it stands compare with. A lone system is always asked.
    """
    if requirement.system is not None:
        return [requirement.system]
    if len(systems) == 1:
        return list(systems)
    spared = {one.than for one in among} | {baseline}
    return [system for system in systems if system not in spared]
