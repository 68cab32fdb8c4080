"""What a benchmark was run on, and how its timings are summed up."""

import platform
from collections.abc import Callable
from importlib.metadata import version
from statistics import median
from time import perf_counter
from typing import Any


def machine() -> str:
    """Python, NumPy and processor."""
    return f"Python {platform.python_version()}, NumPy {version('numpy')}, {platform.machine()}"


def timed(
    run: Callable[[], Any], repeats: int, clock: Callable[[], float] = perf_counter
) -> tuple[float, float, Any]:
    """Median seconds, spread (max - min over median), and the last result."""
    seconds, result = [], None
    for _ in range(repeats):
        start = clock()
        result = run()
        seconds.append(clock() - start)
    middle = median(seconds)
    return middle, (max(seconds) - min(seconds)) / middle, result
