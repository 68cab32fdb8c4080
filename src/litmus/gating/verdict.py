"""A verdict: what became of a requirement, and which segments cost it most."""

from dataclasses import dataclass

from litmus.gating.resolving import Question

HELD, BROKEN, NO_EVIDENCE = "held", "broken", "no evidence"
UNDECIDED = "undecided"  # the gate was broken before it was known


@dataclass(frozen=True, slots=True)
class TestOfDifference:
    """The test behind "not worse than": its kind ("worse" or "margin") and method ("ar" or "bs"),
    and p as it decides, corrected over so many `tests` of its kind."""

    kind: str
    method: str
    n_trials: int
    p: float
    p_raw: float
    tests: int = 1


@dataclass(frozen=True, slots=True)
class CostlySegment:
    """A segment that cost a requirement much: `cost` is how much better the value would be without
    it, or the lead over the other system; `saw` is what the metric found."""

    id: str
    cost: float
    source: str
    reference: str | None
    hypothesis: str
    other: str | None  # the hypothesis of the system compared with
    saw: str


@dataclass(frozen=True, slots=True)
class Draw:
    """How many segments were drawn, `of` so many, in the order of a seed; `level` is how certain
    all verdicts are together."""

    segments: int
    of: int
    seed: int
    level: float


@dataclass(frozen=True, slots=True)
class Decided:
    """When a verdict was certain: `after` so many segments, `by` exact or asymptotic bets; by the
    "whole" where all was drawn, and by nothing where it is undecided."""

    after: int
    by: str
    draw: Draw


@dataclass(frozen=True, slots=True)
class Verdict:
    """A requirement asked of one system, by one metric, on one suite. `outcome` is "held", "broken"
    or "no evidence"; `missed` is by how much the value is on the wrong side of the bound, or with a
    margin, by how much more than that it could be worse."""

    question: Question
    outcome: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    bound: float | None
    missed: float | None = None
    test: TestOfDifference | None = None
    why: str = ""  # there is no evidence
    allowed: bool = False  # no evidence, and that is no failure
    decided: Decided | None = None  # where segments were drawn until it was certain
    worst: tuple[CostlySegment, ...] = ()

    @property
    def name(self) -> str:
        """What is judged: `new:word-f[pronouns]`."""
        tag = self.question.requirement.tag
        return f"{self.question.system}:{self.question.metric}{f'[{tag}]' if tag else ''}"

    @property
    def fails(self) -> bool:
        """Whether it breaks the gate."""
        return self.outcome == BROKEN or (self.outcome == NO_EVIDENCE and not self.allowed)

    @property
    def requirement(self) -> str:
        """The requirement as it was written."""
        return self.question.requirement.text
