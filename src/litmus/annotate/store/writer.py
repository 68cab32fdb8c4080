"""The one who writes: judgements that arrive together are committed together, then confirmed."""

import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from litmus.annotate.store.database import Store, connect
from litmus.errors import LitmusError

T = TypeVar("T")
_MOST = 256  # works in one transaction
Work = tuple[Callable[[Store], Any], "Future[Any]"]


class Writer:
    """Runs works one after the other in a thread of its own.

    A future is fulfilled only after the commit: who got an answer has been written to disk. Works
    that wait while the disk is busy share the next commit.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._waiting: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="judgements", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Store], T]) -> "Future[T]":
        """The result of `work`, once it is on disk; or what it raised, and then nothing is."""
        future: Future[T] = Future()
        self._waiting.put((work, future))
        return future

    def close(self) -> None:
        """Finish what waits, then stop."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        try:
            store = Store(connect(self._path))
        except Exception as error:  # nobody may wait for ever
            while (works := self._next()) is not None:
                for _, future in works:
                    future.set_exception(error)
            return
        try:
            while (works := self._next()) is not None:
                _commit(store, works)
        finally:
            store.connection.close()

    def _next(self) -> list[Work] | None:
        """What waits, at least one; None at the end."""
        first = self._waiting.get()
        if first is None:
            return None
        works = [first]
        while len(works) < _MOST:
            try:
                work = self._waiting.get_nowait()
            except queue.Empty:
                break
            if work is None:
                self._waiting.put(None)  # stop after these
                break
            works.append(work)
        return works


def _commit(store: Store, works: list[Work]) -> None:
    """All works in one transaction; one that fails takes back only what it did itself."""
    answers: list[tuple[Future[Any], Any, BaseException | None]] = []
    execute = store.connection.execute
    try:
        execute("BEGIN IMMEDIATE")
        for work, future in works:
            if not future.set_running_or_notify_cancel():
                continue  # who asked has gone, and was told nothing
            execute("SAVEPOINT work")
            try:
                answers.append((future, work(store), None))
            except Exception as error:  # the caller's to judge
                execute("ROLLBACK TO work")
                answers.append((future, None, error))
            execute("RELEASE work")
        execute("COMMIT")
    except Exception as error:  # a full disk, a lock: nobody is told that it was written
        if store.connection.in_transaction:
            with suppress(LitmusError, sqlite3.Error):
                execute("ROLLBACK")
        answers = [(future, None, error) for _, future in works if not future.cancelled()]
    for future, result, problem in answers:
        if problem is None:
            future.set_result(result)
        else:
            future.set_exception(problem)
