"""How near two texts, two groups of words, or a translation and its reference are."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from litmus.arrays import Floats32
from litmus.metrics.idiom.verdict.place import Place
from litmus.metrics.idiom.word_keys import Keys

_ROOM = 4  # tokens that may stand between the words of an equivalent
STANDS = 0.7  # what an equivalent counts whose words stand together


def said_there(reference: Place) -> list[tuple[str, tuple[Keys, ...]]]:
    """What a reference says in the idiom's place: one more equivalent."""
    text = reference.text
    places = [j for j in reference.linked if text.content[j]]
    if len(places) < 2 or reference.guessed:  # one word may be there for another reason
        return []
    return [(" ".join(text.tokens[j] for j in places), tuple(text.keys[j] for j in places))]


def together(places: Sequence[Sequence[int]]) -> float:
    """`STANDS` if the words of an equivalent stand together, whatever the order; 0 if not."""
    for first in places[0]:
        chosen = [min(found, key=lambda j: abs(j - first)) for found in places]
        if max(chosen) - min(chosen) < len(places) + _ROOM:
            return STANDS
    return 0.0


def nearness(one: Sequence[Floats32], other: Sequence[Floats32]) -> tuple[float, float, float]:
    """Of each of `one` to its nearest of `other`, on average; of the nearest two; of the means."""
    if not one or not other:
        return 0.0, 0.0, 0.0
    left, right = np.array(one), np.array(other)
    products = left @ right.T
    a, b = left.mean(0), right.mean(0)
    cosine = float(a @ b) / max(1e-9, float(np.linalg.norm(a)) * float(np.linalg.norm(b)))
    return float(products.max(1).mean()), float(products.max()), cosine


def as_reference(place: Place, reference: Place | None) -> dict[str, float]:
    """How the region looks beside that of a reference."""
    if reference is None:
        return {"reference": 0.0, "as_reference": 0.0, "chrf": 0.0, "chrf_whole": 0.0}
    ours = frozenset().union(*(place.text.keys[j] for j in place.region))
    theirs = [reference.text.keys[j] for j in reference.region if reference.text.content[j]]
    shared = sum(bool(keys & ours) for keys in theirs) / max(1, len(theirs))
    return {
        "reference": 1.0,
        "as_reference": shared,
        "chrf": character_f(place.words(), reference.words()),
        "chrf_whole": character_f(place.text.text, reference.text.text),
    }


def character_f(one: str, other: str, longest: int = 4) -> float:
    """F1 of character n-grams of up to 4 letters, blanks left out; 0 to 1.

    >>> character_f("to die", "to die"), round(character_f("to die", "to diet"), 2)
    (1.0, 0.89)
    """
    one, other = ("".join(text.lower().split()) for text in (one, other))
    scores = []
    for size in range(1, longest + 1):
        left, right = (_grams(text, size) for text in (one, other))
        if left and right:
            scores.append(2 * len(left & right) / (len(left) + len(right)))
    return sum(scores) / len(scores) if scores else 0.0


@lru_cache(maxsize=1 << 10)  # systems are compared with each other, so texts come again
def _grams(text: str, size: int) -> frozenset[str]:
    return frozenset(text[n : n + size] for n in range(len(text) - size + 1))
