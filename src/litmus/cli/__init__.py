"""The command line: one thin file per command."""

from litmus.cli.main import main

__all__ = ["main"]
