"""From a suite and a scorer to the result of CXMI or of contrastive scoring."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from litmus.context import contrastive, results
from litmus.context.annotation import Annotator
from litmus.context.control import Pool
from litmus.context.cxmi import BASES, Scores, measure, row
from litmus.context.parts import (
    chosen_again,
    measured_again,
    write_contrast_part,
    write_cxmi_part,
)
from litmus.context.passages import Survey
from litmus.context.plan import Plan
from litmus.context.results import CxmiResult
from litmus.context.settings import CxmiSettings
from litmus.context.summary import summary
from litmus.context.thematic import Themes
from litmus.corpus.suite import Suite
from litmus.engine.shards import Shard
from litmus.errors import DataError, UsageError
from litmus.stages import counted, stage
from litmus.wording import count

Each = Callable[[dict[str, Any]], object]


def cxmi(
    plan: Plan,
    scorer: Scores,
    annotator: Annotator,
    *,
    parts: Sequence[Path] = (),
    each: Each | None = None,
    progress: Callable[[int], None] | None = None,
) -> CxmiResult:
    """CXMI of a model on a suite. `each` is called with the row of every sentence.

    With the `parts` that several runs have written, the scorer has nothing to do.
    """
    suite, settings, surveyed = plan.suite, plan.settings, plan.surveyed
    conditions = plan.conditions
    themes = Themes(conditions, top=settings.top)
    found = (
        measured_again(plan, annotator, parts)
        if parts
        else measure(
            scorer, (passage for passage, _ in plan.rows()), conditions, annotator,
            pool=plan.pool, base=settings.base, batch=settings.batch,
        )
    )  # fmt: skip
    for measured in counted(found, "scoring", "segments", surveyed.segments):
        themes.add(measured)
        if each:
            each(row(measured, conditions))
        if progress:
            progress(themes.sentences)
    if themes.empty == themes.sentences:
        raise DataError(f"No segment of {suite.info.name} has a word in its translation.")
    with stage("resampling"):
        rows = results.rows(
            themes,
            n_bootstrap=settings.n_bootstrap,
            seed=settings.seed,
            min_count=settings.min_count,
            items=settings.items,
            tags="tags" in annotator.signature,
        )
    result = CxmiResult(
        heading=_heading(suite, surveyed),
        about=_about(settings, themes),
        unit=BASES[settings.base][1],
        contexts=tuple(condition.name for condition in conditions),
        control=conditions[1].name if settings.random else None,
        rows=rows,
        top=themes.top,
        signature=plan.signature("CXMI", annotator.signature),
    )
    notes = _notes(themes, surveyed, plan.pool, settings)
    return replace(result, notes=notes, summary=summary(result))


def contrast(
    plan: Plan,
    scorer: Scores,
    *,
    parts: Sequence[Path] = (),
    each: Each | None = None,
    progress: Callable[[int], None] | None = None,
) -> contrastive.Contrasted:
    """Accuracy of a model on right and wrong variants, without context and with it."""
    suite, settings, surveyed = plan.suite, plan.settings, plan.surveyed
    _refuse_without_variants(plan)
    accuracy = contrastive.Accuracy(plan.conditions)
    found = (
        chosen_again(plan, parts)
        if parts
        else contrastive.choose(
            scorer, plan.rows(), plan.conditions, suite.info.target,
            pool=plan.pool, batch=settings.batch,
        )
    )  # fmt: skip
    for choice in counted(found, "choosing", "segments", surveyed.contrastive):
        accuracy.add(choice)
        if each:
            each(contrastive.choice_row(choice, accuracy.contexts))
        if progress:
            progress(accuracy.n)
    rows = accuracy.rows(
        n_bootstrap=settings.n_bootstrap,
        n_trials=settings.n_trials,
        seed=settings.seed,
        min_count=settings.min_count,
    )
    return contrastive.Contrasted(
        heading=_heading(suite, surveyed),
        about=[_model_line(settings)],
        contexts=accuracy.contexts,
        rows=rows,
        signature=plan.signature("contrastive", {}),
        notes=list(_contrast_notes(accuracy, surveyed, plan.pool)),
    )


def cxmi_part(
    plan: Plan,
    scorer: Scores,
    annotator: Annotator,
    shard: Shard,
    output: Path,
    *,
    progress: Callable[[int], None] | None = None,
) -> CxmiResult:
    """What one of several runs measures: its rows are in the file, and there are no tables."""
    return CxmiResult(
        heading=_heading(plan.suite, plan.surveyed),
        about=[_model_line(plan.settings)],
        unit=BASES[plan.settings.base][1],
        contexts=tuple(condition.name for condition in plan.conditions),
        control=plan.conditions[1].name if plan.settings.random else None,
        rows=[],
        top=[],
        written=write_cxmi_part(plan, scorer, annotator, shard, output, progress),
        signature=plan.signature("CXMI", annotator.signature),
    )


def contrast_part(
    plan: Plan,
    scorer: Scores,
    shard: Shard,
    output: Path,
    *,
    progress: Callable[[int], None] | None = None,
) -> contrastive.Contrasted:
    """The same of right and wrong variants."""
    _refuse_without_variants(plan)
    return contrastive.Contrasted(
        heading=_heading(plan.suite, plan.surveyed),
        about=[_model_line(plan.settings)],
        contexts=contrastive.contexts_of(plan.conditions),
        rows=[],
        signature=plan.signature("contrastive", {}),
        written=write_contrast_part(plan, scorer, shard, output, progress),
    )


def _refuse_without_variants(plan: Plan) -> None:
    """A UsageError where there is nothing to choose from."""
    if not plan.surveyed.contrastive:
        raise UsageError(
            f"{plan.suite.info.name} has no wrong variants to choose from.\n"
            "Import a test set that has them: litmus import contrapro|discevalmt|gtwic|cocoa"
        )


def _heading(suite: Suite, surveyed: Survey) -> str:
    info = suite.info
    within = "" if surveyed.loose else f" in {count(surveyed.documents, 'document')}"
    size = count(surveyed.segments, "segment")
    return f"{info.name}, {info.source}-{info.target}: {size}{within}"


def _model_line(settings: CxmiSettings) -> str:
    return f"model {settings.model}; preceding sentences as context: {settings.context.name}"


def _about(settings: CxmiSettings, themes: Themes) -> list[str]:
    unit = BASES[settings.base][1]
    return [
        _model_line(settings),
        f"P-CXMI in {unit}: how much likelier the context makes a word. Above 0, it helps.",
        f"Sentences without preceding context, which score 0: {themes.alone:,}.",
    ]


def _notes(
    themes: Themes, surveyed: Survey, pool: Pool | None, settings: CxmiSettings
) -> list[str]:
    notes = list(_left_out(themes.cut, themes.left_out))
    if themes.alone + themes.empty == themes.sentences:
        notes.append(
            "No sentence has another before it, so every P-CXMI is 0. Check the documents."
        )
    if themes.empty:
        notes.append(f"Segments without a word in their translation: {themes.empty:,}; left out.")
    if themes.short_control:
        notes.append(
            "Sentences with fewer random sentences before them than real ones: "
            f"{themes.short_control:,}."
        )
    if themes.shared:
        notes.append(
            "Words without a subword of their own, which share those of their neighbours: "
            f"{themes.shared:,}; left out."
        )
    if themes.vocabulary.dropped_below:
        least = max(settings.min_count, themes.vocabulary.dropped_below + 1)
        notes.append(
            f"The vocabulary is large: words that occur fewer than {least} times were dropped."
        )
    return [*notes, *_few_documents(surveyed, pool)]


def _contrast_notes(
    accuracy: contrastive.Accuracy, surveyed: Survey, pool: Pool | None
) -> Iterator[str]:
    yield from _left_out(accuracy.cut, accuracy.left_out)
    if surveyed.contrastive < surveyed.segments:
        without = surveyed.segments - surveyed.contrastive
        yield f"Segments without a wrong variant: {without:,}; left out."
    if accuracy.alone:
        yield f"Segments without preceding context, where it changes nothing: {accuracy.alone:,}."
    if accuracy.ties:
        yield (
            "Segments with a variant that scores exactly like the reference, which is counted as "
            f"wrong: {accuracy.ties:,}."
        )
    yield from _few_documents(surveyed, pool)


def _left_out(sentences: int, left_out: int) -> Iterator[str]:
    if left_out:
        yield (
            f"The context of {count(sentences, 'sentence')} does not fit the model: "
            f"{count(left_out, 'preceding sentence')} left out, the farthest first."
        )


def _few_documents(surveyed: Survey, pool: Pool | None) -> Iterator[str]:
    if surveyed.documents < results.FEWEST_DOCUMENTS:
        yield (
            f"No intervals: resampling needs at least {results.FEWEST_DOCUMENTS} documents, not "
            f"{surveyed.documents}."
        )
    if pool is not None and pool.one_document:
        yield "Random context is from the same document, as there is no other."
