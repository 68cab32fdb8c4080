"""`litmus demo`: the first thing a newcomer runs."""

import argparse
from pathlib import Path

from litmus.cli.evaluation.report import NAME
from litmus.cli.output import SubParsers, colour_wanted


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "demo", help=f"score the shipped systems on the shipped suites and write {NAME}"
    )
    parser.add_argument(
        "-o", "--output", type=Path, metavar="F.html", help=f"the page (default: {NAME})"
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """A table for every shipped suite, how to read it, and where the page is."""
    from litmus.demo.tour import examine_shipped, tour
    from litmus.errors import DataError
    from litmus.reports.page import write_report
    from litmus.scoring.presentation.shown import Style

    examined = examine_shipped()
    path = args.output or Path(NAME)
    try:
        write_report(path, examined, command=["litmus", "demo"])
        where = f"{path}: the same with every sentence and why; open it in a browser."
    except DataError as error:
        if args.output:
            raise
        # a folder that cannot be written to: the tables are still worth seeing
        where = f"No report: {error}\nChoose another place: litmus demo -o FILE.html"
    return tour(examined, where, Style(signatures=False, colour=colour_wanted())), 0
