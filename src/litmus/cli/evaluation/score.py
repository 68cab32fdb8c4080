"""`litmus score`: the main job."""

import argparse
from pathlib import Path

from litmus.cli.inputs import (
    Arguments,
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
from litmus.cli.output import SubParsers, colour_wanted, destination, say, typed
from litmus.cli.progress import counting
from litmus.cli.whole import check_shard, write_results
from litmus.tables import FORMATS

EVALSET = "evalset"
EXAMPLE = """examples:
  litmus score -t demo-en-es
  litmus score -t demo-zh-en -i mine=out.en -m blacklist litter bleu --paired-ar
  litmus score -t demo-is-en -t demo-en-es -i @apertium -m bleu chrf -f latex
  litmus score -t project -i old=old.xlf new=new.xlf
  litmus score -l en-fr -s src.en -r ref.fr --spans spans.en -i a.fr b.fr -m litter:case=fold
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "score",
        help="score system outputs on a suite",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add_inputs(parser, several=True)
    add_resegment(parser)
    add("-f", "--format", choices=(*FORMATS, EVALSET), default="text",
        help="(default: %(default)s); evalset: a folder (-o) as mt-metrics-eval reads")  # fmt: skip
    add("-o", "--output", type=Path, metavar="F", help="write to a file instead of stdout")
    add("--segments", type=Path, metavar="F.jsonl", help="write the evidence of every segment")
    add("--report", type=Path, metavar="F.html", help="also write the page of litmus report")
    add_ratings(parser)
    add("--plots", type=Path, metavar="DIR",
        help="draw the results as SVG, PDF and PNG (needs litmus-mt[plots])")  # fmt: skip
    add_tests(parser)
    add_workers(parser)
    add_engine(parser)
    add_shard(parser)
    add_cache(parser)
    add("--labels", action="store_true", help="show the tables of labels")
    add("-w", "--width", type=int, default=1, metavar="N", help="decimals (default: %(default)s)")
    add(
        "-b", "--bare", action="store_true", help="only the main values, named if there are several"
    )
    add("-q", "--quiet", action="store_true", help="no notes on stderr")
    parser.set_defaults(run=run, parts=())


def run(args: argparse.Namespace) -> tuple[str, int]:
    """Score; the table comes back."""
    from litmus.api.evaluate import evaluate
    from litmus.scoring.presentation.shown import Style
    from litmus.scoring.presentation.tables import bare, render

    _check(args)
    if len(args.suite or ()) > 1:
        from litmus.cli.evaluation.score_suites import score_suites

        return score_suites(args)
    args.suite = args.suite[0] if args.suite else None
    if args.shard:
        return _run_shard(args), 0
    arguments = scoring_arguments(args)
    if args.format == EVALSET:
        return _write_evalset(args, arguments), 0
    with destination(args.output) as write:
        with counting(args) as progress:
            result = evaluate(
                **arguments,
                **test_arguments(args),
                resegment=args.resegment,
                segments=args.segments,
                page=args.report,
                ratings=args.ratings,
                command=typed(args),
                cache=args.cache,
                workers=args.workers,
                engine=args.engine,
                parts=args.parts,
                progress=progress,
            )
        say(result.notes, quiet=args.quiet)
        if args.plots:
            from litmus.reports.plots import write_plots

            drawn = write_plots(result, args.plots)
            say([f"{len(drawn)} plots are in {args.plots}, each as SVG, PDF and PNG."],
                quiet=args.quiet)  # fmt: skip
        if args.bare:
            return write(bare(result, args.width, args.format)), 0
        colour = args.output is None and colour_wanted()
        return write(render(result, args.format, Style(args.width, args.labels, colour=colour))), 0


def _write_evalset(args: argparse.Namespace, arguments: Arguments) -> str:
    """Score, and write the folder; a summary."""
    from litmus.api.evaluate import evaluate_evalset

    with counting(args) as progress:
        result, names = evaluate_evalset(
            args.output,
            **arguments,
            **test_arguments(args),
            resegment=args.resegment,
            cache=args.cache,
            workers=args.workers,
            engine=args.engine,
            progress=progress,
        )
    say(result.notes, quiet=args.quiet)
    return f"{args.output}: {', '.join(names)}\n"


def _run_shard(args: argparse.Namespace) -> str:
    """Measure one part; a summary."""
    from litmus.api.evaluate import evaluate_shard

    run = check_shard(args)
    sharded = evaluate_shard(
        **scoring_arguments(args),
        **test_arguments(args),
        shard=run,
        segments=args.segments is not None,
        page=args.report is not None,
        cache=args.cache,
        workers=args.workers,
        engine=args.engine,
    )
    return write_results(args, sharded)


def _check(args: argparse.Namespace) -> None:
    """What would fail after the work fails before it."""
    from litmus.errors import DataError, UsageError, at_least

    at_least(("n_trials", args.trials, 1), ("n_bootstrap", args.bootstrap, 1),
             ("seed", args.seed, 0), ("width", args.width, 0))  # fmt: skip
    if args.format == EVALSET:
        _check_evalset(args)
    check_resegment(args)
    if args.output and args.output == args.segments:
        raise UsageError("-o and --segments name the same file. Give two.")
    if args.segments and args.segments.is_dir():
        raise DataError(f"{args.segments} is a folder; give the name of a file.")
    if args.report:
        from litmus.api.report import check_page

        check_page(args.report)
        if args.report in (args.output, args.segments):
            raise UsageError(f"--report and another option both name {args.report}. Give two.")
    if args.plots:
        from litmus.tables.figures import check_plots

        check_plots(args.plots)


def _check_evalset(args: argparse.Namespace) -> None:
    from litmus.errors import UsageError

    if args.output is None:
        raise UsageError("-f evalset writes a folder. Name it: -o DIR")
    for flag in ("segments", "report", "ratings", "plots", "shard"):
        if getattr(args, flag, None):
            raise UsageError(f"-f evalset and --{flag} do not go together. Run the command twice.")
