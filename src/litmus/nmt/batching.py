"""Which texts run through a network together, and what happens when they are too many."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from litmus.errors import DataError
from litmus.failures import out_of_memory
from litmus.wording import option

T = TypeVar("T")
R = TypeVar("R")
Length = int | tuple[int, ...]


def by_length(
    items: Sequence[T], length: Callable[[T], Length], budget: int
) -> Iterator[list[int]]:
    """Indices of batches of alike lengths, longest first: padded, none is over `budget` tokens.

    A length of several numbers (source, target) pads each apart. An item that is over the budget
    by itself is a batch of one. What does not fit in memory thus shows at once.

    >>> list(by_length(["a", "bbbb", "cc", "ddd"], len, budget=8))
    [[1, 3], [2, 0]]
    >>> list(by_length([(1, 5), (5, 1), (1, 4)], lambda pair: pair, budget=12))
    [[1], [0, 2]]
    """
    lengths = [found if isinstance(found, tuple) else (found,) for found in map(length, items)]
    batch: list[int] = []
    widest: tuple[int, ...] = ()
    for index in sorted(range(len(items)), key=lambda i: (lengths[i], -i), reverse=True):
        wider = tuple(map(max, widest, lengths[index])) if batch else lengths[index]
        if batch and sum(wider) * (len(batch) + 1) > budget:
            yield batch
            batch, wider = [], lengths[index]
        batch.append(index)
        widest = wider
    if batch:
        yield batch


def halving(
    run: Callable[[Sequence[int]], R],
    indices: Sequence[int],
    name: Callable[[int], str] = lambda index: f"Segment {index + 1}",
) -> Iterator[tuple[Sequence[int], R]]:
    """Batches with what `run` made of them: the one given, or its halves if memory runs out.

    `name` says which segment an index is, for the message when even a batch of one is too large.
    """
    try:
        found = run(indices)
    except (MemoryError, RuntimeError) as error:
        if not out_of_memory(error):
            raise
        if len(indices) == 1:
            raise DataError(
                f"{name(indices[0])} alone does not fit in memory.\n"
                f"Give it less context, use a smaller model, or use {option('device', 'cpu')}."
            ) from error
    else:
        yield indices, found
        return
    # Out of the `except`: what the failed run held is free only now.
    _empty_cache()
    middle = (len(indices) + 1) // 2
    yield from halving(run, indices[:middle], name)
    yield from halving(run, indices[middle:], name)


def _empty_cache() -> None:
    import torch

    if torch.cuda.is_available():
        torch.cuda.empty_cache()
