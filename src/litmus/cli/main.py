"""`litmus`: parses, runs one command, prints what it returns."""

import argparse
import os
import sys
import warnings
from collections.abc import Sequence

from litmus import __version__
from litmus.cli import check, demo, dictionary, import_, list_, score
from litmus.errors import LitmusError

COMMANDS = (demo, score, import_, check, dictionary, list_)


def parser() -> argparse.ArgumentParser:
    """All commands; loading it imports nothing heavy."""
    top = argparse.ArgumentParser(
        prog="litmus",
        description="A litmus test for machine translation: does the system understand idioms?",
        epilog="Start with: litmus demo",
    )
    top.add_argument("--version", action="version", version=f"litmus {__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_parser(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Exit code 0: fine, 1: your data, 2: your flags."""
    arguments = parser().parse_args(argv)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = _show_warning
        try:
            text, code = arguments.run(arguments)
            sys.stdout.write(text)
            sys.stdout.flush()
        except LitmusError as error:
            sys.stderr.write(f"litmus: {error}\n")
            return error.exit_code
        except KeyboardInterrupt:
            sys.stderr.write("litmus: stopped; nothing was written.\n")
            return 130
        except BrokenPipeError:
            # The reader (head, less) has gone; keep Python from complaining at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
    return int(code)


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    sys.stderr.write(f"litmus: {message}\n")


if __name__ == "__main__":
    sys.exit(main())
