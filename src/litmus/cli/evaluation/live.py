"""`litmus score --system` and `--sequential`: systems that are asked while they are scored."""

import argparse
from pathlib import Path

from litmus.cli.inputs import Arguments
from litmus.cli.models.settings import add_settings, settings_arguments
from litmus.cli.progress import lines_done

ANSWERS = Path("litmus.answers")  # beside the other files of a run, and of use to the next


def add_systems(parser: argparse.ArgumentParser) -> None:
    """Systems that translate the suite first, and how they do it."""
    parser.add_argument(
        "--system", action="append", default=[], dest="systems", metavar="NAME=SPEC",
        help="translate the suite with model:NAME, http:ENGINE or cmd:COMMAND, and score that, too "
        "(litmus list systems); may be repeated, and the flags of translate go for all",
    )  # fmt: skip
    add_settings(parser, older=None, default=ANSWERS)


def add_sequential(parser: argparse.ArgumentParser) -> None:
    """Whether to stop when requirements are certain."""
    add = parser.add_argument
    add("--sequential", action="store_true",
        help="--require: draw segments in a random order (--seed), and stop when all requirements "
        "are certain")  # fmt: skip
    add("--confidence", type=float, metavar="P",
        help="--sequential: how certain, all requirements together (default: 0.95)")  # fmt: skip
    add("--fail-fast", action="store_true",
        help="--sequential: stop when one requirement is certainly broken")  # fmt: skip


def live_arguments(args: argparse.Namespace) -> Arguments:
    """What --system and its flags say, as `litmus.evaluate` takes it."""
    from litmus.errors import UsageError

    if not args.systems:
        return {}
    settings = settings_arguments(args)
    del settings["cache"]  # `answers` says it
    if not args.sequential:  # which asks for a few at a time
        settings["progress"] = lines_done("translating")
    systems: dict[str, Arguments] = {}
    for item in args.systems:
        name, equals, system = item.partition("=")
        if not equals or not name or ":" in name:
            raise UsageError(f"The system {item} has no name. Give it one: --system NAME={item}")
        if name in systems:
            raise UsageError(f"Two systems are called {name!r}. Name them: --system NAME=SPEC")
        systems[name] = settings | {"system": system}
    found: Arguments = {"systems": systems, "answers": args.answers}
    return found if args.input else found | {"outputs": None}  # not those of the suite


def sequential_arguments(args: argparse.Namespace) -> Arguments:
    """What --sequential and its flags say, as `litmus.gate` takes it."""
    confidence = {} if args.confidence is None else {"confidence": args.confidence}
    return {"sequential": args.sequential, "fail_fast": args.fail_fast, **confidence}


def check_live(args: argparse.Namespace) -> None:
    """What would fail after the work, or do nothing, fails before it."""
    from litmus.errors import UsageError

    if args.systems:
        for flag in ("shard", "resegment", "parts"):
            if getattr(args, flag):
                raise UsageError(
                    f"--system and --{'shard' if flag == 'parts' else flag} do not go together.\n"
                    "Translate first (litmus translate), then score the file."
                )
        if len(args.suite or ()) > 1:
            raise UsageError("--system translates one suite at a time. Give one: -t SUITE")
        if args.format == "evalset":
            raise UsageError(
                "--system and -f evalset do not go together.\n"
                "Translate first (litmus translate), then score the file."
            )
    else:
        _refuse_idle(args)


def _refuse_idle(args: argparse.Namespace) -> None:
    """Flags of `translate` without a system that heeds them."""
    from litmus.errors import UsageError
    from litmus.wording import option

    bare = argparse.ArgumentParser()
    add_settings(bare, older=None, default=ANSWERS)
    for name, default in vars(bare.parse_args([])).items():
        if getattr(args, name) != default:
            raise UsageError(
                f"{option(name)} is for a system that translates. Name it: --system NAME=SPEC"
            )


def check_sequential(args: argparse.Namespace) -> None:
    """Refuses what --sequential cannot do."""
    from litmus.errors import UsageError

    if not args.sequential:
        for flag in ("confidence", "fail_fast"):
            if getattr(args, flag) not in (None, False):
                raise UsageError(f"--{flag.replace('_', '-')} is for --sequential. Add it.")
        return
    if not args.require:
        raise UsageError(
            "--sequential stops when requirements are certain. Add some: --require 'bleu>=30'"
        )
    from litmus.gating.deciding import refuse_what_is_whole

    given = {"shard": args.shard or args.parts, "page": args.report}
    refuse_what_is_whole(vars(args) | {"parts": None} | given)
    if len(args.suite or ()) > 1:
        raise UsageError("--sequential is for one suite at a time. Give one: -t SUITE")
