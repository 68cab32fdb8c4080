"""Where a command's words go: results to stdout or a file, everything else to stderr."""

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litmus.cli.flags import Flags
from litmus.wording import visible

if TYPE_CHECKING:
    SubParsers = argparse._SubParsersAction[argparse.ArgumentParser]
else:
    SubParsers = Any

flags = Flags()  # of the command that runs: `main` sets them

# The flags of files that a command writes, where there are more than -o.
_WRITTEN = {
    "score": ("output", "segments", "junit"),
    "cxmi": ("output", "extras", "page"),
    "reproduce": ("output", "html"),
    "probe": ("output", "extras"),
    "resegment": ("output", "evidence"),
    "mine": ("output", "samples"),
}
# Flags whose words may hold the name of a file: NAME=FILE, model:FILE, litter:dictionary=FILE+FILE.
_NAMES = (
    "input", "alignment", "tags", "metrics", "suite", "idioms", "dictionary", "aligner", "backend",
    "task", "prompt", "system", "model",
)  # fmt: skip
_SUITE_FILES = ("suite.toml", "segments.jsonl", "idioms.jsonl")
_CAMPAIGN_FILES = ("campaign.toml", "campaign.db", "labels.toml", "guideline.md")


def refuse_overwriting(args: argparse.Namespace) -> None:
    """No command writes over what it reads; refused before any work."""
    from litmus.errors import UsageError

    flags = _WRITTEN.get(args.command, ("output",))
    written = {flag: path for flag in flags if (path := getattr(args, flag, None))}
    written = {
        flag: path
        for flag, path in written.items()
        if isinstance(path, Path) and (path.is_file() or path.is_dir())  # not a URL
    }
    for flag, path in written.items():
        for other in _inputs(args, flags):
            if _same(other, path):
                shown = "-o" if flag == "output" else f"--{flag}"
                raise UsageError(
                    f"{shown} {path} is also an input and would be overwritten.\n"
                    "Give another name; nothing was done."
                )


def _same(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except (OSError, ValueError):  # there is none, or the word is no name of a file
        return False


def _inputs(args: argparse.Namespace, written: Iterable[str]) -> Iterator[Path]:
    """Every file that the arguments name for reading; perhaps names that are no files."""
    for flag, value in vars(args).items():
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, Path) and flag not in written:
                yield from (item, *(item / name for name in _CAMPAIGN_FILES))
            elif isinstance(item, str) and flag in _NAMES:
                names = {item, item.partition("=")[2], item.partition(":")[2]}
                yield from (Path(part) for part in names | set(re.split("[=:,+]", item)) if part)
    suites = getattr(args, "suite", None)
    for suite in suites if isinstance(suites, list) else [suites]:
        if not isinstance(suite, str):
            continue
        yield from (Path(suite) / name for name in _SUITE_FILES)
        if args.command in ("score", "report"):
            yield from (Path(suite) / "systems").glob("*")


def say(notes: Iterable[str], *, quiet: bool = False) -> None:
    """Notes for the person at the terminal, unless they asked for quiet.

    What they quote of a file cannot act on the terminal: control characters become escapes.
    """
    for note in () if quiet else notes:
        lines = flags.shown(note).split("\n")
        shown = "\n".join(visible(line.expandtabs(4)) for line in lines)
        write_note(f"litmus: {shown}\n")


def write_note(text: str) -> None:
    """To stderr; where nobody can read it, the work goes on."""
    with suppress(OSError):
        sys.stderr.write(text)
        sys.stderr.flush()


def colour_wanted() -> bool:
    """Whether stdout is a terminal that shows colours, and nobody said no (NO_COLOR)."""
    dumb = os.environ.get("TERM") == "dumb" or os.environ.get("NO_COLOR")
    return sys.stdout.isatty() and not dumb


@contextmanager
def destination(path: Path | None) -> Iterator[Callable[[str], str]]:
    """A function that takes the result and gives back what is left for stdout.

    The file is tried before the work begins and appears under its name only if all went well.
    """
    if path is None:
        yield lambda text: text
        return
    from litmus.errors import DataError
    from litmus.files.text import write_text

    if path.is_dir():
        raise DataError(f"{path} is a folder; give the name of a file.")
    with write_text(path) as out:

        def write(text: str) -> str:
            out.write(text)
            return ""

        yield write


def typed(args: argparse.Namespace) -> list[str]:
    """What was typed, with the program by its name; of merged parts, their command."""
    return getattr(args, "typed", None) or ["litmus", *sys.argv[1:]]
