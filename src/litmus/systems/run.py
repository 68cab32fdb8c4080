"""A file, a command or a web service at work: documents in, a translation out, nothing lost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path

from litmus.engine.parts import Written, write_part
from litmus.engine.shards import Shard, Stretch
from litmus.errors import DataError, UsageError
from litmus.files.text import write_text
from litmus.systems.answers import Answers
from litmus.systems.context import Context
from litmus.systems.engine_files.limits import Limits
from litmus.systems.load import load_system
from litmus.systems.prompts.chat import ChatOptions
from litmus.systems.system import Documents, EngineSystem, Level, Progress, System
from litmus.systems.usage import Usage
from litmus.wording import option


@dataclass(frozen=True)
class Translation:
    """Translations in order, and how they came about.

    `kept` of them are from an earlier run. `notes` are what a reader should know; `counts` says
    how many answers of a service were remarkable: cleaned, cut off, refused, empty, in the wrong
    language, the same as the source. One of several runs (a shard) has the texts of its own lines,
    and `written` says which these are. `usage` is what was asked of a service or command; in a dry
    run, what would be, and there are no texts.
    """

    texts: Sequence[str]
    kept: int
    signature: str
    notes: Sequence[str]
    written: Written | None = None
    usage: Usage | None = None
    counts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class EngineOptions:
    """How a service or command is asked; None is the engine's own default."""

    url: str | None = None
    batch: int | None = None
    timeout: float | None = None
    marker: str | None = None
    cache: Path | None = None
    parallel: int | None = None
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    dry_run: bool = False
    chat: ChatOptions = field(default_factory=ChatOptions)


class Stopped(KeyboardInterrupt):
    """A run that was stopped; says where its work is and how it resumes."""


def part_of(output: Path) -> Path:
    """Where an unfinished run keeps its work."""
    return output.with_name(f"{output.name}.part")


def refuse_pace(
    requests_per_minute: float | None, tokens_per_minute: float | None, timeout: float | None
) -> None:
    """A UsageError for a limit that is none."""
    for name, limit in (
        ("requests_per_minute", requests_per_minute),
        ("tokens_per_minute", tokens_per_minute),
        ("timeout", timeout),
    ):
        if limit is not None and not 0 < limit < inf:
            raise UsageError(f"{option(name)} must be more than 0, not {limit}.")


def refuse_files(output: Path, cache: Path | None, overwrite: bool) -> None:
    """An error where work would be lost: an output that exists, a cache that would be removed."""
    if output.exists() and not overwrite:
        raise UsageError(
            f"{output} already exists. Choose another name, or add {option('overwrite', 'True')}."
        )
    if output.is_dir():
        raise DataError(f"{output} is a folder; give the name of a file.")
    for path in (output, part_of(output)):
        if cache and cache.resolve() == path.resolve():
            raise UsageError(
                f"{option('cache', str(cache))} is where this run writes {output}. "
                "Give another name."
            )


def run_system(
    name: str,
    languages: tuple[str, str],
    documents: Documents,
    *,
    level: Level,
    options: EngineOptions,
    output: Path | None,
    overwrite: bool,
    progress: Progress | None,
    share: tuple[Shard, Stretch] | None = None,
    context: Context | None = None,
    references: Documents | None = None,
) -> Translation:
    """All documents translated, and written if there is an `output`, when all are there.

    They may be the `share` of one of several runs; the output is then a part. Answers are kept as
    they come: in the cache, else beside the output until that is whole. A `context` is sent with
    every sentence; its target side may be the `references`.
    """
    part = part_of(output) if output else None
    system = _loaded(name, languages, level, options, context, overwrite, part)
    if options.dry_run:
        return _foreseen(system, documents, references, part)
    answers = system.answers if isinstance(system, EngineSystem) else None
    # Now: later it also counts what was sent alone, which parts do not have in common.
    made_by = f"translate|{system.signature}|{'-'.join(languages)}" if share else ""
    notes = _taken(answers, part, options.cache)
    try:
        translated = _translated(system, documents, references, progress)
        texts = [text for document in translated for text in document]
        rows = (f"{text}\n" for text in texts)
        if output and share:
            write_part(output, made_by, *share, rows)
        elif output:
            with write_text(output) as out:
                out.writelines(rows)
    except DataError as error:
        where, message = left(answers), error.message.template
        raise DataError(f"{message}\nWhat {where}" if where else message) from error
    except KeyboardInterrupt as stop:
        where = left(answers)
        raise Stopped(f"what {where}" if where else "") from stop
    if answers is not None and answers.path and not options.cache:
        answers.path.unlink(missing_ok=True)
    written = Written(*share, len(texts)) if share else None
    usage = system.usage if isinstance(system, EngineSystem) else None
    counts = system.counts if isinstance(system, EngineSystem) else {}
    notes += system.notes
    return Translation(texts, system.kept, system.signature, notes, written, usage, counts)


def _loaded(
    name: str,
    languages: tuple[str, str],
    level: Level,
    options: EngineOptions,
    context: Context | None,
    overwrite: bool,
    part: Path | None,
) -> System:
    return load_system(
        name,
        languages,
        level=level,
        marker=options.marker,
        keep=options.cache or part,
        shared=options.cache is not None,
        replace=overwrite,
        url=options.url,
        batch=options.batch,
        timeout=options.timeout,
        context=context,
        limits=Limits(options.parallel, options.requests_per_minute, options.tokens_per_minute),
        dry_run=options.dry_run,
        chat=options.chat,
    )


def _translated(
    system: System, documents: Documents, references: Documents | None, progress: Progress | None
) -> list[list[str]]:
    if isinstance(system, EngineSystem):
        return system.translate(documents, progress=progress, references=references)
    return system.translate(documents, progress=progress)


def _foreseen(
    system: System, documents: Documents, references: Documents | None, part: Path | None
) -> Translation:
    """What a run would ask. Notes are left out: they would speak of echoes."""
    assert isinstance(system, EngineSystem)  # others are refused before
    system.answers.see(part)
    signature = system.signature
    system.translate(documents, references=references)
    usage = replace(system.usage, is_estimate=True)
    return Translation((), system.kept, signature, [], None, usage)


def _taken(answers: Answers | None, part: Path | None, cache: Path | None) -> list[str]:
    """Answers that a stopped run left beside the output go into the cache."""
    moved = answers.take(part) if answers is not None and part and cache else 0
    if not moved:
        return []
    return [f"{moved:,} answers in {part}, which a stopped run left, are now in {cache}."]


def left(answers: Answers | None, done: str = "translated") -> str:
    """Where the answers of a run that failed are; nothing if there are none."""
    if answers is None or answers.path is None:
        return ""
    if not len(answers):
        answers.path.unlink(missing_ok=True)
        return ""
    return f"was {done} so far is kept in {answers.path}.\nThe same command resumes from it."
