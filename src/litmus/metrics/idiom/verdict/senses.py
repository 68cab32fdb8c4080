"""English words as points, and where the words of other languages stand among them."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from litmus.arrays import Floats32
from litmus.idioms.figurative.model import load_model
from litmus.language.forms import normaliser
from litmus.metrics.idiom.verdict.lexicon import Lexicon
from litmus.metrics.idiom.word_keys import Keys, WordKeys

_SHARED = 3  # directions that say how common a word is, not what it means


@dataclass(frozen=True)
class Points:
    """Vectors of length one, commonest word first; `weight` is small for words in every text."""

    index: dict[str, int]
    matrix: Floats32
    weight: Floats32

    def of(self, word: str) -> Floats32 | None:
        """The vector of a word, lower-cased."""
        place = self.index.get(word)
        return None if place is None else self.matrix[place]


@lru_cache(maxsize=1)
def points() -> Points:
    """The word vectors that ship, without what all words share (Mu and Viswanath 2018).

    >>> boat, ship, idea = (points().of(word) for word in ("boat", "ship", "idea"))
    >>> bool(boat @ ship > 0.5 > boat @ idea)
    True
    """
    model = load_model("en")
    assert model is not None
    words, matrix = model.vectors.words, model.vectors.table[:-1].copy()
    matrix -= matrix.mean(0)
    directions = np.linalg.eigh(matrix.T @ matrix)[1][:, -_SHARED:]
    matrix -= matrix @ directions @ directions.T
    matrix /= np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), np.float32(1e-6))
    # A word's place in the order of frequency stands for how little it says.
    weight = np.log1p(np.arange(len(words)) / 100) / np.log1p(len(words) / 100)
    index = {word: place for place, word in enumerate(words)}
    return Points(index, matrix, np.clip(weight, 0.05, 1).astype(np.float32))


class Senses:
    """Where words of a language stand among the English word vectors, through a dictionary."""

    def __init__(self, keys: WordKeys, from_english: Lexicon | None) -> None:
        self._keys = keys
        self._back = from_english.back() if from_english else None
        self._lemma = normaliser("lemma", "en")
        self.of_word = lru_cache(maxsize=1 << 14)(self._of_word)
        self.of_keys = lru_cache(maxsize=1 << 15)(self._of_keys)

    def _of_word(self, word: str) -> Floats32 | None:
        if self._back is not None:
            return self.of_keys(self._keys.of_word(word))
        vectors, lower = points(), word.lower()
        found = vectors.of(lower)
        return vectors.of(self._lemma(lower)) if found is None else found

    def _of_keys(self, keys: Keys) -> Floats32 | None:
        """The mean of what the keys can mean in English; None if nothing is known."""
        vectors = points()
        if self._back is None:
            places = [vectors.index[key] for key in sorted(keys) if key in vectors.index]
            shares = [1.0] * len(places)
        else:
            places, shares = [], []
            for key in sorted(keys):
                english = self._back.get(key, {})
                total = sum(english.values())
                for word, share in english.items():
                    if word in vectors.index:
                        places.append(vectors.index[word])
                        shares.append(share / total)
        if not places:
            return None
        weights = np.array(shares, dtype=np.float32) * vectors.weight[places]
        mean = (weights @ vectors.matrix[places]).astype(np.float32)
        mean /= np.float32(max(1e-9, float(np.linalg.norm(mean))))
        return mean
