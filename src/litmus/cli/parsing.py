"""The parser that every command is added to."""

import argparse
from collections.abc import Iterable, Iterator
from typing import Any

from litmus.cli.flags import Flags
from litmus.cli.grouping import group_flags, grouped_commands
from litmus.wording import did_you_mean

_PROGRAM = "litmus"
# Commands that people look for under another name.
_ELSEWHERE = {"gate": "A gate is litmus score --require, or litmus run."}


class _Formatter(argparse.HelpFormatter):
    """Names the value of a flag once, and keeps the lines of examples."""

    def _format_action_invocation(self, action: argparse.Action) -> str:
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        value = self._format_args(action, self._get_default_metavar_for_optional(action))
        return f"{', '.join(action.option_strings)} {value}"

    def _get_default_metavar_for_optional(self, action: argparse.Action) -> str:
        numbers: dict[object, str] = {int: "N", float: "X"}
        return numbers.get(action.type) or super()._get_default_metavar_for_optional(action)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if "\n" not in text:
            return super()._fill_text(text, width, indent)
        return "".join(indent + line for line in text.splitlines(keepends=True))


class Parser(argparse.ArgumentParser):
    """Says what was meant where a word is not known. No abbreviations: new flags break them."""

    def __init__(self, **settings: Any) -> None:
        own = {"allow_abbrev": False, "formatter_class": _Formatter}
        super().__init__(**settings | own)
        self.debug = self.add_argument(  # of every command, so that it may stand anywhere
            "--debug", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS
        )

    def add_commands(self, commands: Iterable[Any]) -> None:
        """Commands, each a module."""
        below = self.add_subparsers(metavar="COMMAND", dest="command", required=True)
        for command in commands:
            command.add_parser(below)
        for parser, summary in _all_below(below):
            group_flags(parser)
            if parser.description is None and summary:  # a page says what it is about
                parser.description = summary[0].upper() + summary[1:] + "." * (summary[-1] != ".")

    def format_help(self) -> str:
        """Like argparse's, but commands stand under headings."""
        below = [a for a in self._actions if isinstance(a, argparse._SubParsersAction)]
        if not below or self.prog != _PROGRAM:
            return super().format_help()
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        for title, commands in grouped_commands(below[0]._choices_actions):
            formatter.start_section(title)
            formatter.add_arguments(commands)
            formatter.end_section()
        formatter.start_section("options")
        formatter.add_arguments(self._optionals._group_actions)
        formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()

    def flags(self, command: str) -> Flags:
        """The flags of one command, for messages."""
        (below,) = (a for a in self._actions if isinstance(a, argparse._SubParsersAction))
        return Flags(below.choices[command])

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        choices = [str(choice) for choice in action.choices or ()]
        if choices and str(value) not in choices:
            hint = did_you_mean(str(value), choices)
            if self.prog == _PROGRAM and value in _ELSEWHERE:
                hint = f" {_ELSEWHERE[value]}"
            raise argparse.ArgumentError(
                action, f"there is no {str(value)!r}.{hint}\nKnown: {', '.join(choices)}"
            )

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Like argparse's, and notes which command or verb was the last to take a word."""
        arguments, unknown = super().parse_known_args(args, namespace)
        arguments.__dict__.setdefault("_taker", self)
        return arguments, unknown

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Like argparse's, but an unknown argument is an error of the command it was given to."""
        arguments, unknown = self.parse_known_args(args, namespace)
        taker = arguments.__dict__.pop("_taker")
        if unknown:
            first = unknown[0].partition("=")[0]
            hint = did_you_mean(first, Flags(taker).names) if first.startswith("--") else ""
            self.exit(
                2,
                f"litmus: {taker.prog.removeprefix(f'{_PROGRAM} ')} does not take "
                f"{' '.join(map(repr, unknown))}.{hint}\nSee: {taker.prog} --help\n",
            )
        return arguments


def _all_below(action: Any) -> Iterator[tuple[argparse.ArgumentParser, str]]:
    """The parsers of commands, and of the verbs that some have, with what their list says."""
    said = {choice.dest: choice.help or "" for choice in action._choices_actions}
    for name, parser in action._name_parser_map.items():
        yield parser, said.get(name, "")
        for inner in parser._actions:
            if isinstance(inner, argparse._SubParsersAction):
                yield from _all_below(inner)
