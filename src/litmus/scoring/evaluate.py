"""`evaluate`: the public function behind `litmus score`."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from hashlib import blake2b
from pathlib import Path
from typing import Any

from litmus.alignment.aligners import DEFAULT, learn, load_aligner
from litmus.alignment.links import Aligner
from litmus.corpus.suite import Suite
from litmus.corpus.text import write_text
from litmus.errors import UsageError
from litmus.language.knowledge import language_code
from litmus.metrics.base import Metric, Setup
from litmus.metrics.registry import create
from litmus.scoring.inputs import Inputs, Tags
from litmus.scoring.measure import Collected, Step, Watch, collect
from litmus.scoring.results import Result
from litmus.scoring.summarise import TESTS, Settings, summarise
from litmus.scoring.text_notes import Looks

DEFAULT_METRICS = ("bleu", "chrf")
UNITS = ("segment", "document")


def evaluate(
    suite: Suite,
    outputs: Mapping[str, Path | str],
    *,
    metrics: Sequence[str] = (),
    aligners: Mapping[str, Aligner] | None = None,
    aligner: str = DEFAULT,
    tags: Mapping[str, Tags] | None = None,
    test: str | None = None,
    unit: str | None = None,
    subsets: bool = False,
    n_bootstrap: int = 1000,
    n_trials: int = 10_000,
    seed: int = 12345,
    segments: Path | str | None = None,
    progress: Callable[[int], None] | None = None,
    watch: Watch | None = None,
) -> Result:
    """Score systems on a suite; the first system is the baseline of the paired tests.

    `metrics` are names with options (`litter:case=fold`); none means those of the suite.
    `aligners` and `tags` go by system, "" for the reference. Without `aligners` the one called
    `aligner`, having learned from source and reference, links all of them. Without `tags` a metric
    that reads them has them made, in documents. `test` is "ar"
    (approximate randomisation), "bs" (bootstrap) or None. `segments` is where evidence is written;
    `progress` is told how many segments are done, `watch` is shown every batch as measured.
    """
    files = _checked(suite, outputs)
    if unit is not None and unit not in UNITS:
        raise UsageError(f"A unit is one of {', '.join(UNITS)}, not {unit!r}.")
    if test is not None and test not in TESTS:
        raise UsageError(f"A test is one of {', '.join(TESTS)}, not {test!r}.")
    info = suite.info
    setup = Setup(language_code(info.source), language_code(info.target))
    asked = [metrics] if isinstance(metrics, str) else metrics
    wanted = list(dict.fromkeys(asked or info.metrics or DEFAULT_METRICS))
    made = _named(wanted, setup)
    needs_links = any(metric.needs_links for _, metric in made)
    needs_tags = any(metric.needs_tags for _, metric in made)
    tags_are_made = needs_tags and not tags
    unread = _unread(
        ("--alignment", bool(aligners), needs_links),
        ("--aligner", aligner != DEFAULT, needs_links),
        ("--tags", bool(tags), needs_tags),
    )
    if (needs_links or tags_are_made) and not aligners:
        aligners = dict.fromkeys(["", *files], _learned(aligner, setup, suite))
    if needs_tags:
        tags = _tags(tags, files, setup, [metric for _, metric in made], aligners)
    # What hangs together within documents is resampled by document.
    unit = unit or ("document" if tags_are_made else "segment")
    inputs = Inputs(suite, files, aligners or {}, tags or {})
    looks = Looks(suite, files, setup)

    def look(collected: Collected, step: Step) -> None:
        looks.see(step.batch, step.systems)
        if watch is not None:
            watch(collected, step)

    with write_text(Path(segments)) if segments else nullcontext() as evidence:
        collected = collect(
            inputs,
            made,
            unit=unit,
            subsets=subsets,
            seed=seed,
            evidence=evidence,
            progress=progress or (lambda done: None),
            watch=look,
        )
        if unit == "document" and not collected.n_documents:
            raise UsageError(
                f"Resampling by document needs document ids, and {info.name} has none.\n"
                "Give them: --docids FILE beside loose files, or 'doc' in a suite's segments.jsonl"
            )
    marks = {
        key: _united(found.signature for found in given.values())
        for key, given in (("links", aligners), ("tags", tags))
        if given
    }
    settings = Settings(test, n_bootstrap, n_trials, seed, unit, marks)
    rows, columns, correlations, notes = summarise(collected, list(files), info, settings)
    notes += unread + looks.notes([metric for _, metric in made])
    for system, (count, first) in collected.empty.items():
        notes.append(
            f"{files[system]} has {count} empty line{'s' * (count > 1)} (the first is line "
            f"{first}); an empty line is scored as an empty translation."
        )
    return Result(
        _heading(suite, collected),
        tuple(files),
        tuple(columns),
        tuple(rows),
        tuple(correlations),
        tuple(notes),
        test if len(files) > 1 else None,
        n_trials if test == "ar" else n_bootstrap,
        seed,
    )


def _checked(suite: Suite, outputs: Mapping[str, Path | str]) -> dict[str, Path]:
    """The outputs as paths; what a caller in Python may hand over by mistake is refused."""
    if isinstance(suite, str | Path):
        raise UsageError(
            f"{str(suite)!r} is no suite yet. Load it: evaluate(load_suite({str(suite)!r}), ...)"
        )
    if not isinstance(outputs, Mapping):
        raise UsageError('Outputs are given by name, such as {"mine": "out.en"}.')
    if not outputs:
        raise UsageError("There is no output to score. Give one: -i [NAME=]FILE")
    return {name: Path(path) for name, path in outputs.items()}


def _unread(*flags: tuple[str, bool, bool]) -> list[str]:
    """A note for every (flag, whether it was given, whether a metric reads it) in vain."""
    return [
        f"{flag} was given, but none of the metrics asked for reads it."
        for flag, given, used in flags
        if given and not used
    ]


def _learned(aligner: str, setup: Setup, suite: Suite) -> Aligner:
    """The aligner of that name, having seen source and reference."""
    if aligner.startswith("pharaoh:"):
        raise UsageError(
            "A Pharaoh file has the links of one text, and the reference and every system need "
            "their own.\nGive them: --alignment REF.align --alignment NAME=HYP.align"
        )
    return learn(load_aligner(aligner, (setup.source, setup.target)), _pairs(suite))


def _tags(
    given: Mapping[str, Tags] | None,
    outputs: Mapping[str, Path],
    setup: Setup,
    metrics: Sequence[Metric[Any]],
    aligners: Mapping[str, Aligner] | None,
) -> Mapping[str, Tags]:
    """The tag files, with the tokens of systems that have none; or the taggers at work."""
    from litmus.scoring.live_tags import live_tags, with_tokens

    both = any(metric.needs_output_tags for metric in metrics)
    if given:
        return given if both else with_tokens(given, outputs, setup.target)
    kept = any(metric.needs_consistency for metric in metrics)
    pair = (setup.source, setup.target)
    readers = list(dict.fromkeys(metric.name for metric in metrics if metric.needs_tags))
    return live_tags(
        pair, outputs, (aligners or {})[""], both=both, consistency=kept, readers=readers
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


def _named(wanted: Sequence[str], setup: Setup) -> list[tuple[str, Metric[Any]]]:
    """Each metric by its bare name, or as typed where the same one is asked for twice."""
    metrics = [create(text, setup) for text in wanted]
    names = [metric.name for metric in metrics]
    return [
        (text if names.count(metric.name) > 1 else metric.name, metric)
        for text, metric in zip(wanted, metrics, strict=True)
    ]


def _heading(suite: Suite, collected: Collected) -> str:
    info = suite.info
    heading = (
        f"{info.name} v{info.version}, {info.source}-{info.target}, "
        f"{_count(collected.n_segments, 'segment')}"
    )
    for noun in ("label", "tag"):
        if found := _labels(collected, noun):
            heading += f", {_count(len(found), noun)}"
    if collected.n_documents:
        heading += f", {_count(collected.n_documents, 'document')}"
    return heading


def _labels(collected: Collected, noun: str) -> set[int]:
    """The idioms' labels or the discourse tags; what consistency tells apart is neither."""
    found: set[int] = set()
    for entry in collected.counted:
        if entry.metric.needs_tags == (noun == "tag") and not entry.metric.needs_consistency:
            for tally in entry.tallies:
                found.update(tally.frozen()[1].tolist())
    return found - {-1}


def _count(n: int, noun: str) -> str:
    return f"{n:,} {noun}" + ("" if n == 1 else "s")
