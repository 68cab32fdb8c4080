"""What is done with every pair of a corpus, batch by batch, in as many processes as there are."""

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple

from litmus.bitext.cleaning import Cleaner, Cleaning, digest, normalise
from litmus.bitext.leaks import Leaks
from litmus.engine.batches import map_batches, map_with_batches
from litmus.engine.parts import Parts, Sharded
from litmus.engine.shards import Shard, cut

Pair = tuple[str, str]
SIZE = 2_000  # pairs


class Judged(NamedTuple):
    """Of a batch: why each pair is dropped (None: it is fit), and the digests of the fit ones."""

    reasons: list[str | None]
    digests: list[int]


def judged(
    pairs: Iterable[Pair], languages: Pair, limits: Cleaning, *, workers: int | None, engine: str
) -> Iterator[tuple[list[Pair], Judged]]:
    """Every batch of a corpus, and what is to be said of it."""
    judge = partial(_Judge, languages, limits)
    return map_with_batches(judge, _batches(pairs), workers=workers, engine=engine)


def judge_shard(
    pairs: Iterable[Pair],
    languages: Pair,
    limits: Cleaning,
    shard: Shard,
    signature: str,
    *,
    workers: int | None,
    engine: str,
) -> Sharded:
    """The same of one of several runs, as lines of its part."""
    batches, stretch = cut(partial(_batches, pairs), shard, _texts)
    assert stretch is not None
    judge = partial(_Judge, languages, limits)
    done = map_batches(judge, batches(), workers=workers, engine=engine)
    return Sharded({"signature": signature}, stretch, (_line(each) for each in done))


def judged_already(
    pairs: Iterable[Pair], parts: Parts, signature: str
) -> Iterator[tuple[list[Pair], Judged]]:
    """The same from the parts of all runs."""
    _, stretch = cut(partial(_batches, pairs), Shard(1, 1), _texts)
    assert stretch is not None
    parts.check(signature, stretch)
    return parts.results(_batches(pairs), _read)


def _texts(batch: list[Pair]) -> Iterator[str]:
    return (f"{len(source)}\n{source}\n{target}" for source, target in batch)


def _line(judged: Judged) -> str:
    dropped = [[k, reason] for k, reason in enumerate(judged.reasons) if reason is not None]
    return json.dumps([dropped, judged.digests], separators=(",", ":")) + "\n"


def _read(batch: list[Pair], line: str) -> Judged:
    """What `_line` wrote; a ValueError or the like where it cannot have."""
    dropped, digests = json.loads(line)
    reasons: list[str | None] = [None] * len(batch)
    for k, reason in dropped:
        if type(reason) is not str or not 0 <= k < len(batch):
            raise ValueError("a reason is none")
        reasons[k] = reason
    if len(digests) != reasons.count(None) or not all(0 <= each < 2**64 for each in digests):
        raise ValueError("there is not one digest for each pair")
    return Judged(reasons, digests)


def without_leaks(
    pairs: Iterable[Pair],
    fit: Callable[[int], bool],
    leaks: Leaks,
    *,
    workers: int | None,
    engine: str,
) -> Iterator[tuple[list[Pair], int, int]]:
    """The pairs of every batch that are fit (by number, from 1) and give no test away; how many
    are fit and do, and how many pairs were read so far."""
    numbers: deque[int] = deque()

    def fit_pairs() -> Iterator[list[Pair]]:
        number = 0
        for batch in _batches(pairs):
            kept = [pair for at, pair in enumerate(batch, start=number + 1) if fit(at)]
            number += len(batch)
            numbers.append(number)
            yield kept

    check = partial(_LeakCheck, leaks)
    for batch, found in map_with_batches(check, fit_pairs(), workers=workers, engine=engine):
        kept = [pair for pair, leak in zip(batch, found, strict=True) if not leak]
        yield kept, len(batch) - len(kept), numbers.popleft()


class _Judge:
    def __init__(self, languages: Pair, limits: Cleaning) -> None:
        self._cleaner = Cleaner(languages, limits)

    def __call__(self, batch: list[Pair]) -> Judged:
        normal = [(normalise(source), normalise(target)) for source, target in batch]
        reasons = [self._cleaner.reason(*pair) for pair in normal]
        fit = (pair for pair, reason in zip(normal, reasons, strict=True) if reason is None)
        return Judged(reasons, [digest(*pair) for pair in fit])


class _LeakCheck:
    def __init__(self, leaks: Leaks) -> None:
        self._leaks = leaks

    def __call__(self, batch: list[Pair]) -> list[bool]:
        return [self._leaks.find(source) is not None for source, _ in batch]


def _batches(pairs: Iterable[Pair]) -> Iterator[list[Pair]]:
    rest = iter(pairs)
    while batch := list(islice(rest, SIZE)):
        yield batch
