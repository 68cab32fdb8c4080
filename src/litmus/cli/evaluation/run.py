"""`litmus run`: everything that a project file asks for; only what changed is done again."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from litmus.cli.evaluation.gate import telling
from litmus.cli.inputs import add_workers
from litmus.cli.output import SubParsers, colour_wanted, say
from litmus.tables import FORMATS

if TYPE_CHECKING:
    from litmus.projects.outcome import ProjectRun

EXAMPLE = """examples:
  litmus run
  litmus run nightly.toml --dry-run
  litmus run --only wmt24/new
  litmus run --only '*/new' -f md

Exit code 3: a requirement of the file is broken.
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "run",
        help="run a project file: translate, score and judge what has changed",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("project", nargs="?", type=Path, default=Path("litmus.toml"), metavar="PROJECT.toml",
        help="the project file (default: litmus.toml)")  # fmt: skip
    add("--dry-run", action="store_true",
        help="compute and write nothing; say what would be done, and what engines would be "
        "asked")  # fmt: skip
    add("--force", action="store_true",
        help="translate and measure all again; answers of services are still used")  # fmt: skip
    add("--only", nargs="+", action="extend", default=[], metavar="SUITE[/SYSTEM]",
        help="score these alone, such as wmt24/new or '*/new': no file is written and no "
        "requirement judged")  # fmt: skip
    add("--keep", type=Path, metavar="DIR",
        help="where counts and translations are kept for the next run (default: .litmus beside "
        "the file)")  # fmt: skip
    add("-f", "--format", choices=FORMATS, default="text",
        help="form of the output (default: %(default)s)")  # fmt: skip
    add("-w", "--width", type=int, default=1, metavar="N", help="decimals (default: %(default)s)")
    add("--labels", action="store_true", help="show the tables of labels")
    add_workers(parser)
    add("-q", "--quiet", action="store_true", help="no notes on stderr")
    # What the gate of litmus score asks for is said in the file.
    parser.set_defaults(run=run, junit=None, bare=False, output=None)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """Run it; the table comes back."""
    from litmus.errors import at_least
    from litmus.projects.run import run_project

    at_least(("width", args.width, 0), ("workers", args.workers, 1))
    done = run_project(
        args.project,
        only=args.only,
        force=args.force,
        dry_run=args.dry_run,
        keep=args.keep,
        workers=args.workers,
        tell=None if args.dry_run else lambda line: say([line], quiet=args.quiet),
    )
    if done.results is not None:
        say(done.notes, quiet=args.quiet)
        if not done.changes:
            say(["nothing changed since the last run."], quiet=args.quiet)
    if done.results is None:
        return "".join(f"{line}\n" for line in _foreseen(done)), 0
    if done.written:
        say([f"written: {', '.join(map(str, done.written))}"], quiet=args.quiet)
    colour = args.format == "text" and colour_wanted()
    text = done.table(args.format, width=args.width, labels=args.labels, colour=colour)
    if done.verdicts is None:
        return text, 0
    with telling(args) as tell:
        below, code = tell(done.verdicts)
    return text + below, code


def _foreseen(done: "ProjectRun") -> Iterator[str]:
    """What a dry run says."""
    yield from (f"{what}: {why}" for what, why in done.changes)
    yield from done.notes
    if not done.changes:
        yield "nothing to do: nothing changed since the last run."
