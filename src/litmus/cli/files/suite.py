"""`litmus suite`: part of a suite, or loose files with marks, as a suite with its outputs."""

import argparse
from pathlib import Path

from litmus.cli.inputs import add_classes, add_figurative, add_suite, add_terms, open_scored
from litmus.cli.output import SubParsers
from litmus.wording import count

EXAMPLE = """examples:
  litmus suite filter -t demo-en-fr --with-idioms --sample 50 -o fifty
  litmus suite filter -l en-fr -s src -r ref --idioms en -i a.fr b.fr --with-idioms -o marked
  litmus suite filter -t SUITE --labels 'kick the bucket' 'spill the beans' -o two
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser("suite", help="take part of a suite, with its outputs")
    below = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    cut = below.add_parser(
        "filter",
        help="take segments by id, document, label or chance, with their lines of every output",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = cut.add_argument
    add_suite(cut, references="references", spans=True)
    add("--idioms", metavar="LIST",
        help="a list whose idioms are found in the source and marked (litmus list idioms)"
        )  # fmt: skip
    add_classes(cut)
    add_figurative(cut)
    add_terms(cut)
    add("-i", "--input", nargs="+", action="extend", default=[], metavar="[NAME=]OUT",
        help="outputs to take along (default: all that come with the suite)")  # fmt: skip
    add("--ids", type=Path, metavar="F", help="a file with the ids that stay, one per line")
    add("--documents", nargs="+", metavar="DOC", help="documents that stay")
    add("--labels", nargs="+", metavar="IDIOM", help="segments with one of these idioms")
    marked = cut.add_mutually_exclusive_group()
    marked.add_argument("--with-idioms", dest="marked", action="store_true", default=None,
                        help="segments with an idiom")  # fmt: skip
    marked.add_argument("--without-idioms", dest="marked", action="store_false", default=None,
                        help="segments without")  # fmt: skip
    add("--sample", type=int, metavar="N", help="N of those, drawn by chance")
    add("--seed", type=int, default=12345, help="seed of the sample (default: %(default)s)")
    add("--name", metavar="NAME", help="name of the new suite (default: that of its folder)")
    add("--overwrite", action="store_true", help="replace an earlier suite")
    add("-q", "--quiet", action="store_true", help="no notes on stderr")
    add("-o", "--output", type=Path, required=True, metavar="FOLDER", help="the new suite")
    cut.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """Write the part; a summary."""
    from litmus.api.inputs import open_outputs
    from litmus.corpus.filtering import Choice, write_part_of
    from litmus.files.text import read_lines

    suite, named = open_scored(args)
    outputs = open_outputs(named, suite) if named else {}
    ids = frozenset(read_lines(args.ids, any_line_end=True)) if args.ids else None
    choice = Choice(ids, args.documents, args.labels, args.marked, args.sample, args.seed)
    kept, total = write_part_of(
        suite, outputs, choice, args.output, name=args.name, overwrite=args.overwrite
    )
    return (
        f"{args.output}: {kept:,} of {count(total, 'segment')}, {count(len(outputs), 'output')}\n"
    ), 0
