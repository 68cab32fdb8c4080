"""`litmus translate`: run a system on a suite or a file."""

import argparse
from pathlib import Path

from litmus.cli.inputs import add_suite, part_summary, suite_arguments
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
    add("--level", choices=("sentence", "document"), default="sentence",
        help="document: models, and services with --source-context or --target-context, get each "
        "sentence with preceding ones; other systems get the whole document (default: "
        "%(default)s)")  # fmt: skip
    add("--overwrite", action="store_true",
        help="replace F and drop what is left in F.part; answers of the same service or "
        "command are still used")  # fmt: skip
    add_sharing(parser)
    add("-q", "--quiet", action="store_true", help="no progress, no notes")
    add("-o", "--output", type=Path, metavar="F",
        help="one translation per line; required unless --dry-run")  # fmt: skip
    context = parser.add_argument_group("models, and services whose file takes context")
    add = context.add_argument
    add("--context", choices=("none", "predicted", "reference"), default="predicted",
        help="preceding target sentences: the system's own, or the references "
        "(default: %(default)s)")  # fmt: skip
    add("--source-context", type=int, metavar="N",
        help="preceding source sentences (default: as the model was trained; services: "
        "none)")  # fmt: skip
    add("--target-context", type=int, metavar="N",
        help="preceding target sentences (default: as the model was trained; services: "
        "none)")  # fmt: skip
    models = parser.add_argument_group("models")
    add = models.add_argument
    add("--break", dest="between", metavar="TEXT",
        help="separator of sentences, if the model has no token for it")  # fmt: skip
    add("--prompt", metavar="NAME|FILE",
        help="of a decoder-only model, or of a language model behind a service "
        "(litmus list prompts; default: plain)")  # fmt: skip
    add("--beam", type=int, default=5, metavar="N", help="(default: %(default)s)")
    add("--length-penalty", type=float, default=1.0, metavar="X", help="(default: %(default)s)")
    add("--batch-tokens", type=int, metavar="N", help="subwords per batch (default: by device)")
    add("--device", default="auto", metavar="D", help="cpu, cuda, cuda:1 (default: %(default)s)")
    engines = parser.add_argument_group("web services and commands")
    add = engines.add_argument
    add("--url", metavar="URL", help="address of the service (default: as its file says)")
    add("--batch", type=int, metavar="N",
        help="texts per request or process (default: by the engine; commands 100)")  # fmt: skip
    add("--timeout", type=float, metavar="S",
        help="seconds per request or process (default: 60; commands 600)")  # fmt: skip
    add("--marker", metavar="TEXT",
        help="separator of the sentences of a document, {n} its number; or newline "
        "(default: <s{n}/>)")  # fmt: skip
    add("--cache", type=Path, metavar="FILE",
        help="keep all answers here, for any run (default: F.part, until F is whole)")  # fmt: skip
    add("--parallel", type=int, metavar="N",
        help="requests or processes at once (default: as its file says, or 1)")  # fmt: skip
    add("--rpm", dest="requests_per_minute", type=float, metavar="N",
        help="requests per minute (default: as the service's file says)")  # fmt: skip
    add("--tpm", dest="tokens_per_minute", type=float, metavar="N",
        help="tokens per minute (default: as the service's file says)")  # fmt: skip
    add("--dry-run", action="store_true",
        help="send nothing; say how many requests and tokens, and their price")  # fmt: skip
    _add_chat(parser)
    parser.set_defaults(run=run)


def _add_chat(parser: argparse.ArgumentParser) -> None:
    """How a language model behind a service is asked."""
    chat = parser.add_argument_group("language models behind a service")
    add = chat.add_argument
    add(
        "--model",
        metavar="NAME",
        help="the model that is asked (default: from the environment, such as OPENAI_MODEL)",
    )
    add("--set", action="append", default=[], dest="settings", metavar="NAME=VALUE",
        help="a field of the request, such as temperature=0.7; VALUE is JSON or a text, null takes "
        "the field out; may be repeated")  # fmt: skip
    add("--shots", metavar="SUITE|FILE",
        help="examples for the prompt: a suite, or lines of source TAB translation; none is from "
        "the text itself")  # fmt: skip
    add("--shot-count", type=int, metavar="N", help="the first N of them (default: 5)")
    add("--glossary", type=Path, metavar="FILE",
        help="terms for the prompt, in the format of --terms; only those that occur are "
        "shown")  # fmt: skip
    add("--register", choices=("formal", "informal"), help="how readers are addressed")


def run(args: argparse.Namespace) -> tuple[str, int]:
    """A summary; the translations are in the file."""
    from litmus.api.translate import translate
    from litmus.systems.engine_files.settings import read_settings

    if args.output is None and not args.dry_run:
        raise UsageError(f"Say where the translations go: {option('output', 'F')}")
    translation = translate(
        **{name: value for name, value in suite_arguments(args).items() if name != "spans"},
        system=args.system,
        output=args.output,
        level=args.level,
        overwrite=args.overwrite,
        context=args.context,
        source_context=args.source_context,
        target_context=args.target_context,
        between=args.between,
        prompt=args.prompt,
        beam=args.beam,
        length_penalty=args.length_penalty,
        batch_tokens=args.batch_tokens,
        device=args.device,
        url=args.url,
        batch=args.batch,
        timeout=args.timeout,
        marker=args.marker,
        cache=args.cache,
        parallel=args.parallel,
        requests_per_minute=args.requests_per_minute,
        tokens_per_minute=args.tokens_per_minute,
        dry_run=args.dry_run,
        model=args.model,
        settings=read_settings(args.settings),
        shots=args.shots,
        shot_count=args.shot_count,
        glossary=args.glossary,
        register=args.register,
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
