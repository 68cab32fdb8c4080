"""From a suite and a scorer to a result: what `litmus cxmi` does, for programs."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from litmus import __version__
from litmus.context import contrastive, results
from litmus.context.annotation import Annotator
from litmus.context.control import Pool, lines
from litmus.context.cxmi import BASES, Condition, Scores, conditions, measure, row, widest
from litmus.context.passages import Reach, Survey, passages, survey
from litmus.context.results import Result
from litmus.context.thematic import Themes
from litmus.corpus.suite import Suite
from litmus.errors import DataError, UsageError

TARGET_SENTENCES = 3  # before, where neither the user nor the model says how many


@dataclass(frozen=True)
class Settings:
    """What can be chosen. `reach` is the context.

    For the signature: `model`, and `reads`, what else decides what it reads (prompt, break).
    """

    model: str
    reach: Reach
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


def default_reach(
    source: int | None, target: int | None, sizes: tuple[int, ...], trained: Mapping[str, Any]
) -> Reach:
    """The context asked for, else the largest size on the sides the model was trained with.

    >>> default_reach(None, None, (), {"source": 1, "target": 2}), default_reach(2, None, (), {})
    (Reach(source=1, target=2), Reach(source=2, target=0))
    >>> default_reach(None, None, (1, 5), {})
    Reach(source=0, target=5)
    """
    if source is not None or target is not None:
        return Reach(source or 0, target or 0)
    own = Reach(int(trained.get("source") or 0), int(trained.get("target") or 0))
    if not (own.source or own.target):
        own = Reach(0, TARGET_SENTENCES)
    if not sizes:
        return own
    largest = max(sizes)
    return Reach(largest if own.source else 0, largest if own.target else 0)


def cxmi(
    suite: Suite,
    scorer: Scores,
    annotator: Annotator,
    settings: Settings,
    *,
    surveyed: Survey | None = None,
    each: Each | None = None,
    progress: Callable[[int], None] | None = None,
) -> Result:
    """CXMI of a model on a suite, with all tables. `each` is given the row of every sentence."""
    found = surveyed or survey(suite)
    asked = conditions(settings.reach, settings.sizes, random=settings.random)
    pool = _pool(suite, found, settings)
    read = passages(suite.segments(), widest(asked), stored=found.stored)
    themes = Themes(asked, top=settings.top)
    for measured in measure(scorer, read, asked, annotator, pool=pool, base=settings.base):
        themes.add(measured)
        if each:
            each(row(measured, asked))
        if progress:
            progress(themes.sentences)
    if themes.empty == themes.sentences:
        raise DataError(f"No segment of {suite.info.name} has a word in its translation.")
    known = annotator.signature
    rows = results.rows(
        themes,
        n_bootstrap=settings.n_bootstrap,
        seed=settings.seed,
        min_count=settings.min_count,
        items=settings.items,
        tags="tags" in known,
    )
    result = Result(
        heading=_heading(suite, found),
        about=_about(settings, themes),
        unit=BASES[settings.base][1],
        contexts=tuple(condition.name for condition in asked),
        control=asked[1].name if settings.random else None,
        rows=rows,
        top=themes.top,
        known=known,
        signature=_signature("CXMI", suite, settings, known, asked),
    )
    return replace(result, notes=_notes(themes, found, pool, settings))


def contrast(
    suite: Suite,
    scorer: Scores,
    settings: Settings,
    *,
    surveyed: Survey | None = None,
    each: Each | None = None,
    progress: Callable[[int], None] | None = None,
) -> contrastive.Contrasted:
    """Accuracy of a model on right and wrong variants, without context, with it, with random."""
    found = surveyed or survey(suite)
    if not found.contrastive:
        raise UsageError(
            f"{suite.info.name} has no wrong variants to choose from.\n"
            "Import a set that has them: litmus import contrapro|discevalmt|gtwic|cocoa"
        )
    asked = conditions(settings.reach, settings.sizes, random=settings.random)
    pool = _pool(suite, found, settings)
    accuracy = contrastive.Accuracy(asked)
    chosen = contrastive.choose(
        scorer, suite.segments(), asked, suite.info.target, stored=found.stored, pool=pool
    )
    for choice in chosen:
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
        heading=_heading(suite, found),
        about=[f"model {settings.model}; context: {settings.reach.name} sentences before"],
        contexts=accuracy.contexts,
        rows=rows,
        signature=_signature("contrastive", suite, settings, {}, asked),
        notes=list(_contrast_notes(accuracy, found, pool)),
    )


def _pool(suite: Suite, found: Survey, settings: Settings) -> Pool | None:
    if not settings.random:
        return None
    return Pool(lines(suite.segments(), stored=found.stored), settings.seed)


def _heading(suite: Suite, found: Survey) -> str:
    info = suite.info
    within = "" if found.loose else f" in {found.documents:,} documents"
    return f"{info.name}, {info.source}-{info.target}: {found.segments:,} segments{within}"


def _about(settings: Settings, themes: Themes) -> list[str]:
    unit = BASES[settings.base][1]
    return [
        f"model {settings.model}; context: {settings.reach.name} sentences before",
        f"P-CXMI in {unit}: how much likelier the context makes a word. Above 0, it helps.",
        f"Sentences with nothing before them, which have 0: {themes.alone:,}.",
    ]


def _signature(
    what: str,
    suite: Suite,
    settings: Settings,
    known: Mapping[str, str],
    asked: list[Condition],
) -> str:
    info = suite.info
    parts = {
        "model": settings.model,
        "set": f"{info.name}.v{info.version}",
        "lang": f"{info.source}-{info.target}",
        "context": "+".join(condition.name.replace(", ", "/") for condition in asked).replace(
            " ", ""
        ),
    }
    if what == "CXMI":
        parts["base"] = settings.base
    parts |= {**settings.reads, **known, "unit": "document", "ci": f"bs{settings.n_bootstrap}"}
    parts |= {"seed": str(settings.seed), "v": __version__}
    shown = (f"{key}:{value}" for key, value in parts.items())
    return "|".join([what, *shown])


def _notes(themes: Themes, found: Survey, pool: Pool | None, settings: Settings) -> list[str]:
    notes = list(_left_out(themes.cut, themes.left_out))
    if themes.alone + themes.empty == themes.sentences:
        notes.append(
            "No sentence has another before it, so every P-CXMI is 0. Are the documents right?"
        )
    if themes.empty:
        notes.append(f"{themes.empty:,} segments have no word in their translation; none counts.")
    if themes.short_control:
        notes.append(
            f"For {themes.short_control:,} sentences fewer random sentences were found than "
            "they have before them."
        )
    if themes.shared:
        notes.append(
            f"{themes.shared:,} words have no subword of their own, but share their neighbours'; "
            "none counts."
        )
    if themes.vocabulary.dropped_below:
        least = max(settings.min_count, themes.vocabulary.dropped_below + 1)
        notes.append(f"The vocabulary is large: words met less than {least} times were dropped.")
    return [*notes, *_one_document(found, pool)]


def _contrast_notes(
    accuracy: contrastive.Accuracy, found: Survey, pool: Pool | None
) -> Iterator[str]:
    yield from _left_out(accuracy.cut, accuracy.left_out)
    if found.contrastive < found.segments:
        yield f"{found.segments - found.contrastive:,} segments have no wrong variant; none counts."
    if accuracy.alone:
        yield f"{accuracy.alone:,} segments have nothing before them, so context changes nothing."
    if accuracy.ties:
        yield f"In {accuracy.ties:,} segments a variant scores exactly as the reference: not right."
    yield from _one_document(found, pool)


def _left_out(sentences: int, left_out: int) -> Iterator[str]:
    if left_out:
        yield (
            f"The context of {sentences:,} sentences does not fit the model: {left_out:,} "
            "sentences before them were left out, the farthest first."
        )


def _one_document(found: Survey, pool: Pool | None) -> Iterator[str]:
    if found.documents < results.FEWEST_DOCUMENTS:
        yield (
            f"{found.documents} document{' is' if found.documents == 1 else 's are'} too few to be "
            f"resampled, so there is no interval (from {results.FEWEST_DOCUMENTS} on)."
        )
    if pool is not None and pool.one_document:
        yield "Random context is from the same document, as there is no other."
