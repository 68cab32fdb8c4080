"""Kills at counted steps: work in a child process that ends by SIGKILL at its n-th file operation.

No clock is read, so the same number always hits the same moment.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

# What a process may do to the files in a folder, as Python's audit events call it.
_CHANGES = (
    "os.chmod", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.truncate", "shutil.rmtree",
)  # fmt: skip
_STARTS = os.O_WRONLY | os.O_RDWR


class _Counter:
    """Counts what is done to files below a folder; kills at one of them."""

    def __init__(self, folder: Path, last: int) -> None:
        self._folder, self._last, self.count = str(folder), last, 0

    def __call__(self, event: str, given: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = given
            if not (flags & _STARTS and self._is_inside(path)):
                return
        elif event not in _CHANGES or not self._is_inside(given[0]):
            return
        self.count += 1
        if self.count == self._last:
            os.kill(os.getpid(), signal.SIGKILL)

    def _is_inside(self, path: object) -> bool:
        if isinstance(path, bytes):
            path = os.fsdecode(path)
        return isinstance(path, str | os.PathLike) and str(path).startswith(self._folder)


def killed_at(last: int, folder: Path, work: Callable[[], object]) -> bool:
    """Does the work in a child that is killed at so many changes in a folder; whether it was."""
    child = os.fork()
    if child == 0:
        code = 3
        try:
            sys.addaudithook(_Counter(folder, last))
            work()
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return True
    assert os.WEXITSTATUS(status) == 0, "the work failed"
    return False


def steps(folder: Path, work: Callable[[], object]) -> int:
    """How many changes the work makes in a folder, done in a child."""
    ready, told = os.pipe()
    child = os.fork()
    if child == 0:
        code = 3
        try:
            counter = _Counter(folder, 0)
            sys.addaudithook(counter)
            work()
            os.write(told, str(counter.count).encode())
            code = 0
        finally:
            os._exit(code)
    os.close(told)
    with os.fdopen(ready) as answer:
        count = answer.read()
    assert os.WEXITSTATUS(os.waitpid(child, 0)[1]) == 0, "the work failed"
    return int(count)


def moments(total: int, most: int, seed: int = 1) -> Iterator[int]:
    """The steps to kill at: all of them, or so many drawn by seed."""
    every = range(1, total + 1)
    yield from every if total <= most else sorted(Random(seed).sample(every, most))
