"""What long work is doing and how far it is, told to whoever listens; most often nobody does.

The command line listens and draws bars (`cli/progress.py`). Work begins a stage and says how far it
is, without knowing who hears it; other threads and processes have no listener.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol, TypeVar

from litmus.wording import visible

T = TypeVar("T")
Total = int | Callable[[], int | None] | None  # a function is asked only if somebody listens


class Listener(Protocol):
    """Hears of stages; one may begin before another has ended."""

    def begun(self, stage: "Stage") -> None:
        """A stage begins."""

    def moved(self, stage: "Stage") -> None:
        """More of it is done; called often."""

    def ended(self, stage: "Stage") -> None:
        """It is over, done or not."""


_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


class Stage:
    """A part of the work: what is done, and how many of what; `total` is None if nobody knows.

    `before` are units that an earlier run has done, which say nothing of the speed. `note` is
    shown beside the count. Of a stage that is `kept`, the last count stays on the screen.
    """

    def __init__(self, name: str, unit: str = "", total: Total = None, *, kept: bool = False):
        self._listener = _listener.get()
        self.name, self.unit, self.kept = visible(name), unit, kept  # it may quote a file's name
        self.total = (total() if callable(total) else total) if self._listener else None
        self.done = self.before = 0
        self.note = ""
        if self._listener is not None:
            self._listener.begun(self)

    def reach(self, done: int, total: int | None = None, note: str = "") -> None:
        """So many units are done, of so many if that is known by now."""
        if self._listener is None:
            return
        self.done, self.total, self.note = done, total or self.total, note or self.note
        self._listener.moved(self)

    def advance(self, more: int = 1) -> None:
        """So many more are done."""
        self.reach(self.done + more)

    def end(self) -> None:
        """It is over; what is said of it later is not heard."""
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.ended(self)


@contextmanager
def stage(name: str, unit: str = "", total: Total = None, *, kept: bool = False) -> Iterator[Stage]:
    """A stage that ends with the block.

    >>> class Print:
    ...     def begun(self, stage): print(stage.name)
    ...     def moved(self, stage): print(stage.done, stage.unit)
    ...     def ended(self, stage): print("over")
    >>> with told_to(Print()), stage("counting", "sheep") as counting:
    ...     counting.reach(7)
    counting
    7 sheep
    over
    """
    begun = Stage(name, unit, total, kept=kept)
    try:
        yield begun
    finally:
        begun.end()


def counted(items: Iterable[T], name: str, unit: str, total: Total = None) -> Iterator[T]:
    """The items as they are; each one that comes is counted."""
    with stage(name, unit, total) as counting:
        for item in items:
            yield item
            counting.advance()


@contextmanager
def told_to(listener: Listener | None) -> Iterator[None]:
    """Stages that begin in the block are told to this one, or to nobody."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
