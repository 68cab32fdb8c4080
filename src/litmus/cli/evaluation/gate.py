"""`litmus score --require`: the flags of the gate, and where its verdicts go."""

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from litmus.cli.output import destination, say, write_note

if TYPE_CHECKING:
    from litmus.gating.verdicts import Verdicts

BROKEN = 3  # the exit code
_READ_BY_PEOPLE = ("text", "md", "latex")


def add_gate(parser: argparse.ArgumentParser) -> None:
    """What scores must reach."""
    add = parser.add_argument
    add("--require", nargs="+", action="extend", default=[], metavar="R",
        help="exit with 3 unless these hold: 'bleu>=30', 'word-f[pronouns]>=old-2', 'not worse "
        "than old by 1' (docs/gate.md)")  # fmt: skip
    add("--allow-no-evidence", action="store_true",
        help="--require: n/a, or fewer than 30 cases, is no failure")  # fmt: skip
    add(
        "--junit",
        type=Path,
        metavar="F.xml",
        help="--require: also write the verdicts as JUnit XML",
    )


def check_gate(args: argparse.Namespace) -> None:
    """What would fail after the work fails before it."""
    from litmus.errors import UsageError

    for flag in ("junit", "allow_no_evidence"):
        if getattr(args, flag) and not args.require:
            name = flag.replace("_", "-")
            raise UsageError(f"--{name} is for requirements. Add some: --require 'bleu>=30'")
    if args.junit:
        for flag in ("output", "segments", "report", "plots"):
            if getattr(args, flag) == args.junit:
                raise UsageError(
                    f"--junit and {'-o' if flag == 'output' else f'--{flag}'} both name "
                    f"{args.junit}. Give two."
                )


@contextmanager
def telling(args: argparse.Namespace) -> Iterator[Callable[["Verdicts"], tuple[str, int]]]:
    """A function that tells verdicts, and gives what follows the scores, and the exit code.

    The file of `--junit` is tried before the work begins.
    """
    with destination(args.junit) as write_junit:

        def tell(verdicts: "Verdicts") -> tuple[str, int]:
            from litmus.gating.presentation.github import annotations
            from litmus.gating.presentation.junit import junit

            if args.junit:
                write_junit(junit(verdicts.verdicts))
            below = not args.bare and args.format in _READ_BY_PEOPLE
            if not (below and args.output is None) and not (args.quiet and verdicts.held):
                write_note(verdicts.table(width=args.width))
            if os.environ.get("GITHUB_ACTIONS") == "true":
                for line in annotations(verdicts.verdicts):
                    write_note(f"{line}\n")
                _add_summary(verdicts)
            code = 0 if verdicts.held else BROKEN
            return "\n" + verdicts.table(args.format, width=args.width) if below else "", code

        yield tell


def _add_summary(verdicts: "Verdicts") -> None:
    from litmus.gating.presentation.github import add_summary

    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if path:
        try:
            add_summary(Path(path), verdicts.verdicts)
        except OSError as error:  # the gate has spoken, whether or not GitHub shows it
            say([f"The summary of the step was not written: {error.strerror}."])
