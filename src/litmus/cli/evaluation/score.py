"""`litmus score`: the main job."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litmus.cli.evaluation.gate import add_gate, check_gate, telling
from litmus.cli.evaluation.live import (
    add_sequential,
    add_systems,
    check_live,
    check_sequential,
    live_arguments,
    sequential_arguments,
)
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
from litmus.cli.tagging import add_tagging
from litmus.cli.whole import check_shard, write_results
from litmus.tables import FORMATS

if TYPE_CHECKING:
    from litmus.gating.verdicts import Verdicts
    from litmus.scoring.results import Result

EVALSET = "evalset"
EXAMPLE = """examples:
  litmus score -t demo-en-es
  litmus score -t demo-zh-en -i mine=out.en -m blacklist litter bleu --paired-ar
  litmus score -t demo-is-en -t demo-en-es -i @apertium -m bleu chrf -f latex
  litmus score -t SUITE -i old=old.txt --system new=http:openai --model NAME
  litmus score -t project -i old=old.xlf new=new.xlf
  litmus score -l en-fr -s src.en -r ref.fr --spans spans.en -i a.fr b.fr -m litter:case=fold

Exit code 3: a requirement (--require) is broken.
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
    add_tagging(parser)
    add_resegment(parser)
    add("-f", "--format", choices=(*FORMATS, EVALSET), default="text",
        help="form of the output (default: %(default)s); evalset: a folder (-o) as "
        "mt-metrics-eval reads")  # fmt: skip
    add("-o", "--output", type=Path, metavar="F", help="write to a file instead of stdout")
    add("--segments", type=Path, metavar="F.jsonl", help="write the evidence of every segment")
    add("--report", type=Path, metavar="F.html", help="also write the page of litmus report")
    add("--title", metavar="TEXT", help="title of the page (default: the name of the suite)")
    add_ratings(parser)
    add("--plots", type=Path, metavar="DIR",
        help="draw the results as SVG, PDF and PNG (needs litmus-mt[plots])")  # fmt: skip
    add_tests(parser)
    add_gate(parser)
    add_sequential(parser)
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
    add_systems(parser)
    parser.set_defaults(run=run, parts=())


def run(args: argparse.Namespace) -> tuple[str, int]:
    """Score; the table comes back."""
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
    with destination(args.output) as write, telling(args) as tell:
        result, verdicts = _evaluated(
            args,
            **arguments | live_arguments(args),
            **test_arguments(args),
            resegment=args.resegment,
            segments=args.segments,
            page=args.report,
            title=args.title,
            ratings=args.ratings,
            command=typed(args),
            cache=args.cache,
            workers=args.workers,
            engine=args.engine,
            parts=args.parts,
        )
        say(result.notes, quiet=args.quiet)
        if args.plots:
            from litmus.reports.plots import write_plots

            drawn = write_plots(result, args.plots)
            say([f"{len(drawn)} plots are in {args.plots}, each as SVG, PDF and PNG."],
                quiet=args.quiet)  # fmt: skip
        below, code = tell(verdicts) if verdicts else ("", 0)
        if args.bare:
            return write(bare(result, args.width, args.format)), code
        colour = args.output is None and colour_wanted()
        scores = render(result, args.format, Style(args.width, args.labels, colour=colour))
        return write(scores + below), code


def _evaluated(args: argparse.Namespace, **arguments: Any) -> "tuple[Result, Verdicts | None]":
    """The scores, and the verdicts if something is required."""
    if not args.require:
        from litmus.api.evaluate import evaluate

        return evaluate(**arguments), None
    from litmus.api.gate import gate

    verdicts = gate(
        require=args.require, allow_no_evidence=args.allow_no_evidence,
        **sequential_arguments(args), **arguments,
    )  # fmt: skip
    return verdicts.result, verdicts


def _write_evalset(args: argparse.Namespace, arguments: Arguments) -> str:
    """Score, and write the folder; a summary."""
    from litmus.api.evaluate import evaluate_evalset

    result, names = evaluate_evalset(
        args.output,
        **arguments,
        **test_arguments(args),
        resegment=args.resegment,
        cache=args.cache,
        workers=args.workers,
        engine=args.engine,
    )
    say(result.notes, quiet=args.quiet)
    return f"{args.output}: {', '.join(names)}\n"


def _run_shard(args: argparse.Namespace) -> str:
    """Measure one part; a summary."""
    from litmus.api.evaluate import evaluate_shard

    run = check_shard(args)
    arguments, tests = scoring_arguments(args), test_arguments(args)
    if args.require:
        from litmus.api.gate import check_requirements

        check_requirements(args.require, arguments | tests)
    sharded = evaluate_shard(
        **arguments,
        **tests,
        shard=run,
        segments=args.segments is not None,
        page=args.report is not None,
        require=args.require,
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
    if args.title is not None and args.report is None:
        raise UsageError("--title is that of a report. Say where it goes: --report F.html")
    check_live(args)
    check_gate(args)
    check_sequential(args)
    if args.output and args.output == args.segments:
        raise UsageError("-o and --segments name the same file. Give two.")
    if args.segments and args.segments.is_dir():
        raise DataError(f"{args.segments} is a folder; give the name of a file.")
    if args.report:
        from litmus.api.report import check_page

        check_page(args.report, args.title)
        if args.report in (args.output, args.segments):
            raise UsageError(f"--report and another option both name {args.report}. Give two.")
    if args.plots:
        from litmus.tables.figures import check_plots

        check_plots(args.plots)


def _check_evalset(args: argparse.Namespace) -> None:
    from litmus.errors import UsageError

    if args.output is None:
        raise UsageError("-f evalset writes a folder. Name it: -o DIR")
    for flag in ("segments", "report", "ratings", "plots", "shard", "require"):
        if getattr(args, flag, None):
            raise UsageError(f"-f evalset and --{flag} do not go together. Run the command twice.")
