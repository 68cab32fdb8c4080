"""Words of a translation with what tells them apart: case, place in the sentence, elision."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from litmus.language.inflection import fold
from litmus.language.words import WORD

_APOSTROPHES = "'’‘ʼ"  # noqa: RUF001
_BEFORE_A_SENTENCE = " \t'\"([¿¡«„“”‘’-–—"  # noqa: RUF001
_ENDS = ".?!…:"


class Place(NamedTuple):
    """A word: as it is written, folded to compare, and where it stands."""

    form: str
    key: str
    start: int
    end: int
    capital: bool
    initial: bool  # it begins a sentence, where a capital says nothing
    elided: bool  # an apostrophe ties it to the next word


def places(text: str) -> list[Place]:
    """The words of a text in order; apostrophes and hyphens separate.

    >>> [(place.key, place.elided) for place in places("Où l'avez-vous vu ?")][:3]
    [('où', False), ('l', True), ('avez', False)]
    """
    found = []
    for match in WORD.finditer(text):
        start, end = match.span()
        form = match[0]
        follows = text[end : end + 2]
        elided = follows[:1] in _APOSTROPHES and follows[1:].isalpha() if follows else False
        initial = _begins(text, start) if form[0].isupper() else False
        found.append(
            Place(form, fold(form.lower()), start, end, form[0].isupper(), initial, elided)
        )
    return found


def _begins(text: str, start: int) -> bool:
    while start and text[start - 1] in _BEFORE_A_SENTENCE:
        start -= 1
    return not start or text[start - 1] in _ENDS


def occurrences(form: str, words: Sequence[Place]) -> Iterator[list[Place]]:
    """Where a form stands: one word, or several in a row (Portuguese Fá-lo), whatever the case.

    A form that ends in an apostrophe (French t') is found only where it is elided.
    """
    wanted = [place.key for place in places(form)]
    if not wanted:
        return
    elided = form.endswith(tuple(_APOSTROPHES))
    for at in range(len(words) - len(wanted) + 1):
        found = list(words[at : at + len(wanted)])
        if [place.key for place in found] == wanted and (not elided or found[-1].elided):
            yield found
