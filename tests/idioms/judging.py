"""What the tests of the page for judging share: rows as `litmus mine` writes them, and files."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from litmus.files import jsonl


def row(
    line: int, idiom: str, sentence: str, *own: str, flags: Sequence[str] = ()
) -> dict[str, Any]:
    """A row as `litmus mine` writes it, for the words given."""
    pieces, at = [], 0
    for words in own:
        at = sentence.index(words, at)
        pieces.append([at, at + len(words)])
        at += len(words)
    span = [pieces[0][0], pieces[-1][1]]
    text = sentence[slice(*span)]
    return {"line": line, "idiom": idiom, "span": span, "pieces": pieces, "text": text, "flags": list(flags)}  # fmt: skip


def write_rows(path: Path, rows: Iterable[dict[str, Any]]) -> Path:
    path.write_text("".join(jsonl.line(one) + "\n" for one in rows), "utf-8")
    return path


def write_corpus(path: Path, lines: Iterable[str]) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path
