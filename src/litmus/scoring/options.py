"""What can be chosen when systems are scored: one type for `evaluate`, `report` and campaigns."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from litmus.alignment.aligners import DEFAULT
from litmus.alignment.links import Aligner
from litmus.discourse.rules import Rules
from litmus.engine.batches import check_engine
from litmus.errors import UnknownName, at_least
from litmus.files.cache import Cache
from litmus.language.analysers import EMBEDDED
from litmus.scoring.measuring.inputs import Tags

UNITS = ("segment", "document")
TESTS = ("ar", "bs")  # approximate randomisation, bootstrap
FAMILIES = ("all", "metric")  # what p-values are corrected over: the table, or each metric


@dataclass(frozen=True)
class ScoringOptions:
    """The options of `litmus.evaluate`; see there.

    `aligners`, `tags` and `target_analysers` go by system, "" for the reference; an analyser for
    the reference is one for all systems that have none of their own.
    """

    metrics: tuple[str, ...] = ()
    aligner: str = DEFAULT
    aligners: Mapping[str, Aligner] = field(default_factory=dict)
    tags: Mapping[str, Tags] = field(default_factory=dict)
    rules: Rules | None = None  # of discourse; None: those found by the target language
    source_analyser: str = EMBEDDED
    target_analysers: Mapping[str, str] = field(default_factory=dict)
    test: str | None = None
    family: str = "all"
    tested: tuple[str, ...] = ()  # metrics or readings; none means all
    unit: str | None = None
    subsets: bool = False
    by_column: tuple[str, ...] = ()  # what the segments are put into buckets by
    baseline: str | None = None  # of the tests; None: the first system
    n_bootstrap: int = 1000
    n_trials: int = 10_000
    seed: int = 12345
    cache: Cache | None = None  # of links and tags
    counts: Cache | None = None  # of what each metric has measured of each system
    workers: int | None = 1  # processes; None: one per core where there is much to do
    engine: str = "local"  # what they run on

    def __post_init__(self) -> None:
        if self.unit is not None and self.unit not in UNITS:
            raise UnknownName("unit", self.unit, UNITS)
        if self.test is not None and self.test not in TESTS:
            raise UnknownName("test", self.test, TESTS)
        if self.family not in FAMILIES:
            raise UnknownName("family", self.family, FAMILIES)
        at_least(("n_trials", self.n_trials, 1), ("n_bootstrap", self.n_bootstrap, 1),
                 ("seed", self.seed, 0), ("workers", self.workers, 1))  # fmt: skip
        check_engine(self.engine)
