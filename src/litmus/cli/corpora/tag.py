"""`litmus tag`: discourse tags per target token."""

import argparse
import json
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from litmus.cli.output import SubParsers

if TYPE_CHECKING:
    from litmus.discourse.rules import Rules
    from litmus.discourse.source_side import Item
    from litmus.discourse.tagging import DocumentTagger

EXAMPLE = """examples:
  litmus tag -l en-fr -s talks.en -r talks.fr --docids talks.docids -o tags.jsonl
  litmus tag -t SUITE --phenomena formality pronouns --context 5 -o tags.jsonl
"""
BATCH = 500


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "tag",
        help="tag discourse phenomena in translated documents",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("-t", "--suite", metavar="SUITE", help="a suite's folder, or the name of one that ships")
    add("-l", "--language-pair", metavar="SRC-TGT", help="such as en-fr")
    add("-s", "--source", type=Path, metavar="FILE", help="source, one sentence a line")
    add("-r", "--reference", type=Path, metavar="FILE", help="its translation, line by line")
    add("--docids", type=Path, metavar="FILE", help="document of every line")
    add("--phenomena", nargs="+", default=[], metavar="TAG",
        help="(default: all that the language has)")  # fmt: skip
    add("--context", type=int, metavar="N", help="earlier sentences that count (default: all)")
    add("-a", "--aligner", default="embedded", metavar="NAME", help="see: litmus list aligners")
    add("--source-analyser", default="embedded", metavar="NAME", help="such as spacy:PIPELINE")
    add("--target-analyser", default="embedded", metavar="NAME", help="such as stanza:fr")
    add("--resolver", default="embedded", metavar="NAME", help="English antecedents")
    add("--rules", type=Path, metavar="FILE", help="your own rules for the target language")
    add("--counts", action="store_true", help="print only how many tags there are")
    add("-q", "--quiet", action="store_true", help="no notes")
    add("-o", "--output", type=Path, metavar="FILE", help="JSONL (default: to the terminal)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str | Iterator[str], int]:
    """Rows of tags, or a summary of them."""
    from collections import Counter

    from litmus.corpus.text import write_text
    from litmus.discourse.source_side import SourceSide
    from litmus.discourse.tagging import DocumentTagger, chosen
    from litmus.errors import UsageError

    if args.context is not None and args.context < 0:
        raise UsageError("--context counts sentences, from 0 on.")
    items, languages = _items(args)
    rules = _rules(args, languages[1])
    phenomena = chosen(rules, languages[0], args.phenomena)
    source = SourceSide(
        languages[0], phenomena, analyser=args.source_analyser, resolver=args.resolver
    )
    tagger = DocumentTagger(
        languages,
        phenomena=phenomena,
        context=args.context,
        aligner=args.aligner,
        analyser=args.target_analyser,
        source=source,
        rules=rules,
    )
    tagger.learn((item.source, item.target) for _, item in items())
    if args.output is None and not args.counts:
        return _rows(tagger, items()), 0
    counts: Counter[str] = Counter()
    rows = _rows(tagger, items(), counts)
    if args.output is None:
        for _ in rows:
            pass
    else:
        with write_text(args.output) as out:
            out.writelines(rows)
    return _summary(counts, tagger), 0


def _rules(args: argparse.Namespace, target: str) -> "Rules":
    from litmus.discourse.rules import load_rules, read_rules
    from litmus.errors import UsageError

    if args.rules is None:
        return load_rules(target)
    rules = read_rules(args.rules)
    if rules.code != target:
        raise UsageError(
            f"{args.rules} has rules for {rules.code!r}, but the target language is {target!r}."
        )
    return rules


def _items(
    args: argparse.Namespace,
) -> "tuple[Callable[[], Iterator[tuple[str, Item]]], tuple[str, str]]":
    """A function that gives (id, item) anew, and the languages."""
    from litmus.corpus.parallel import ParallelFiles
    from litmus.corpus.shipped import load_suite
    from litmus.corpus.suite import Suite, SuiteInfo
    from litmus.discourse.source_side import Item
    from litmus.errors import DataError, UsageError
    from litmus.language.knowledge import language_pair

    suite: Suite
    if args.suite:
        suite = load_suite(args.suite)
        languages = language_pair(f"{suite.info.source}-{suite.info.target}")
    elif args.language_pair and args.source and args.reference:
        if args.docids is None:
            raise UsageError(
                "Tags need documents. Give the document of every line: --docids FILE\n"
                "(a file with the same name on all lines makes it one document)"
            )
        languages = language_pair(args.language_pair)
        info = SuiteInfo(args.source.name, *languages)
        suite = ParallelFiles(info, args.source, (args.reference,), docids=args.docids)
    else:
        raise UsageError("Give a suite with -t, or -l, -s, -r and --docids.")

    def items() -> Iterator[tuple[str, Item]]:
        for segment in suite.segments():
            if segment.document is None or not segment.references:
                raise DataError(
                    f"Segment {segment.id} has no {'reference' if segment.document else 'document'}"
                    "; tags need both."
                )
            yield segment.id, Item(segment.document, segment.source, segment.references[0])

    return items, languages


def _rows(
    tagger: "DocumentTagger",
    items: Iterator[tuple[str, "Item"]],
    counts: "dict[str, int] | None" = None,
) -> Iterator[str]:
    while group := list(islice(items, BATCH)):
        tagged = tagger.tag([item for _, item in group])
        for (name, item), sentence in zip(group, tagged, strict=True):
            tags = [sorted(found) for found in sentence.tags]
            if counts is not None:
                counts["sentences"] = counts.get("sentences", 0) + 1
                counts["tokens"] = counts.get("tokens", 0) + len(tags)
                for found in tags:
                    for tag in found:
                        counts[tag] = counts.get(tag, 0) + 1
            row = {"id": name, "doc": item.document, "tokens": list(sentence.tokens), "tags": tags}
            yield json.dumps(row, ensure_ascii=False) + "\n"


def _summary(counts: "dict[str, int]", tagger: "DocumentTagger") -> str:
    lines = [f"{counts.get('sentences', 0):,} sentences, {counts.get('tokens', 0):,} tokens"]
    lines += [f"{counts.get(name, 0):9,}  {name}" for name in tagger.phenomena]
    lines.append(f"tags: {tagger.signature}")
    return "\n".join(lines) + "\n"
