"""The flags that say how a system translates: what it reads, and how it is asked."""

import argparse
from pathlib import Path

from litmus.cli.inputs import Arguments


def add_settings(
    parser: argparse.ArgumentParser, *, older: str | None = "--cache", default: Path | None = None
) -> argparse._ArgumentGroup:
    """Level, context, decoding, requests, prompts; the group of services comes back.

    The file of answers may have a `default`; `older` is what its flag was called once.
    """
    _add_decoding(parser)
    engines = parser.add_argument_group("web services and commands")
    _add_requests(engines)
    kept = f"default: {default}" if default else "default: F.part, until F is whole"
    engines.add_argument(
        "--answers", *([older] if older else []), type=Path, default=default, metavar="FILE",
        help=f"keep all answers here, for any run ({kept})",
    )  # fmt: skip
    _add_chat(parser.add_argument_group("language models behind a service"))
    return engines


def _add_decoding(parser: argparse.ArgumentParser) -> None:
    context = parser.add_argument_group("how a system reads a document")
    add = context.add_argument
    add("--level", choices=("sentence", "document"), default="sentence",
        help="document: models, and services with --source-context or --target-context, get each "
        "sentence with preceding ones; other systems get the whole document (default: "
        "%(default)s)")  # fmt: skip
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
        help="prompt of a decoder-only model, or of a language model behind a service "
        "(litmus list prompts; default: plain)")  # fmt: skip
    add("--beam", type=int, default=5, metavar="N",
        help="hypotheses of beam search (default: %(default)s)")  # fmt: skip
    add("--length-penalty", type=float, default=1.0, metavar="X",
        help="above 1: longer translations (default: %(default)s)")  # fmt: skip
    add("--batch-tokens", type=int, metavar="N", help="subwords per batch (default: by device)")
    add("--device", default="auto", metavar="D", help="cpu, cuda, cuda:1 (default: %(default)s)")


def _add_requests(engines: argparse._ArgumentGroup) -> None:
    add = engines.add_argument
    add("--url", metavar="URL", help="address of the service (default: as its file says)")
    add("--batch", type=int, metavar="N",
        help="texts per request or process (default: by the engine; commands 100)")  # fmt: skip
    add("--timeout", type=float, metavar="S",
        help="seconds per request or process (default: 60; commands 600)")  # fmt: skip
    add("--marker", metavar="TEXT",
        help="separator of the sentences of a document, {n} its number; or newline "
        "(default: <s{n}/>)")  # fmt: skip
    add("--parallel", type=int, metavar="N",
        help="requests or processes at once (default: as its file says, or 1)")  # fmt: skip
    add("--rpm", dest="requests_per_minute", type=float, metavar="N",
        help="requests per minute (default: as the service's file says)")  # fmt: skip
    add("--tpm", dest="tokens_per_minute", type=float, metavar="N",
        help="tokens per minute (default: as the service's file says)")  # fmt: skip


def _add_chat(chat: argparse._ArgumentGroup) -> None:
    """How a language model behind a service is asked."""
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


def settings_arguments(args: argparse.Namespace) -> Arguments:
    """What those flags say, as `litmus.translate` takes it."""
    from litmus.systems.engine_files.settings import read_settings

    return {
        "level": args.level,
        "context": args.context,
        "source_context": args.source_context,
        "target_context": args.target_context,
        "between": args.between,
        "prompt": args.prompt,
        "beam": args.beam,
        "length_penalty": args.length_penalty,
        "batch_tokens": args.batch_tokens,
        "device": args.device,
        "url": args.url,
        "batch": args.batch,
        "timeout": args.timeout,
        "marker": args.marker,
        "cache": args.answers,
        "parallel": args.parallel,
        "requests_per_minute": args.requests_per_minute,
        "tokens_per_minute": args.tokens_per_minute,
        "model": args.model,
        "settings": read_settings(args.settings),
        "shots": args.shots,
        "shot_count": args.shot_count,
        "glossary": args.glossary,
        "register": args.register,
    }
