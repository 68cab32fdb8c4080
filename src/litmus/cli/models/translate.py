"""`litmus translate`: run a system on a suite or a file."""

import argparse
from pathlib import Path

from litmus.cli.inputs import add_suite, part_summary, suite_arguments
from litmus.cli.models.settings import add_settings, settings_arguments
from litmus.cli.models.sharing import add_sharing, sharing_arguments
from litmus.cli.output import SubParsers, say
from litmus.cli.progress import lines_done
from litmus.errors import UsageError
from litmus.wording import count, option

EXAMPLE = """examples:
  litmus translate -t demo-en-fr --system model:embedded -o out.fr
  litmus translate -t SUITE --system model:DIR --level document --target-context 3 -o out.fr
  litmus translate -l en-fr -s talks.en --system model:DIR -o out.fr
  litmus translate -t SUITE --system http:deepl --level document -o deepl.fr
  litmus translate -t SUITE --system http:openai --model NAME --prompt turns -o llm.fr
  litmus translate -t SUITE --system cmd:./my-engine -o mine.fr
  litmus translate -t SUITE --system model:DIR --shard 1/2 -o out.1
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "translate",
        help="translate a suite or a file with a model, a web service or a command",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--system", required=True, metavar="SPEC",
        help="model:NAME, http:ENGINE, cmd:COMMAND, file:PATH (litmus list systems)")  # fmt: skip
    add_suite(parser, references="for --context reference")
    add("--overwrite", action="store_true",
        help="replace F and drop what is left in F.part; answers of the same service or "
        "command are still used")  # fmt: skip
    add_sharing(parser)
    add("-q", "--quiet", action="store_true", help="no progress, no notes")
    add("-o", "--output", type=Path, metavar="F",
        help="one translation per line; required unless --dry-run")  # fmt: skip
    engines = add_settings(parser)
    engines.add_argument("--dry-run", action="store_true",
                         help="send nothing; say how many requests and tokens, and their "
                         "price")  # fmt: skip
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """A summary; the translations are in the file."""
    from litmus.api.translate import translate

    if args.output is None and not args.dry_run:
        raise UsageError(f"Say where the translations go: {option('output', 'F')}")
    translation = translate(
        **{name: value for name, value in suite_arguments(args).items() if name != "spans"},
        system=args.system,
        output=args.output,
        overwrite=args.overwrite,
        dry_run=args.dry_run,
        **settings_arguments(args),
        **sharing_arguments(args),
        progress=lines_done("translating"),
    )
    say(translation.notes, quiet=args.quiet)
    resumed = f", {translation.kept:,} of them from an earlier run" if translation.kept else ""
    usage = f"{translation.usage}\n" if translation.usage and _is_service(args.system) else ""
    if args.dry_run:
        kept = f"{count(translation.kept, 'line')} are there already. " if translation.kept else ""
        return f"{kept}To ask:\n{translation.usage}\n{translation.signature}\n", 0
    if translation.written:
        part = part_summary(args.output, translation.written)
        return f"{part}{usage}{translation.signature}\n", 0
    lines = f"{len(translation.texts):,} lines{resumed}: {args.output}"
    return f"{lines}\n{usage}{translation.signature}\n", 0


def _is_service(system: str) -> bool:
    """Whether requests cost something: processes do not."""
    return not system.startswith("cmd:")
