"""`litmus.evaluate`: scores of systems on a suite, behind `litmus score`."""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from litmus.alignment.aligners import DEFAULT
from litmus.alignment.links import Aligner
from litmus.api.inputs import (
    ByName,
    SuiteLike,
    Texts,
    open_options,
    open_outputs,
    open_suite,
)
from litmus.api.ratings import rating_files
from litmus.api.report import write_page
from litmus.corpus.columns import Columns
from litmus.corpus.in_memory import Marks, Text
from litmus.corpus.suite import Suite
from litmus.engine.parts import Parts, Sharded
from litmus.engine.shards import Shard
from litmus.errors import UsageError
from litmus.files.jsonl import read_objects
from litmus.resegmenting.output import METRIC as RESEGMENT
from litmus.scoring.evaluate import score, score_shard
from litmus.scoring.measuring.collected import Progress, Watch
from litmus.scoring.measuring.inputs import Output, Tags
from litmus.scoring.options import ScoringOptions
from litmus.scoring.plan import Wishes
from litmus.scoring.presentation.evalset import write_evalset
from litmus.scoring.results import Result
from litmus.terms.lists import TermsLike
from litmus.wording import option


def evaluate(
    suite: SuiteLike | None = None,
    outputs: ByName | None = None,
    *,
    languages: str | None = None,
    source: Text | None = None,
    references: Texts = (),
    spans: str | Path | Marks | None = None,
    docids: Text | None = None,
    columns: Columns | None = None,
    idioms: str | Path | Sequence[str] | None = None,
    classes: Sequence[str] = (),
    figurative: float | None = None,
    terms: TermsLike | None = None,
    resegment: bool = False,
    metrics: str | Sequence[str] = (),
    aligner: str = DEFAULT,
    aligners: Mapping[str, Aligner | str | Path] | None = None,
    tags: Mapping[str, Tags | str | Path] | None = None,
    test: str | None = None,
    baseline: str | None = None,
    family: str = "all",
    tested: str | Sequence[str] = (),
    unit: str | None = None,
    subsets: bool = False,
    by_column: str | Sequence[str] = (),
    n_bootstrap: int = 1000,
    n_trials: int = 10_000,
    seed: int = 12345,
    command: Sequence[str] = (),
    cache: bool = False,
    workers: int | None = 1,
    engine: str = "local",
    segments: Path | str | None = None,
    page: Path | str | None = None,
    ratings: Path | str | Sequence[Path | str] = (),
    parts: Sequence[Path | str] = (),
    progress: Progress | None = None,
    watch: Watch | None = None,
) -> Result:
    """Scores of systems; the first one is the `baseline` of the paired tests, or the one named.

    `suite` is a suite, its folder or the name of one that ships; or leave it out and give
    `languages` ("en-fr"), `source` and `references` as files or lists of strings. `outputs` maps
    names to files or lists; without it, those that come with the suite are scored. `idioms` is a
    list whose entries (of some `classes`) are found in the sources and marked: the code of one that
    ships, a file, or entries; `figurative` is the least probability that a match is meant as the
    idiom. `terms` is a list whose terms are found in the sources: a file (docs/formats.md), or
    target terms by source term; then `terms` is among the metrics if you name none.

    `resegment=True`: the outputs are free translations of whole documents, as `litmus.resegment`
    takes them, and are cut first; what could not be placed is in the evidence and the notes.

    `metrics` are names with options ("litter:case=fold"); none means those of the suite.
    `aligners` and `tags` are files or objects by system, "" for the reference. Without `aligners`
    the one called `aligner` learns from source and reference and links all systems; without `tags`
    they are computed where a metric reads them. `test` is "ar" (approximate randomisation), "bs"
    (bootstrap) or None; `tested` names the metrics or readings to test (none means all), and p is
    corrected over the whole table (`family="all"`) or each metric by itself ("metric"). `unit` is
    what is resampled, "segment" or "document". `by_column` names columns whose buckets are scored
    by themselves: those of the suite's segments, "document", "length", "frequency" or
    "idiom-frequency"; `columns` gives more of them, a file with a header line or values by name.
    `segments` is where the evidence of every segment is
    written; `progress` is told how many segments are done. `cache=True` keeps links and tags for
    later runs, and uses those of earlier ones. `workers` are processes, None for one per core where
    there is much to do; they change nothing but the time. (A script that uses them needs
    `if __name__ == "__main__":`, as always with processes in Python.) `engine="ray"` or
    `"ray://HOST:PORT"` works on Ray instead. `page` is where a report of the same goes, with
    `command` at its foot, and `ratings` as for `litmus.report`. `parts` are files that
    `evaluate_shard` and `write_part` made for the same arguments: then nothing is measured again.
    `watch` is shown every batch as measured, which is how `litmus.gate` sees it.

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
        docids=docids, columns=columns, idioms=idioms, classes=classes, figurative=figurative,
        terms=terms,
    )  # fmt: skip
    systems = open_outputs(outputs, opened, resegment=resegment, workers=workers)
    options = open_options(
        opened, systems, metrics=metrics, aligner=aligner, aligners=aligners, tags=tags,
        test=test, baseline=baseline, family=family, tested=tested, unit=unit, subsets=subsets,
        by_column=by_column, n_bootstrap=n_bootstrap, n_trials=n_trials, seed=seed, cache=cache,
        workers=workers, engine=engine,
    )  # fmt: skip
    evidence = Path(segments) if segments else None
    known = Parts([Path(part) for part in parts]) if parts else None
    if ratings and page is None:
        raise UsageError(
            f"{option('ratings')} are shown in a report. Say where it goes: "
            f"{option('page', 'F.html')}"
        )
    if page is None:
        result = score(
            opened, systems, options, segments=evidence, parts=known, progress=progress, watch=watch
        )
    else:
        made = write_page(
            Path(page), opened, systems, options, segments=evidence, command=command, parts=known,
            progress=progress, ratings=rating_files(ratings), watch=watch,
        )  # fmt: skip
        result = made.result
    return replace(result, write_page=partial(_write_page, opened, systems, options))


def evaluate_evalset(
    folder: Path,
    suite: SuiteLike,
    outputs: ByName | None = None,
    *,
    metrics: str | Sequence[str] = (),
    **options: Any,
) -> tuple[Result, list[str]]:
    """Scores, also written as an EvalSet; the result and the names of the metrics there.

    `options` are those of `evaluate`.
    """
    opened = open_suite(suite)
    free = options.get("resegment", False)
    systems = open_outputs(outputs, opened, resegment=free, workers=options.get("workers", 1))
    with tempfile.TemporaryDirectory(prefix="litmus-") as scratch:
        evidence = Path(scratch) / "evidence.jsonl"
        result = evaluate(opened, outputs, metrics=metrics, segments=evidence, **options)
        found = dict.fromkeys(row["metric"] for _, row in read_objects(evidence))
        written = [metric for metric in found if metric != RESEGMENT]
        names = write_evalset(folder, opened, systems, result, evidence, written)
    return result, names


def evaluate_shard(
    suite: Suite,
    outputs: Mapping[str, Output],
    shard: Shard,
    *,
    segments: bool = False,
    page: bool = False,
    links: bool = True,
    require: Sequence[str] = (),
    **options: Any,
) -> Sharded:
    """One of several runs of `evaluate` or `report`: what is measured of its part of the suite.

    `segments` and `page` say whether evidence and a report are wanted in the end, `links` whether
    the report marks words linked to idioms, `require` what the whole is to meet; `options` are
    those of `evaluate`.
    """
    everything = page or bool(require)
    wishes = Wishes(evidence=segments, everything=everything, links=page and links)
    return score_shard(suite, outputs, open_options(suite, outputs, **options), shard, wishes)


def _write_page(
    suite: Suite, systems: Mapping[str, Output], options: ScoringOptions, path: Path
) -> Path:
    """The report of an evaluation, as `Result.report` asks for it."""
    write_page(path, suite, systems, options)
    return path
