"""`litmus.cxmi`: how much a model uses the sentences before."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal, overload

from litmus.api.inputs import SuiteLike, Texts, open_suite
from litmus.context.annotation import AnalysedWords, Annotator, FiledTags, PlainWords, TaggedWords
from litmus.context.contrastive import Contrasted
from litmus.context.cxmi import BASES, Scores
from litmus.context.passages import BATCH, BATCH_ON_GPU, survey
from litmus.context.plan import Plan, planned
from litmus.context.presentation.page import page as make_page
from litmus.context.results import CxmiResult
from litmus.context.results import extras as extra_rows
from litmus.context.run import contrast, contrast_part, cxmi_part
from litmus.context.run import cxmi as measure
from litmus.context.settings import CxmiSettings, default_context
from litmus.corpus.formats.tags import TagFile
from litmus.corpus.in_memory import Text
from litmus.corpus.suite import Suite
from litmus.discourse.tagging import DocumentTagger
from litmus.engine.shards import Shard
from litmus.errors import DataError, UsageError, at_least
from litmus.failures import reading
from litmus.files import jsonl
from litmus.files.text import write_text
from litmus.language.analysers import load_analyser
from litmus.nmt.model import Model, model_folder, model_title
from litmus.nmt.workers import ModelThere, Workers, model_here
from litmus.scoring.measuring.collected import Progress
from litmus.wording import option

Languages = tuple[str, str]
Write = Callable[[str], object]


@dataclass(frozen=True)
class _Words:
    """How words are told apart: by tags of a file, tags computed now, parts of speech, or not."""

    tags: Path | None
    tag: bool
    pos: bool
    analyser: str


@overload
def cxmi(
    suite: SuiteLike | None = None,
    *,
    model: str = "embedded",
    languages: str | None = None,
    source: Text | None = None,
    references: Texts = (),
    docids: Text | None = None,
    source_context: int | None = None,
    target_context: int | None = None,
    sizes: Sequence[int] = (),
    random_context: bool = False,
    base: str = "e",
    contrastive: Literal[False] = False,
    tags: Path | str | None = None,
    tag: bool = False,
    pos: bool = False,
    target_analyser: str = "embedded",
    min_count: int = 10,
    top: int = 20,
    prompt: str | None = None,
    between: str | None = None,
    device: str = "auto",
    batch_tokens: int | None = None,
    n_bootstrap: int = 1000,
    seed: int = 12345,
    workers: int | None = 1,
    engine: str = "local",
    gpus: int | None = None,
    shard: Shard | None = None,
    parts: Sequence[Path | str] = (),
    output: Path | str | None = None,
    extras: Path | str | None = None,
    page: Path | str | None = None,
    progress: Progress | None = None,
) -> CxmiResult: ...


@overload
def cxmi(
    suite: SuiteLike | None = None,
    *,
    model: str = "embedded",
    languages: str | None = None,
    source: Text | None = None,
    references: Texts = (),
    docids: Text | None = None,
    source_context: int | None = None,
    target_context: int | None = None,
    sizes: Sequence[int] = (),
    random_context: bool = False,
    base: str = "e",
    contrastive: Literal[True],
    min_count: int = 10,
    top: int = 20,
    prompt: str | None = None,
    between: str | None = None,
    device: str = "auto",
    batch_tokens: int | None = None,
    n_bootstrap: int = 1000,
    seed: int = 12345,
    workers: int | None = 1,
    engine: str = "local",
    gpus: int | None = None,
    shard: Shard | None = None,
    parts: Sequence[Path | str] = (),
    output: Path | str | None = None,
    progress: Progress | None = None,
) -> Contrasted: ...


def cxmi(
    suite: SuiteLike | None = None,
    *,
    model: str = "embedded",
    languages: str | None = None,
    source: Text | None = None,
    references: Texts = (),
    docids: Text | None = None,
    source_context: int | None = None,
    target_context: int | None = None,
    sizes: Sequence[int] = (),
    random_context: bool = False,
    base: str = "e",
    contrastive: bool = False,
    tags: Path | str | None = None,
    tag: bool = False,
    pos: bool = False,
    target_analyser: str = "embedded",
    min_count: int = 10,
    top: int = 20,
    prompt: str | None = None,
    between: str | None = None,
    device: str = "auto",
    batch_tokens: int | None = None,
    n_bootstrap: int = 1000,
    seed: int = 12345,
    workers: int | None = 1,
    engine: str = "local",
    gpus: int | None = None,
    shard: Shard | None = None,
    parts: Sequence[Path | str] = (),
    output: Path | str | None = None,
    extras: Path | str | None = None,
    page: Path | str | None = None,
    progress: Progress | None = None,
) -> CxmiResult | Contrasted:
    """CXMI and P-CXMI of a model, with tables by word, part of speech and tag.

    Takes a suite with documents, or loose files or lists as `litmus.evaluate` does. `model` is a
    folder of `litmus train`, any model of transformers, or "embedded". The context is
    `source_context` and `target_context` sentences before (default: as the model was trained),
    `sizes` are measured too, `random_context` is the control. Words are told apart by `tags` (a
    file of `litmus.tag`), tags computed now (`tag=True`) or parts of speech (`pos=True`).
    `contrastive=True` measures accuracy on right and wrong variants instead. One row per segment
    goes to `output`, rows for a report to `extras`, the top words in context to `page`.

    `workers` are processes, each with the model, on `engine` "local", "ray" or "ray://HOST:PORT";
    with `gpus`, each has one of so many. `shard` is one of several runs, whose part of the rows
    goes to `output`; `parts` are those of all, from which the result is made without the model
    being run. The numbers are always the same.

    >>> result = cxmi(
    ...     languages="en-fr",
    ...     source=["The table is old.", "It is brown."],
    ...     references=[["La table est vieille.", "Elle est brune."]],
    ...     docids=["a", "a"],
    ... )
    >>> [round(row.value, 2) for row in result.rows if row.name == "cxmi"]
    [0.19]
    """
    at_least(
        ("source_context", source_context, 0), ("target_context", target_context, 0),
        ("seed", seed, 0), ("n_bootstrap", n_bootstrap, 1), ("batch_tokens", batch_tokens, 1),
        ("min_count", min_count, 1), ("top", top, 0), *(("sizes", size, 1) for size in sizes),
    )  # fmt: skip
    if (source_context, target_context) in ((0, 0), (0, None), (None, 0)):
        raise UsageError(
            "Without a sentence before there is no context to measure.\n"
            f"Give {option('source_context', 'N')} or {option('target_context', 'N')}, from 1 on."
        )
    words = _Words(Path(tags) if tags else None, tag, pos, target_analyser)
    if contrastive:
        _refuse_contrastive(tags=tags, tag=tag, pos=pos, page=page, extras=extras)
    who, device = Workers(workers, engine, gpus), "cpu" if parts else device
    _refuse_together(who, shard, parts, output, extras=extras, page=page)
    files = _files(output, extras, page)
    opened = _suite(suite, languages, source, references, docids)
    # All files are tried before a model is loaded: what is wrong shows at once.
    surveyed = survey(opened)
    pair = (opened.info.source, opened.info.target)
    folder = model_folder(model, pair)
    if tag and surveyed.stored:
        raise UsageError(
            f"The segments of {opened.info.name} bring their own context and are not documents.\n"
            f"Tags need whole documents; leave {option('tag')} out."
        )
    annotator = None if contrastive else _annotator(words, opened, pair)
    with ExitStack() as stack:
        rows, extra, shown = (
            stack.enter_context(_written(None if shard else path)) for path in files
        )
        who, device = who.settled(device)
        loaded, there = model_here(model, pair, device=device, between=between, workers=who)
        settings = CxmiSettings(
            model=loaded.signature,
            context=default_context(source_context, target_context, tuple(sizes), loaded.context),
            sizes=tuple(sizes),
            random=random_context,
            base=base,
            reads=_reads(prompt, between, decoder_only=loaded.kind == "decoder-only"),
            seed=seed,
            n_bootstrap=n_bootstrap,
            min_count=min_count,
            top=top,
            batch=BATCH_ON_GPU if device.startswith("cuda") else BATCH,
            rounds=f"{device.partition(':')[0]}{f',{batch_tokens}' if batch_tokens else ''}",
        )
        scorer = _scorer(loaded, there, who, batch_tokens, prompt)
        notes = _untrained(folder, loaded.context.get("size"))
        del loaded  # where others run it, its memory is free now
        plan = planned(opened, settings, surveyed)
        if shard is not None and files[0] is not None:
            return _part(plan, scorer, annotator, shard, files[0], notes, progress)
        again, each = [Path(path) for path in parts], _each(rows)
        if annotator is None:
            choices = contrast(plan, scorer, parts=again, each=each, progress=progress)
            return replace(choices, notes=[*notes, *choices.notes])
        result = measure(plan, scorer, annotator[0], parts=again, each=each, progress=progress)
        if isinstance(annotator[0], FiledTags):
            annotator[0].finish()
        result = replace(result, notes=[*notes, *result.notes])
        if extra:
            for row in extra_rows(result, model_title(folder), 1 / BASES[base][0]):
                extra(jsonl.line(row) + "\n")
        if shown:
            shown(make_page(result, pair, annotator[1].marks if annotator[1] else None))
        return result


def _part(
    plan: Plan,
    scorer: Scores,
    annotator: tuple[Annotator, AnalysedWords | None] | None,
    shard: Shard,
    output: Path,
    notes: Sequence[str],
    progress: Progress | None,
) -> CxmiResult | Contrasted:
    """One of several runs."""
    if annotator is None:
        chosen = contrast_part(plan, scorer, shard, output, progress=progress)
        return replace(chosen, notes=notes)
    measured = cxmi_part(plan, scorer, annotator[0], shard, output, progress=progress)
    return replace(measured, notes=notes)


def _scorer(
    model: Model, there: ModelThere, who: Workers, batch_tokens: int | None, prompt: str | None
) -> Scores:
    """What scores here; if others are to do it, it has shown by now that it can be done."""
    from litmus.nmt.scoring.scorer import Scorer  # only now is torch known to be there
    from litmus.nmt.scoring.shared import SharedScorer

    scorer = Scorer(model, batch_tokens=batch_tokens, prompt=prompt)
    return scorer if who.alone else SharedScorer(there, who, batch_tokens, prompt)


def _refuse_together(
    who: Workers,
    shard: Shard | None,
    parts: Sequence[Path | str],
    output: Path | str | None,
    **made_of_all: Path | str | None,
) -> None:
    """A UsageError where options contradict each other."""
    if shard and parts:
        raise UsageError(f"{option('parts')} are what runs with {option('shard')} have written.")
    if shard and output is None:
        raise UsageError(f"{option('shard')} writes a part of the rows: {option('output', 'PART')}")
    for name, path in made_of_all.items():
        if shard and path:
            raise UsageError(
                f"{option(name)} is made of all rows: give it with {option('parts')}, not with "
                f"{option('shard')}."
            )
    if parts and (who.workers or 1, who.engine, who.gpus) != (1, "local", None):
        raise UsageError(f"With {option('parts')} no model is run, so there is no work to share.")


def _refuse_contrastive(**options: object) -> None:
    for name, value in options.items():
        if value:
            raise UsageError(f"{option(name)} does not go with {option('contrastive')}.")


def _files(*paths: Path | str | None) -> list[Path | None]:
    """The files to write, which must be different ones."""
    opened = [Path(path) if path else None for path in paths]
    named = [path.resolve() for path in opened if path]
    if len(set(named)) < len(named):
        raise UsageError(
            f"{option('output')}, {option('extras')} and {option('page')} must name different "
            "files."
        )
    return opened


def _suite(
    suite: SuiteLike | None,
    languages: str | None,
    source: Text | None,
    references: Texts,
    docids: Text | None,
) -> Suite:
    opened = open_suite(
        suite, languages=languages, source=source, references=references, docids=docids
    )
    if suite is None and not references:
        raise UsageError(
            "There is no translation to measure. Give it line by line: "
            f"{option('references', 'FILE')}"
        )
    if suite is None and docids is None:
        raise UsageError(
            "Context needs documents. Give the document of every line: "
            f"{option('docids', 'FILE')}\n"
            "(a file with the same name on all lines makes it one document)"
        )
    return opened


def _annotator(
    words: _Words, suite: Suite, languages: Languages
) -> tuple[Annotator, AnalysedWords | None]:
    """What marks the words, and what analyses sentences for the page, if anything does."""
    analysed = None
    if words.pos or words.tag:
        analyser = load_analyser(words.analyser, languages[1])
        analysed = AnalysedWords(analyser)
    if words.tags:
        return FiledTags(TagFile(words.tags), analysed), analysed
    if words.tag:
        tagger = DocumentTagger(languages, analyser=analyser)
        tagger.learn((segment.source, segment.references[0]) for segment in suite.segments())
        return TaggedWords(tagger, analyser), analysed
    return analysed or PlainWords(languages[1]), analysed


def _reads(prompt: str | None, between: str | None, *, decoder_only: bool) -> dict[str, str]:
    """What of the options decides what the model reads, for the signature."""
    parts = {}
    if decoder_only:
        path = Path(prompt or "plain")
        with reading(path):
            content = path.read_bytes() if path.is_file() else None
        digest = "" if content is None else f"#{blake2b(content, digest_size=4).hexdigest()}"
        parts["prompt"] = f"{path.stem}{digest}"
        parts["end"] = "any"  # of all ways to end; earlier builds scored the end token alone
    if between is not None:
        parts["break"] = repr(between)
    return parts


def _untrained(model: str, size: object) -> list[str]:
    if size != "none":
        return []
    return [f"{model} was trained without context: what it does with it is chance."]


def _each(write: Write | None) -> Callable[[dict[str, Any]], object] | None:
    return (lambda row: write(jsonl.line(row) + "\n")) if write else None


@contextmanager
def _written(path: Path | None) -> Iterator[Write | None]:
    """A function that writes text; the file appears under its name only if all went well."""
    if path is None:
        yield None
        return
    if path.is_dir():
        raise DataError(f"{path} is a folder; give the name of a file.")
    with write_text(path) as out:
        yield out.write
