"""The log of a run: one JSON object per line, for people who plot."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from litmus.failures import writing
from litmus.files import jsonl
from litmus.files.text import write_text
from litmus.nmt.training.checkpoints import State

LOG = "log.jsonl"


class Journal:
    """Appends rows. What a killed run wrote after its last checkpoint will be written again."""

    def __init__(self, folder: Path, state: State) -> None:
        self._path = folder / LOG
        if not state.step:
            self._path.unlink(missing_ok=True)
        elif self._path.exists():
            self._shorten(state)

    def _shorten(self, state: State) -> None:
        kept = []
        for line in self._path.read_text(encoding="utf-8").split("\n"):
            try:
                row = json.loads(line)
                written = row["step"] <= state.step
                to_come = row["step"] == state.step and state.unevaluated and "dev_bleu" in row
            except (ValueError, KeyError, TypeError):  # the half line of a kill
                continue
            if written and not to_come:
                kept.append(line)
        with write_text(self._path) as out:
            out.writelines(f"{line}\n" for line in kept)

    def add(self, row: Mapping[str, Any]) -> None:
        """One row, on disk when this returns."""
        with writing(self._path), self._path.open("a", encoding="utf-8", newline="\n") as out:
            out.write(jsonl.line(dict(row)) + "\n")
            out.flush()
            os.fsync(out.fileno())
