"""`litmus export`: a suite, or translations of it, in the files of other programs."""

import argparse
from pathlib import Path

from litmus.cli.files.options import read_options
from litmus.cli.inputs import add_suite, named_outputs, suite_arguments
from litmus.cli.output import SubParsers, say

FORMATS = ("xliff", "po", "srt", "vtt", "lm-eval")
EXAMPLE = """examples:
  litmus export xliff -t project -i out.txt --into project.xlf -o translated.xlf
  litmus export srt -t film -i out.txt -o film.de.srt
  litmus export po -t project -i out.txt --into de.po -o new.po
  litmus export lm-eval -t demo-en-es -o tasks
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "export",
        help="write a suite or translations of it for other programs",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("format", metavar="FORMAT", help=f"one of: {', '.join(FORMATS)}")
    add_suite(parser, references="references")
    add("-i", "--input", nargs="+", action="extend", default=[], metavar="[NAME=]OUT",
        help="translations, one segment per line; @OUT is one that comes with the suite"
        )  # fmt: skip
    add("--into", type=Path, metavar="F", help="the file that translations are filled into")
    add("-o", "--output", type=Path, required=True, metavar="OUT", help="file or folder to write")
    add(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the format (litmus list exports)",
    )
    add("--overwrite", action="store_true", help="replace an existing folder")
    add("-q", "--quiet", action="store_true", help="no notes on stderr")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """Export; a line of counts comes back."""
    from litmus.api.inputs import open_outputs, open_suite
    from litmus.exporters import export_suite, options_of

    options = read_options(args.option, args.format, options_of(args.format))
    suite = open_suite(**suite_arguments(args))
    outputs = open_outputs(named_outputs(args, suite), suite) if args.input else {}
    exported = export_suite(
        args.format,
        suite,
        args.output,
        outputs=outputs,
        into=args.into,
        overwrite=args.overwrite,
        **options,
    )
    say(exported.notes, quiet=args.quiet)
    return f"{exported.summary}\n", 0
