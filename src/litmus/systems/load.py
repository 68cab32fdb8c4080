"""A system by its name: a file, a command, a web service, or what a plug-in adds."""

from pathlib import Path
from typing import cast

from litmus.errors import UsageError
from litmus.plugins.registry import Entry, Makers
from litmus.systems.answers import Answers
from litmus.systems.context import Context, refuse_context
from litmus.systems.dry_run import DryRun
from litmus.systems.engine import Engine
from litmus.systems.engine_files.engine_file import load_engine
from litmus.systems.engine_files.limits import Limits
from litmus.systems.markers import TAG, Marker
from litmus.systems.prompts.chat import ChatOptions
from litmus.systems.system import EngineSystem, Level, System, SystemSetup
from litmus.wording import option

# Made from a `SystemSetup` and the argument; models are the business of litmus.nmt.
# fmt: off
SYSTEMS: Makers[Engine | System] = Makers(
    "system",
    (
        Entry("model", "litmus.systems.load:refuse_model",
              "a folder of litmus train, a checkpoint, a name on the hub, or embedded", "NAME"),
        Entry("http", "litmus.systems.http.http_engine:service",
              "a web service: an engine that comes with litmus, or a TOML file of your own",
              "ENGINE"),
        Entry("cmd", "litmus.systems.command:command",
              "a program that reads one sentence per line and prints one line for each",
              "COMMAND"),
        Entry("file", "litmus.systems.files:translations",
              "translations that exist, one per line", "PATH"),
    ),
    methods=("signature", "identity", "limit", "ask"),
    or_methods=("signature", "kept", "notes", "translate"),
    group="litmus.systems",
)
# fmt: on


def load_system(
    name: str,
    languages: tuple[str, str],
    *,
    level: Level = "sentence",
    marker: str | None = None,
    keep: Path | None = None,
    shared: bool = False,
    replace: bool = False,
    url: str | None = None,
    batch: int | None = None,
    timeout: float | None = None,
    context: Context | None = None,
    limits: Limits | None = None,
    dry_run: bool = False,
    chat: ChatOptions | None = None,
) -> System:
    """A file, a command, an HTTP engine, or the system of a plug-in.

    `keep` is where an engine's answers are kept as they come: of this system and these settings
    alone, unless `shared`; `replace` drops those of another run that are in the way. `url` takes
    the place of an engine's own; `batch` is the number of texts in a request or for a process,
    `timeout` its seconds. A `context` is sent with every sentence; documents do not go whole then.
    In a `dry_run` nothing is sent or written. `chat` is how a language model behind an engine is
    asked.
    """
    seconds = 1.0 if timeout is None else timeout
    if (batch is not None and batch < 1) or not 0 < seconds < float("inf"):
        raise UsageError(
            f"{option('batch')} counts from 1; {option('timeout')} is a number of seconds."
        )
    if name.startswith(("http://", "https://")):
        load_engine(name)  # which says what an address lacks
    SYSTEMS.check(name)
    if url is not None and not name.startswith("http:"):
        raise UsageError(
            f"{option('url')} is the address of an engine: {option('system', 'http:ENGINE')}"
        )
    given = limits or Limits()
    setup = SystemSetup(
        languages, "sentence" if context else level, marker=marker, url=url, batch=batch,
        timeout=timeout, limits=given, dry_run=dry_run, chat=chat or ChatOptions(),
    )  # fmt: skip
    system = SYSTEMS.create(name, setup)
    if not hasattr(system, "ask"):
        _refuse_asking(name, context, given, dry_run)
        return system
    engine = cast(Engine, system)
    _refuse_speed(name, engine, given)
    if context:
        refuse_context(engine, context)
    between = Marker(marker or TAG, markup=getattr(engine, "markup", False))
    whole = context.name if context else between.text if level == "document" else ""
    run = "" if shared else f"{engine.identity}|{whole}"
    if dry_run:
        answers = Answers()
        answers.see(keep)
        engine = DryRun(engine)
    else:
        answers = Answers(keep, of=run, replace=replace)  # last: what is wrong drops nothing
    parallel = None if dry_run else given.parallel
    return EngineSystem(
        engine, level=level, marker=between, answers=answers, context=context, parallel=parallel
    )


def _refuse_asking(name: str, context: Context | None, limits: Limits, dry_run: bool) -> None:
    """A system that is no engine is not asked by us."""
    if context:
        raise UsageError(f"{name} takes no context.")
    if dry_run or limits != Limits():
        raise UsageError(
            f"{name} is not asked request by request; leave out {option('parallel')}, "
            f"{option('requests_per_minute')}, {option('tokens_per_minute')} and "
            f"{option('dry_run')}."
        )


def refuse_parallel(engine: Engine, parallel: int | None) -> None:
    """A UsageError where an engine does not promise to take several requests at once."""
    if (parallel or 1) > 1 and not hasattr(engine, "parallel"):
        raise UsageError(
            f"{engine.signature} does not say that it takes several requests at once "
            f"(`parallel`).\nLeave out {option('parallel')}."
        )


def _refuse_speed(name: str, engine: Engine, limits: Limits) -> None:
    refuse_parallel(engine, limits.parallel)
    if (limits.requests_per_minute or limits.tokens_per_minute) and not name.startswith("http:"):
        raise UsageError(
            f"{option('requests_per_minute')} and {option('tokens_per_minute')} are for web "
            f"services, not for {name}."
        )


def refuse_model(setup: SystemSetup, name: str) -> System:
    """A UsageError: models are on a floor above."""
    raise UsageError("Models are loaded elsewhere: litmus.nmt.model.load_model")
