"""`litmus demo`: the first thing a newcomer runs."""

import argparse

from litmus.cli.output import SubParsers


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser("demo", help="score the shipped systems on the shipped suites")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """A table for every shipped suite and how to read it."""
    from litmus.demo.tour import tour

    return tour(), 0
