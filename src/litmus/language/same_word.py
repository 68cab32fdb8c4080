"""When two words of a text are one word: its forms, compounds and derivations, and spellings."""

from collections.abc import Callable, Collection
from functools import lru_cache
from os.path import commonprefix

from litmus.language import knowledge
from litmus.language.compounds import SHORTEST_PART, contains_part
from litmus.language.inflection import fold, form_keys
from litmus.language.words import lowered, strip_accents

_LEAST = 4  # letters that related words begin with, at least
_FIRST = 6  # letters that compounds with the same first part begin with, known or not
_SHARE = 0.6  # of the shorter one: Europ|a, europ|äisch
_POINTING = "该本此各这那"
_MOST = 1 << 15  # pairs of words whose answer is remembered


def spelling(word: str) -> str:
    """One spelling for a word written in several ways: no hyphens, points, accents or capitals.

    >>> spelling("E-Mail") == spelling("email"), spelling("U.S.") == spelling("US")
    (True, True)
    """
    return "".join(sign for sign in strip_accents(fold(lowered(word))) if sign.isalnum())


def same_word(code: str, vocabulary: Collection[str]) -> Callable[[str, str], bool]:
    """A function that says of two written words whether they are one word, or made of one.

    `vocabulary` are words in small letters, such as those of a dictionary: what is left of a
    compound without the word has to be one of them.
    """
    language = knowledge.load(code)
    keys = form_keys(code)
    related = _shares_characters if language.writing == "characters" else _begins_alike

    def one_in_the_other(longer: str, shorter: str) -> bool:
        if not language.linking:
            return False
        if len(shorter) > SHORTEST_PART and longer.endswith(shorter):
            return True
        return contains_part(
            longer, shorter, language.linking, vocabulary, dropped=language.dropped
        ) or _shares_part(longer, shorter, vocabulary)

    @lru_cache(maxsize=_MOST)
    def same(one: str, other: str) -> bool:
        one, other = fold(lowered(one)), fold(lowered(other))
        if spelling(one) == spelling(other) or keys(one) & keys(other):
            return True
        if related(spelling(one), spelling(other)) or _is_short_for(one, other):
            return True
        if "-" in one or "-" in other:  # 100-Beispielen
            parts = [[part for part in word.split("-") if part] for word in (one, other)]
            return any(len(a) >= _LEAST and same(a, b) for a in parts[0] for b in parts[1])
        shorter, longer = sorted((one, other), key=len)
        return one_in_the_other(longer, shorter)

    return same


def _begins_alike(one: str, other: str) -> bool:
    shared = len(commonprefix((one, other)))
    return shared >= max(_LEAST, _SHARE * min(len(one), len(other)))


def _shares_characters(one: str, other: str) -> bool:
    """Whether they begin alike, or one is in the other, as where words are cut elsewhere; but for
    a sign that points: 该国 is 国家."""
    one, other = one.lstrip(_POINTING), other.lstrip(_POINTING)
    return bool(one and other) and (one[0] == other[0] or one in other or other in one)


def _is_short_for(one: str, other: str) -> bool:
    """Whether one is what is left of the other in a clipping: info, information."""
    short, long = sorted((one, other), key=len)
    return len(short) >= SHORTEST_PART and long.startswith(short)


def _shares_part(one: str, other: str, vocabulary: Collection[str]) -> bool:
    """Whether two compounds begin or end with the same word: Konferenzsaal, Sitzungssaal."""
    longest = min(len(one), len(other)) - SHORTEST_PART
    first = commonprefix((one, other))
    last = commonprefix((one[::-1], other[::-1]))[::-1]
    sizes = range(_LEAST, longest + 1)
    return (
        len(first) >= _FIRST
        or any(first[:size] in vocabulary for size in sizes if size <= len(first))
        or any(last[-size:] in vocabulary for size in sizes if size <= len(last))
    )
