"""Attention checks: translations damaged on purpose, to see whether annotators notice.

Each is a twin of an item that the same annotator judges undamaged. A stretch of the translation is
replaced by words of another segment's, as in WMT's campaigns (Graham et al. 2017; Kocmi et al.
2024): fluent by itself, and wrong where it stands.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from litmus.annotate.campaigns.items import Item, Key
from litmus.corpus.ratings import ErrorSpan
from litmus.corpus.segment import Span
from litmus.language.words import token_offsets, words
from litmus.wording import count

_REPLACED = {1: 1, 5: 2, 8: 3, 15: 4, 20: 5}  # words of a translation up to so long
_TRIES = 100  # donors
_APART = 10  # items between a twin and its original, where there is room


@dataclass(frozen=True, slots=True)
class Twin:
    """A damaged translation: which item it is of, and where the damage is."""

    of: Key
    item: Item
    damage: Span


@dataclass(frozen=True, slots=True)
class Checks:
    """The twins by keys of their own, everyone's items with theirs mixed in, and what to know."""

    twins: Mapping[Key, Twin]
    assigned: Mapping[str, list[Key]]
    notes: tuple[str, ...] = ()


def with_checks(
    items: Mapping[Key, Item],
    groups: Sequence[Sequence[Key]],
    assigned: Mapping[str, list[Key]],
    *,
    number: int,
    seed: int,
) -> Checks:
    """`number` checks for every annotator, each a twin of one of their own items."""
    if not number:
        return Checks({}, assigned)
    rng = random.Random(seed)
    leaders = {group[0] for group in groups}
    donors = [item for item in items.values() if item.target.strip()]
    twins: dict[Key, Twin] = {}
    mixed: dict[str, list[Key]] = {}
    notes = []
    for name, own in assigned.items():
        order = [key for key in own if key in leaders]
        rng.shuffle(order)
        chosen: list[Key] = []
        for key in order:
            if len(chosen) == number:
                break
            twin = _key_of_twin(key)
            if twin not in twins and (made := _twin(key, items[key], donors, rng)):
                twins[twin] = made
            if twin in twins:
                chosen.append(twin)
        mixed[name] = _mixed(own, chosen, twins, rng)
        if len(chosen) < number:
            notes.append(
                f"{name} has {count(len(chosen), 'attention check')}, not {number}: there are not "
                "enough translations that can be damaged."
            )
    return Checks(twins, mixed, tuple(notes))


def _key_of_twin(key: Key) -> Key:
    return key[0], -1 - key[1]


def _twin(key: Key, item: Item, donors: Sequence[Item], rng: random.Random) -> Twin | None:
    for _ in range(_TRIES if donors else 0):
        donor = rng.choice(donors)
        shown = {item.target, *(target for _, target in (*item.before, *item.after))}
        if donor.segment.id == item.segment.id or donor.target in shown:
            continue
        found = damaged(item.target, donor.target, rng)
        if found:
            return Twin(key, replace(item, target=found[0]), found[1])
    return None


def damaged(text: str, donor: str, rng: random.Random) -> tuple[str, Span] | None:
    """A text of which a stretch is replaced by words of another, and where that is.

    None if there is nothing to replace, or nothing to replace it by. The first and the last word
    stay where the text is long enough.

    >>> damaged("She told him the whole story", "Two ships left a port", random.Random(2))
    ('She Two ships left whole story', (4, 18))
    """
    places, others = _words(text), _words(donor)
    if not places:
        return None
    n = replaced_words(len(places))
    if len(others) < n:
        return None
    first, last = (1, len(places) - n - 1) if len(places) >= n + 2 else (0, len(places) - n)
    at, by = rng.randint(first, last), rng.randrange(len(others) - n + 1)
    start, end = places[at][0], places[at + n - 1][1]
    new = donor[others[by][0] : others[by + n - 1][1]]
    known = {word.lower() for word in words(text)}
    if len(known & {word.lower() for word in words(new)}) * 2 > n or new in text:
        return None
    return text[:start] + new + text[end:], (start, start + len(new))


def replaced_words(length: int) -> int:
    """How many words of a translation are replaced (Graham et al. 2017): about a quarter.

    >>> [replaced_words(n) for n in (1, 4, 8, 9, 20, 40)]
    [1, 2, 3, 4, 5, 10]
    """
    return next((n for most, n in _REPLACED.items() if length <= most), length // 4)


def _words(text: str) -> list[Span]:
    """Its words; in Chinese and Japanese its characters."""
    return [span for span in token_offsets(text, "words", "") if text[span[0]].isalnum()]


def _mixed(
    own: Sequence[Key], chosen: Sequence[Key], twins: Mapping[Key, Twin], rng: random.Random
) -> list[Key]:
    """Twins at random places, away from their originals."""
    found = list(own)
    for key in chosen:
        place = found.index(twins[key].of)
        apart = min(_APART, len(found) // 3)
        free = [p for p in range(len(found) + 1) if p <= place - apart or p > place + apart]
        found.insert(rng.choice(free or [len(found)]), key)
    return found


def passed(damage: Span, spans: Sequence[ErrorSpan] | None) -> bool:
    """Whether the damage was marked: an error in the translation overlaps it."""
    start, end = damage
    return any(not span.in_source and span.start < end and start < span.end for span in spans or ())
