"""`-i -`, `-i NAME=-` and `-s -`: standard input in the place of a file."""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from litmus.cli.output import write_note

_NAME = "stdin"


@contextmanager
def stdin_as_file(args: argparse.Namespace) -> Iterator[None]:
    """While it lasts, the arguments name a file that holds standard input where they said `-`.

    Commands read their input more than once, and in other processes; a pipe can be read once.
    """
    asked = _asked(args)
    if not asked:
        yield
        return
    _refuse(args, asked)
    with tempfile.TemporaryDirectory(prefix="litmus-") as folder:
        path = Path(folder) / _NAME
        if sys.stdin is not None and sys.stdin.isatty():
            write_note(
                f"litmus: waiting for {asked[0]} on the terminal, one segment per line; end with "
                "Ctrl-D.\n"
            )
        with path.open("wb") as copy:
            # piece by piece as they come: on a terminal the end is said once, not for good
            while sys.stdin is not None and (piece := os.read(sys.stdin.fileno(), 1 << 16)):
                copy.write(piece)
        _replace(args, path)
        yield


def _asked(args: argparse.Namespace) -> list[str]:
    """Every mention of standard input, as the user wrote it."""
    inputs = [item for item in getattr(args, "input", None) or () if _is_stdin(item)]
    source = ["-s -"] if getattr(args, "source", None) == Path("-") else []
    return source + [f"-i {item}" for item in inputs]


def _is_stdin(item: object) -> bool:
    return item == "-" or (isinstance(item, str) and item.endswith("=-") and len(item) > 2)


def _refuse(args: argparse.Namespace, asked: list[str]) -> None:
    from litmus.errors import UsageError

    if len(asked) > 1:
        raise UsageError(
            f"{' and '.join(asked)}: standard input can be read once only.\n"
            "Write the others to files."
        )
    if getattr(args, "shard", None):
        raise UsageError(
            f"{asked[0]} and --shard do not go together: every run, and litmus merge, needs the "
            "same text.\nWrite it to a file."
        )


def _replace(args: argparse.Namespace, path: Path) -> None:
    if getattr(args, "source", None) == Path("-"):
        args.source = path
    args_input = getattr(args, "input", None)
    if args_input:
        args.input = [
            f"{item[:-2] or _NAME}={path}" if _is_stdin(item) else item for item in args_input
        ]
