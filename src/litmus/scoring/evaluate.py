"""Scores systems on a suite: plan what to measure, collect counts, summarise them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Protocol

from litmus.corpus.suite import Suite
from litmus.engine.parts import Parts, Sharded
from litmus.engine.shards import Shard
from litmus.errors import UsageError
from litmus.files.text import write_text
from litmus.idioms.in_place import FoundIdioms
from litmus.resegmenting.output import FreeOutput
from litmus.scoring.measuring.buckets import part
from litmus.scoring.measuring.collect import collect
from litmus.scoring.measuring.collected import Collected, Progress, Step, Watch
from litmus.scoring.measuring.inputs import Inputs, Output
from litmus.scoring.measuring.sharded import Known, measure_shard
from litmus.scoring.measuring.text_notes import TextNotes
from litmus.scoring.naming import settings_of
from litmus.scoring.options import ScoringOptions
from litmus.scoring.plan import Plan, Wishes, make_plan
from litmus.scoring.results import Result
from litmus.scoring.summarise import summarise
from litmus.terms.in_place import FoundTerms
from litmus.wording import count, option

ONE_SYSTEM = "A paired test compares systems, and there is only one: nothing was tested."


class Drawing(Protocol):
    """Whoever wants segments in another order, and perhaps not all of them."""

    @property
    def mark(self) -> str:
        """How the draw was made, for signatures; known when it is over."""

    @property
    def size(self) -> int:
        """Segments of the suite."""

    def inputs(self, plan: Plan, suite: Suite, outputs: Mapping[str, Output]) -> Inputs:
        """The suite and outputs in the order of the draw."""

    def look(self, step: Step) -> None:
        """A batch as measured."""


def score(
    suite: Suite,
    outputs: Mapping[str, Output],
    options: ScoringOptions | None = None,
    *,
    segments: Path | None = None,
    progress: Progress | None = None,
    watch: Watch | None = None,
    show_links: bool = False,
    parts: Parts | None = None,
    drawing: Drawing | None = None,
) -> Result:
    """Scores of all systems; the first one is the baseline of the paired tests unless another is.

    `segments` is where evidence is written; `progress` is told how many segments are done, `watch`
    is shown every batch as measured, with links of idioms if `show_links`. `parts` is what shards
    have measured already; a `drawing` says which segments are measured, in one process, as it looks
    at every batch before the next. `litmus.evaluate` opens what people have and calls this.
    """
    options = options or ScoringOptions()
    wishes = Wishes(segments is not None, watch is not None, show_links)
    plan = make_plan(suite, outputs, options, wishes, learned=parts is None)
    inputs = drawing.inputs(plan, suite, outputs) if drawing else Inputs(suite, outputs)
    anywhere = plan.measure.any_process and drawing is None
    known = None
    if parts is not None:
        signature = plan.signature(suite, parts.first.marks)
        known = Known(parts, inputs, signature, whole_documents=plan.whole_documents)
    partings = part(suite, options.by_column)
    notes = TextNotes(suite, outputs, plan.setup)

    def look(collected: Collected, step: Step) -> None:
        notes.add(step.batch, step.systems)
        if drawing is not None:
            drawing.look(step)
        if watch is not None:
            watch(collected, step)

    with write_text(segments) if segments else nullcontext() as evidence:
        collected = collect(
            inputs,
            plan.metrics,
            plan.measure,
            whole_documents=plan.whole_documents,
            workers=options.workers if anywhere else 1,
            engine=options.engine if anywhere else "local",
            known=known,
            unit=plan.unit,
            subsets=options.subsets,
            partings=partings,
            seed=options.seed,
            evidence=evidence,
            progress=progress or (lambda done: None),
            watch=look,
        )
        if plan.unit == "document" and not collected.n_documents:
            raise UsageError(
                f"Resampling by document needs document ids, and {suite.info.name} has none.\n"
                f"Give them: {option('docids', 'FILE')} beside loose files, or 'doc' in a suite's "
                "segments.jsonl"
            )
        for system, output in outputs.items():
            if evidence is not None and isinstance(output, FreeOutput):
                evidence.writelines(output.evidence(system))
    if options.cache is not None:
        options.cache.trim()
    marks = dict(parts.first.marks if parts is not None else plan.marks())
    for output in outputs.values():
        if isinstance(output, FreeOutput):
            marks["cut"] = output.signature
    if drawing is not None:
        marks["drawn"] = drawing.mark
    said = notes.notes([metric for _, metric in plan.metrics])
    said += _empty_lines(collected, outputs, in_order=drawing is None)
    said += [*_found(suite), *_resegmented(outputs)]
    buckets = {parting.column: parting.sizes for parting in partings}
    size = None if drawing is None else drawing.size
    return _result(suite, outputs, options, plan, marks, collected, said, buckets, size)


def _result(
    suite: Suite,
    outputs: Mapping[str, Output],
    options: ScoringOptions,
    plan: Plan,
    marks: Mapping[str, str],
    collected: Collected,
    notes: Sequence[str],
    buckets: Mapping[str, Mapping[str, int]],
    size: int | None,
) -> Result:
    """What was collected, summed up; `size` is that of the suite, where segments were drawn."""
    settings = settings_of(options, plan.unit, marks)
    rows, columns, correlations, cautions = summarise(
        collected, list(outputs), suite.info, settings, buckets
    )
    return Result(
        heading=_heading(suite, collected, size),
        systems=tuple(outputs),
        columns=tuple(columns),
        rows=tuple(rows),
        correlations=tuple(correlations),
        notes=(
            *cautions,
            *plan.unread,
            *([ONE_SYSTEM] if options.test and len(outputs) == 1 else []),
            *notes,
        ),
        test=options.test if len(outputs) > 1 else None,
        n_trials=options.n_trials if options.test == "ar" else options.n_bootstrap,
        seed=options.seed,
        family=options.family,
        tested=tuple(options.tested),
        baseline=options.baseline or next(iter(outputs)),
        buckets=buckets,
        measured=dict(collected.measured),
    )


def score_shard(
    suite: Suite,
    outputs: Mapping[str, Output],
    options: ScoringOptions,
    shard: Shard,
    wishes: Wishes,
) -> Sharded:
    """One of several runs: what `score` measures of its part of the suite, as it is taken."""
    plan = make_plan(suite, outputs, options, wishes)
    part(suite, options.by_column)  # counted where the parts are merged, but refused before
    sharded = measure_shard(
        Inputs(suite, outputs),
        plan.measure,
        shard,
        plan.marks() | {"signature": plan.signature(suite, plan.marks())},
        whole_documents=plan.whole_documents,
        workers=options.workers,
        engine=options.engine,
    )

    def lines() -> Iterator[str]:
        yield from sharded.lines
        if options.cache is not None:
            options.cache.trim()

    return sharded._replace(lines=lines())


def _found(suite: Suite) -> Iterator[str]:
    """What lists have found in the sources."""
    if isinstance(suite, FoundTerms):
        yield from _found(suite.suite)
        yield from suite.notes()
    elif isinstance(suite, FoundIdioms):
        yield suite.note()


def _resegmented(outputs: Mapping[str, Output]) -> Iterator[str]:
    """What became of free texts."""
    for output in outputs.values():
        if isinstance(output, FreeOutput):
            yield from output.notes()


def _empty_lines(
    collected: Collected, outputs: Mapping[str, Output], *, in_order: bool
) -> Iterator[str]:
    for system, (n, first) in collected.empty.items():
        if isinstance(outputs[system], FreeOutput):
            continue  # its own note says how many segments have text
        where = f" (the first is line {first})" if in_order else ""
        yield (
            f"{outputs[system]} has {count(n, 'empty line')}{where}; an "
            "empty line is scored as an empty translation."
        )
    for system, (n, first) in collected.added.items():
        if isinstance(outputs[system], FreeOutput):
            continue
        where = f" (the first is line {first})" if in_order else ""
        has = "lines that are" if n > 1 else "line that is"
        yield (
            f"{outputs[system]} has text on {n:,} {has} empty in source and reference{where}. "
            "If these were not meant to be translated, lines may have slipped."
        )


def _heading(suite: Suite, collected: Collected, size: int | None) -> str:
    info = suite.info
    parts = [f"{info.name} v{info.version}, {info.source}-{info.target}"]
    drawn = collected.n_segments
    all_of_them = size is None or drawn == size
    parts.append(count(drawn, "segment") if all_of_them else f"{drawn:,} of {size:,} segments")
    parts += [
        count(len(labels), noun)
        for noun in ("label", "tag")
        if (labels := _labels(collected, noun))
    ]
    if collected.n_documents:
        parts.append(count(collected.n_documents, "document"))
    return ", ".join(parts)


def _labels(collected: Collected, noun: str) -> set[int]:
    """The idioms' labels or the discourse tags; what consistency tells apart is neither."""
    labels: set[int] = set()
    for entry in collected.counted:
        if entry.metric.needs_tags == (noun == "tag") and not entry.metric.needs_consistency:
            for tally in entry.tallies:
                labels.update(tally.frozen()[1].tolist())
    return labels - {-1}
