"""Scores systems on a suite: plan what to measure, collect counts, summarise them."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any

from litmus.alignment.aligners import DEFAULT, learn, load_aligner
from litmus.alignment.links import Aligner
from litmus.corpus.in_memory import ParallelLines
from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.suite import Suite
from litmus.errors import UnknownName, UsageError
from litmus.files.cache import Cache
from litmus.files.text import write_text
from litmus.language.knowledge import language_code
from litmus.metrics.base import Metric, Setup
from litmus.metrics.registry import create
from litmus.scoring.measuring.collect import collect
from litmus.scoring.measuring.collected import Collected, Progress, Step, Watch
from litmus.scoring.measuring.inputs import BATCH, Inputs, Output, Tags
from litmus.scoring.measuring.links_and_tags import LinksAndTags
from litmus.scoring.measuring.live_tags import LiveTagging, live_tags, with_tokens
from litmus.scoring.measuring.measure import Measure, Recipe
from litmus.scoring.measuring.text_notes import TextNotes
from litmus.scoring.naming import settings_of
from litmus.scoring.options import ScoringOptions
from litmus.scoring.results import Result
from litmus.scoring.summarise import summarise
from litmus.wording import Message, count, option

DEFAULT_METRICS = ("bleu", "chrf")
ONE_SYSTEM = "A paired test compares systems, and there is only one: nothing was tested."


def score(
    suite: Suite,
    outputs: Mapping[str, Output],
    options: ScoringOptions | None = None,
    *,
    segments: Path | None = None,
    progress: Progress | None = None,
    watch: Watch | None = None,
) -> Result:
    """Scores of all systems; the first one is the baseline of the paired tests.

    `segments` is where evidence is written; `progress` is told how many segments are done, `watch`
    is shown every batch as measured. `litmus.evaluate` opens what people have and calls this.
    """
    options = options or ScoringOptions()
    plan = make_plan(suite, outputs, options)
    notes = TextNotes(suite, outputs, plan.setup)

    def look(collected: Collected, step: Step) -> None:
        notes.add(step.batch, step.systems)
        if watch is not None:
            watch(collected, step)

    with write_text(segments) if segments else nullcontext() as evidence:
        collected = collect(
            Inputs(suite, outputs),
            plan.metrics,
            plan.measure,
            whole_documents=plan.whole_documents,
            workers=options.workers if plan.measure.any_process else 1,
            unit=plan.unit,
            subsets=options.subsets,
            seed=options.seed,
            evidence=evidence,
            progress=progress or (lambda done: None),
            watch=look,
            everything=watch is not None,
        )
        if plan.unit == "document" and not collected.n_documents:
            raise UsageError(
                f"Resampling by document needs document ids, and {suite.info.name} has none.\n"
                f"Give them: {option('docids', 'FILE')} beside loose files, or 'doc' in a suite's "
                "segments.jsonl"
            )
    if options.cache is not None:
        options.cache.trim()
    settings = settings_of(options, plan.unit, plan.marks())
    rows, columns, correlations, cautions = summarise(
        collected, list(outputs), suite.info, settings
    )
    return Result(
        heading=_heading(suite, collected),
        systems=tuple(outputs),
        columns=tuple(columns),
        rows=tuple(rows),
        correlations=tuple(correlations),
        notes=(
            *cautions,
            *plan.unread,
            *([ONE_SYSTEM] if options.test and len(outputs) == 1 else []),
            *notes.notes([metric for _, metric in plan.metrics]),
            *_empty_lines(collected, outputs),
        ),
        test=options.test if len(outputs) > 1 else None,
        n_trials=options.n_trials if options.test == "ar" else options.n_bootstrap,
        seed=options.seed,
        family=options.family,
        tested=tuple(options.tested),
    )


@dataclass(frozen=True)
class Plan:
    """What is measured and with what: metrics by name, links and tags by system."""

    setup: Setup
    metrics: Sequence[tuple[str, Metric[Any]]]
    measure: Measure
    aligners: Mapping[str, Aligner]
    tags: Mapping[str, Tags]
    whole_documents: bool  # batches do not cut any: tags are computed
    unit: str
    unread: Sequence[str]  # notes on options that no metric reads

    def marks(self) -> dict[str, str]:
        """What links and tags came from, for signatures; known once they have been read."""
        return {
            key: _united(source.signature for source in sources.values())
            for key, sources in (("links", self.aligners), ("tags", self.tags))
            if sources
        }


def make_plan(suite: Suite, outputs: Mapping[str, Output], options: ScoringOptions) -> Plan:
    """Metrics, and the aligner and taggers they need where no files were given."""
    info = suite.info
    setup = Setup(language_code(info.source), language_code(info.target))
    texts = options.metrics or info.metrics or DEFAULT_METRICS
    metrics = _named(list(dict.fromkeys(texts)), setup)
    _check_tested(options, metrics)
    needs_links = any(metric.needs_links for _, metric in metrics)
    needs_tags = any(metric.needs_tags for _, metric in metrics)
    tags_are_made = needs_tags and not options.tags
    aligners, tags, cache = options.aligners, options.tags, options.cache
    if (needs_links or tags_are_made) and not aligners:
        learned = _learned(options.aligner, setup, suite, cache)
        aligners = dict.fromkeys(["", *outputs], learned)
    tagging = _tagging(setup, [metric for _, metric in metrics]) if tags_are_made else None
    if tagging:
        tags = live_tags(tagging, outputs, aligners)
    elif needs_tags and not any(metric.needs_output_tags for _, metric in metrics):
        tags = with_tokens(tags, outputs, setup.target)
    unread = _unread(
        ("aligners", bool(options.aligners), needs_links or tags_are_made),
        ("aligner", options.aligner != DEFAULT, needs_links or tags_are_made),
        ("tags", bool(options.tags), needs_tags),
    )
    if tags_are_made and not needs_links:
        both = any(metric.needs_output_tags for _, metric in metrics)
        unread += _unread_links(options.aligners, {"", *(outputs if both else ())})
    unread += _unread_spans(suite, options, [metric for _, metric in metrics])
    # What hangs together within documents is resampled by document.
    by_document = tags_are_made or (needs_tags and _has_documents(suite))
    unit = options.unit or ("document" if by_document else "segment")
    names = [*dict.fromkeys(texts)]
    recipe = Recipe(names, setup, [*outputs], aligners, needs_links, tagging, cache)
    accompanied = LinksAndTags(aligners if needs_links else {}, tags if needs_tags else {}, cache)
    measure = Measure([metric for _, metric in metrics], accompanied, recipe)
    return Plan(setup, metrics, measure, aligners, tags, tags_are_made, unit, unread)


def _check_tested(options: ScoringOptions, metrics: Sequence[tuple[str, Metric[Any]]]) -> None:
    """Refuses a name that is neither a metric of the table nor one of its readings."""
    known = dict.fromkeys(
        name
        for metric, made in metrics
        for name in (metric, *(f"{metric}.{r.suffix}" for r in made.readings if r.suffix))
    )
    for name in options.tested:
        if name not in known:
            raise UnknownName("metric of this table", name, list(known))
    if options.test is None and (options.tested or options.family != "all"):
        given = option("tested") if options.tested else option("family")
        paired = option("test", "'ar'")
        raise UsageError(f"{given} is for paired tests, and none was asked for. Add {paired}.")


def _has_documents(suite: Suite) -> bool:
    """Whether it says which document a segment is in; loose files are not read for it."""
    if isinstance(suite, ParallelFiles | ParallelLines):
        return suite.docids is not None
    return any(segment.document is not None for segment in islice(suite.segments(), BATCH))


def _unread(*options: tuple[str, bool, bool]) -> list[str]:
    """A note for every (option, whether it was given, whether a metric reads it) in vain."""
    return [
        Message(f"{option(name)} was given, but none of the metrics reads it.")
        for name, given, used in options
        if given and not used
    ]


def _unread_links(given: Iterable[str], read: Collection[str]) -> list[str]:
    """A note where links of systems were given, and tags are computed for the reference alone."""
    names = [name for name in given if name not in read]
    if not names:
        return []
    return [
        Message(
            f"{option('aligners')} was given for {', '.join(names)}, but none of the metrics reads "
            "it."
        )
    ]


def _unread_spans(
    suite: Suite, options: ScoringOptions, metrics: Sequence[Metric[Any]]
) -> list[str]:
    """A note where loose files bring spans that have no part in any number."""
    if getattr(suite, "spans", None) is None or options.subsets:
        return []
    if any(metric.reads_spans for metric in metrics):
        return []
    if options.metrics:
        return _unread(("spans", True, False))
    info = suite.info
    return [
        Message(
            f"{option('spans')} was not used: LitTER has no dictionary for {info.source}-"
            f"{info.target}.\nUse it: {option('metrics', 'litter:dictionary=FILE')} bleu chrf, or "
            f"{option('metrics', 'apt-eval')} bleu chrf"
        )
    ]


def _learned(aligner: str, setup: Setup, suite: Suite, cache: Cache | None) -> Aligner:
    """The aligner of that name, having seen source and reference."""
    if aligner.startswith("pharaoh:"):
        raise UsageError(
            "A Pharaoh file has the links of one text, and the reference and every system need "
            f"their own.\nGive them: {option('aligners', 'REF.align')} "
            f"{option('aligners', 'NAME=HYP.align')}"
        )
    loaded = load_aligner(aligner, (setup.source, setup.target))
    return learn(loaded, _pairs(suite), cache)


def _tagging(setup: Setup, metrics: Sequence[Metric[Any]]) -> LiveTagging:
    """What the taggers have to do for these metrics."""
    return LiveTagging(
        (setup.source, setup.target),
        both=any(metric.needs_output_tags for metric in metrics),
        consistency=any(metric.needs_consistency for metric in metrics),
        readers=list(dict.fromkeys(metric.name for metric in metrics if metric.needs_tags)),
    )


def _pairs(suite: Suite) -> Iterator[tuple[str, str]]:
    """Source and first reference, where there is one."""
    for segment in suite.segments():
        if segment.references:
            yield segment.source, segment.references[0]


def _united(signatures: Iterable[str]) -> str:
    """One signature for the files of all systems: what they are, and a digest of them all."""
    parts = [signature.partition("#") for signature in signatures]
    kinds = "+".join(dict.fromkeys(kind for kind, _, _ in parts))
    digests = "".join(digest for _, _, digest in parts)
    if not digests:
        return kinds
    return f"{kinds}#{blake2b(digests.encode(), digest_size=4).hexdigest()}"


def _named(specs: Sequence[str], setup: Setup) -> list[tuple[str, Metric[Any]]]:
    """Each metric by its bare name, or as typed where the same one is asked for twice."""
    metrics = [create(text, setup) for text in specs]
    names = [metric.name for metric in metrics]
    return [
        (text if names.count(metric.name) > 1 else metric.name, metric)
        for text, metric in zip(specs, metrics, strict=True)
    ]


def _empty_lines(collected: Collected, outputs: Mapping[str, Output]) -> Iterator[str]:
    for system, (n, first) in collected.empty.items():
        yield (
            f"{outputs[system]} has {count(n, 'empty line')} (the first is line {first}); an "
            "empty line is scored as an empty translation."
        )


def _heading(suite: Suite, collected: Collected) -> str:
    info = suite.info
    parts = [f"{info.name} v{info.version}, {info.source}-{info.target}"]
    parts.append(count(collected.n_segments, "segment"))
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
