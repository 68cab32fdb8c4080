"""The flags that say how discourse tags are computed, and what they say as arguments."""

import argparse
from pathlib import Path
from typing import Any


def add_tagging(parser: argparse.ArgumentParser) -> None:
    """How discourse tags are computed where no files of tags are given."""
    add = parser.add_argument
    add("--rules", nargs="+", action="extend", default=[], type=Path, metavar="F.toml",
        help="discourse rules of your own for the target language")  # fmt: skip
    add("--source-analyser", metavar="ANALYSER",
        help="what analyses the source for tags (litmus list analysers; "
        "default: embedded)")  # fmt: skip
    add("--target-analyser", action="append", default=[], metavar="[NAME=]ANALYSER",
        help="what analyses reference and outputs, or the system NAME alone, such as stanza:pl, "
        "plain or conllu:FILE (default: embedded)")  # fmt: skip


def tagging_arguments(args: argparse.Namespace, outputs: dict[str, Path]) -> dict[str, Any]:
    """What the flags say, where the command has them and they say anything."""
    from litmus.errors import UsageError

    if not hasattr(args, "target_analyser"):
        return {}
    if len(args.rules) > 1:
        first, second, *_ = args.rules
        raise UsageError(
            f"{first} and {second} were given for --rules; a suite has one target language."
        )
    return {
        **({"rules": args.rules[0]} if args.rules else {}),
        **({"source_analyser": args.source_analyser} if args.source_analyser else {}),
        **({"target_analyser": _analysers(args, outputs)} if args.target_analyser else {}),
    }


def _analysers(args: argparse.Namespace, outputs: dict[str, Path]) -> dict[str, str]:
    """Analysers by system; the one without a name is for all that have none."""
    from litmus.errors import UnknownName, UsageError

    found: dict[str, str] = {}
    for item in args.target_analyser:
        system, equals, analyser = item.partition("=")
        if not equals or ":" in system:  # the argument of an analyser may have an equals sign
            system, analyser = "", item
        if system and system not in outputs:
            raise UnknownName("system", system, outputs)
        if system in found:
            raise UsageError(f"--target-analyser was given twice for {system or 'the reference'}.")
        found[system] = analyser
    return found
