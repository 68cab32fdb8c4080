"""`litmus align`: word links of parallel text, and aligners trained on it."""

import argparse
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from litmus.cli.collections import (
    add_collection,
    collection_arguments,
    collection_progress,
    names_collection,
    outcome_text,
)
from litmus.cli.inputs import (
    add_engine,
    add_overwrite,
    add_shard,
    add_workers,
    place,
    shard,
    write_shard,
)
from litmus.cli.output import SubParsers, destination, say

if TYPE_CHECKING:
    from litmus.api.align import Aligned

EXAMPLE = """examples:
  litmus align -l en-fr -s src.en -r ref.fr -o ref.align
  litmus align -l en-fr -s src.en -r ref.fr -f jsonl -o ref.jsonl
  litmus align --train -l en-fr -s corpus.en -r corpus.fr -o en-fr.aligner
  litmus align -l en-fr -s src.en -r out.fr -a model:en-fr.aligner -o out.align
  litmus align -l en-fr --corpus 'pairs/*.tsv.gz' -o links
"""
FORMATS = ("pharaoh", "jsonl")


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "align",
        help="align words: links as Pharaoh or JSONL",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("-l", "--language-pair", required=True, metavar="SRC-TGT", help="such as en-de")
    add("-s", "--source", type=place, metavar="SRC", help="one sentence per line")
    add("-r", "--target", type=place, metavar="TGT", help="its translation, line by line")
    add_collection(parser, pairs=True)
    add("-a", "--aligner", default="embedded", metavar="ALIGNER",
        help="what aligns (litmus list aligners; default: %(default)s)")  # fmt: skip
    add("-o", "--output", type=place, metavar="F",
        help="write to a file instead of stdout; for a collection to a folder")  # fmt: skip
    add("-f", "--format", choices=FORMATS,
        help="pharaoh, or jsonl with tokens, offsets and confidence (default: by the name of F)"
        )  # fmt: skip
    add("--tokens", choices=("words", "space", "moses"), default="words",
        help="what is linked: our words, or those of tokenised text (default: %(default)s)"
        )  # fmt: skip
    add("--guesses", action="store_true",
        help="Pharaoh: also the likeliest partners of source words that have no link")  # fmt: skip
    add_workers(parser)
    add_engine(parser)
    add_shard(parser)
    add_overwrite(parser)
    add("--train", action="store_true", help="save a model of this text instead of links")
    add("-q", "--quiet", action="store_true", help="no notes on stderr")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[Iterable[str], int]:
    """Links, one line per pair; or a saved model."""
    from litmus.api.align import align
    from litmus.errors import UsageError

    if args.train and args.aligner != "embedded":
        raise UsageError("Only the embedded aligner can be saved: leave -a out with --train.")
    if args.train and args.output is None:
        raise UsageError("--train needs a file to save the model in: -o MODEL")
    if args.corpus is not None or names_collection(args, args.source, args.target):
        return _collection(args)
    if args.source is None or args.target is None:
        raise UsageError("Give the texts, -s SRC and -r TGT, or a collection: --corpus WHERE")
    aligned = align(
        args.source,
        args.target,
        languages=args.language_pair,
        aligner=args.aligner,
        tokens=args.tokens,
        workers=args.workers,
        engine=args.engine,
        shard=shard(args),
    )
    say(aligned.notes, quiet=args.quiet)
    if args.train:
        return aligned.save(args.output), 0
    by_name = args.output is not None and ".jsonl" in args.output.name
    form = args.format or ("jsonl" if by_name else "pharaoh")
    rows = _rows(aligned, form, args.guesses)
    if aligned.stretch:
        made_by = f"align|{aligned.aligner.signature}|{form}|guesses:{args.guesses}"
        return write_shard(args, made_by, aligned.stretch, rows), 0
    if args.output is None:
        return rows, 0
    with destination(args.output) as write:
        for row in rows:
            write(row)
    return "", 0


def _collection(args: argparse.Namespace) -> tuple[str, int]:
    from litmus.api.align import align_all
    from litmus.errors import UsageError

    if args.train:
        raise UsageError("--train takes two texts; a collection's aligner is kept in its folder.")
    with collection_progress("aligning") as progress:
        outcome = align_all(
            languages=args.language_pair,
            corpus=args.corpus,
            source=args.source,
            target=args.target,
            aligner=args.aligner,
            tokens=args.tokens,
            form=args.format or "pharaoh",
            guesses=args.guesses,
            progress=progress,
            **collection_arguments(args),
        )
    return outcome_text(outcome, args)


def _rows(aligned: "Aligned", form: str, guesses: bool) -> Iterator[str]:
    from litmus.alignment.written import written

    first = 1 + (aligned.stretch.first if aligned.stretch else 0)
    for number, (pair, alignment) in enumerate(aligned.pairs(), start=first):
        yield written(number, pair, alignment, form, guesses=guesses)
