"""The parser that every command is added to."""

import argparse
from collections.abc import Iterable
from typing import Any

from litmus.cli.flags import Flags
from litmus.wording import did_you_mean


class Parser(argparse.ArgumentParser):
    """Says what was meant where a word is not known. No abbreviations: new flags break them."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"allow_abbrev": False} | settings)
        self.debug = self.add_argument(  # of every command, so that it may stand anywhere
            "--debug", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS
        )

    def add_commands(self, commands: Iterable[Any]) -> None:
        """Commands, each a module."""
        below = self.add_subparsers(metavar="COMMAND", dest="command", required=True)
        for command in commands:
            command.add_parser(below)

    def flags(self, command: str) -> Flags:
        """The flags of one command, for messages."""
        (below,) = (a for a in self._actions if isinstance(a, argparse._SubParsersAction))
        return Flags(below.choices[command])

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        choices = [str(choice) for choice in action.choices or ()]
        if choices and str(value) not in choices:
            hint = did_you_mean(str(value), choices)
            raise argparse.ArgumentError(
                action, f"there is no {str(value)!r}.{hint}\nKnown: {', '.join(choices)}"
            )

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Like argparse's, but an unknown argument is an error of the command it was given to."""
        arguments, unknown = self.parse_known_args(args, namespace)
        if unknown:
            self.exit(
                2,
                f"litmus: {arguments.command} does not take {' '.join(map(repr, unknown))}.\n"
                f"See: litmus {arguments.command} --help\n",
            )
        return arguments
