"""`litmus.translate`: runs a model, a web service, a command or a file on a suite or a text."""

import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import groupby
from math import isfinite
from pathlib import Path
from typing import Any

from litmus.api.engine_context import CONTEXT, context_of, references_of
from litmus.api.inputs import SuiteLike, Texts, open_suite
from litmus.corpus.in_memory import Text
from litmus.corpus.suite import Suite
from litmus.engine.shards import Shard, Stretch, cut
from litmus.errors import DataError, UsageError, at_least
from litmus.files.locks import locked
from litmus.language.knowledge import language_code
from litmus.nmt.decoding.run import DecodingOptions, run_model
from litmus.nmt.decoding.translating import Line, Progress, refuse_existing
from litmus.nmt.model import EMBEDDED
from litmus.nmt.workers import Workers
from litmus.systems.engine_files.engine_file import engines
from litmus.systems.load import SYSTEMS
from litmus.systems.prompts.chat import ChatOptions
from litmus.systems.prompts.shots import comparable
from litmus.systems.run import EngineOptions, Translation, refuse_files, refuse_pace, run_system
from litmus.systems.system import Level
from litmus.terms.lists import TermsLike
from litmus.wording import option


def translate(
    suite: SuiteLike | None = None,
    *,
    system: str,
    output: Path | str | None = None,
    languages: str | None = None,
    source: Text | None = None,
    references: Texts = (),
    docids: Text | None = None,
    only: Sequence[int] | None = None,
    level: Level = "sentence",
    overwrite: bool = False,
    context: str = "predicted",
    source_context: int | None = None,
    target_context: int | None = None,
    between: str | None = None,
    prompt: str | None = None,
    beam: int = 5,
    length_penalty: float = 1.0,
    batch_tokens: int | None = None,
    device: str = "auto",
    url: str | None = None,
    batch: int | None = None,
    timeout: float | None = None,
    marker: str | None = None,
    cache: Path | str | None = None,
    parallel: int | None = None,
    requests_per_minute: float | None = None,
    tokens_per_minute: float | None = None,
    dry_run: bool = False,
    model: str | None = None,
    settings: Mapping[str, Any] | None = None,
    shots: Path | str | None = None,
    shot_count: int | None = None,
    glossary: TermsLike | None = None,
    register: str | None = None,
    workers: int | None = 1,
    engine: str = "local",
    gpus: int | None = None,
    shard: Shard | None = None,
    progress: Callable[[int], Progress] | None = None,
) -> Translation:
    """The translations of a suite or a text by one system.

    `system` is "model:NAME", "http:ENGINE", "cmd:COMMAND" or "file:PATH". With `output` they are
    written to that file, and a run that was stopped resumes from what it left beside it; nothing
    is asked twice. `level="document"` gives models the sentences before and other systems whole
    documents, or with `source_context` or `target_context` the sentences before, too; it needs
    `docids` or a suite that has them. `only` are numbers of segments, from 0: these are translated,
    in this order (the sentences of a document together, and all of them), as they would be among
    all. `progress` is given the number of lines and returns what is told how many more are done.

    Services and commands have `parallel` requests under way; services are asked at most so many
    times or tokens a minute. A `dry_run` sends and writes nothing; its `usage` says what it would.

    A language model behind a service has a `model`, a `prompt` (with the first `shot_count`
    examples of `shots`, a suite or a file; the terms of a `glossary` that occur in a text; and a
    `register`, "formal" or "informal"), and `settings` of its requests: {"temperature": 0.7}; None
    takes a field out.

    Models have `workers`, processes with the model each, on `engine` "local", "ray" or
    "ray://HOST:PORT"; with `gpus`, each has one of so many. `shard` is one of several runs, whose
    `output` is a part of the file. The translations of models are always the same.

    >>> translate(
    ...     languages="en-es", source=["Hello.", "Good night."], system="cmd:tr a-z A-Z"
    ... ).texts
    ['HELLO.', 'GOOD NIGHT.']
    """
    decoding = DecodingOptions(
        context, source_context, target_context, between, prompt, beam, length_penalty,
        batch_tokens, device,
    )  # fmt: skip
    kind = _kind(system)
    chat = ChatOptions(
        model, dict(settings or {}), prompt if kind == "http" else None, shots, shot_count,
        glossary, register,
    )  # fmt: skip
    asking = EngineOptions(
        url, batch, timeout, marker, Path(cache) if cache else None, parallel,
        requests_per_minute, tokens_per_minute, dry_run, chat,
    )  # fmt: skip
    who = Workers(workers, engine, gpus)
    _refuse_options(system, kind, level, decoding, asking)
    _refuse_sharing(system, kind, who, shard)
    around = context_of(system, level, decoding, marker) if kind != "model" else None
    target = None if output is None else Path(output)
    with ExitStack() as stack:
        if target is not None and not dry_run:
            stack.enter_context(locked(target))
            refuse_existing(target, overwrite)
            refuse_files(target, asking.cache, overwrite)
        if asking.cache is not None and not dry_run:
            stack.enter_context(locked(asking.cache))
        opened = open_suite(
            suite, languages=languages, source=source, references=references, docids=docids
        )
        pair = opened.info.source, opened.info.target
        lines = _lines(opened)
        if level == "document":
            _refuse_interleaved(lines)
        if kind != "model":
            codes = language_code(pair[0]), language_code(pair[1])
            if shots is not None:  # of all shards: no example is from the text
                seen = frozenset(comparable(line.source) for line in lines)
                asking = replace(asking, chat=replace(chat, seen=seen))
            reads_references = around is not None and around.references
            lines = lines if only is None else [lines[place] for place in only]
            lines, stretch = _stretch(lines, level, shard, reads_references)
            return run_system(
                system, codes, _documents(lines, level), level=level, options=asking,
                output=target, overwrite=overwrite,
                progress=progress(len(lines)) if progress and not dry_run else None,
                share=(shard, stretch) if shard and stretch else None,
                context=around, references=references_of(lines) if reads_references else None,
            )  # fmt: skip
        lines = lines if only is None else [lines[place] for place in only]
        with tempfile.TemporaryDirectory(prefix="litmus-") as scratch:
            return run_model(
                system.partition(":")[2], pair, lines, level=level, options=decoding,
                output=target or Path(scratch) / "out", overwrite=overwrite, workers=who,
                shard=shard, progress=progress,
            )  # fmt: skip


def _kind(system: str) -> str:
    kind, _, name = system.partition(":")
    if not name and (Path(system).is_dir() or system == EMBEDDED):
        raise UsageError(
            f"{system} is a model. Did you mean {option('system', f'model:{system}')}?"
        )
    if system in engines():
        raise UsageError(
            f"{system} is an engine. Did you mean {option('system', f'http:{system}')}?"
        )
    if kind != "https":
        SYSTEMS.check(system)
    return kind


def _refuse_options(
    system: str, kind: str, level: Level, decoding: DecodingOptions, engine: EngineOptions
) -> None:
    """A UsageError where an option would do nothing, or nothing sensible."""
    if kind != "model":
        for name in _changed(decoding, DecodingOptions()):
            taken = name in CONTEXT if kind == "cmd" else name in (*CONTEXT, "prompt")
            if kind == "file" or not taken:
                raise UsageError(f"{option(name)} is for models; {system} has none.")
    if kind != "http":
        for name in _changed(engine.chat, ChatOptions()):
            raise UsageError(
                f"{option(name)} is for language models behind a service, not for {system}."
            )
    if kind in ("model", "file"):
        for name in _changed(engine, EngineOptions()):
            raise UsageError(f"{option(name)} is for web services and commands, not for {system}.")
    if engine.marker and level == "sentence":
        raise UsageError(
            f"Sentences on their own have no marker. Add {option('level', 'document')}."
        )
    at_least(
        ("source_context", decoding.source_context, 0),
        ("target_context", decoding.target_context, 0),
        ("beam", decoding.beam, 1),
        ("batch_tokens", decoding.batch_tokens, 1),
        ("parallel", engine.parallel, 1),
    )
    refuse_pace(engine.requests_per_minute, engine.tokens_per_minute, engine.timeout)
    if not isfinite(decoding.length_penalty):
        raise UsageError(f"{option('length_penalty')} must be a finite number.")


def _refuse_sharing(system: str, kind: str, who: Workers, shard: Shard | None) -> None:
    if kind != "model":
        given = replace(who, workers=who.workers or 1)
        for name in _changed(given, Workers()):
            raise UsageError(
                f"{option(name)} is for models; {system} has none.\n"
                f"Several runs can share the work: {option('shard', 'K/N')}"
            )
    if kind == "file" and shard:
        raise UsageError(f"{system} has its translations already; there is no work to share.")


def _changed(options: object, defaults: object) -> list[str]:
    return [name for name, value in vars(defaults).items() if getattr(options, name) != value]


def _lines(suite: Suite) -> list[Line]:
    return [
        Line(segment.source, segment.document, next(iter(segment.references), None))
        for segment in suite.segments()
    ]


def _stretch(
    lines: list[Line], level: Level, shard: Shard | None, reads_references: bool = False
) -> tuple[list[Line], Stretch | None]:
    """The lines that one of several runs asks for: sentences, or whole documents."""
    groups = [[line] for line in lines]
    if level == "document":
        groups = [list(group) for _, group in groupby(lines, lambda line: line.document)]
    batches, stretch = cut(
        lambda: groups,
        shard,
        lambda group: (
            f"{line.document if level == 'document' else ''}\n{line.source}"
            + (f"\n{line.reference}" if reads_references else "")
            for line in group
        ),
    )
    return [line for group in batches() for line in group], stretch


def _documents(lines: list[Line], level: Level) -> list[list[str]]:
    """The sources, document by document; all of them together where sentences go alone."""
    if level == "sentence":
        return [[line.source for line in lines]]
    groups = groupby(lines, lambda line: line.document)
    return [[line.source for line in group] for _, group in groups]


def _refuse_interleaved(lines: list[Line]) -> None:
    """A DataError where lines lack documents, or a document continues after another one."""
    if any(line.document is None for line in lines):
        raise DataError(
            f"Context needs documents. Give the document of every line: {option('docids', 'FILE')}"
        )
    seen: set[str | None] = set()
    for document, group in groupby(enumerate(lines, start=1), lambda pair: pair[1].document):
        if document in seen:
            raise DataError(
                f"Document {document!r} continues at line {next(group)[0]:,}, after another "
                "document.\nPut the sentences of a document together, in their order."
            )
        seen.add(document)
