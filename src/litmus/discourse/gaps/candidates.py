"""Words that may license an ellipsis: those after which a verb phrase or a noun may be missing.

The choice is cheap and generous; what is truly a gap, the classifier decides.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from litmus.discourse.gaps.gap import GapKind
from litmus.discourse.gaps.nouns import (
    GENITIVES,
    POSSESSIVES,
    QUANTIFIERS,
    is_number,
    may_lack_noun,
)
from litmus.discourse.gaps.verbs import AUXILIARIES, CLITICS, may_lack_verb
from litmus.discourse.gaps.view import low
from litmus.language.analysis import Word


def candidates(words: Sequence[Word]) -> Iterator[tuple[int, GapKind]]:
    """Positions after which something may be missing, from left to right."""
    for index, word in enumerate(words):
        verbal, nominal, form = _licenses(word.form)
        if verbal and may_lack_verb(words, index, form):
            yield index, "verb phrase"
        if (nominal or word.upos == "ADJ") and may_lack_noun(words, index, form):
            yield index, "noun phrase"


@lru_cache(maxsize=1 << 14)
def _licenses(form: str) -> tuple[bool, bool, str]:
    """Whether a form can license a verb gap, a noun gap; and the form in lower case."""
    form = low(form)
    nominal = form in POSSESSIVES or form in QUANTIFIERS or form in GENITIVES or is_number(form)
    return form in AUXILIARIES or form in CLITICS, nominal, form
