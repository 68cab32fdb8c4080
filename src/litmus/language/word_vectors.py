"""English words as points: near each other if they are used alike."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from litmus.arrays import Floats32

_FILE = Path(__file__).parent / "vectors" / "en.npz"
SIGNATURE = "glove.6B.100d.v1"


@dataclass(frozen=True)
class WordVectors:
    """Vectors of length one, commonest word first; `weight` is small for words in every text."""

    index: dict[str, int]
    matrix: Floats32
    weight: Floats32

    def of(self, word: str) -> Floats32 | None:
        """The vector of a word, lower-cased."""
        place = self.index.get(word)
        return None if place is None else self.matrix[place]


@lru_cache(maxsize=1)
def word_vectors() -> WordVectors:
    """Those that ship (`experiments/word_vectors` made them).

    >>> vectors = word_vectors()
    >>> boat, ship, idea = (vectors.of(word) for word in ("boat", "ship", "idea"))
    >>> bool(boat @ ship > 0.5 > boat @ idea)
    True
    """
    with np.load(_FILE, allow_pickle=False) as stored:
        words = stored["words"].tobytes().decode("utf-8").split("\n")
        matrix = stored["vectors"].astype(np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    # A word's place in the order of frequency stands for how little it says.
    weight = np.log1p(np.arange(len(words)) / 100) / np.log1p(len(words) / 100)
    return WordVectors(
        {word: place for place, word in enumerate(words)},
        matrix,
        np.clip(weight, 0.05, 1).astype(np.float32),
    )
