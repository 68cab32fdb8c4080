"""Batches made while the device is busy with those before."""

from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Event, Thread
from types import TracebackType
from typing import Generic, TypeVar

T = TypeVar("T")
_PATIENCE = 0.1  # seconds between looks at whether anybody still wants more


class Ahead(Generic[T]):
    """The items of an iterator, made in a thread and at most `depth` ahead.

    What goes wrong there is raised here. Leaving the `with` ends the thread.
    """

    def __init__(self, items: Iterator[T], depth: int) -> None:
        self._items = items
        self._queue: Queue[tuple[bool, T | BaseException | None]] = Queue(depth)
        self._stopped = Event()
        self._thread = Thread(target=self._work, name="batches", daemon=True)

    def __enter__(self) -> Iterator[T]:
        self._thread.start()
        return self._taken()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stopped.set()
        with suppress(Empty):
            while True:
                self._queue.get_nowait()
        self._thread.join()

    def _taken(self) -> Iterator[T]:
        while True:
            more, item = self._queue.get()
            if more:
                yield item  # type: ignore[misc]
            elif isinstance(item, BaseException):
                raise item
            else:
                return

    def _work(self) -> None:
        try:
            for item in self._items:
                if not self._put((True, item)):
                    return
            self._put((False, None))
        except BaseException as error:  # whatever it is, the reader must hear of it
            self._put((False, error))

    def _put(self, entry: tuple[bool, T | BaseException | None]) -> bool:
        while not self._stopped.is_set():
            with suppress(Full):
                self._queue.put(entry, timeout=_PATIENCE)
                return True
        return False
