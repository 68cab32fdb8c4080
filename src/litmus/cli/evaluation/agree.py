"""`litmus agree`: metrics compared with human judgements."""

import argparse
from pathlib import Path

from litmus.cli.inputs import Arguments, add_inputs, scoring_arguments
from litmus.cli.output import SubParsers, destination, say
from litmus.tables import FORMATS

EXAMPLE = """examples:
  litmus agree judgements.jsonl
  litmus agree campaign/ -t demo-en-es -m litter litter:case=fold litter:match=lemma
  litmus agree campaign/ -t demo-en-es -m verdict
  litmus agree judgements.tsv --segments evidence.jsonl -f latex
  litmus agree scores.jsonl -t SUITE -m bleu chrf litter
  litmus agree mt-metrics-eval-v2/wmt23 -l en-de --gold mqm -m chrf
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "agree",
        help="compare metrics with human judgements",
        description="Compare metrics (-m) that call a segment right or wrong with people: litter, "
        "blacklist, omission, autoie, verdict. Several, or one with several options, are compared. "
        "Of a metric with verdicts of several kinds (verdict: right, literal, omitted, other) each "
        "kind is held against people's labels, and agreement against its confidence. With human "
        "scores (MQM, ESA, DA) instead of labels, any metric is compared, by system and segment.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("judgements", nargs="+", type=Path, metavar="JUDGEMENTS",
        help="campaigns, or files of litmus annotate export (JSON lines, TSV); or human scores: "
        "JSON lines, WMT's MQM table, Appraise's CSV, X.seg.score, an EvalSet folder")  # fmt: skip
    add_inputs(parser)
    compared = parser.add_argument_group("what is compared")
    add = compared.add_argument
    add("--segments", type=Path, metavar="F.jsonl",
        help="verdicts of metrics as litmus score --segments writes them, or scores")  # fmt: skip
    add("--task", metavar="NAME|FILE", help="the label set (default: as the judgements say)")
    add("--error", nargs="+", default=[], metavar="LABEL", help="labels that mean an error")
    add("--literal", nargs="+", default=[], metavar="LABEL", help="... a literal error")
    add("--gold", metavar="NAME", help="human scores of an EvalSet (default: mqm, or the first)")
    add("--systems", action="store_true", help="show metrics per system, too")
    add = parser.add_argument
    add("-f", "--format", choices=FORMATS, default="text",
        help="form of the output (default: %(default)s)")  # fmt: skip
    add("-o", "--output", type=Path, metavar="F", help="write to a file instead of stdout")
    add("--draws", type=int, default=2000, help="draws for the intervals (default: %(default)s)")
    add("--seed", type=int, default=12345, help="seed of the draws (default: %(default)s)")
    add("-w", "--width", type=int, default=1, metavar="N", help="decimals (default: %(default)s)")
    add("-q", "--quiet", action="store_true", help="no notes on stderr")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """Compare; the tables come back."""
    from litmus.annotate.agree.compare import Agreement
    from litmus.annotate.agree.score_tables import render_scores
    from litmus.annotate.agree.tables import Style, render
    from litmus.api.agree import agree
    from litmus.errors import at_least

    at_least(("draws", args.draws, 1), ("seed", args.seed, 0), ("width", args.width, 0))
    with destination(args.output) as write:
        agreement = agree(
            args.judgements,
            **_metrics(args),
            segments=args.segments,
            task=args.task,
            error=args.error,
            literal=args.literal,
            gold=args.gold,
            draws=args.draws,
            seed=args.seed,
        )
        say(agreement.notes, quiet=args.quiet)
        if isinstance(agreement, Agreement):
            return write(render(agreement, args.format, Style(args.width, args.systems))), 0
        return write(render_scores(agreement, args.format, args.width)), 0


def _metrics(args: argparse.Namespace) -> Arguments:
    """What is to be compared; nothing is opened where nothing is to be scored."""
    from litmus.corpus.formats.evalset import is_evalset

    if any(map(is_evalset, args.judgements)):
        return {
            "suite": args.suite,
            "source": args.source,
            "outputs": {item: item for item in args.input} or None,
            "languages": args.language_pair,
            "metrics": args.metrics,
            "aligner": args.aligner,
        }
    if args.metrics and not args.segments:
        return scoring_arguments(args)
    return {
        "suite": args.suite,
        "source": args.source,
        "references": args.references,
        "docids": args.docids,
        "languages": args.language_pair,
        "metrics": args.metrics,
        "outputs": {item: item for item in args.input} or None,
    }
