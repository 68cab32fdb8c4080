"""`examine`: a suite scored for the page, with all that the page shows of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from litmus.alignment.aligners import DEFAULT, learn, load_aligner
from litmus.alignment.links import Aligner
from litmus.corpus.numbering import Numbering
from litmus.corpus.suite import Suite
from litmus.reports.interning import Values
from litmus.reports.record import Recorder
from litmus.scoring.evaluate import evaluate
from litmus.scoring.inputs import Tags
from litmus.scoring.measure import Collected
from litmus.scoring.results import Result
from litmus.scoring.summarise import Settings, summarise

Key = tuple[str, str, str | None]  # system, metric, tag


@dataclass(frozen=True)
class Examined:
    """One suite of a report. `p_values` go by baseline, the first system's left to the result."""

    suite: Suite
    result: Result
    record: Recorder
    collected: Collected
    settings: Settings
    p_values: Mapping[str, Mapping[Key, float]]


@dataclass(frozen=True)
class Tables:
    """What the suites of one report share."""

    strings: Numbering[str]
    values: Values

    @classmethod
    def new(cls) -> "Tables":
        """Empty ones."""
        return cls(Numbering(), Values())


def examine(
    suite: Suite,
    outputs: Mapping[str, Path],
    *,
    tables: Tables,
    metrics: Sequence[str] = (),
    aligners: Mapping[str, Aligner] | None = None,
    aligner: str = DEFAULT,
    links: bool = True,
    tags: Mapping[str, Tags] | None = None,
    test: str | None = "ar",
    unit: str | None = None,
    subsets: bool = False,
    n_bootstrap: int = 1000,
    n_trials: int = 10_000,
    seed: int = 12345,
    progress: Callable[[int], None] | None = None,
) -> Examined:
    """`evaluate` with everything kept that the page shows; the options are the same.

    `links=False` leaves the words linked to idioms unmarked, unless a metric asks for links.
    """

    def make_aligners() -> Mapping[str, Aligner]:
        return (aligners or _aligners(suite, outputs, aligner)) if links else {}

    record = Recorder(tables.strings, tables.values, list(outputs), make_aligners)
    result = evaluate(
        suite,
        outputs,
        metrics=metrics,
        aligners=aligners,
        aligner=aligner,
        tags=tags,
        test=test,
        unit=unit,
        subsets=subsets,
        n_bootstrap=n_bootstrap,
        n_trials=n_trials,
        seed=seed,
        progress=progress,
        watch=record,
    )
    collected = record.collected
    assert collected is not None  # evaluate refuses a suite without segments
    settings = Settings(test, n_bootstrap, n_trials, seed, collected.unit)
    others = _other_baselines(collected, suite, result, settings)
    return Examined(suite, result, record, collected, settings, others)


def _aligners(suite: Suite, outputs: Mapping[str, Path], name: str) -> dict[str, Aligner]:
    """One aligner for all, if the suite marks any idiom."""
    info = suite.info
    if name.startswith("pharaoh:") or not any(segment.idioms for segment in suite.segments()):
        return {}
    pairs = ((s.source, s.references[0]) for s in suite.segments() if s.references)
    same = learn(load_aligner(name, (info.source, info.target)), pairs)
    return dict.fromkeys(["", *outputs], same)


def _other_baselines(
    collected: Collected, suite: Suite, result: Result, settings: Settings
) -> dict[str, dict[Key, float]]:
    """p-values with every other system as the baseline, corrected as the first one's are."""
    found: dict[str, dict[Key, float]] = {}
    if settings.test is None or len(result.systems) < 2:
        return found
    quick = replace(settings, n_bootstrap=1) if settings.test == "ar" else settings
    for first in range(1, len(result.systems)):
        order = [first, *(k for k in range(len(result.systems)) if k != first)]
        turned = replace(
            collected,
            counted=[
                replace(entry, tallies=[entry.tallies[k] for k in order], subsets=[])
                for entry in collected.counted
            ],
        )
        systems = [result.systems[k] for k in order]
        rows, _, _, _ = summarise(turned, systems, suite.info, quick)
        found[systems[0]] = {
            (row.system, row.metric, row.tag): row.p for row in rows if row.p is not None
        }
    return found
