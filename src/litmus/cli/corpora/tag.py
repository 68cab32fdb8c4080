"""`litmus tag`: discourse tags per target token."""

import argparse
from collections import Counter
from collections.abc import Iterator
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
    add_cache,
    add_engine,
    add_overwrite,
    add_shard,
    add_suite,
    add_workers,
    place,
    shard,
    write_shard,
)
from litmus.cli.output import SubParsers

if TYPE_CHECKING:
    from litmus.api.tag import Tagging

EXAMPLE = """examples:
  litmus tag -l en-fr -s talks.en -r talks.fr --docids talks.docids -o tags.jsonl
  litmus tag -t SUITE --phenomena formality pronouns --context 5 -o tags.jsonl
  litmus tag -l en-fr --corpus 'pairs/*.parquet' --columns document=url -o tags
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "tag",
        help="tag discourse phenomena in translated documents",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add_suite(parser, references=None)
    add("-r", "--reference", type=place, metavar="REF", help="its translation, line by line")
    add_collection(parser, pairs=True)
    add("--phenomena", nargs="+", default=[], metavar="TAG",
        help="tags to compute (default: all that the language has)")  # fmt: skip
    add("--context", type=int, metavar="N", help="earlier sentences that count (default: all)")
    add("-a", "--aligner", default="embedded", metavar="NAME", help="see: litmus list aligners")
    add("--source-analyser", default="embedded", metavar="NAME", help="such as spacy:PIPELINE")
    add("--target-analyser", default="embedded", metavar="NAME", help="such as stanza:fr")
    add("--resolver", default="embedded", metavar="NAME", help="English antecedents")
    add("--rules", type=Path, metavar="FILE", help="your own rules for the target language")
    add_workers(parser)
    add_engine(parser)
    add_shard(parser)
    add_overwrite(parser)
    add_cache(parser)
    add("--counts", action="store_true", help="print only how many tags there are")
    add("-q", "--quiet", action="store_true", help="no notes")
    add("-o", "--output", type=place, metavar="FILE",
        help="JSONL (default: stdout); for a collection a folder")  # fmt: skip
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str | Iterator[str], int]:
    """Rows of tags, or a summary of them."""
    from litmus.api.tag import tag
    from litmus.files.text import write_text

    if args.corpus is not None or names_collection(args, args.source, args.reference, args.docids):
        return _collection(args)
    tagging = tag(
        args.suite,
        languages=args.language_pair,
        source=args.source,
        reference=args.reference,
        docids=args.docids,
        phenomena=args.phenomena,
        context=args.context,
        aligner=args.aligner,
        source_analyser=args.source_analyser,
        target_analyser=args.target_analyser,
        resolver=args.resolver,
        rules=args.rules,
        cache=args.cache,
        workers=args.workers,
        engine=args.engine,
        shard=shard(args),
    )
    counts: Counter[str] = Counter()
    rows = _rows(tagging, counts)
    if tagging.stretch:
        return write_shard(args, f"tag|{tagging.signature}", tagging.stretch, rows), 0
    if args.counts and args.output is None:
        for _ in rows:
            pass
    elif args.output is None:
        return rows, 0
    else:
        with write_text(args.output) as out:
            out.writelines(rows)
    return _summary(counts, tagging), 0


def _collection(args: argparse.Namespace) -> tuple[str, int]:
    from litmus.api.tag import tag_all
    from litmus.errors import UsageError

    if args.suite is not None or not args.language_pair:
        raise UsageError("A collection needs -l SRC-TGT, and no suite.")
    if args.counts:
        raise UsageError("--counts is for one text; leave it out for a collection.")
    with collection_progress("tagging") as progress:
        outcome = tag_all(
            languages=args.language_pair,
            corpus=args.corpus,
            source=args.source,
            reference=args.reference,
            docids=args.docids,
            phenomena=args.phenomena,
            context=args.context,
            aligner=args.aligner,
            source_analyser=args.source_analyser,
            target_analyser=args.target_analyser,
            resolver=args.resolver,
            rules=args.rules,
            progress=progress,
            **collection_arguments(args),
        )
    return outcome_text(outcome, args)


def _rows(tagging: "Tagging", counts: Counter[str]) -> Iterator[str]:
    from litmus.files.jsonl import line

    for segment in tagging:
        counts["lines"] += 1
        counts["tokens"] += len(segment.tokens)
        counts.update(name for tags in segment.tags for name in tags)
        yield f"{line(segment.as_json())}\n"


def _summary(counts: Counter[str], tagging: "Tagging") -> str:
    lines = [f"{counts['lines']:,} lines, {counts['tokens']:,} tokens"]
    lines += [f"{counts[name]:9,}  {name}" for name in tagging.phenomena]
    lines.append(f"tags: {tagging.signature}")
    return "\n".join(lines) + "\n"
