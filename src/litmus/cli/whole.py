"""Parts that only their command can make the whole of: how they are written, and how it is run.

Such a part carries the words of its command. `litmus merge` gives them to the command again, with
the parts in place of the work.
"""

import argparse
import io
import shlex
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from glob import escape
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litmus.cli import output
from litmus.cli.inputs import part_summary, shard
from litmus.cli.parsing import Parser
from litmus.cli.progress import counted

if TYPE_CHECKING:
    from litmus.engine.parts import Parts, Sharded
    from litmus.engine.shards import Shard

# Whoever does the work, the result is the same: parts may differ in these.
_WORK = ("--workers", "--engine")
_OUTPUT = ("-o", "--output")
_MANNER = ("--no-cache", "-q", "--quiet", "--debug")
_SIDE_FILES = ("segments", "report", "plots", "junit")


def check_shard(args: argparse.Namespace) -> "Shard":
    """Which of several runs this is; what cannot become a part is refused before any work."""
    from litmus.errors import UsageError

    found = _output(args.words)
    if len(found) != 1 or Path(found[0]) != args.output:
        raise UsageError("--shard writes a part of the result: -o PART")
    _refuse_code(args)
    run = shard(args)
    assert run is not None
    return run


def write_results(args: argparse.Namespace, sharded: "Sharded") -> str:
    """Write the part of a run; a summary."""
    from litmus.engine.parts import Written, write_part

    run = shard(args)
    assert run is not None
    command = _with_output(_without(args.words, ("--shard",)), "")
    n = write_part(
        args.output, _made_by(command), run, sharded.stretch,
        counted(args, sharded.lines, "batches"),
        command=command, marks=sharded.marks,
    )  # fmt: skip
    return part_summary(args.output, Written(run, sharded.stretch, n))


def run_with_parts(
    parts: "Parts", paths: Sequence[Path], result: Path, commands: Sequence[Any]
) -> tuple[str, int]:
    """What the command of the parts writes; it is one of `commands`, which are modules."""
    from litmus.errors import DataError

    words = _with_output(parts.first.command, str(result))
    if _made_by(words) != parts.first.made_by:
        raise DataError("The command that the parts name is not the one they were made by.")
    args = _parsed(words, commands)
    args.parts, args.engine = list(paths), "local"
    args.typed = ["litmus", *words]
    _refuse_code(args)
    _refuse_side_files(args)
    output.refuse_overwriting(args)
    text, code = args.run(args)
    return text or f"{result}: made of {len(paths)} parts\n", code


def _made_by(command: Sequence[str]) -> str:
    """All that decides the result."""
    words = [word for word in _without(command, (*_WORK, *_OUTPUT)) if word not in _MANNER]
    return shlex.join(["litmus", *words])


def _parsed(words: list[str], commands: Sequence[Any]) -> Any:
    from litmus.errors import DataError

    parser = Parser(prog="litmus")
    parser.add_commands(commands)
    said = io.StringIO()
    try:
        with redirect_stderr(said), redirect_stdout(said):
            args = parser.parse_args(words)
    except SystemExit as stop:
        why = said.getvalue().strip().rpartition("\n")[2]
        raise DataError(f"The command that the parts name cannot be run: {why}") from stop
    if args.shard is not None:
        raise DataError("The command that the parts name is one of a part.")
    output.flags = parser.flags(args.command)
    return args


def _refuse_code(args: argparse.Namespace) -> None:
    """Parts are data, and data name no code that is run."""
    from litmus.errors import UsageError
    from litmus.plugins.registry import is_python_file

    for spec in (*getattr(args, "metrics", ()), getattr(args, "aligner", "")):
        if is_python_file(spec):
            raise UsageError(
                f"{spec} is code, which parts do not name: merge would run whatever they say.\n"
                "Make it a plug-in (docs/plug-ins.md), or do without --shard."
            )


def _refuse_side_files(args: argparse.Namespace) -> None:
    """Only what was named on the command line of `merge` is replaced."""
    from litmus.errors import UsageError

    for flag in _SIDE_FILES:
        path = getattr(args, flag, None)
        if path is None:
            continue
        more = path.parent.glob(f"{escape(path.stem)}.*{escape(path.suffix)}")  # pages are several
        for found in (path, *(sorted(more) if flag == "report" else ())):
            if found.exists():
                raise UsageError(
                    f"The parts name {path} for --{flag}, and {found} exists already.\n"
                    "Remove it first: merge replaces nothing that only parts name."
                )


def _groups(words: Sequence[str], flags: Sequence[str]) -> Iterator[tuple[bool, list[str]]]:
    """The words one by one, but one of these flags together with its value, and that it is one."""
    rest = iter(words)
    for word in rest:
        if word in flags:
            yield True, [word, *islice(rest, 1)]
        else:
            yield word.partition("=")[0] in flags, [word]


def _without(words: Sequence[str], flags: Sequence[str]) -> list[str]:
    return [word for is_flag, group in _groups(words, flags) if not is_flag for word in group]


def _output(words: Sequence[str]) -> list[str]:
    """Every value that is given as the output."""
    found = [group for is_flag, group in _groups(words, _OUTPUT) if is_flag]
    return [group[1] if len(group) > 1 else group[0].partition("=")[2] for group in found]


def _with_output(words: Sequence[str], value: str) -> list[str]:
    """The words with another output."""
    new = []
    for is_flag, group in _groups(words, _OUTPUT):
        if is_flag:
            group = [group[0], value] if len(group) > 1 else [f"{_OUTPUT[-1]}={value}"]
        new += group
    return new
