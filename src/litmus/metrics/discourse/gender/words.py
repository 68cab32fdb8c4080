"""MT-GenEval's rule (Currey et al. 2022): words that only the reference of the wrong gender has."""

import string
from collections.abc import Sequence
from dataclasses import dataclass

from litmus.language.words import compose

_BLANKS = str.maketrans(string.punctuation, " " * len(string.punctuation))


@dataclass(frozen=True, slots=True)
class Difference:
    """Words of the right reference alone, and of the wrong ones alone."""

    right: frozenset[str]
    wrong: frozenset[str]


def split(text: str) -> list[str]:
    """Its words in lower case, cut at blanks and ASCII punctuation, as the authors cut them.

    >>> split("L'élève, dit-elle")
    ['l', 'élève', 'dit', 'elle']
    """
    return compose(text).lower().translate(_BLANKS).split()


def difference(references: Sequence[str], wrong: Sequence[str]) -> Difference | None:
    """What tells the first reference from its wrong variants; None where nothing does."""
    if not references or not wrong:
        return None
    right = frozenset(split(references[0]))
    other = frozenset(word for text in wrong for word in split(text))
    return Difference(right - other, other - right) if other - right else None
