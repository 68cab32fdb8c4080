"""`litmus ratings`: what people or judges say, in the files of others."""

import argparse
from pathlib import Path

from litmus.cli.inputs import add_suite, named_outputs, suite_arguments
from litmus.cli.output import SubParsers, say

FORMATS = ("jsonl", "mqm", "esa", "pearmut", "pearmut-campaign")
EXAMPLE = """examples:
  litmus ratings mqm_ende.tsv -o ratings.jsonl
  litmus ratings ana.jsonl ben.jsonl -t SUITE -i a.de b.de -f mqm -o ratings.tsv
  litmus ratings -t SUITE -i a.de b.de -f pearmut-campaign --annotators ana,ben -o campaign.json
  litmus ratings judge.jsonl -t SUITE -i a.de -f pearmut-campaign -o correct-the-judge.json
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "ratings",
        help="convert scores and error spans between file formats (MQM, ESA, Pearmut)",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("files", nargs="*", type=Path, metavar="F",
        help="JSON lines, WMT's MQM table, Appraise's CSV, Pearmut's annotations, or a "
        "campaign's folder")  # fmt: skip
    add_suite(parser, references=None)
    add("-i", "--input", nargs="+", action="extend", default=[], metavar="[NAME=]OUT",
        help="the outputs that were rated, as for litmus score")  # fmt: skip
    add("-f", "--format", choices=FORMATS, default="jsonl",
        help="esa: as Appraise exports; pearmut-campaign: outputs to be rated there, with the "
        "spans of F to be corrected (default: %(default)s)")  # fmt: skip
    add("-o", "--output", type=Path, required=True, metavar="F", help="the file to write")
    add("--protocol", choices=("ESA", "MQM", "DA"),
        help="protocol of a campaign (default: ESA)")  # fmt: skip
    add("--annotators", default="", metavar="A,B,…", help="annotators of a campaign (default: one)")
    add("--name", help="name of a campaign (default: the suite's)")
    add("-q", "--quiet", action="store_true", help="no notes on stderr")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """Convert; a summary."""
    from litmus.api.inputs import open_suite
    from litmus.api.ratings import convert_ratings

    suite = outputs = None
    if args.suite or args.source:
        suite = open_suite(**suite_arguments(args))
        outputs = named_outputs(args, suite)
    converted = convert_ratings(
        args.files,
        args.output,
        format=args.format,
        suite=suite,
        outputs=outputs,
        protocol=args.protocol,
        annotators=[name.strip() for name in args.annotators.split(",") if name.strip()],
        name=args.name,
    )
    say(converted.notes, quiet=args.quiet)
    return f"{converted}\n", 0
