"""Which nouns fit the place of a pronoun: what is eaten, what rains, what has a roof.

A place is a governor and a role. Nouns and places are short vectors, made from how often they met
in plain text (`experiments/antecedents/fits.py`).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from litmus.arrays import Floats32, Ints
from litmus.language.analysis import Word

UNKNOWN = -1
EDGES = (-0.05, 0.02, 0.1, 0.2, 0.35)
N_FITS = len(EDGES) + 2
_ROLES = {"nsubj": "s", "nsubj:pass": "o", "obj": "o", "nmod:poss": "p"}


class Fits(NamedTuple):
    """Rows of vectors of length one, by lemma and by place."""

    nouns: Mapping[str, int]
    places: Mapping[str, int]
    noun_vectors: Floats32
    place_vectors: Floats32

    def codes(self, nouns: Ints, places: Ints) -> Ints:
        """How well each noun fits its place: 0 if not known, else from 1 (badly) up."""
        codes = np.zeros(len(nouns), np.int64)
        known = np.flatnonzero((nouns != UNKNOWN) & (places != UNKNOWN))
        pairs = self.noun_vectors[nouns[known]], self.place_vectors[places[known]]
        codes[known] = 1 + np.digitize(np.einsum("ij,ij->i", *pairs), EDGES)
        return codes


@cache
def fits() -> Fits:
    """The vectors that ship, read once."""
    file = resources.files("litmus.discourse") / "models" / "antecedents-fit.npz"
    with file.open("rb") as opened, np.load(opened, allow_pickle=False) as arrays:
        names = [bytes(arrays[name]).decode().split("\n") for name in ("nouns", "places")]
        vectors = [_unit(arrays[name]) for name in ("noun_vectors", "place_vectors")]
    nouns, places = ({name: row for row, name in enumerate(rows)} for rows in names)
    return Fits(nouns, places, vectors[0], vectors[1])


def _unit(vectors: NDArray[np.int8]) -> Floats32:
    numbers = vectors.astype(np.float32)
    lengths = np.linalg.norm(numbers, axis=1, keepdims=True)
    return numbers / np.maximum(lengths, 1e-6)  # type: ignore[no-any-return]


def place_of(words: Sequence[Word], index: int) -> str | None:
    """The place of a word, as *o eat* of what is eaten and *with eat* of a fork."""
    word = words[index]
    if word.head is None:
        return None
    role = _ROLES.get(word.relation)
    if role is None:
        if not word.relation.startswith(("obl", "nmod")):
            return None
        role = next(
            (
                other.lemma.lower()
                for other in words[max(0, index - 6) : index]
                if other.head == index and other.relation == "case"
            ),
            None,
        )
        if role is None:
            return None
    return f"{role} {words[word.head].lemma.lower()}"


def nouns_in_places(words: Sequence[Word]) -> Iterator[tuple[str, str]]:
    """Lemmas of the nouns of a sentence with their places; an adjective is a place as well."""
    for index, word in enumerate(words):
        if word.upos == "NOUN":
            place = place_of(words, index)
            if place:
                yield word.lemma.lower(), place
        elif word.relation == "amod" and word.upos == "ADJ" and word.head is not None:
            noun = words[word.head]
            if noun.upos == "NOUN":
                yield noun.lemma.lower(), f"s {word.lemma.lower()}"
