"""`litmus align`: word links of parallel text, and aligners trained on it."""

import argparse
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litmus.cli.inputs import add_shard, add_workers, shard, write_shard
from litmus.cli.output import SubParsers, destination, say

if TYPE_CHECKING:
    from litmus.alignment.links import Alignment
    from litmus.api.align import Aligned

EXAMPLE = """examples:
  litmus align -l en-fr -s src.en -r ref.fr -o ref.align
  litmus align -l en-fr -s src.en -r ref.fr -f jsonl -o ref.jsonl
  litmus align --train -l en-fr -s corpus.en -r corpus.fr -o en-fr.aligner
  litmus align -l en-fr -s src.en -r out.fr -a model:en-fr.aligner -o out.align
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
    add("-s", "--source", type=Path, required=True, metavar="SRC", help="one sentence per line")
    add(
        "-r",
        "--target",
        type=Path,
        required=True,
        metavar="TGT",
        help="its translation, line by line",
    )
    add("-a", "--aligner", default="embedded", metavar="ALIGNER",
        help="(litmus list aligners; default: %(default)s)")  # fmt: skip
    add("-o", "--output", type=Path, metavar="F", help="write to a file instead of stdout")
    add("-f", "--format", choices=FORMATS,
        help="pharaoh, or jsonl with tokens, offsets and confidence (default: by the name of F)"
        )  # fmt: skip
    add("--tokens", choices=("words", "space", "moses"), default="words",
        help="what is linked: our words, or those of tokenised text (default: %(default)s)"
        )  # fmt: skip
    add("--guesses", action="store_true",
        help="Pharaoh: also the likeliest partners of source words that have no link")  # fmt: skip
    add_workers(parser)
    add_shard(parser)
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
    aligned = align(
        args.source,
        args.target,
        languages=args.language_pair,
        aligner=args.aligner,
        tokens=args.tokens,
        workers=args.workers,
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


def _rows(aligned: "Aligned", form: str, guesses: bool) -> Iterator[str]:
    write = _jsonl if form == "jsonl" else partial(_pharaoh, guesses=guesses)
    first = 1 + (aligned.stretch.first if aligned.stretch else 0)
    for number, (pair, alignment) in enumerate(aligned.pairs(), start=first):
        yield write(number, pair, alignment)


def _pharaoh(
    number: int, pair: tuple[str, str], alignment: "Alignment", *, guesses: bool = False
) -> str:
    links = alignment.links | alignment.guesses if guesses else alignment.links
    return " ".join(f"{i}-{j}" for i, j in sorted(links)) + "\n"


def _jsonl(number: int, pair: tuple[str, str], alignment: "Alignment") -> str:
    from litmus.files.jsonl import line

    sides: dict[str, list[Any]] = {}
    for name, text, spans in zip(
        ("source", "target"), pair, (alignment.source, alignment.target), strict=True
    ):
        sides[f"{name}_tokens"] = [text[start:end] for start, end in spans]
        sides[f"{name}_spans"] = [list(span) for span in spans]
    links = [[i, j, alignment.confidence.get((i, j), 1.0)] for i, j in sorted(alignment.links)]
    guesses = [list(link) for link in sorted(alignment.guesses)]
    return line({"line": number, **sides, "links": links, "guesses": guesses}) + "\n"
