"""Shards: one of N runs, on as many machines, each with its own stretch of the same input.

A first pass over the input counts rows and takes their digest, so that every run cuts the input at
the same places and `merge` can tell whether all of them saw the same. Cuts are between batches:
what is computed of a batch is the same whoever computes it.
"""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from itertools import islice
from typing import NamedTuple, TypeVar

from litmus.errors import UsageError
from litmus.wording import option

Batch = TypeVar("Batch")

# Array jobs: the variable with the number of the run, and those with the first and the last one.
_ARRAYS = (
    ("SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX"),
    ("SGE_TASK_ID", "SGE_TASK_FIRST", "SGE_TASK_LAST"),
    ("LSB_JOBINDEX", "", "LSB_JOBINDEX_END"),
    ("PBS_ARRAY_INDEX", "", ""),
    ("AWS_BATCH_JOB_ARRAY_INDEX", "", "AWS_BATCH_JOB_ARRAY_SIZE"),
)


class Shard(NamedTuple):
    """Number `number` (from 1) of `of` runs."""

    number: int
    of: int


class Stretch(NamedTuple):
    """The rows that a shard has: `first` come before them, `stop` is where they end."""

    first: int
    stop: int
    total: int
    digest: str  # of the whole input


def read_shard(text: str, environment: Mapping[str, str] = os.environ) -> Shard:
    """`3/16`; or `auto`, which asks the scheduler of the array job; or `auto/16`.

    >>> read_shard("3/16")
    Shard(number=3, of=16)
    >>> read_shard("auto", {"SLURM_ARRAY_TASK_ID": "5", "SLURM_ARRAY_TASK_MIN": "0",
    ...                     "SLURM_ARRAY_TASK_MAX": "9"})
    Shard(number=6, of=10)
    """
    found = re.fullmatch(r"(\d{1,9}|auto)(?:/(\d{1,9}))?", text)
    if found is None or (found[1] != "auto" and found[2] is None):
        raise UsageError(
            f"{option('shard')} is {text!r}; it should be such as 3/16, the third of sixteen runs, "
            "or auto in an array job."
        )
    if found[1] == "auto":
        number, of = _from_scheduler(environment)
        of = int(found[2]) if found[2] else of
    else:
        number, of = int(found[1]), int(found[2])
    if of is None:
        raise UsageError(
            f"The scheduler does not say how many runs there are: {option('shard', 'auto/N')}"
        )
    if not 1 <= number <= of:
        raise UsageError(f"{option('shard')} is {number}/{of}, but runs are numbered 1 to {of}.")
    return Shard(number, of)


def _from_scheduler(environment: Mapping[str, str]) -> tuple[int, int | None]:
    for name, first_name, last_name in _ARRAYS:
        value = environment.get(name, "")
        if not value.isdigit():
            continue
        first, last = (environment.get(key, "") for key in (first_name, last_name))
        if name.startswith("AWS"):  # counts from 0, and gives the size
            return int(value) + 1, int(last) if last.isdigit() else None
        start = int(first) if first.isdigit() else 1
        return int(value) - start + 1, int(last) - start + 1 if last.isdigit() else None
    raise UsageError(
        f"{option('shard', 'auto')} is for array jobs, and none of their variables is set "
        f"({', '.join(name for name, _, _ in _ARRAYS)}).\nGive the number: {option('shard', 'K/N')}"
    )


def cut(
    batches: Callable[[], Iterable[Batch]],
    shard: Shard | None,
    texts: Callable[[Batch], Iterable[str]],
) -> tuple[Callable[[], Iterable[Batch]], Stretch | None]:
    """The batches of a shard, and which rows they are; all of them, without a first pass, if there
    is no shard. `texts` gives the rows of a batch, each as one text."""
    if shard is None:
        return batches, None
    digest, total = blake2b(digest_size=16), 0
    starts = []
    for batch in batches():
        starts.append(total)
        for text in texts(batch):
            raw = text.encode("utf-8", "surrogatepass")
            digest.update(len(raw).to_bytes(8, "big") + raw)
            total += 1
    # A batch belongs to the shard that its first row falls into.
    low, high = (-(-total * k // shard.of) for k in (shard.number - 1, shard.number))
    own = [k for k, start in enumerate(starts) if low <= start < high]
    bounds = [*starts, total]
    first = bounds[own[0]] if own else _next(starts, low, total)
    stop = bounds[own[-1] + 1] if own else first
    begin, end = (own[0], own[-1] + 1) if own else (0, 0)
    stretch = Stretch(first, stop, total, digest.hexdigest())
    return lambda: islice(batches(), begin, end), stretch


def _next(starts: list[int], low: int, total: int) -> int:
    """Where the first batch after a place begins: a shard without any is empty there."""
    return next((start for start in starts if start >= low), total)
