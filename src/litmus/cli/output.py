"""Where a command's words go: results to stdout or a file, everything else to stderr."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    SubParsers = argparse._SubParsersAction[argparse.ArgumentParser]
else:
    SubParsers = Any


def say(notes: Iterable[str]) -> None:
    """Notes for the person at the terminal."""
    for note in notes:
        sys.stderr.write(f"litmus: {note}\n")


@contextmanager
def destination(path: Path | None) -> Iterator[Callable[[str], str]]:
    """A function that takes the result and gives back what is left for stdout.

    The file is tried before the work begins and appears under its name only if all went well.
    """
    if path is None:
        yield lambda text: text
        return
    from litmus.corpus.text import write_text
    from litmus.errors import DataError

    if path.is_dir():
        raise DataError(f"{path} is a folder; give the name of a file.")
    with write_text(path) as out:

        def write(text: str) -> str:
            out.write(text)
            return ""

        yield write
