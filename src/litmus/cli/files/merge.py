"""`litmus merge`: the parts of sharded runs as what they are parts of."""

import argparse
from pathlib import Path

from litmus.cli.corpora import build
from litmus.cli.evaluation import report, score
from litmus.cli.inputs import place
from litmus.cli.output import SubParsers
from litmus.cli.whole import run_with_parts
from litmus.wording import count

WHOLE = (score, report, build)  # what they write is more than their parts one after the other
EXAMPLE = """examples:
  litmus tag -l en-fr -s src -r ref --docids ids --shard 1/2 -o tags.1
  litmus tag -l en-fr -s src -r ref --docids ids --shard 2/2 -o tags.2
  litmus merge tags.1 tags.2 -o tags.jsonl
  litmus merge FOLDER -o tags.jsonl
  litmus merge part.* -o table.txt     # parts of score, report or build: where their input is
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "merge",
        help="put the parts of --shard runs together",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("parts", nargs="+", type=place, metavar="PART",
        help="all parts, in any order; or the folder of a collection's outputs")  # fmt: skip
    add("-o", "--output", type=Path, required=True, metavar="OUT", help="the whole")
    add("-q", "--quiet", action="store_true", help="no progress")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """Merge; a summary."""
    from litmus.engine.parts import Parts, merge
    from litmus.files.places import is_several
    from litmus.jobs.merging import merge_collection

    if len(args.parts) == 1 and is_several(str(args.parts[0])):
        n = merge_collection(str(args.parts[0]), args.output)
        return f"{args.output}: the outputs of {count(n, 'file')}\n", 0
    paths = [Path(part) for part in args.parts]
    parts = Parts(paths)
    if parts.first.command:
        return run_with_parts(parts, paths, args.output, WHOLE)
    n = merge(paths, args.output)
    return f"{args.output}: {count(n, 'line')} from {count(len(args.parts), 'part')}\n", 0
