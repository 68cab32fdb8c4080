"""`litmus mine`: occurrences of idioms in a corpus."""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from litmus.cli.collections import (
    add_collection,
    collection_arguments,
    collection_progress,
    names_collection,
    outcome_text,
)
from litmus.cli.inputs import (
    Arguments,
    add_classes,
    add_engine,
    add_figurative,
    add_shard,
    add_workers,
    place,
    shard,
    write_shard,
)
from litmus.cli.output import SubParsers
from litmus.cli.progress import mining

if TYPE_CHECKING:
    from litmus.idioms.mining.mine import Summary

EXAMPLE = """examples:
  litmus mine en corpus.en.gz -l en -o found.jsonl
  litmus mine my-idioms.txt corpus.de -l de --matcher free --samples look.html -o found.jsonl
  litmus mine en 'corpus/*.parquet' -l en -o found
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "mine",
        help="find idioms in a corpus",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add(
        "idioms", metavar="IDIOMS", help="a list, one idiom per line, or the code of one that ships"
    )
    add(
        "corpus",
        type=place,
        metavar="CORPUS",
        help="text, one sentence per line; .gz, .xz, .zst too; or a collection: a folder, a "
        "'pattern', a URL, TSV, JSONL, Parquet",
    )
    add("-l", "--language", required=True, metavar="LANG", help="such as en")
    add("--matcher", choices=("ordered", "free"), default="ordered",
        help="words in order, or in any order (default: %(default)s)")  # fmt: skip
    add("--max-gap", type=int, metavar="N", help="free: most words between two of the idiom's")
    add(
        "--max-inserted",
        type=int,
        metavar="N",
        help="ordered: most words between two of the idiom's",
    )
    add("--analyser", default="embedded", metavar="NAME",
        help="judges inserted words; none accepts them all (default: %(default)s)")  # fmt: skip
    add_classes(parser)
    add_figurative(parser)
    add_workers(parser)
    add_engine(parser)
    add_shard(parser)
    add("--resume", action="store_true", help="resume a run that was stopped")
    add("--overwrite", action="store_true", help="replace OUT and what earlier runs left")
    add_collection(parser, pairs=False)
    add("--samples", type=Path, metavar="HTML", help="a page to judge matches on")
    add("-q", "--quiet", action="store_true", help="no progress, no notes")
    add("-o", "--output", type=place, metavar="OUT",
        help="JSONL (default: stdout); for a collection a folder")  # fmt: skip
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str | Iterable[str], int]:
    """A summary, or without -o the occurrences themselves."""
    from litmus.api.mine import mine
    from litmus.files.jsonl import line
    from litmus.idioms.mining.resume import kept_part

    if names_collection(args, args.corpus):
        return _collection(args)
    if args.shard:
        return _shard(args), 0
    arguments: Arguments = {
        "idioms": args.idioms,
        "corpus": args.corpus,
        "language": args.language,
        "matcher": args.matcher,
        "max_gap": args.max_gap,
        "max_inserted": args.max_inserted,
        "analyser": None if args.analyser == "none" else args.analyser,
        "figurative": args.figurative,
        "classes": args.classes,
        "workers": args.workers,
        "engine": args.engine,
        "resume": args.resume,
        "samples": args.samples,
    }
    if args.output is None:
        return (f"{line(row)}\n" for row in mine(**arguments)), 0
    try:
        summary = mine(
            **arguments,
            output=args.output,
            overwrite=args.overwrite,
            progress=mining(),
        )
    except KeyboardInterrupt as stop:
        raise KeyboardInterrupt(_interrupted(args, kept_part(args.output))) from stop
    return _summary(summary, args.output, args.samples), 0


def _collection(args: argparse.Namespace) -> tuple[str, int]:
    from litmus.api.mine import mine_all
    from litmus.errors import UsageError

    if args.samples:
        raise UsageError("--samples is for one text; leave it out for a collection.")
    with collection_progress("mining") as progress:
        outcome = mine_all(
            args.idioms,
            args.corpus,
            args.language,
            matcher=args.matcher,
            max_gap=args.max_gap,
            max_inserted=args.max_inserted,
            analyser=None if args.analyser == "none" else args.analyser,
            figurative=args.figurative,
            classes=args.classes,
            progress=progress,
            **collection_arguments(args),
        )
    return outcome_text(outcome, args)


def _shard(args: argparse.Namespace) -> str:
    """One of several runs: a part, which is quicker made again than resumed."""
    from litmus.api.mine import mine_shard
    from litmus.errors import UsageError

    for flag, asked in (("--resume", args.resume), ("--samples", args.samples)):
        if asked:
            raise UsageError(f"{flag} is for whole runs; leave it out with --shard.")
    signature, stretch, rows = mine_shard(
        args.idioms,
        args.corpus,
        args.language,
        shard(args),
        matcher=args.matcher,
        max_gap=args.max_gap,
        max_inserted=args.max_inserted,
        analyser=None if args.analyser == "none" else args.analyser,
        figurative=args.figurative,
        classes=args.classes,
        workers=args.workers,
        engine=args.engine,
    )
    return write_shard(args, f"mine|{signature}", stretch, rows)


def _interrupted(args: argparse.Namespace, part: Path | None) -> str:
    if part is not None:
        return (
            f"what was found so far is kept in {part}.\nResume with the same command and --resume."
        )
    if args.samples and args.output.exists():
        return f"{args.output} is whole, {args.samples} was not written."
    return ""


def _summary(summary: "Summary", output: Path, samples: Path | None) -> str:
    lines = [
        f"{summary.occurrences:,} occurrences of {len(summary.idioms):,} idioms (of "
        f"{summary.listed:,} listed) in {summary.lines:,} lines: {output}"
    ]
    lines += [f"{count:9,}  {idiom}" for idiom, count in summary.idioms.most_common(10)]
    if len(summary.idioms) > 10:
        lines.append(f"      ...  and {len(summary.idioms) - 10:,} more")
    if samples:
        lines.append(f"To judge the matches, open {samples}")
    return "\n".join(lines) + "\n"
