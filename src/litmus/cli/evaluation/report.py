"""`litmus report`: the same inputs as `litmus score`, one HTML file to look at."""

import argparse
import sys
from pathlib import Path

from litmus.cli.evaluation.score import (
    add_inputs,
    add_tests,
    check_numbers,
    chosen_outputs,
    chosen_suite,
    counting,
    settings,
    unread_spans,
)
from litmus.cli.output import SubParsers, say

EXAMPLE = """examples:
  litmus report -t demo-en-es
  litmus report -t demo-zh-en -i @gloss-words mine=out.en -o zh.html
  litmus report -l en-fr -s src.en -r ref.fr --docids ids -i a.fr b.fr -m bleu chrf --by document
"""
NAME = "litmus-report.html"


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "report",
        help="score system outputs and write a page to explore",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add_inputs(parser)
    add("-o", "--output", type=Path, default=Path(NAME), metavar="F.html",
        help="(default: %(default)s)")  # fmt: skip
    add("--extras", type=Path, metavar="F.jsonl", help="rows of P-CXMI and probes to show too")
    add("--no-links", dest="links", action="store_false",
        help="do not mark the words linked to idioms, which is quicker")  # fmt: skip
    add_tests(parser, default="ar")
    add("-q", "--quiet", action="store_true", help="no notes on stderr")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """Score and write the page; where it is comes back."""
    from litmus.errors import DataError, UsageError
    from litmus.reports.examine import Tables, examine
    from litmus.reports.extras import read_extras
    from litmus.reports.page import write_report

    check_numbers(args)
    if args.output.is_dir():
        raise DataError(f"{args.output} is a folder; give the name of a file.")
    if args.output.suffix in (".gz", ".xz", ".zst"):
        raise UsageError(f"{args.output}: a browser does not open it. Give a name such as {NAME}")
    extras = read_extras(args.extras) if args.extras else []
    suite = chosen_suite(args)
    outputs = chosen_outputs(args, suite)
    tables = Tables.new()
    with counting(args) as progress:
        found = examine(
            suite,
            outputs,
            tables=tables,
            links=args.links,
            progress=progress,
            **settings(args, suite, outputs),
        )
    if not args.quiet:
        say(found.result.notes)
        if not args.metrics:  # the page shows the spans, whatever the metrics
            say(unread_spans(args, suite))
    size = write_report(args.output, [found], tables, command=command(), extras=extras)
    return f"{args.output}: {found.result.heading}, {size / 1e6:.1f} MB\n", 0


def command() -> list[str]:
    """What was typed, with the program by its name."""
    return ["litmus", *sys.argv[1:]]
