"""Where words that a judge quotes are in a text: models copy words well, and count badly."""

import unicodedata
from collections.abc import Collection
from functools import lru_cache

Place = tuple[int, int]
_QUOTES = dict.fromkeys(map(ord, "„“”«»‹›〝〞「」『』＂"), '"') | dict.fromkeys(
    map(ord, "‘’‚‛`´＇"), "'"
)
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−"), "-")
_SAME = _QUOTES | _DASHES
_AROUND = " \t\n\"'.…"  # what models put around words they quote


def find(
    quote: str, text: str, *, context: str = "", taken: Collection[Place] = ()
) -> Place | None:
    """Half-open offsets of the words in the text; None where they are not in it.

    Exactly as they are; else with other capitals, blanks, quotation marks, dashes or normal form;
    else without what may stand around a quotation. Of several places, one in the `context` (a
    longer quotation); then one that is not `taken`; then one that cuts no word; then the first.

    >>> find("Eimer", "Der eimer, der Eimer"), find("DER  EIMER", "Der Eimer"), find("x", "y")
    ((15, 20), (0, 9), None)
    """
    for words in dict.fromkeys((quote, quote.strip(_AROUND))):
        if words.strip():
            places = _exactly(words, text) or _loosely(words, text)
            if places:
                return _chosen(places, text, context, taken)
    return None


def _exactly(words: str, text: str) -> list[Place]:
    places, start = list[Place](), text.find(words)
    while start >= 0:
        places.append((start, start + len(words)))
        start = text.find(words, start + len(words))
    return places


def _loosely(words: str, text: str) -> list[Place]:
    plain, origin = _plain(text)
    wanted = _plain(words)[0].strip()
    if not wanted:
        return []
    return [(origin[start], origin[end - 1] + 1) for start, end in _exactly(wanted, plain)]


@lru_cache(maxsize=64)
def _plain(text: str) -> tuple[str, tuple[int, ...]]:
    """The text without what may differ, and of every character of it the place in the text."""
    found, origin = list[str](), list[int]()
    for place, character in enumerate(text):
        shown = character.translate(_SAME)
        for one in unicodedata.normalize("NFKD", shown).casefold():
            if one.isspace() and found and found[-1] == " ":
                continue
            found.append(" " if one.isspace() else one)
            origin.append(place)
    return "".join(found), tuple(origin)


def _chosen(places: list[Place], text: str, context: str, taken: Collection[Place]) -> Place:
    around = find(context, text) if context.strip() and len(places) > 1 else None

    def rank(place: Place) -> tuple[bool, bool, bool]:
        is_inside = around is None or around[0] <= place[0] and place[1] <= around[1]
        return not is_inside, place in taken, _cuts_a_word(place, text)

    return min(places, key=rank)  # the first of the best


def _cuts_a_word(place: Place, text: str) -> bool:
    start, end = place
    before = start > 0 and text[start - 1].isalnum() and text[start].isalnum()
    after = end < len(text) and text[end - 1].isalnum() and text[end].isalnum()
    return before or after
