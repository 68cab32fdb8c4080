"""`litmus analyse`: tokens, lemmas, morphology and parse as CoNLL-U."""

import argparse
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path

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
from litmus.stages import counted
from litmus.wording import count

EXAMPLE = """examples:
  litmus analyse talk.de -l de -o talk.conllu
  litmus analyse novel.fr.gz -l fr --sents split --backend spacy:fr_core_news_sm
  litmus analyse - -l en --no-parse
"""
STEP = 1000  # lines of a batch


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "analyse",
        help="find tokens, lemmas, morphology and parse as CoNLL-U",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("path", type=place, metavar="FILE",
        help="text, one sentence per line; - is stdin; or a collection: a folder, a 'pattern', a "
        "URL, TSV, JSONL, Parquet")  # fmt: skip
    add("-l", "--language", required=True, metavar="XX", help="such as de (litmus list languages)")
    add("-o", "--output", type=place, metavar="F",
        help="write to a file instead of stdout; for a collection to a folder")  # fmt: skip
    add_collection(parser, pairs=False)
    add("--sents", nargs="?", choices=("given", "split"), const="given", default="given",
        help="a line is one sentence (given), or text to split (default: %(default)s)"
        )  # fmt: skip
    add("--backend", default="embedded", metavar="NAME",
        help="embedded[:FOLDER], spacy:PIPELINE, stanza:LANG[:PACKAGE], stanza:FOLDER or "
        "conllu:FILE (default: %(default)s)")  # fmt: skip
    add("--no-parse", dest="parse", action="store_false", help="no heads and relations; faster")
    add_workers(parser)
    add_engine(parser)
    add_shard(parser)
    add_overwrite(parser)
    add("-q", "--quiet", action="store_true", help="no notes on stderr")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[Iterable[str], int]:
    """The blocks of CoNLL-U as they are made; nothing is left for stdout if there is a file."""
    from litmus.engine.shards import cut
    from litmus.errors import UsageError
    from litmus.language.analysers import load_analyser

    if names_collection(args, args.path):
        return _collection(args)
    own, path = shard(args), Path("/dev/stdin") if str(args.path) == "-" else args.path
    if own and str(args.path) == "-":
        raise UsageError("--shard reads the text twice, which stdin cannot be. Give a file.")
    batches, stretch = cut(partial(_batches, path), own, iter)
    texts = chain.from_iterable(batches())
    blocks = _blocks(args, texts, 1 + (stretch.first if stretch else 0))
    if stretch:
        signature = load_analyser(args.backend, args.language).signature
        made_by = f"analyse|{signature}|{args.language}|{args.sents}|parse:{args.parse}"
        return write_shard(args, made_by, stretch, blocks), 0
    if args.output is None:
        return blocks, 0
    with destination(args.output) as write:
        for block in blocks:
            write(block)
    return "", 0


def _collection(args: argparse.Namespace) -> tuple[str, int]:
    from litmus.api.analyse import analyse_all

    with collection_progress("analysing") as progress:
        outcome = analyse_all(
            args.path,
            args.language,
            backend=args.backend,
            sentences=args.sents,
            parse=args.parse,
            progress=progress,
            **collection_arguments(args),
        )
    return outcome_text(outcome, args)


def _batches(path: Path) -> Iterator[list[str]]:
    from litmus.corpus.documents import in_batches
    from litmus.files.text import read_parallel

    return in_batches((line for (line,) in read_parallel([path])), STEP)


def _blocks(args: argparse.Namespace, texts: Iterable[str], first: int) -> Iterator[str]:
    from litmus.api.analyse import as_conllu
    from litmus.files.text import line_count
    from litmus.language.analysers import analysed_as

    n_blank, first_blank = 0, 0
    blocks = analysed_as(
        partial(as_conllu, split=args.sents == "split"),
        texts,
        args.language,
        backend=args.backend,
        sentences=args.sents,
        parse=args.parse,
        workers=args.workers,
        engine=args.engine,
        first=first,
    )
    size = None if args.shard else partial(line_count, args.path)
    for number, block in enumerate(counted(blocks, "analysing", "lines", size), start=first):
        if block:
            yield block
        else:
            n_blank += 1
            first_blank = first_blank or number
    if n_blank:
        name = "stdin" if str(args.path) == "-" else args.path
        has = "has" if n_blank == 1 else "have"
        say(
            [f"{name}: {count(n_blank, 'blank line')} {has} no sentence (the first is line "
             f"{first_blank})."],
            quiet=args.quiet,
        )  # fmt: skip
