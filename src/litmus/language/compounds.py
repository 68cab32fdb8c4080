"""Compounds: words written together, as German *Bärendienst* and Dutch *boekenkast*."""

from collections.abc import Container, Iterable, Sequence

# Shorter pieces are endings and function words far more often than parts of a compound.
SHORTEST_PART = 3


def contains_part(
    word: str,
    part: str,
    linking: Iterable[str],
    vocabulary: Container[str],
    *,
    dropped: Sequence[str] = (),
) -> bool:
    """Whether `part` opens or closes the compound `word` and the rest is a known word.

    All in lower case. Linking letters may stand between the parts, and the first part may have
    lost one of the `dropped` endings.

    >>> contains_part("bärendienst", "bär", ["en", "s"], {"dienst"})
    True
    >>> contains_part("bärtig", "bär", ["en", "s"], {"dienst"})
    False
    >>> contains_part("schultür", "schule", ["en", "s"], {"tür"}, dropped=["e"])
    True
    """
    if len(part) < SHORTEST_PART:
        return False
    links = ("", *linking)
    for stem in (part, *(part.removesuffix(end) for end in dropped if part.endswith(end))):
        if len(stem) >= SHORTEST_PART and word.startswith(stem):
            rest = word[len(stem) :]
            lasts = [rest.removeprefix(link) for link in links if rest.startswith(link)]
            if any(len(last) >= SHORTEST_PART and last in vocabulary for last in lasts):
                return True
    if word.endswith(part):
        rest = word.removesuffix(part)
        firsts = [rest.removesuffix(link) for link in links if rest.endswith(link)]
        return any(
            first + end in vocabulary
            for first in firsts
            if len(first) >= SHORTEST_PART
            for end in ("", *dropped)
        )
    return False
