"""`litmus judge`: a language model judges translations."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from litmus.cli.inputs import add_classes, add_figurative, add_suite, open_scored
from litmus.cli.output import SubParsers, say
from litmus.cli.progress import lines_done
from litmus.wording import option

if TYPE_CHECKING:
    from litmus.api.judge import Judged

DESCRIPTION = """\
Ask a language model about translations with fixed prompts, check its answers
and write them as rows like an annotator's. litmus agree compares them with
people, litmus score -m judge:file=ROWS averages them."""
EXAMPLE = """examples:
  litmus judge -t SUITE -i a.de b.de --judge http:openai --model NAME -o judge.jsonl
  litmus judge -t SUITE -i a.de --judge http:openai --model NAME --dry-run
  litmus judge -t demo-en-es --judge http:openai --model NAME --task idiom -o judge.jsonl
  litmus judge -t SUITE -i a.de --judge http:openai --model NAME --people ratings.jsonl -o j.jsonl
  litmus score -t SUITE -i a.de b.de -m judge:file=judge.jsonl
  litmus agree ratings.jsonl --segments judge.jsonl
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "judge",
        help="let a language model judge translations, and compare it with people",
        description=DESCRIPTION,
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add_suite(parser, references="references, for --with-reference and tags", spans=True)
    add("--idioms", metavar="LIST",
        help="a list whose idioms are found in the source and marked: a code (litmus list idioms) "
        "or a file")  # fmt: skip
    add_classes(parser)
    add_figurative(parser)
    add("-i", "--input", nargs="+", action="extend", default=[], metavar="[NAME=]OUT",
        help="outputs, one segment per line; @OUT is one that comes with the suite (default: all "
        "of these)")  # fmt: skip
    add("--judge", required=True, metavar="SPEC",
        help="http:ENGINE, one that takes conversations (litmus list systems)")  # fmt: skip
    add("--task", default="mqm", metavar="NAME|FILE",
        help="mqm, direct, idiom, formality, pronoun (litmus list tasks), or a file "
        "(default: %(default)s)")  # fmt: skip
    add("--repeats", type=int, default=1, metavar="N",
        help="times that every item is asked, to see the judge's own spread "
        "(default: %(default)s)")  # fmt: skip
    add("--repairs", type=int, default=1, metavar="N",
        help="further requests for an answer that does not fit (default: %(default)s)")  # fmt: skip
    add("--with-reference", action="store_true", help="show the reference")
    add("--source-context", type=int, metavar="K",
        help="sentences before that are shown (default: as the task says)")  # fmt: skip
    add("--target-context", type=int, metavar="K",
        help="... and their translations by the same system "
        "(default: as the task says)")  # fmt: skip
    add("--sample", type=int, metavar="N", help="N random segments of those that can be judged")
    add("--seed", type=int, default=12345, help="seed of the sample (default: %(default)s)")
    add("--people", nargs="+", type=Path, default=[], metavar="FILE",
        help="ratings or labels by people of some of the same translations: says how far the judge "
        "agrees")  # fmt: skip
    add("--overwrite", action="store_true", help="replace F and drop what is left in F.part")
    add("-q", "--quiet", action="store_true", help="no progress, no notes")
    add("-o", "--output", type=Path, metavar="F.jsonl",
        help="the verdicts; required unless --dry-run")  # fmt: skip
    engines = parser.add_argument_group("the engine")
    add = engines.add_argument
    add("--url", metavar="URL", help="address of the service (default: as its file says)")
    add("--model", metavar="NAME",
        help="model that is asked (default: as a variable of the engine says)")  # fmt: skip
    add("--set", action="append", default=[], dest="settings", metavar="NAME=VALUE",
        help="a field of the request, such as temperature=0.7 for --repeats; VALUE is JSON or a "
        "text, null takes the field out; may be repeated")  # fmt: skip
    add("--timeout", type=float, metavar="S", help="seconds per request (default: 60)")
    add("--parallel", type=int, metavar="N",
        help="requests at once (default: as its file says, or 1)")  # fmt: skip
    add("--rpm", dest="requests_per_minute", type=float, metavar="N",
        help="requests per minute (default: as the service's file says)")  # fmt: skip
    add("--tpm", dest="tokens_per_minute", type=float, metavar="N",
        help="tokens per minute (default: as the service's file says)")  # fmt: skip
    add("--answers", "--cache", dest="cache", type=Path, metavar="FILE",
        help="keep all answers here, for any run (default: F.part, until F is whole)")  # fmt: skip
    add("--dry-run", action="store_true",
        help="send nothing; say how many requests and tokens, and their price")  # fmt: skip
    parser.set_defaults(run=run, terms=None)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """A summary; the verdicts are in the file."""
    from litmus.api.judge import judge
    from litmus.errors import UsageError
    from litmus.systems.engine_files.settings import read_settings

    if args.output is None and not args.dry_run:
        raise UsageError(f"Say where the verdicts go: {option('output', 'F.jsonl')}")
    suite, outputs = open_scored(args)
    judged = judge(
        suite,
        outputs,
        judge=args.judge,
        task=args.task,
        output=args.output,
        repeats=args.repeats,
        repairs=args.repairs,
        with_reference=args.with_reference,
        source_context=args.source_context,
        target_context=args.target_context,
        sample=args.sample,
        seed=args.seed,
        people=args.people,
        overwrite=args.overwrite,
        url=args.url,
        model=args.model,
        settings=read_settings(args.settings),
        timeout=args.timeout,
        cache=args.cache,
        parallel=args.parallel,
        requests_per_minute=args.requests_per_minute,
        tokens_per_minute=args.tokens_per_minute,
        dry_run=args.dry_run,
        progress=lines_done("judging", "translations"),
    )
    say(judged.notes, quiet=args.quiet)
    return _summary(args, judged), 0


def _summary(args: argparse.Namespace, judged: "Judged") -> str:
    from litmus.tables.cells import number, pad
    from litmus.wording import count

    verdicts, usage = judged.verdicts, judged.usage
    if args.dry_run:
        kept = f"{count(verdicts.kept, 'answer')} of an earlier run. " if verdicts.kept else ""
        return f"{kept}To ask:\n{usage}\n{judged.signature}\n"
    resumed = f", {count(verdicts.kept, 'answer')} from an earlier run" if verdicts.kept else ""
    heads = ["system", "n", "value", *(["spread", "drift"] if args.repeats > 1 else [])]
    table = [heads] + [
        [one.system, f"{one.n:,}", number(one.value, 2)]
        + ([number(one.spread, 2), number(one.drift, 2)] if args.repeats > 1 else [])
        for one in verdicts.systems
    ]
    widths = [max(len(row[k]) for row in table) for k in range(len(heads))]
    rows = ["  ".join(map(pad, row, widths)).rstrip() for row in table]
    silent = sum(one.unjudged for one in verdicts.systems)
    what = count(len(verdicts.rows), "row" if silent else "verdict")
    what += f", {len(verdicts.rows) - silent:,} with a verdict" if silent else ""
    head = f"{what}{resumed}: {args.output}"
    return "\n".join([head, *rows, str(usage), judged.signature]) + "\n"
