"""Work for the tests of the engine, which other processes must be able to import."""

import os
import signal
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from time import sleep

from litmus.errors import UnknownName, UsageError


def doubling() -> Callable[[int], tuple[int, int]]:
    """The number doubled, and who did it."""
    return lambda number: (2 * number, os.getpid())


def slow_doubling() -> Callable[[int], tuple[int, int]]:
    """The same, long enough for several workers to get their share."""

    def work(number: int) -> tuple[int, int]:
        sleep(0.02)
        return 2 * number, os.getpid()

    return work


def refusing() -> Callable[[int], int]:
    """Refuses 7."""

    def work(number: int) -> int:
        if number == 7:
            raise UnknownName("number", "7", ["six", "eight"])
        return number

    return work


def dying(folder: Path, times: int) -> Callable[[int], int]:
    """Kills its own process at 5, so many times."""

    def work(number: int) -> int:
        deaths = len(list(folder.iterdir()))
        if number == 5 and deaths < times:
            (folder / str(deaths)).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number * number

    return work


def threads() -> Callable[[int], str | None]:
    """What the libraries in a worker are told about threads."""
    return lambda _: os.environ.get("OMP_NUM_THREADS")


def gpu(seconds: float = 0.1) -> Callable[[int], tuple[int, str | None]]:
    """Who works, and which GPU it may see: long enough for all workers to get their share."""

    def work(_: int) -> tuple[int, str | None]:
        sleep(seconds)
        return os.getpid(), os.environ.get("CUDA_VISIBLE_DEVICES")

    return work


def counting_calls(folder: Path) -> Callable[[int], int]:
    """Leaves a file for every process that made it."""
    (folder / str(os.getpid())).touch()
    return lambda number: number


def unmakeable() -> Callable[[int], int]:
    """Refuses before there is any work."""
    raise UsageError("There is nothing to make of it.")


def ray_is_there() -> bool:
    """Whether Ray and what it needs to reach a cluster are installed."""
    return bool(find_spec("ray") and find_spec("grpc"))
