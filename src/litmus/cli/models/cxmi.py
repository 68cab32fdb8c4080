"""`litmus cxmi`: how much a model uses preceding sentences."""

import argparse
from pathlib import Path

from litmus.cli.inputs import Arguments, add_suite, part_summary, suite_arguments
from litmus.cli.models.sharing import add_sharing, sharing_arguments
from litmus.cli.output import SubParsers, say
from litmus.nmt.shipped import shipped_models
from litmus.tables import FORMATS

EXAMPLE = """examples:
  litmus cxmi -l en-fr -s chat.en -r chat.fr --docids chat.docids --random-context
  litmus cxmi -l en-fr -s chat.en -r chat.fr --docids chat.docids --tag --page page.html
  litmus cxmi --model MODEL -t SUITE --sizes 1 2 3 --random-context -o rows.jsonl --page page.html
  litmus cxmi --model MODEL -t SUITE --contrastive --random-context
  litmus cxmi --model MODEL -t SUITE --shard 1/2 -o rows.1
  litmus cxmi --model MODEL -t SUITE --parts rows.1 rows.2 -o rows.jsonl

Context that does not fit the model is left out, the farthest first, and a note says how much.
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "cxmi",
        help="measure how much a model uses preceding sentences",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--model", default="embedded", metavar="MODEL",
        help="a folder of litmus train, any model of transformers, or a GGUF file "
        f"(default: embedded, a small one for {', '.join(shipped_models())})")  # fmt: skip
    add_suite(parser, references="translations, line by line; the first is scored")
    _add_context(parser)
    _add_words(parser)
    add("--contrastive", action="store_true",
        help="measure accuracy on right and wrong variants instead")  # fmt: skip
    add("--prompt", metavar="NAME|FILE", help="prompt for a decoder-only model (default: plain)")
    add("--break", dest="between", metavar="TEXT",
        help="separator of sentences, if the model has no token for it")  # fmt: skip
    add("--device", default="auto", metavar="D", help="cpu, cuda, cuda:1 (default: %(default)s)")
    add("--batch-tokens", type=int, metavar="N", help="subwords per batch (default: by device)")
    add_sharing(parser)
    add("--parts", nargs="+", type=Path, default=[], metavar="PART",
        help="the tables of what runs with --shard have written")  # fmt: skip
    add("--seed", type=int, default=12345,
        help="seed of resampling and of random context (default: %(default)s)")  # fmt: skip
    add("--bootstrap", type=int, default=1000, help="resamples (default: %(default)s)")
    add("-o", "--output", type=Path, metavar="ROWS.jsonl", help="one row per segment")
    add("--extras", type=Path, metavar="F.jsonl", help="rows for litmus report --extras")
    add("--page", type=Path, metavar="F.html", help="the top words in context, and the tables")
    add("-f", "--format", choices=FORMATS, default="text",
        help="form of the output (default: %(default)s)")  # fmt: skip
    add("-q", "--quiet", action="store_true", help="no notes")
    parser.set_defaults(run=run)


def _add_context(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--source-context", type=int, metavar="N", help="preceding source sentences")
    add("--target-context", type=int, metavar="N",
        help="preceding target sentences (default: as the model was trained, else 3)")  # fmt: skip
    add(
        "--sizes",
        type=int,
        nargs="+",
        default=[],
        metavar="N",
        help="further context sizes; the largest is the main one if neither flag above is given",
    )
    add("--random-context", action="store_true",
        help="also with as many sentences from other documents, as a control")  # fmt: skip
    add("--base", choices=("e", "2"), default="e",
        help="base of the logarithm: e for nats, 2 for bits (default: %(default)s)")  # fmt: skip


def _add_words(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    tags = parser.add_mutually_exclusive_group()
    tags.add_argument("--tags", type=Path, metavar="TAGS.jsonl", help="rows of litmus tag")
    tags.add_argument("--tag", action="store_true", help="compute tags now, with parts of speech")
    add("--pos", action="store_true", help="tables by part of speech")
    add("--target-analyser", default="embedded", metavar="NAME", help="such as stanza:fr")
    add("--min-count", type=int, default=10, metavar="N",
        help="least frequency of words in their table (default: %(default)s)")  # fmt: skip
    add("--top", type=int, default=20, metavar="N",
        help="words shown in context (default: %(default)s)")  # fmt: skip


def run(args: argparse.Namespace) -> tuple[str, int]:
    """Measure; the tables come back."""
    from litmus.api.cxmi import cxmi
    from litmus.context.contrastive import Contrasted
    from litmus.context.presentation import tables

    result = cxmi(**_arguments(args))
    say(result.notes, quiet=args.quiet)
    if result.written:
        return part_summary(args.output, result.written), 0
    if isinstance(result, Contrasted):
        return tables.render_contrast(result, args.format), 0
    return tables.render(result, args.format), 0


def _arguments(args: argparse.Namespace) -> Arguments:
    """What the flags say, as `litmus.cxmi` takes it."""
    inputs = {name: value for name, value in suite_arguments(args).items() if name != "spans"}
    same = (
        "model", "source_context", "target_context", "sizes", "random_context", "base",
        "contrastive", "tags", "tag", "pos", "target_analyser", "min_count", "top", "prompt",
        "between", "device", "batch_tokens", "seed", "output", "extras", "page",
    )  # fmt: skip
    shared = {**sharing_arguments(args), "parts": args.parts, "n_bootstrap": args.bootstrap}
    return inputs | {name: getattr(args, name) for name in same} | shared
