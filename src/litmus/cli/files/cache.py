"""`litmus cache`: what earlier runs have kept, and a broom for it."""

import argparse

from litmus.cli.output import SubParsers
from litmus.wording import count

EXAMPLE = """examples:
  litmus cache          where it is and how full
  litmus cache clear

LITMUS_CACHE=FOLDER puts it elsewhere, LITMUS_CACHE=off does without.
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "cache",
        help="show or clear the links and tags kept from earlier runs",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("action", nargs="?", choices=("show", "clear"), default="show",
                        help="what to do (default: %(default)s)")  # fmt: skip
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """Where it is and what is in it, or what was deleted."""
    from litmus.files.cache import default_cache

    cache = default_cache()
    if cache is None:
        return "The cache is off (LITMUS_CACHE=off).\n", 0
    if args.action == "clear":
        cleared = cache.clear()
        return f"{cache.folder}: {_said(*cleared)} deleted\n", 0
    return f"{cache.folder}: {_said(*cache.size())} of {cache.most / 1e6:,.0f} MB\n", 0


def _said(entries: int, size: int) -> str:
    return f"{count(entries, 'entry', 'entries')}, {size / 1e6:,.1f} MB"
