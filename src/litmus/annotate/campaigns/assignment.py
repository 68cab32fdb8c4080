"""Who judges what: decided once, when the campaign is made, so that nothing is given out twice."""

import random
from collections.abc import Sequence

from litmus.errors import UsageError
from litmus.wording import option


def assign(
    n_items: int,
    annotators: Sequence[str],
    *,
    overlap: int = 1,
    shared: int = 0,
    shuffle: bool = True,
    seed: int = 12345,
) -> dict[str, list[int]]:
    """For every annotator the items to judge, in the order shown.

    Each item goes to `overlap` annotators, the least busy first; `shared` random items go to all.
    Everyone gets an order of their own, so that no item is judged tired by all; without `shuffle`
    the order is the suite's.
    """
    _check(annotators, overlap, shared)
    rng = random.Random(seed)
    order = list(range(n_items))
    rng.shuffle(order)
    common = set(order[:shared])
    load = dict.fromkeys(annotators, 0)
    given: dict[str, list[int]] = {name: [] for name in annotators}
    for item in order:
        if item in common:
            chosen = list(annotators)
        else:  # ties are broken by chance, so that every pair of annotators meets
            chosen = sorted(annotators, key=lambda name: (load[name], rng.random()))[:overlap]
        for name in chosen:
            load[name] += 1
            given[name].append(item)
    for items in given.values():
        if shuffle:
            rng.shuffle(items)
        else:
            items.sort()
    return given


def check_names(annotators: Sequence[str]) -> None:
    """Names must be distinct and fit on a line."""
    for name in annotators:
        if not name.strip() or any(c in name for c in "\t\n\r\0"):
            raise UsageError(f"An annotator cannot be called {name!r}.")
        if list(annotators).count(name) > 1:
            raise UsageError(f"Two annotators are called {name!r}.")


def _check(annotators: Sequence[str], overlap: int, shared: int) -> None:
    if not annotators:
        raise UsageError(f"A campaign needs annotators: {option('annotators', 'NAME,NAME')}")
    check_names(annotators)
    if not 1 <= overlap <= len(annotators):
        raise UsageError(
            f"{option('overlap', str(overlap))}: an item can be judged by 1 to "
            f"{len(annotators)} of {len(annotators)} annotators."
        )
    if shared < 0:
        raise UsageError(f"{option('shared')} must be at least 0, not {shared}.")
