"""Makes a campaign: draws the items, assigns them, and gives every annotator a secret."""

import secrets
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from litmus.alignment.aligners import DEFAULT
from litmus.alignment.links import Aligner
from litmus.annotate.campaigns.assignment import assign
from litmus.annotate.campaigns.attention import with_checks
from litmus.annotate.campaigns.campaign import (
    GUIDELINE,
    LABELS,
    SETTINGS,
    Settings,
    write_settings,
)
from litmus.annotate.campaigns.filling import fill, item_rows
from litmus.annotate.campaigns.items import Key, Mark, Offer, alike, chosen_items, offers
from litmus.annotate.campaigns.sampling import TRIGGERED, Drawn, Rule, draw, parse_rule
from litmus.annotate.campaigns.suggestions import check_suggesting, suggestions
from litmus.annotate.label_sets import LabelSet, load_label_set
from litmus.annotate.store.database import NAME, connect
from litmus.annotate.verdicts import detectors, read_verdicts
from litmus.corpus.formats.tags import TagFile
from litmus.corpus.suite import Suite, SuiteFolder
from litmus.errors import UsageError
from litmus.files.folders import new_folder
from litmus.files.text import read_lines, write_bytes
from litmus.metrics.options import parse_spec
from litmus.metrics.registry import METRICS, metric_class
from litmus.scoring.evaluate import score
from litmus.scoring.measuring.inputs import Inputs, Output
from litmus.scoring.options import ScoringOptions
from litmus.wording import option

DEFAULT_SAMPLE = {"idiom": "triggered+100", "tag": "50", "segment": "all"}
DEFAULT_TRIGGER = "litter"  # where none of the suite's own metrics is a trigger


@dataclass(frozen=True, slots=True)
class Plan:
    """How a campaign is to be made. `labels` is the file of a label set.

    `sample` is `all`, `N` or `triggered+N` (see sampling.py); `trigger` are the metrics that decide
    what is triggered (none: those of the suite that can, or LitTER). `suggest` is the metric whose
    verdicts annotators see and confirm or correct (None: they judge without). `attention` is how
    many damaged translations everyone gets, to see whether they notice.
    """

    labels: Path
    annotators: tuple[str, ...]
    name: str | None = None
    sample: str | None = None
    trigger: tuple[str, ...] = ()
    suggest: str | None = None
    guideline: Path | None = None
    overlap: int = 1
    shared: int = 0
    blind: bool = True
    shuffle: bool = True
    reference: bool = False
    context: int = 2
    attention: int = 0
    seed: int = 12345


@dataclass(frozen=True, slots=True)
class Made:
    """A new campaign: how many items, who judges how many, their secrets, and what to know."""

    n_items: int
    assigned: Mapping[str, int]
    secrets: Mapping[str, str]
    notes: tuple[str, ...]


def create_campaign(
    folder: Path,
    suite: Suite,
    outputs: Mapping[str, Output],
    plan: Plan,
    *,
    suite_name: str | None = None,
    tags: Mapping[str, Path] | None = None,
    aligners: Mapping[str, Aligner] | None = None,
    aligner: str = DEFAULT,
) -> Made:
    """Write a campaign's folder, whole or not at all. `tags` go by system, "" for the reference.

    `aligners` and `aligner` are for metrics that need links, as in `evaluate`.
    """
    with new_folder(folder, private=True) as temporary:
        labels = load_label_set(plan.labels)
        rule = _check(plan, labels, outputs, tags or {})
        trigger = _triggers(suite, plan.trigger) if rule.whole == TRIGGERED else ()
        settings = _settings(folder, suite, outputs, plan, labels, suite_name, trigger)
        flagged = _flagged(suite, outputs, trigger, aligners, aligner)
        offered = _Offered(suite, outputs, tags or {}, labels.unit)
        drawn = draw(offered, rule, unit=labels.unit, flagged=flagged, seed=plan.seed)
        facts = suite.facts if isinstance(suite, SuiteFolder) else {}
        items = dict(chosen_items(offered, drawn.strata, context=plan.context, facts=facts))
        groups = alike(items)
        suggested = suggestions(
            suite, outputs, plan.suggest, labels, aligners=aligners, aligner=aligner
        )
        checks = with_checks(
            items, groups, _assigned(groups, plan), number=plan.attention, seed=plan.seed
        )
        links = {annotator: secrets.token_urlsafe(24) for annotator in plan.annotators}
        write_settings(temporary / SETTINGS, settings)
        write_bytes(temporary / LABELS, plan.labels.read_bytes())
        text = list(read_lines(plan.guideline)) if plan.guideline else [labels.guideline]
        write_bytes(temporary / GUIDELINE, ("\n".join(text) + "\n").encode())
        with closing(connect(temporary / NAME, create=True)) as connection:
            rows = item_rows(items, groups, suggested, checks.twins)
            fill(connection, settings, drawn, rows, checks.assigned, links, checks.twins)
    counts = {annotator: len(keys) for annotator, keys in checks.assigned.items()}
    return Made(len(items), counts, links, (*_notes(drawn), *checks.notes))


def _check(
    plan: Plan, labels: LabelSet, outputs: Mapping[str, Output], tags: Mapping[str, Path]
) -> Rule:
    rule = parse_rule(plan.sample or DEFAULT_SAMPLE[labels.unit])
    if plan.context < 0:
        raise UsageError(f"{option('context')} must be at least 0, not {plan.context}.")
    if labels.unit == "tag":
        if not tags:
            raise UsageError(
                f"Judging tags needs tags: {option('tags', 'REF.tags')}, or "
                f"{option('tags', 'NAME=OUT.tags')}"
            )
        if rule.whole == TRIGGERED:
            raise UsageError("triggered+N is for translations. For tags, write TAG+N, or N.")
    elif tags:
        raise UsageError(
            f"{option('tags')} was given, but this task does not judge tags. "
            f"Add {option('task', 'tag')}"
        )
    elif not outputs:
        raise UsageError(
            f"There is no output to judge. Give one: {option('outputs', '[NAME=]FILE')}"
        )
    elif rule.whole not in (TRIGGERED, None):
        raise UsageError(
            f"{option('sample')}: {rule.whole!r} is not a stratum here. Write triggered+N, or N."
        )
    if plan.trigger and rule.whole != TRIGGERED:
        raise UsageError(
            f"{option('metrics')} says what triggers; it is for {option('sample', 'triggered+N')}."
        )
    if plan.attention < 0:
        raise UsageError(f"{option('attention')} must be at least 0, not {plan.attention}.")
    if plan.attention and not labels.rates:
        raise UsageError(
            f"{option('attention')} is for tasks that mark errors or give a score; {labels.name!r} "
            "has labels alone, which need not notice a damage."
        )
    if plan.suggest is not None:
        check_suggesting(plan.suggest, labels)
    return rule


def _triggers(suite: Suite, asked: Sequence[str]) -> tuple[str, ...]:
    detectors(asked)
    own = [text for text in suite.info.metrics if _is_trigger(parse_spec(text).name)]
    alike: dict[tuple[str, str], str] = {}
    for text in asked or own or [DEFAULT_TRIGGER]:
        spec = parse_spec(text)
        options = {key: value for key, value in spec.options.items() if key != "average"}
        alike.setdefault((spec.name, repr(sorted(options.items()))), text)
    return tuple(alike.values())  # an average moves no verdict


def _is_trigger(name: str) -> bool:
    return name in METRICS and metric_class(name).is_trigger


def _settings(
    folder: Path,
    suite: Suite,
    outputs: Mapping[str, Output],
    plan: Plan,
    labels: LabelSet,
    suite_name: str | None,
    trigger: tuple[str, ...],
) -> Settings:
    info = suite.info
    return Settings(
        name=plan.name or folder.resolve().name,
        suite=suite_name or info.name,
        source=info.source,
        target=info.target,
        suite_version=info.version,
        sample=plan.sample or DEFAULT_SAMPLE[labels.unit],
        annotators=plan.annotators,
        trigger=trigger,
        suggest=plan.suggest,
        overlap=plan.overlap,
        shared=plan.shared,
        blind=plan.blind,
        shuffle=plan.shuffle,
        reference=plan.reference,
        context=plan.context,
        attention=plan.attention,
        seed=plan.seed,
        systems={system: str(path) for system, path in outputs.items()},
    )


class _Offered:
    """All that can be judged, anew for every pass."""

    def __init__(
        self, suite: Suite, outputs: Mapping[str, Output], tags: Mapping[str, Path], unit: str
    ) -> None:
        self._suite, self._outputs, self._tags, self._unit = suite, outputs, tags, unit

    def __iter__(self) -> Iterator[Offer]:
        tags = {system: TagFile(path) for system, path in self._tags.items()}
        return offers(Inputs(self._suite, self._outputs), tags, self._unit)


def _assigned(groups: Sequence[Sequence[Key]], plan: Plan) -> dict[str, list[Key]]:
    """Annotator -> items. Whoever judges one of a group judges all of it, with one answer."""
    numbers = assign(
        len(groups),
        plan.annotators,
        overlap=plan.overlap,
        shared=plan.shared,
        shuffle=plan.shuffle,
        seed=plan.seed,
    )
    return {name: [key for k in own for key in groups[k]] for name, own in numbers.items()}


class _Flagged:
    """Asks whether a metric flags a mark."""

    def __init__(self, found: Collection[tuple[str, str, str | None]]) -> None:
        self._found = found

    def __call__(self, segment: str, mark: Mark) -> bool:
        return (segment, mark.system, mark.name) in self._found


def _flagged(
    suite: Suite,
    outputs: Mapping[str, Output],
    trigger: Sequence[str],
    aligners: Mapping[str, Aligner] | None,
    aligner: str,
) -> _Flagged:
    """Everything that one of the metrics flags, by segment, system and idiom."""
    found: set[tuple[str, str, str | None]] = set()
    if trigger:
        labels = {segment.id: (*segment.labels, None) for segment in suite.segments()}
        with tempfile.TemporaryDirectory(prefix="litmus-") as scratch:
            path = Path(scratch) / "evidence.jsonl"
            options = ScoringOptions(
                metrics=tuple(trigger), aligner=aligner, aligners=aligners or {}, n_bootstrap=1
            )
            score(suite, outputs, options, segments=path)
            for segment, system, _, verdict in read_verdicts(path, trigger):
                if verdict.flagged:
                    found.update(
                        (segment, system, label) for label in labels[segment] if verdict.of(label)
                    )
    return _Flagged(found)


def _notes(drawn: Drawn) -> Iterator[str]:
    for system, name in drawn.missed:
        yield (
            f"Nothing of {system}'s {drawn.sizes[system, name]} items in {name!r} was drawn; "
            "no estimate will speak of them."
        )
