"""`litmus build`: a test suite and training files from occurrences and a parallel corpus."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from litmus.cli.inputs import Arguments, add_engine, add_shard, add_workers, place
from litmus.cli.output import SubParsers
from litmus.cli.progress import pairs_done
from litmus.cli.whole import check_shard, write_results

if TYPE_CHECKING:
    from litmus.idioms.building.plan import Built

EXAMPLE = """examples:
  litmus mine en corpus.en -l en -o found.jsonl
  litmus build found.jsonl -l en-fr -s corpus.en -r corpus.fr -o idioms --upsample 20
  litmus build found.jsonl -l en-fr --corpus memory.tmx --scheme sampled --size 1500 -o idioms
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "build",
        help="make a test suite and training files from mined idioms",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add(
        "occurrences", type=Path, metavar="FOUND", help="what litmus mine wrote, a file or a folder"
    )
    add("-l", "--language-pair", required=True, metavar="SRC-TGT", help="such as en-fr")
    add("-s", "--source", type=Path, metavar="FILE", help="the corpus that was mined")
    add("-r", "--reference", type=Path, metavar="FILE", help="its translation, line by line")
    add("--corpus", type=place, metavar="WHERE",
        help="instead: TMX, TSV, SGM, suite, ...; or a collection: a folder, a 'pattern', a URL of "
        "TSV, JSONL or Parquet")  # fmt: skip
    add("--in-place", action="store_true",
        help="no split, no training files: a suite of every line of -s and -r")  # fmt: skip
    add("--scheme", choices=("halves", "sampled", "capped"), default="halves",
        help="how test and training share the pairs (default: %(default)s)")  # fmt: skip
    add("--size", type=int, metavar="N", help="sampled: test pairs (default: half of all)")
    add("--cap", type=int, default=40, metavar="N",
        help="capped: test pairs per idiom (default: %(default)s)")  # fmt: skip
    add("--unseen", type=int, default=0, metavar="N",
        help="idioms kept out of training, with a suite of their own (default: none)")  # fmt: skip
    add("--upsample", type=int, nargs="+", default=[20], metavar="N",
        help="conditions with idiom pairs N times (default: 20)")  # fmt: skip
    add("--mark", choices=("none", "sentence", "span"), default="none",
        help="idioms marked in training sources with <idm> (default: %(default)s)")  # fmt: skip
    add("--min-context", type=int, default=5, metavar="N",
        help="words outside the idiom that a pair must have (default: %(default)s)")  # fmt: skip
    add("--max-words", type=int, default=80, metavar="N",
        help="most words on either side of a pair (default: %(default)s)")  # fmt: skip
    add("--max-ratio", type=float, default=1.5, metavar="X",
        help="longer side divided by shorter side (default: %(default)s)")  # fmt: skip
    add("--doubtful", action="store_true", help="use matches that are flagged as doubtful too")
    add("--verdicts", type=Path, nargs="+", default=[], metavar="FILE",
        help="verdicts on matches, from the page of --samples")  # fmt: skip
    add("--idioms", metavar="LIST", help="the list that was mined, for its equivalents")
    add("--seed", type=int, default=12345, help="seed of the draws (default: %(default)s)")
    add("--overwrite", action="store_true", help="replace an earlier FOLDER")
    add_workers(parser)
    add_engine(parser)
    add_shard(parser)
    add("-q", "--quiet", action="store_true", help="no progress")
    add("-o", "--output", type=Path, required=True, metavar="FOLDER", help="folder to write")
    parser.set_defaults(run=run, parts=())


def run(args: argparse.Namespace) -> tuple[str, int]:
    """What was built."""
    from litmus.api.build import build

    if args.in_place:
        return _in_place(args), 0
    if args.shard:
        return _run_shard(args), 0
    built = build(
        output=args.output,
        **_arguments(args),
        overwrite=args.overwrite,
        parts=args.parts,
        progress=pairs_done(),
    )
    return _summary(built, args.output), 0


def _in_place(args: argparse.Namespace) -> str:
    """A suite of every line, in the order it has; a summary."""
    from litmus.api.inputs import open_suite
    from litmus.corpus.filtering import Choice, write_part_of
    from litmus.errors import UsageError

    if args.source is None or args.reference is None or args.shard:
        raise UsageError("--in-place marks the lines of two texts: give -s and -r, and no --shard.")
    suite = open_suite(
        None,
        languages=args.language_pair,
        source=args.source,
        references=[args.reference],
        spans=args.occurrences,
    )
    total, _ = write_part_of(suite, {}, Choice(), args.output, overwrite=args.overwrite)
    return f"{args.output}: {total:,} segments\n"


def _run_shard(args: argparse.Namespace) -> str:
    """Judge the pairs of one part; a summary."""
    from litmus.api.build import build_shard

    return write_results(args, build_shard(shard=check_shard(args), **_arguments(args)))


def _arguments(args: argparse.Namespace) -> Arguments:
    return {
        "occurrences": args.occurrences,
        "languages": args.language_pair,
        "source": args.source,
        "reference": args.reference,
        "corpus": args.corpus,
        "scheme": args.scheme,
        "size": args.size,
        "cap": args.cap,
        "unseen": args.unseen,
        "upsample": args.upsample,
        "mark": args.mark,
        "min_context": args.min_context,
        "max_words": args.max_words,
        "max_ratio": args.max_ratio,
        "doubtful": args.doubtful,
        "verdicts": args.verdicts,
        "idioms": args.idioms,
        "seed": args.seed,
        "workers": args.workers,
        "engine": args.engine,
    }


def _summary(built: "Built", folder: Path) -> str:
    lines = [
        f"{built.pairs:,} pairs, {built.dropped.total():,} removed by cleaning, "
        f"{built.set_aside.total():,} set aside, {built.leaks.total():,} removed as leaks",
        f"regular      {built.regular:9,} pairs",
        f"idiom-train  {built.train.total():9,} pairs of {len(built.train):,} idioms",
        f"idiom-test   {built.test.total():9,} pairs of {len(built.test):,} idioms",
    ]
    if built.unseen:
        lines.append(
            f"unseen-test  {built.unseen.total():9,} pairs of {len(built.unseen):,} idioms"
        )
    lines += [
        f"conditions: {', '.join(built.conditions)} (in {folder / 'train'})",
        f"Read {folder / 'card.md'}; score systems with: litmus score -t {folder / 'suite'} -i OUT",
    ]
    return "\n".join(lines) + "\n"
