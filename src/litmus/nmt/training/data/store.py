"""Training text as numbers on disk: opened, not read, so that memory does not grow with it."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from litmus.arrays import Ints
from litmus.files.text import write_text
from litmus.nmt.training.settings import Corpus

MANIFEST = "manifest.json"
# One file each: the pieces of all lines, and where those of each line begin.
ARRAYS: Mapping[str, Any] = {
    "source.ids": np.int32, "source.starts": np.int64, "target.ids": np.int32,
    "target.starts": np.int64, "first": np.int64, "corpus": np.int16, "line": np.int64,
    "kept": np.bool_,
}  # fmt: skip


@dataclass(frozen=True)
class Side:
    """The pieces of all lines one after the other, a break behind each if there is context."""

    ids: Any
    starts: Any


@dataclass(frozen=True)
class Counts:
    """What became of the lines of a corpus; `dropped` by reason."""

    pairs: int
    kept: int
    dropped: Mapping[str, int]


@dataclass(frozen=True)
class Store:
    """The lines of all corpora. Row n: `first[n]` is the first row of its document."""

    corpora: tuple[Corpus, ...]
    source: Side
    target: Side
    first: Any
    corpus: Any
    line: Any
    kept: Any
    breaks: int  # pieces of a break, stored behind every line
    counts: tuple[Counts, ...]

    def rows(self) -> Ints:
        """The rows to train on, each as often as its corpus is upsampled."""
        fit = np.flatnonzero(self.kept)
        times = np.array([corpus.upsample for corpus in self.corpora])
        return np.repeat(fit, times[self.corpus[fit]])

    def places(self, rows: Ints) -> list[tuple[str, int]]:
        """File and line of rows."""
        return [
            (str(self.corpora[int(self.corpus[row])].source), int(self.line[row]))
            for row in rows.tolist()
        ]


def open_store(folder: Path, corpora: Sequence[Corpus]) -> Store:
    """What `prepare` wrote."""
    facts = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    opened = {name: np.memmap(folder / name, dtype=kind, mode="r") for name, kind in ARRAYS.items()}
    return Store(
        tuple(corpora),
        Side(opened["source.ids"], opened["source.starts"]),
        Side(opened["target.ids"], opened["target.starts"]),
        opened["first"],
        opened["corpus"],
        opened["line"],
        opened["kept"],
        int(facts["breaks"]),
        tuple(Counts(**found) for found in facts["counts"]),
    )


def is_current(folder: Path, key: Mapping[str, Any]) -> bool:
    """Whether the folder holds what would be made for this key."""
    try:
        facts = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return bool(facts.get("key") == json.loads(json.dumps(key)))


class Writer:
    """Appends to the files of a store, then says what they are."""

    def __init__(self, folder: Path, breaks: Sequence[int]) -> None:
        self._folder, self._breaks = folder, list(breaks)
        self._files = {name: (folder / name).open("wb") for name in ARRAYS}
        self._filled = {"source": 0, "target": 0}
        self.rows = 0
        for side in self._filled:
            self._put(f"{side}.starts", [0])

    def _put(self, name: str, values: Any) -> None:
        self._files[name].write(np.asarray(values, dtype=ARRAYS[name]).tobytes())

    def add(
        self,
        pieces: Mapping[str, Sequence[Sequence[int]]],
        first: Sequence[int],
        corpus: int,
        lines: Sequence[int],
        kept: Any,
    ) -> None:
        """Rows of one corpus: the pieces of either side, and all that belongs to them."""
        for side, found in pieces.items():
            flat: list[int] = []
            for ids in found:
                flat += ids
                flat += self._breaks
            lengths = np.fromiter(map(len, found), np.int64, len(found)) + len(self._breaks)
            ends = self._filled[side] + np.cumsum(lengths)
            self._put(f"{side}.ids", flat)
            self._put(f"{side}.starts", ends)
            self._filled[side] += len(flat)
        self._put("first", first)
        self._put("corpus", np.full(len(lines), corpus))
        self._put("line", lines)
        self._put("kept", kept)
        self.rows += len(lines)

    def close(self) -> None:
        """Ends the files without saying that they are whole."""
        for file in self._files.values():
            file.close()

    def finish(self, key: Mapping[str, Any], counts: Sequence[tuple[int, Counter[str]]]) -> None:
        """The manifest makes it a store."""
        self.close()
        found = [
            {"pairs": pairs, "kept": pairs - dropped.total(), "dropped": dict(dropped)}
            for pairs, dropped in counts
        ]
        with write_text(self._folder / MANIFEST) as out:
            json.dump({"key": key, "breaks": len(self._breaks), "counts": found}, out, indent=1)
