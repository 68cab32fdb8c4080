"""What is measured and with what: metrics, and the aligner and taggers that they need."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from typing import Any, NamedTuple

from litmus import __version__
from litmus.alignment.aligners import DEFAULT, learn, load_aligner
from litmus.alignment.links import Aligner
from litmus.corpus.columns import WithColumns
from litmus.corpus.documents import in_one_piece
from litmus.corpus.in_memory import ParallelLines, lines_of
from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.suite import Suite
from litmus.errors import UnknownName, UsageError
from litmus.files.cache import Cache
from litmus.language.analysers import EMBEDDED
from litmus.language.knowledge import language_code, own_data
from litmus.metrics.base import Metric, Setup
from litmus.metrics.registry import create
from litmus.scoring.measuring.inputs import BATCH, Output, Tags
from litmus.scoring.measuring.links_and_tags import LinksAndTags
from litmus.scoring.measuring.live_tags import LiveTagging, live_tags, with_tokens
from litmus.scoring.measuring.measure import Measure, Recipe, Wanted
from litmus.scoring.options import ScoringOptions
from litmus.wording import Message, option

DEFAULT_METRICS = ("bleu", "chrf")


class Wishes(NamedTuple):
    """What is wanted beside counts: evidence to be written, everything to look at, and links of
    idioms to be shown."""

    evidence: bool = False
    everything: bool = False
    links: bool = False


@dataclass(frozen=True)
class Plan:
    """What is measured and with what: metrics by name, links and tags by system."""

    setup: Setup
    metrics: Sequence[tuple[str, Metric[Any]]]
    measure: Measure
    aligners: Mapping[str, Aligner]
    tags: Mapping[str, Tags]
    whole_documents: bool  # batches do not cut any: tags are computed, or a metric needs it
    unit: str
    unread: Sequence[str]  # notes on options that no metric reads

    def marks(self) -> dict[str, str]:
        """What links and tags came from, for signatures; known once they have been read."""
        return {
            key: _united(source.signature for source in sources.values())
            for key, sources in self._sources().items()
            if sources
        }

    def _sources(self) -> Mapping[str, Mapping[str, Aligner | Tags]]:
        return {"links": self.aligners, "tags": self.tags, "shown": self.measure.wanted.shown}

    def signature(self, suite: Suite, marks: Mapping[str, str]) -> str:
        """All that decides what is measured of a text, for parts."""
        info, wanted = suite.info, self.measure.wanted
        parts = [f"set:{info.name}.v{info.version}", f"lang:{info.source}-{info.target}"]
        if own := own_data((info.source, info.target)):
            parts.append(f"own:{own}")
        if info.terms:
            parts.append(f"terms:{info.terms}")
        for name, metric in self.metrics:
            options = {"code": metric.code} if metric.code else {}
            options |= metric.signature_parts()
            parts.append(f"{name}({','.join(f'{k}:{v}' for k, v in options.items())})")
        parts += [f"{key}:{marks.get(key, '')}" for key, made in self._sources().items() if made]
        wishes = [bool(wanted.evidence), wanted.everything, bool(wanted.shown)]
        names = zip(Wishes._fields, wishes, strict=True)
        parts.append(f"with:{'+'.join(name for name, is_wanted in names if is_wanted)}")
        return "|".join([*parts, f"v:{__version__}"])


def make_plan(
    suite: Suite,
    outputs: Mapping[str, Output],
    options: ScoringOptions,
    wishes: Wishes,
    *,
    learned: bool = True,
) -> Plan:
    """Metrics, and the aligner and taggers they need where no files were given; the aligner has not
    `learned` if nothing is to be measured."""
    info = suite.info
    setup = Setup(language_code(info.source), language_code(info.target), len(outputs))
    texts = options.metrics or info.metrics or DEFAULT_METRICS
    metrics = chosen_metrics(suite, options.metrics, len(outputs))
    check_tested(options, metrics)
    if options.baseline is not None and options.baseline not in outputs:
        raise UnknownName("system", options.baseline, list(outputs))
    needs_links = any(metric.needs_links for _, metric in metrics)
    needs_tags = any(metric.needs_tags for _, metric in metrics)
    tags_are_made = needs_tags and not options.tags
    aligners, tags, cache = options.aligners, options.tags, options.cache
    if (needs_links or tags_are_made) and not aligners:
        name = _chosen_aligner(options.aligner, metrics, tags_are_made=tags_are_made)
        aligners = _aligners(name, setup, suite, outputs, cache, learned=learned)
    tagging = _tagging(setup, [metric for _, metric in metrics], options) if tags_are_made else None
    if tagging:
        tags = live_tags(tagging, outputs, aligners)
    elif needs_tags and not any(metric.needs_output_tags for _, metric in metrics):
        tags = with_tokens(tags, outputs, setup.target)
    unread = _unread(
        ("aligners", bool(options.aligners), needs_links or tags_are_made),
        ("aligner", options.aligner != DEFAULT, needs_links or tags_are_made),
        ("tags", bool(options.tags), needs_tags),
        ("rules", options.rules is not None, tags_are_made),
        ("source_analyser", options.source_analyser != EMBEDDED, tags_are_made),
        ("target_analyser", bool(options.target_analysers), tags_are_made),
    )
    if tags_are_made and not needs_links:
        both = any(metric.needs_output_tags for _, metric in metrics)
        unread += _unread_links(options.aligners, {"", *(outputs if both else ())})
    unread += _unread_spans(suite, options, [metric for _, metric in metrics])
    unread += _unread(("terms", bool(info.terms), any(m.reads_terms for _, m in metrics)))
    # What hangs together within documents is resampled by document.
    needs_documents = any(metric.needs_documents for _, metric in metrics)
    by_document = tags_are_made or ((needs_tags or needs_documents) and _has_documents(suite))
    unit = options.unit or ("document" if by_document else "segment")
    shown: Mapping[str, Aligner] = {}
    if wishes.links and not needs_links:  # the page shows those of metrics where there are any
        shown = aligners or _shown(options.aligner, setup, suite, outputs, cache, learned=learned)
    wanted = Wanted([n for n, _ in metrics] if wishes.evidence else (), wishes.everything, shown)
    names = [*dict.fromkeys(texts)]
    recipe = Recipe(
        names, setup, [*outputs], aligners, needs_links, tagging, cache, wanted, options.counts
    )
    accompanied = LinksAndTags(aligners if needs_links else {}, tags if needs_tags else {}, cache)
    measure = Measure([metric for _, metric in metrics], accompanied, recipe)
    whole_documents = tags_are_made or needs_documents
    if (
        options.counts is not None
    ):  # other metrics must not cut other batches: rows are kept by them
        whole_documents |= in_one_piece(segment.document for segment in suite.segments())
    return Plan(setup, metrics, measure, aligners, tags, whole_documents, unit, unread)


def chosen_metrics(
    suite: Suite, texts: Sequence[str], n_systems: int
) -> list[tuple[str, Metric[Any]]]:
    """The metrics asked for, or those of the suite, each by its name in the table."""
    info = suite.info
    setup = Setup(language_code(info.source), language_code(info.target), n_systems)
    return _named(list(dict.fromkeys(texts or info.metrics or DEFAULT_METRICS)), setup)


def check_tested(options: ScoringOptions, metrics: Sequence[tuple[str, Metric[Any]]]) -> None:
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
    loose = _without_columns(suite)
    if isinstance(loose, ParallelFiles | ParallelLines):
        return loose.docids is not None
    return any(segment.document is not None for segment in islice(suite.segments(), BATCH))


def _without_columns(suite: Suite) -> Suite:
    return suite.suite if isinstance(suite, WithColumns) else suite


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
    given = "idioms" if suite.info.idioms else "spans"
    if options.subsets or "idiom-frequency" in options.by_column:
        return []
    if given == "spans" and getattr(_without_columns(suite), "spans", None) is None:
        return []
    if any(metric.reads_spans for metric in metrics):
        return []
    if options.metrics:
        return _unread((given, True, False))
    info = suite.info
    return [
        Message(
            f"{option(given)} was not used: LitTER has no dictionary for {info.source}-"
            f"{info.target}.\nUse it: {option('metrics', 'litter:dictionary=FILE')} bleu chrf, or "
            f"{option('metrics', 'apt-eval')} bleu chrf"
        )
    ]


def _chosen_aligner(
    chosen: str, metrics: Sequence[tuple[str, Metric[Any]]], *, tags_are_made: bool
) -> str:
    """The user's choice; by default the one that a metric must have, if it can be had for all."""
    wanted = {metric.aligner: name for name, metric in metrics if metric.needs_links}
    if chosen != DEFAULT or not any(wanted):
        return chosen
    if len(wanted) > 1 or tags_are_made:
        name = next(name for aligner, name in wanted.items() if aligner)
        raise UsageError(
            f"{name} reads links of an aligner of its own, and other metrics here do not.\n"
            f"Score it by itself, or choose one aligner for all: {option('aligner', 'NAME')}"
        )
    return next(iter(wanted))


def _aligners(
    aligner: str,
    setup: Setup,
    suite: Suite,
    outputs: Mapping[str, Output],
    cache: Cache | None,
    *,
    learned: bool,
) -> dict[str, Aligner]:
    """The aligner of that name for the reference and every system, having seen source and
    reference; in a suite without any, source and the system's own output."""
    if aligner.startswith("pharaoh:"):
        raise UsageError(
            "A Pharaoh file has the links of one text, and the reference and every system need "
            f"their own.\nGive them: {option('aligners', 'REF.align')} "
            f"{option('aligners', 'NAME=HYP.align')}"
        )
    loaded = load_aligner(aligner, (setup.source, setup.target))
    if not learned or next(_pairs(suite), None) is not None:
        same = learn(loaded, _pairs(suite), cache) if learned else loaded
        return dict.fromkeys(["", *outputs], same)
    own = {name: learn(loaded, _own_pairs(suite, out), cache) for name, out in outputs.items()}
    return {"": next(iter(own.values()), loaded), **own}


def _shown(
    aligner: str,
    setup: Setup,
    suite: Suite,
    systems: Mapping[str, Output],
    cache: Cache | None,
    *,
    learned: bool,
) -> dict[str, Aligner]:
    """An aligner for the words of idioms, if the suite marks any."""
    if aligner.startswith("pharaoh:") or not any(segment.idioms for segment in suite.segments()):
        return {}
    return _aligners(aligner, setup, suite, systems, cache, learned=learned)


def _tagging(setup: Setup, metrics: Sequence[Metric[Any]], options: ScoringOptions) -> LiveTagging:
    """What the taggers have to do for these metrics."""
    return LiveTagging(
        (setup.source, setup.target),
        both=any(metric.needs_output_tags for metric in metrics),
        consistency=any(metric.needs_consistency for metric in metrics),
        readers=list(dict.fromkeys(metric.name for metric in metrics if metric.needs_tags)),
        only_consistency=all(m.needs_consistency for m in metrics if m.needs_tags),
        rules=options.rules,
        source_analyser=options.source_analyser,
        target_analysers=options.target_analysers,
    )


def _pairs(suite: Suite) -> Iterator[tuple[str, str]]:
    """Source and first reference, where there is one."""
    for segment in suite.segments():
        if segment.references:
            yield segment.source, segment.references[0]


def _own_pairs(suite: Suite, output: Output) -> Iterator[tuple[str, str]]:
    """Source and what a system made of it; unequal lengths are an error when they are scored."""
    lines = lines_of(output, any_line_end=suite.uses_crlf)
    for segment, line in zip(suite.segments(), lines, strict=False):
        if line.strip():
            yield segment.source, line


def _united(signatures: Iterable[str]) -> str:
    """One signature for the files of all systems: what they are, and a digest of them all."""
    parts = [signature.partition("#") for signature in signatures]
    kinds = list(dict.fromkeys(kind for kind, _, _ in parts))
    digests = "".join(digest for _, _, digest in parts)
    stems = list(dict.fromkeys(kind.partition("+")[0] for kind in kinds))
    if len(stems) < len(kinds):  # one aligner that learned from each system's own output
        kinds, digests = stems, digests + "".join(kinds)
    if not digests:
        return "+".join(kinds)
    return f"{'+'.join(kinds)}#{blake2b(digests.encode(), digest_size=4).hexdigest()}"


def _named(specs: Sequence[str], setup: Setup) -> list[tuple[str, Metric[Any]]]:
    """Each metric by its bare name, or as typed where the same one is asked for twice."""
    metrics = [create(text, setup) for text in specs]
    names = [metric.name for metric in metrics]
    return [
        (text if names.count(metric.name) > 1 else metric.name, metric)
        for text, metric in zip(specs, metrics, strict=True)
    ]
