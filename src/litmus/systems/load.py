"""A system by its name, as `--system` takes it."""

from collections.abc import Mapping
from pathlib import Path

from litmus.errors import UnknownName, UsageError
from litmus.systems.answers import Answers
from litmus.systems.command import BATCH, Command
from litmus.systems.command import TIMEOUT as COMMAND_TIMEOUT
from litmus.systems.engine_file import load_engine
from litmus.systems.files import FileSystem
from litmus.systems.http_engine import TIMEOUT, HttpEngine
from litmus.systems.markers import NEWLINE, TAG, Marker
from litmus.systems.system import Engine, EngineSystem, Level, System

# Form -> what it is; models are the business of litmus.nmt.
FORMS: Mapping[str, str] = {
    "model:NAME": "a folder of litmus train, a checkpoint, a name on the hub, or embedded",
    "http:ENGINE": "a web service: an engine that comes with litmus, or a TOML file of your own",
    "cmd:COMMAND": "a program that reads one sentence a line and prints one line for each",
    "file:PATH": "translations that exist, one a line",
}


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
) -> System:
    """A file, a command or an HTTP engine.

    `keep` is where an engine's answers are kept as they come: of this system and these settings
    alone, unless `shared`; `replace` drops those of another run that are in the way. `url` takes
    the place of an engine's own; `batch` is the number of texts in a request or for a process,
    `timeout` its seconds.
    """
    limits = 1 if batch is None else batch, 1.0 if timeout is None else timeout
    if limits[0] < 1 or not 0 < limits[1] < float("inf"):
        raise UsageError("--batch counts from 1; --timeout is a number of seconds.")
    kind, _, rest = name.partition(":")
    if kind == "model":
        raise UsageError("Models are loaded elsewhere: litmus.nmt.model.load_model")
    if kind not in ("file", "cmd", "http", "https") or not rest.strip():
        raise UnknownName("kind of system", name, FORMS)
    if url is not None and kind not in ("http", "https"):
        raise UsageError("--url is the address of an engine: --system http:ENGINE")
    if kind == "file":
        return FileSystem(Path(rest))
    engine: Engine
    markup = False
    if kind == "cmd":
        if marker == NEWLINE:
            raise UsageError(f"A command reads one text a line; --marker {NEWLINE} cannot be.")
        engine = Command(rest, languages, batch=batch or BATCH, timeout=timeout or COMMAND_TIMEOUT)
    else:
        file = load_engine(name if rest.startswith("//") else rest, level, url=url)
        engine = HttpEngine(file, languages, batch=batch, timeout=timeout or TIMEOUT)
        markup = file.markup
    between = Marker(marker or TAG, markup=markup)
    whole = between.text if level == "document" else ""
    run = "" if shared else f"{engine.identity}|{whole}"
    answers = Answers(keep, of=run, replace=replace)  # last: what is wrong above drops nothing
    return EngineSystem(engine, level=level, marker=between, answers=answers)
