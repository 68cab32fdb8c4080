"""Scores a suite and keeps all that the page shows of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from litmus.corpus.suite import Suite
from litmus.engine.parts import Parts
from litmus.reports.interning import Interned
from litmus.reports.raters import Ratings
from litmus.reports.record import Record, Recorder
from litmus.scoring.baselines import Key, other_baselines
from litmus.scoring.evaluate import score
from litmus.scoring.measuring.collected import Collected, Progress, Step, Watch
from litmus.scoring.measuring.inputs import Output
from litmus.scoring.naming import SummarySettings, settings_of
from litmus.scoring.options import ScoringOptions
from litmus.scoring.results import Result
from litmus.stages import stage


@dataclass(frozen=True)
class Examined:
    """One suite of a report. `p_values` are by baseline; those of the first are in the result."""

    suite: Suite
    result: Result
    recorder: Recorder
    collected: Collected
    settings: SummarySettings
    p_values: Mapping[str, Mapping[Key, float]]

    @property
    def record(self) -> Record:
        """What was recorded last, which is everything unless it was taken away."""
        assert self.recorder.record is not None
        return self.recorder.record


def examine(
    suite: Suite,
    outputs: Mapping[str, Output],
    options: ScoringOptions | None = None,
    *,
    interned: Interned,
    links: bool = True,
    segments: Path | None = None,
    progress: Progress | None = None,
    full: Callable[[Record], bool] | None = None,
    parts: Parts | None = None,
    ratings: Ratings | None = None,
    watch: Watch | None = None,
) -> Examined:
    """Scores a suite and keeps everything that the page shows.

    `links=False` leaves the words linked to idioms unmarked, unless a metric needs links.
    `segments` is where evidence is written. `full` may take the record away when it is long enough.
    `parts` are those of the same, measured by shards. `ratings` are shown beside the metrics.
    `watch` is shown every batch, too.
    """
    options = options or ScoringOptions(test="ar" if len(outputs) > 1 else None)
    recorder = Recorder(interned, list(outputs), full, ratings)

    def look(collected: Collected, step: Step) -> None:
        recorder(collected, step)
        if watch is not None:
            watch(collected, step)

    result = score(
        suite, outputs, options, segments=segments, progress=progress, watch=look,
        show_links=links, parts=parts,
    )  # fmt: skip
    collected = recorder.collected
    assert collected is not None  # score refuses a suite without segments
    settings = settings_of(options, collected.unit)
    with stage("testing with other baselines"):
        others = other_baselines(collected, result, settings)
    return Examined(suite, result, recorder, collected, settings, others)
