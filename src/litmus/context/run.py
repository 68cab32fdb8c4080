"""From a suite and a scorer to the result of CXMI or of contrastive scoring."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from litmus import __version__
from litmus.context import contrastive, results
from litmus.context.annotation import Annotator
from litmus.context.control import Pool, lines
from litmus.context.cxmi import BASES, Condition, Scores, conditions_of, measure, row, widest
from litmus.context.passages import Survey, passages, survey
from litmus.context.results import CxmiResult
from litmus.context.thematic import Themes
from litmus.corpus.suite import Suite
from litmus.errors import DataError, UsageError
from litmus.nmt.windows import ContextSize
from litmus.wording import count

TARGET_SENTENCES = 3  # of context, if neither the user nor the model says how many


@dataclass(frozen=True)
class CxmiSettings:
    """What can be chosen.

    For the signature: `model`, and in `reads` all else that decides what it reads (prompt, break).
    """

    model: str
    context: ContextSize
    sizes: tuple[int, ...] = ()
    random: bool = False
    base: str = "e"
    reads: Mapping[str, str] = field(default_factory=dict)
    seed: int = 12345
    n_bootstrap: int = 1000
    n_trials: int = 10_000
    min_count: int = 10
    items: int = 50
    top: int = 20


Each = Callable[[dict[str, Any]], object]


def default_context(
    source: int | None, target: int | None, sizes: tuple[int, ...], trained: Mapping[str, Any]
) -> ContextSize:
    """The context given, else the largest size on the sides the model was trained with.

    >>> default_context(None, None, (), {"source": 1, "target": 2})
    ContextSize(source=1, target=2)
    >>> default_context(2, None, (), {})
    ContextSize(source=2, target=0)
    >>> default_context(None, None, (1, 5), {})
    ContextSize(source=0, target=5)
    """
    if source is not None or target is not None:
        return ContextSize(source or 0, target or 0)
    own = ContextSize(int(trained.get("source") or 0), int(trained.get("target") or 0))
    if not (own.source or own.target):
        own = ContextSize(0, TARGET_SENTENCES)
    if not sizes:
        return own
    largest = max(sizes)
    return ContextSize(largest if own.source else 0, largest if own.target else 0)


def cxmi(
    suite: Suite,
    scorer: Scores,
    annotator: Annotator,
    settings: CxmiSettings,
    *,
    surveyed: Survey | None = None,
    each: Each | None = None,
    progress: Callable[[int], None] | None = None,
) -> CxmiResult:
    """CXMI of a model on a suite. `each` is called with the row of every sentence."""
    surveyed = surveyed or survey(suite)
    conditions = conditions_of(settings.context, settings.sizes, random=settings.random)
    pool = _pool(suite, surveyed, settings)
    read = passages(suite.segments(), widest(conditions), stored=surveyed.stored)
    themes = Themes(conditions, top=settings.top)
    for measured in measure(scorer, read, conditions, annotator, pool=pool, base=settings.base):
        themes.add(measured)
        if each:
            each(row(measured, conditions))
        if progress:
            progress(themes.sentences)
    if themes.empty == themes.sentences:
        raise DataError(f"No segment of {suite.info.name} has a word in its translation.")
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
        signature=_signature("CXMI", suite, settings, annotator.signature, conditions),
    )
    return replace(result, notes=_notes(themes, surveyed, pool, settings))


def contrast(
    suite: Suite,
    scorer: Scores,
    settings: CxmiSettings,
    *,
    surveyed: Survey | None = None,
    each: Each | None = None,
    progress: Callable[[int], None] | None = None,
) -> contrastive.Contrasted:
    """Accuracy of a model on right and wrong variants, without context and with it."""
    surveyed = surveyed or survey(suite)
    if not surveyed.contrastive:
        raise UsageError(
            f"{suite.info.name} has no wrong variants to choose from.\n"
            "Import a test set that has them: litmus import contrapro|discevalmt|gtwic|cocoa"
        )
    conditions = conditions_of(settings.context, settings.sizes, random=settings.random)
    pool = _pool(suite, surveyed, settings)
    accuracy = contrastive.Accuracy(conditions)
    choices = contrastive.choose(
        scorer, suite.segments(), conditions, suite.info.target, stored=surveyed.stored, pool=pool
    )
    for choice in choices:
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
        signature=_signature("contrastive", suite, settings, {}, conditions),
        notes=list(_contrast_notes(accuracy, surveyed, pool)),
    )


def _pool(suite: Suite, surveyed: Survey, settings: CxmiSettings) -> Pool | None:
    if not settings.random:
        return None
    return Pool(lines(suite.segments(), stored=surveyed.stored), settings.seed)


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


def _signature(
    what: str,
    suite: Suite,
    settings: CxmiSettings,
    annotation: Mapping[str, str],
    conditions: list[Condition],
) -> str:
    info = suite.info
    parts = {
        "model": settings.model,
        "set": f"{info.name}.v{info.version}",
        "lang": f"{info.source}-{info.target}",
        "context": "+".join(c.name.replace(", ", "/").replace(" ", "") for c in conditions),
    }
    if what == "CXMI":
        parts["base"] = settings.base
    parts |= {**settings.reads, **annotation, "unit": "document", "ci": f"bs{settings.n_bootstrap}"}
    parts |= {"seed": str(settings.seed), "v": __version__}
    return "|".join([what, *(f"{key}:{value}" for key, value in parts.items())])


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
