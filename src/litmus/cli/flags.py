"""The library's options as the flags of the command that runs."""

import argparse
from collections.abc import Iterator

from litmus.wording import Message, render

# Python arguments whose flag has another name; all others go by their own.
_DESTINATIONS = {
    "aligners": "alignment",
    "base": "alignment_base",
    "cache": "answers",
    "languages": "language_pair",
    "n_bootstrap": "bootstrap",
    "n_trials": "trials",
    "outputs": "input",
    "page": "report",
    "renamed": "map",
    "tokens": "alignment_tokens",
    "unit": "by",
}


class Flags:
    """How one command writes its options, and calls files that are not the user's (`stand_ins`)."""

    def __init__(self, parser: argparse.ArgumentParser | None = None) -> None:
        self._actions = list(_actions(parser)) if parser else []
        self.stand_ins: dict[str, str] = {}

    @property
    def names(self) -> list[str]:
        """All flags that it takes."""
        return [name for action in self._actions for name in action.option_strings]

    def shown(self, message: str) -> str:
        """A message with its options as flags; text that is not a `Message` has none."""
        text = render(message.template, self.flag) if isinstance(message, Message) else message
        for file, name in self.stand_ins.items():
            text = text.replace(file, name)
        return text

    def flag(self, name: str, value: str) -> str:
        """One option as a flag: `--docids FILE`, `-l en-fr`, `--paired-ar`, `--overwrite`."""
        actions = self._of(name) or self._of(_DESTINATIONS.get(name, name))
        if not actions and self._of("option"):  # of a format: `--option part=test`
            return f"--option {name}={value}"
        for action in actions:
            if value and action.nargs == 0 and str(action.const) == value.strip("'\""):
                return action.option_strings[0]
        plain = [action for action in actions if action.nargs != 0] or actions
        flag = plain[0].option_strings[0] if plain else "--" + name.replace("_", "-")
        return f"{flag} {value}" if value and value != "True" else flag

    def _of(self, destination: str) -> list[argparse.Action]:
        return [a for a in self._actions if a.dest == destination and a.option_strings]


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Its own, and those of the commands below it."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for below in action._name_parser_map.values():  # `choices` may refuse nothing
                yield from _actions(below)
