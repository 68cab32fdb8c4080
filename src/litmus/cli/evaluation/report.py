"""`litmus report`: the same inputs as `litmus score`, one HTML file to look at."""

import argparse
from pathlib import Path

from litmus.cli.inputs import (
    add_cache,
    add_engine,
    add_inputs,
    add_ratings,
    add_resegment,
    add_shard,
    add_tests,
    add_workers,
    check_resegment,
    scoring_arguments,
    test_arguments,
)
from litmus.cli.output import SubParsers, say, typed
from litmus.cli.tagging import add_tagging
from litmus.cli.whole import check_shard, write_results

EXAMPLE = """examples:
  litmus report -t demo-en-es
  litmus report -t demo-zh-en -i @gloss-words mine=out.en -o zh.html
  litmus report -t SUITE -i a.de b.de --ratings mqm.tsv judge.jsonl
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
    add_tagging(parser)
    add_resegment(parser)
    add("-o", "--output", type=Path, default=Path(NAME), metavar="F.html",
        help="file to write (default: %(default)s)")  # fmt: skip
    add("--title", metavar="TEXT", help="title of the page (default: the name of the suite)")
    add("--extras", type=Path, metavar="F.jsonl", help="rows of P-CXMI and probes to show too")
    add_ratings(parser)
    add("--no-links", dest="links", action="store_false",
        help="do not mark the words linked to idioms, which is quicker")  # fmt: skip
    add_tests(parser, default="ar")
    add_workers(parser)
    add_engine(parser)
    add_shard(parser)
    add_cache(parser)
    add("-q", "--quiet", action="store_true", help="no notes on stderr")
    parser.set_defaults(run=run, parts=())


def run(args: argparse.Namespace) -> tuple[str, int]:
    """Score and write the page; where it is comes back."""
    from litmus.api.report import check_page, report
    from litmus.reports.extras import read_extras
    from litmus.scoring.evaluate import ONE_SYSTEM

    check_page(args.output, args.title)
    check_resegment(args)
    if args.extras:
        read_extras(args.extras)  # what is wrong with them shows before the work
    if args.shard:
        return _run_shard(args), 0
    arguments = scoring_arguments(args)
    page = report(
        path=args.output,
        **arguments,
        **test_arguments(args, default="ar"),
        resegment=args.resegment,
        extras=args.extras,
        ratings=args.ratings,
        links=args.links,
        cache=args.cache,
        workers=args.workers,
        engine=args.engine,
        parts=args.parts,
        command=typed(args),
        title=args.title,
    )
    alone = args.test == "ar" and len(page.result.systems) == 1
    say([*page.result.notes, *([ONE_SYSTEM] if alone else [])], quiet=args.quiet)
    return f"{page}\n", 0


def _run_shard(args: argparse.Namespace) -> str:
    """Measure one part; a summary."""
    from litmus.api.evaluate import evaluate_shard

    run = check_shard(args)
    sharded = evaluate_shard(
        **scoring_arguments(args),
        **test_arguments(args, default="ar"),
        shard=run,
        page=True,
        links=args.links,
        cache=args.cache,
        workers=args.workers,
        engine=args.engine,
    )
    return write_results(args, sharded)
