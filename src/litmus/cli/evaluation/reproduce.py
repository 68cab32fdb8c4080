"""`litmus reproduce`: published figures recomputed from public data."""

import argparse
from pathlib import Path

from litmus.cli.inputs import add_workers
from litmus.cli.output import SubParsers, colour_wanted, destination, say
from litmus.tables import FORMATS

EXAMPLE = """examples:
  litmus reproduce list
  litmus reproduce DATA
  litmus reproduce DATA litter cibb -f md
  litmus reproduce DATA --html figures.html
"""
LIST = "list"


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "reproduce",
        help="recompute published figures from public data",
        description="Recompute what papers and the authors' own code say, from data in a folder, "
        "and show the published figure beside ours. Exit code 1 if a figure differs for no known "
        "reason, or a case that was named could not be recomputed.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("data", type=Path, metavar="DATA",
        help=f"the folder of the data sets; or {LIST}, to see the cases")  # fmt: skip
    add("cases", nargs="*", metavar="CASE", help="what to recompute (default: all of them)")
    add("--own", type=Path, metavar="FOLDER",
        help="cases of your own: NAME.toml beside NAME.py, which is run")  # fmt: skip
    add("--html", type=Path, metavar="F.html", help="write a page, too")
    add_workers(parser)
    add("-f", "--format", choices=FORMATS, default="text",
        help="form of the output (default: %(default)s)")  # fmt: skip
    add("-o", "--output", type=Path, metavar="F", help="write to a file instead of stdout")
    add("-q", "--quiet", action="store_true", help="no notes on stderr")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """Recompute; the tables come back, and 1 if something is wrong."""
    from litmus.api.reproduce import reproduce
    from litmus.errors import UsageError
    from litmus.published.tables import render_figures

    if str(args.data) == LIST:
        with destination(args.output) as write:
            return write(_listed(args)), 0
    if args.output and args.output == args.html:
        raise UsageError("-o and --html name the same file. Give two.")
    with destination(args.output) as write:
        result = reproduce(
            args.data,
            args.cases,
            own=args.own,
            html=args.html,
            workers=args.workers,
        )
        say((f"{row.case} was skipped. {row.reason}" for row in result.skipped), quiet=args.quiet)
        colour = args.output is None and colour_wanted()
        text = write(render_figures(result, args.format, colour=colour))
    return text, int(bool(result.failed or (args.cases and result.skipped)))


def _listed(args: argparse.Namespace) -> str:
    from litmus.published.case import case_files, load_case
    from litmus.published.tables import render_list

    files = case_files(args.own)
    return render_list([load_case(name, files) for name in args.cases or files], args.format)
