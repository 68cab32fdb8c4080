"""What is done with every pair of a corpus, batch by batch, in as many processes as there are."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple, TypeVar

from litmus.bitext.cleaning import Cleaner, Cleaning, digest, normalise
from litmus.bitext.leaks import Leaks
from litmus.engine.batches import map_batches
from litmus.engine.processes import Work

Pair = tuple[str, str]
SIZE = 2_000  # pairs
Batch = TypeVar("Batch")
Result = TypeVar("Result")


class Judged(NamedTuple):
    """Of a batch: why each pair is dropped (None: it is fit), and the digests of the fit ones."""

    reasons: list[str | None]
    digests: list[int]


def judged(
    pairs: Iterable[Pair], languages: Pair, limits: Cleaning, workers: int | None
) -> Iterator[tuple[list[Pair], Judged]]:
    """Every batch of a corpus, and what is to be said of it."""
    return _with_results(partial(_Judge, languages, limits), _batches(pairs), workers)


def without_leaks(
    pairs: Iterable[Pair], fit: Callable[[int], bool], leaks: Leaks, workers: int | None
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

    for batch, found in _with_results(partial(_LeakCheck, leaks), fit_pairs(), workers):
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


def _with_results(
    make: Callable[[], Work[Batch, Result]], batches: Iterable[Batch], workers: int | None
) -> Iterator[tuple[Batch, Result]]:
    """Every batch with its result: batches that are in the works wait here."""
    waiting: deque[Batch] = deque()

    def held() -> Iterator[Batch]:
        for batch in batches:
            waiting.append(batch)
            yield batch

    for result in map_batches(make, held(), workers=workers):
        yield waiting.popleft(), result
