"""The log of a run: one JSON object per line, for people who plot."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from litmus.corpus import jsonl
from litmus.corpus.text import write_text
from litmus.failures import writing

LOG = "log.jsonl"


class Journal:
    """Appends rows. What a killed run wrote after its last checkpoint will be written again."""

    def __init__(self, folder: Path, step: int) -> None:
        self._path = folder / LOG
        if not step:
            self._path.unlink(missing_ok=True)
        elif self._path.exists():
            self._shorten(step)

    def _shorten(self, step: int) -> None:
        kept = []
        for line in self._path.read_text(encoding="utf-8").split("\n"):
            try:
                if json.loads(line)["step"] <= step:
                    kept.append(line)
            except (ValueError, KeyError, TypeError):  # the half line of a kill
                continue
        with write_text(self._path) as out:
            out.writelines(f"{line}\n" for line in kept)

    def add(self, row: Mapping[str, Any]) -> None:
        """One row, on disk when this returns."""
        with writing(self._path), self._path.open("a", encoding="utf-8", newline="\n") as out:
            out.write(jsonl.line(dict(row)) + "\n")
            out.flush()
            os.fsync(out.fileno())
