"""Compounds: words written together, as German *Bärendienst* and Dutch *boekenkast*."""

from collections.abc import Collection, Iterable

# Shorter pieces are endings and function words far more often than parts of a compound.
SHORTEST_PART = 3


def contains_part(
    word: str, part: str, linking: Iterable[str], vocabulary: Collection[str]
) -> bool:
    """Whether `part` opens or closes the compound `word` and the rest is a known word.

    All in lower case. Linking letters may stand between the parts.

    >>> contains_part("bärendienst", "bär", ["en", "s"], {"dienst"})
    True
    >>> contains_part("bärtig", "bär", ["en", "s"], {"dienst"})
    False
    """
    if len(part) < SHORTEST_PART or len(word) < len(part) + SHORTEST_PART:
        return False
    if word.startswith(part):
        rest = word[len(part) :]
        for link in ("", *linking):
            remainder = rest.removeprefix(link) if link else rest
            if link and not rest.startswith(link):
                continue
            if len(remainder) >= SHORTEST_PART and remainder in vocabulary:
                return True
    if word.endswith(part):
        rest = word[: -len(part)]
        for link in ("", *linking):
            if link and not rest.endswith(link):
                continue
            remainder = rest.removesuffix(link) if link else rest
            if len(remainder) >= SHORTEST_PART and remainder in vocabulary:
                return True
    return False
