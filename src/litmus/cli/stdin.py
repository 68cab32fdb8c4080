"""`-i -`, `-i NAME=-` and `-s -`: standard input in the place of a file."""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from litmus.cli import output

_NAME = "stdin"
_START = 4096  # bytes by which other formats are known


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
            output.write_note(
                f"litmus: waiting for {asked[0]} on the terminal, one segment per line; end with "
                "Ctrl-D.\n"
            )
        with path.open("wb") as copy:
            # piece by piece as they come: on a terminal the end is said once, not for good
            while sys.stdin is not None and (piece := os.read(sys.stdin.fileno(), 1 << 16)):
                copy.write(piece)
        output.flags.stand_ins[str(path)] = "standard input"
        _refuse_other_formats(asked[0], path)
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


def _refuse_other_formats(asked: str, path: Path) -> None:
    """A DataError if what came is known by the suffix of its file, which standard input has not."""
    from litmus.errors import DataError

    with path.open("rb") as stream:
        start = stream.read(_START).decode("utf-8-sig", "replace")
    lines = [line.strip() for line in start.split("\n") if line.strip()]
    if found := _format(lines):
        name, suffix = found
        raise DataError(
            f"{asked}: standard input is read as plain text, one segment per line, but this is "
            f"{name}.\nWrite it to a file with its suffix ({suffix}), and give that."
        )


def _format(lines: list[str]) -> tuple[str, str] | None:
    """What lines are the beginning of, if not of plain text, and its suffix."""
    first, second = (*lines, "", "")[:2]
    if first.startswith(("<?xml", "<xliff")):
        return "XML", ".xlf"
    if first.split(" ")[0] == "WEBVTT":
        return "WebVTT", ".vtt"
    times = second if first.isdecimal() else first
    if "-->" in times and times[:1].isdigit():
        return "SubRip", ".srt"
    entry = next((line for line in lines if not line.startswith("#")), "")
    if entry.startswith(('msgid "', 'msgctxt "')):
        return "a PO file", ".po"
    return None


def _replace(args: argparse.Namespace, path: Path) -> None:
    if getattr(args, "source", None) == Path("-"):
        args.source = path
    args_input = getattr(args, "input", None)
    if args_input:
        args.input = [
            f"{item[:-2] or _NAME}={path}" if _is_stdin(item) else item for item in args_input
        ]
