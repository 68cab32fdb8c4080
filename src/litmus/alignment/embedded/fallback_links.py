"""Where a word without a link most likely stands: what a span is asked for when nothing is sure.

An idiom's words often have no partner of their own (keep tabs - surveiller). Two signs are left:
the best partner, however weak, and the words without a link in the same place, between the partners
of the nearest linked words on either side.
"""

from collections.abc import Sequence
from itertools import product

from litmus.alignment.links import Link

_LEAST = 0.001  # mean posterior of a best partner that is no mere noise


def guesses(
    best: Sequence[int],
    strength: Sequence[float],
    linked: Sequence[Link],
    source: Sequence[str],
    target: Sequence[str],
) -> set[Link]:
    """(source, target) places for source words without a link.

    `best` and `strength` are the likeliest partner of every source word and its mean posterior,
    `linked` has (source, target) places, sorted; `source` and `target` are keys.
    """
    length, width = len(target), len(source)
    first, last = [length] * width, [-1] * width  # the partners of each source word
    taken = [False] * length
    for i, j in linked:
        if last[i] < 0:
            first[i] = j
        last[i], taken[j] = j, True
    if -1 not in last:
        return set()
    found: set[Link] = set()
    at = 0
    while at < width:
        if last[at] >= 0:
            at += 1
            continue
        end = at
        while end < width and last[end] < 0:
            end += 1
        low = last[at - 1] + 1 if at else 0
        high = first[end] if end < width else length
        words = [i for i in range(at, end) if _is_word(source[i])]
        if words:
            between = [j for j in range(low, high) if not taken[j] and _is_word(target[j])]
            found.update(product(words, between))
            for i in words:
                if strength[i] > _LEAST and _is_word(target[best[i]]):
                    found.add((i, best[i]))
        at = end
    return found


def _is_word(key: str) -> bool:
    return key[:1].isalnum()
