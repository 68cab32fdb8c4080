"""Words that differ by a letter or two."""

MOST_EDITS = 2
SIMILARITY = 0.8


def edit_distance(left: str, right: str) -> int:
    """Levenshtein distance.

    >>> edit_distance("kitten", "sitting")
    3
    """
    if len(left) < len(right):
        left, right = right, left
    previous = list(range(len(right) + 1))
    for i, a in enumerate(left, start=1):
        current = [i]
        for j, b in enumerate(right, start=1):
            current.append(min(previous[j] + 1, current[-1] + 1, previous[j - 1] + (a != b)))
        previous = current
    return previous[-1]


def common_prefix(left: str, right: str) -> int:
    """How many letters two words share at the start."""
    n = 0
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        n += 1
    return n


def similar(left: str, right: str) -> bool:
    """At most two edits, at most a fifth of the longer word, most of them at the end.

    The relation is symmetric, so a reference can never be flagged by itself.
    """
    longest = max(len(left), len(right))
    if left == right:
        return True
    if abs(len(left) - len(right)) > MOST_EDITS or longest == 0:
        return False
    if common_prefix(left, right) / longest < SIMILARITY * SIMILARITY:
        return False
    distance = edit_distance(left, right)
    return distance <= MOST_EDITS and 1 - distance / longest >= SIMILARITY
