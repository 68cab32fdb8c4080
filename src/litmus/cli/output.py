"""Where a command's words go: results to stdout or a file, everything else to stderr."""

import argparse
import sys
from collections.abc import Iterable
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


def write(text: str, path: Path | None) -> str:
    """What is left for stdout: the text, or nothing once it is in its file."""
    if path is None:
        return text
    from litmus.corpus.text import write_text

    with write_text(path) as out:
        out.write(text)
    return ""
