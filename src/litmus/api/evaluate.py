"""`litmus.evaluate`: scores of systems on a suite, behind `litmus score`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from litmus.alignment.aligners import DEFAULT
from litmus.alignment.links import Aligner
from litmus.api.inputs import (
    ByName,
    SuiteLike,
    Texts,
    open_aligners,
    open_outputs,
    open_suite,
    open_tags,
)
from litmus.api.report import write_page
from litmus.corpus.in_memory import Marks, Text
from litmus.corpus.suite import Suite
from litmus.files.cache import default_cache
from litmus.scoring.evaluate import score
from litmus.scoring.measuring.collected import Progress
from litmus.scoring.measuring.inputs import Output, Tags
from litmus.scoring.options import ScoringOptions
from litmus.scoring.results import Result


def evaluate(
    suite: SuiteLike | None = None,
    outputs: ByName | None = None,
    *,
    languages: str | None = None,
    source: Text | None = None,
    references: Texts = (),
    spans: str | Path | Marks | None = None,
    docids: Text | None = None,
    metrics: str | Sequence[str] = (),
    aligner: str = DEFAULT,
    aligners: Mapping[str, Aligner | str | Path] | None = None,
    tags: Mapping[str, Tags | str | Path] | None = None,
    test: str | None = None,
    family: str = "all",
    tested: str | Sequence[str] = (),
    unit: str | None = None,
    subsets: bool = False,
    n_bootstrap: int = 1000,
    n_trials: int = 10_000,
    seed: int = 12345,
    command: Sequence[str] = (),
    cache: bool = False,
    workers: int | None = 1,
    segments: Path | str | None = None,
    page: Path | str | None = None,
    progress: Progress | None = None,
) -> Result:
    """Scores of systems; the first one is the baseline of the paired tests.

    `suite` is a suite, its folder or the name of one that ships; or leave it out and give
    `languages` ("en-fr"), `source` and `references` as files or lists of strings. `outputs` maps
    names to files or lists; without it, those that come with the suite are scored.

    `metrics` are names with options ("litter:case=fold"); none means those of the suite.
    `aligners` and `tags` are files or objects by system, "" for the reference. Without `aligners`
    the one called `aligner` learns from source and reference and links all systems; without `tags`
    they are computed where a metric reads them. `test` is "ar" (approximate randomisation), "bs"
    (bootstrap) or None; `tested` names the metrics or readings to test (none means all), and p is
    corrected over the whole table (`family="all"`) or each metric by itself ("metric"). `unit` is
    what is resampled, "segment" or "document". `segments` is where the evidence of every segment is
    written; `progress` is told how many segments are done. `cache=True` keeps links and tags for
    later runs, and uses those of earlier ones. `workers` are processes, None for one per core where
    there is much to do; they change nothing but the time. (A script that uses them needs
    `if __name__ == "__main__":`, as always with processes in Python.) `page` is where a report of
    the same goes, with `command` at its foot.

    >>> result = evaluate(
    ...     languages="en-es",
    ...     source=["He kicked the bucket."],
    ...     references=["Estiró la pata."],
    ...     spans=[[(3, 20, "kick the bucket")]],
    ...     outputs={"mine": ["Pateó el cubo."], "yours": ["Se murió."]},
    ...     metrics="litter",
    ... )
    >>> {row.system: row.value for row in result.rows if row.tag is None}
    {'mine': 100.0, 'yours': 0.0}
    """
    opened = open_suite(
        suite, languages=languages, source=source, references=references, spans=spans,
        docids=docids,
    )  # fmt: skip
    systems = open_outputs(outputs, opened)
    options = ScoringOptions(
        metrics=(metrics,) if isinstance(metrics, str) else tuple(metrics),
        aligner=aligner,
        aligners=open_aligners(aligners, opened, systems),
        tags=open_tags(tags, systems),
        test=test,
        family=family,
        tested=(tested,) if isinstance(tested, str) else tuple(tested),
        unit=unit,
        subsets=subsets,
        n_bootstrap=n_bootstrap,
        n_trials=n_trials,
        seed=seed,
        cache=default_cache() if cache else None,
        workers=workers,
    )
    evidence = Path(segments) if segments else None
    if page is None:
        result = score(opened, systems, options, segments=evidence, progress=progress)
    else:
        made = write_page(
            Path(page), opened, systems, options, segments=evidence, command=command,
            progress=progress,
        )  # fmt: skip
        result = made.result
    return replace(result, write_page=partial(_write_page, opened, systems, options))


def _write_page(
    suite: Suite, systems: Mapping[str, Output], options: ScoringOptions, path: Path
) -> Path:
    """The report of an evaluation, as `Result.report` asks for it."""
    write_page(path, suite, systems, options)
    return path
