"""`litmus resegment`: free text of whole documents, as one line per segment."""

import argparse
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TYPE_CHECKING

from litmus.cli.inputs import add_suite, add_workers
from litmus.cli.output import SubParsers, say
from litmus.stages import counted

if TYPE_CHECKING:
    from litmus.resegmenting.resegmented import Resegmented
    from litmus.resegmenting.summary import Summary

EXAMPLE = """examples:
  litmus resegment -t SUITE answers/ -o out.de
  litmus resegment -l en-ja -s src.en --docids ids answers.jsonl -o out.ja --evidence rows.jsonl
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "resegment",
        help="cut free translations of documents into one line per segment",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("texts", nargs="+", type=Path, metavar="FREE",
        help="a folder or files named after documents; a JSONL file of doc and text; or a text "
        "with a line === DOCUMENT before each")  # fmt: skip
    add_suite(parser, references="references, for --by reference")
    add("--by", choices=("source", "reference"), default="source",
        help="what the text is compared with (default: %(default)s)")  # fmt: skip
    add_workers(parser)
    add("--evidence", type=Path, metavar="F.jsonl",
        help="what every document lacks, has too much, and how sure its cuts are")  # fmt: skip
    add("-o", "--output", type=Path, metavar="OUT", help="file to write (default: stdout)")
    add("-q", "--quiet", action="store_true", help="no summary")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str | Iterator[str], int]:
    """The lines, or a summary of them."""
    from litmus.api.resegment import resegment
    from litmus.files.text import write_text
    from litmus.resegmenting.summary import Summary

    found = resegment(
        args.suite,
        args.texts if len(args.texts) > 1 else args.texts[0],
        languages=args.language_pair,
        source=args.source,
        references=args.references,
        docids=args.docids,
        by=args.by,
        workers=args.workers,
    )
    summary = Summary()
    documents = counted(found, "cutting", "documents")
    with ExitStack() as files:
        evidence = files.enter_context(write_text(args.evidence)) if args.evidence else None
        out = files.enter_context(write_text(args.output)) if args.output else None
        lines: list[str] = []
        for text in _lines(documents, summary, evidence):
            if out is None:
                lines.append(text)
            else:
                out.write(text)
    notes = [*summary.notes(str(args.texts[0]), found.absent), f"resegment: {found.signature}"]
    if args.output is None:
        say(notes, quiet=args.quiet)
        return "".join(lines), 0
    return "" if args.quiet else "\n".join([*notes, ""]), 0


def _lines(
    documents: "Iterator[Resegmented]", summary: "Summary", evidence: IO[str] | None
) -> Iterator[str]:
    from litmus.files.jsonl import line

    for document in documents:
        summary.add(document)
        if evidence is not None:
            evidence.write(line(document.as_json()) + "\n")
        yield from (f"{text}\n" for text in document.texts)
