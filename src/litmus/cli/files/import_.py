"""`litmus import`: other people's test sets become suites."""

import argparse
from pathlib import Path

from litmus.cli.files.options import read_options
from litmus.cli.output import SubParsers, say
from litmus.wording import count

FORMATS = (
    "cibb", "autoie", "idiom-mt", "idiom-ds", "muda", "xliff", "po", "srt", "vtt", "wmt", "tmx",
    "evalset", "ctxpro", "contrapro", "cocoa", "discevalmt", "gtwic", "winomt", "mt-geneval",
    "wmt25-terminology", "wmt-jsonl", "hf", "parquet", "csv", "tsv",
)  # fmt: skip
LABELLED = ("tsv", "csv", "parquet", "hf")
EXAMPLE = """examples:
  litmus import cibb CIBB-dataset/ -o cibb
  litmus import wmt newstest2024.en-de.all.xml -o wmt24
  litmus import evalset mt-metrics-eval-v2/wmt23 -l en-de -o wmt23
  litmus import idiom-ds IdiomTranslationDS/en-de -l en-de --option part=UNK -o unk
  litmus import wmt-jsonl en-de_DE.jsonl -o wmt24pp
  litmus import hf google/wmt24pp -l en-de --option config=en-de_DE --option columns=domain -o pp
  litmus import xliff project.xlf -o project
  litmus import srt film.en.srt --option target=film.de.srt -o film
  litmus import csv pairs.csv -l en-fr --option source=English --option reference=French -o mine
  litmus import tsv pairs.tsv -l en-fr -o mine
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "import",
        help="turn a published test set or your own files into a suite",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("format", metavar="FORMAT", help=f"one of: {', '.join(FORMATS)}")
    add("path", type=Path, metavar="PATH", help="file or folder; hf: also a name on the hub")
    add("-o", "--output", type=Path, required=True, metavar="SUITE", help="folder to write")
    add("-l", "--language-pair", metavar="SRC-TGT", help="needed if the format does not say")
    add("--name", help="name of the suite (default: the folder's)")
    add("--option", action="append", default=[], metavar="KEY=VALUE",
        help="an option of the format (litmus list formats)")  # fmt: skip
    add("--overwrite", action="store_true", help="replace an existing suite")
    add("-q", "--quiet", action="store_true", help="no notes on stderr")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """Import; a line of counts comes back."""
    from litmus.corpus.suite import write_suite
    from litmus.errors import DataError
    from litmus.idioms.in_place import Located
    from litmus.importers import import_suite, options_of, takes_names
    from litmus.language.knowledge import language_pair

    is_there = args.path.exists() or any(args.path.parent.glob(f"{args.path.name}.*"))
    if not is_there and not takes_names(args.format):
        raise DataError(f"{args.path} does not exist.")
    options = read_options(args.option, args.format, options_of(args.format))
    pair = language_pair(args.language_pair) if args.language_pair else None
    imported = import_suite(
        args.format, args.path, languages=pair, name=args.name or args.output.name, **options
    )
    segments = imported.segments
    found = None
    if args.format in LABELLED:  # people write labels as in a list, not as in the sentence
        segments = found = Located(segments, imported.info.source)
    written = write_suite(
        args.output,
        imported.info,
        segments,
        imported.facts,
        imported.systems,
        overwrite=args.overwrite,
        beside=imported.beside,
    )
    if not args.quiet:
        say([*imported.notes, *(found.notes() if found else ())])
    languages = f"{imported.info.source}-{imported.info.target}"
    systems = f", {count(len(imported.systems), 'system')}" if imported.systems else ""
    return f"{args.output}: {count(written, 'segment')}, {languages}{systems}\n", 0
