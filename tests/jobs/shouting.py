"""Work for the tests of collections, which other processes must be able to import."""

import os
import signal
from collections.abc import Callable, Sequence
from pathlib import Path

from litmus.corpus.collection.rows import Row

Work = Callable[[Sequence[Row]], list[str]]


def shouting() -> Work:
    """Rows in capitals, with their numbers."""
    return lambda rows: [f"{row.number} {row.texts[0].upper()}\n" for row in rows]


def choosy() -> Work:
    """The same; fails over rows with "bad" in them."""

    def work(rows: Sequence[Row]) -> list[str]:
        if any("bad" in row.texts[0] for row in rows):
            raise ValueError("a bad row")
        return shouting()(rows)

    return work


def failing() -> Work:
    """Fails over every row."""

    def work(rows: Sequence[Row]) -> list[str]:
        raise ValueError("nothing works")

    return work


def deadly(folder: Path | None = None) -> Work:
    """The same as shouting; its process dies over "deadly" rows, and once over "unlucky" ones."""

    def work(rows: Sequence[Row]) -> list[str]:
        texts = " ".join(row.texts[0] for row in rows)
        once = "unlucky" in texts and folder is not None and not (folder / "died").exists()
        if once and folder is not None:
            (folder / "died").touch()
        if once or "deadly" in texts:
            os.kill(os.getpid(), signal.SIGKILL)
        return shouting()(rows)

    return work
