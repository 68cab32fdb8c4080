"""`litmus align`: word links of parallel text, and aligners trained on it."""

import argparse
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litmus.cli.output import SubParsers, destination, say

if TYPE_CHECKING:
    from litmus.alignment.links import Aligner, Alignment

EXAMPLE = """examples:
  litmus align -l en-fr -s src.en -r ref.fr -o ref.align
  litmus align -l en-fr -s src.en -r ref.fr -f jsonl -o ref.jsonl
  litmus align --train -l en-fr -s corpus.en -r corpus.fr -o en-fr.aligner
  litmus align -l en-fr -s src.en -r out.fr -a model:en-fr.aligner -o out.align
"""
BATCH = 1000
FORMATS = ("pharaoh", "jsonl")


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "align",
        help="which word translates which: links as Pharaoh or JSONL",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("-l", "--language-pair", required=True, metavar="SRC-TGT", help="such as en-de")
    add("-s", "--source", type=Path, required=True, metavar="SRC", help="a sentence a line")
    add("-r", "--target", type=Path, required=True, metavar="TGT", help="its translation, in step")
    add("-a", "--aligner", default="embedded", metavar="ALIGNER",
        help="(litmus list aligners; default: %(default)s)")  # fmt: skip
    add("-o", "--output", type=Path, metavar="F", help="write there instead of stdout")
    add("-f", "--format", choices=FORMATS,
        help="pharaoh, or jsonl with tokens, offsets and confidence (default: by the name of F)"
        )  # fmt: skip
    add("--tokens", choices=("words", "space", "moses"), default="words",
        help="what is linked: our words, or those of tokenised text (default: %(default)s)"
        )  # fmt: skip
    add("--guesses", action="store_true",
        help="Pharaoh: also the likeliest partners of source words without a link")  # fmt: skip
    add("--train", action="store_true", help="save a model of this text instead of links")
    add("-q", "--quiet", action="store_true", help="no notes on stderr")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[Iterable[str], int]:
    """Links, a line for every pair; or a saved model."""
    from litmus.alignment.aligners import learn, load_aligner
    from litmus.errors import UsageError
    from litmus.language.knowledge import language_pair

    languages = language_pair(args.language_pair)
    if args.train and args.aligner != "embedded":
        raise UsageError("Only the embedded aligner can be saved: leave -a out with --train.")
    if args.train and args.output is None:
        raise UsageError("--train needs a file to save the model in: -o MODEL")
    aligner = load_aligner(args.aligner, languages, args.tokens)
    aligner = learn(aligner, _pairs(args))
    if not args.quiet:
        say(_doubts(args, languages))
    if args.train:
        return _save(aligner, args.output), 0
    by_name = args.output is not None and ".jsonl" in args.output.name
    rows = _rows(args, aligner, args.format or ("jsonl" if by_name else "pharaoh"))
    if args.output is None:
        return rows, 0
    with destination(args.output) as write:
        for row in rows:
            write(row)
    return "", 0


def _pairs(args: argparse.Namespace) -> Iterator[tuple[str, str]]:
    from litmus.corpus.text import read_parallel

    return ((source, target) for source, target in read_parallel([args.source, args.target]))


def _doubts(args: argparse.Namespace, languages: tuple[str, str]) -> list[str]:
    """What speaks against the languages given."""
    from litmus.language.language_check import Doubt

    doubts = [Doubt(code) for code in languages]
    for pair in islice(_pairs(args), BATCH):
        for doubt, text in zip(doubts, pair, strict=True):
            doubt.add(text)
    return [message for doubt in doubts if (message := doubt.warning())]


def _save(aligner: "Aligner", path: Path) -> str:
    from litmus.alignment.embedded.aligner import EmbeddedAligner
    from litmus.alignment.embedded.model_files import save

    assert isinstance(aligner, EmbeddedAligner)
    save(aligner, path)
    return f"{path}: {aligner.signature}, {len(aligner.model.learned):,} word pairs\n"


def _rows(args: argparse.Namespace, aligner: "Aligner", form: str) -> Iterator[str]:
    write = _jsonl if form == "jsonl" else partial(_pharaoh, guesses=args.guesses)
    stream = _pairs(args)
    number = 0
    while pairs := list(islice(stream, BATCH)):
        for pair, found in zip(pairs, aligner.align(pairs), strict=True):
            number += 1
            yield write(number, pair, found)
    aligner.finish()


def _pharaoh(
    number: int, pair: tuple[str, str], found: "Alignment", *, guesses: bool = False
) -> str:
    links = found.links | found.guesses if guesses else found.links
    return " ".join(f"{i}-{j}" for i, j in sorted(links)) + "\n"


def _jsonl(number: int, pair: tuple[str, str], found: "Alignment") -> str:
    from litmus.corpus.jsonl import line

    sides: dict[str, list[Any]] = {}
    for name, text, spans in zip(
        ("source", "target"), pair, (found.source, found.target), strict=True
    ):
        sides[f"{name}_tokens"] = [text[start:end] for start, end in spans]
        sides[f"{name}_spans"] = [list(span) for span in spans]
    links = [[i, j, found.confidence.get((i, j), 1.0)] for i, j in sorted(found.links)]
    guesses = [list(link) for link in sorted(found.guesses)]
    return line({"line": number, **sides, "links": links, "guesses": guesses}) + "\n"
