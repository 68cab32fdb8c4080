"""Batches through worker processes: results in order, whatever the number of processes.

What is computed must depend on the batch alone. Then neither the number of workers nor a worker
that dies half way can change a byte of the result.
"""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from itertools import chain
from time import monotonic
from typing import Any, TypeVar

from litmus.engine.garbage import collect_seldom
from litmus.engine.gpus import VISIBLE, visible
from litmus.errors import DataError, LitmusError
from litmus.wording import option

Batch = TypeVar("Batch")
Result = TypeVar("Result")
Work = Callable[[Batch], Result]


class WorkerDied(DataError):
    """A batch that no worker survives."""


_ALONE = 2.0  # seconds that one process works alone: what takes no longer needs no others
AHEAD = 3  # batches in the works per process: enough to keep all busy, little enough to hold
DEATHS = 3  # workers that may die over the same batch
# Every process has its core; threads inside it would only get in each other's way.
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def on_processes(
    make: Callable[[], Work[Batch, Result]],
    batches: Iterable[Batch],
    *,
    workers: int | None = None,
    deaths: int = DEATHS,
    gpus: int | None = None,
) -> Iterator[Result]:
    """The result of every batch, in order.

    `make` runs once in each process and returns what is done with a batch; it, the batches and the
    results must be picklable. Without `workers` this process begins alone, and a worker per core
    takes over if there is more to do than two seconds' work. `workers=1` starts none. With `gpus`
    worker k sees GPU k of so many, and again from the first one on.
    """
    rest = iter(batches)
    if workers is None:
        workers = cores()
        if workers > 1:
            yield from _alone(make(), rest)
    if workers == 1:
        yield from map(make(), rest)
        return
    first = next(rest, None)
    if first is not None:
        yield from _Pool(make, workers, deaths, gpus).results(chain([first], rest))


def _alone(work: Work[Batch, Result], batches: Iterator[Batch]) -> Iterator[Result]:
    """Results until the time is up; what others do with them meanwhile does not count."""
    spent = 0.0
    while spent < _ALONE:
        start = monotonic()
        for batch in batches:
            result = work(batch)
            break
        else:
            return
        spent += monotonic() - start
        yield result


class _Pool:
    """Processes that work on batches, started anew where one of them dies."""

    def __init__(
        self,
        make: Callable[[], Work[Batch, Result]],
        workers: int,
        deaths: int,
        gpus: int | None = None,
    ) -> None:
        self._make, self._workers, self._most_deaths = make, workers, deaths
        self._gpus = visible(gpus) if gpus else []
        self._pool = self._started()
        self._deaths = 0  # since the last result

    def results(self, batches: Iterable[Batch]) -> Iterator[Any]:
        """In order; `AHEAD` batches of each worker are in the works."""
        waiting: deque[tuple[Batch, Future[Any]]] = deque()
        try:
            for batch in batches:
                waiting.append((batch, self._submit(batch)))
                if len(waiting) >= self._workers * AHEAD:
                    yield self._first(waiting)
            while waiting:
                yield self._first(waiting)
        finally:
            self._pool.shutdown(cancel_futures=True)

    def _first(self, waiting: deque[tuple[Batch, Future[Any]]]) -> Any:
        while True:
            try:
                result = waiting[0][1].result()
            except BrokenProcessPool as error:
                self._start_again(waiting, error)
            else:
                waiting.popleft()
                self._deaths = 0
                return result

    def _start_again(
        self, waiting: deque[tuple[Batch, Future[Any]]], error: BrokenProcessPool
    ) -> None:
        """A dead worker takes its whole pool along: what was not done goes to a new one."""
        self._deaths += 1
        if self._deaths >= self._most_deaths:
            raise WorkerDied(
                f"A worker died {self._deaths} times over the same part of the data (out of "
                f"memory?).\nTry fewer {option('workers')}."
            ) from error
        self._pool.shutdown(cancel_futures=True)
        self._pool = self._started()
        unfinished = [
            (batch, future)
            if future.done() and not future.cancelled() and future.exception() is None
            else (batch, self._submit(batch))
            for batch, future in waiting
        ]
        waiting.clear()
        waiting.extend(unfinished)

    def _started(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(
            self._workers,
            mp_context=context,
            initializer=_start,
            initargs=(self._make, self._gpus, context.Value("i", 0)),
        )

    def _submit(self, batch: Batch) -> Future[Any]:
        # The first submission starts the processes.
        with _interrupts_held(), _one_thread_each():
            try:
                return self._pool.submit(_work, batch)
            except BrokenProcessPool as error:
                broken: Future[Any] = Future()
                broken.set_exception(error)
                return broken  # found out when its turn comes


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Processes that are started inside never hear of Ctrl-C: it is for us alone. It waits, unless
    a thread that some library started before hears it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _one_thread_each() -> Iterator[None]:
    """Libraries read these when a process starts; the user's own choice is left alone."""
    unset = [name for name in THREADS if name not in os.environ]
    os.environ.update(dict.fromkeys(unset, "1"))
    try:
        yield
    finally:
        for name in unset:
            del os.environ[name]


_working: Callable[[Any], Any] | None = None


def _start(make: Callable[[], Callable[[Any], Any]], gpus: Sequence[str], started: Any) -> None:
    """In a new process, which ends when its parent does, and not at Ctrl-C.

    `started` counts the processes, across all of them.
    """
    global _working
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    collect_seldom()
    if gpus:
        with started.get_lock():
            number, started.value = started.value, started.value + 1
        os.environ[VISIBLE] = gpus[number % len(gpus)]  # libraries look when they first need one
    try:
        _working = make()
    except LitmusError as error:  # here it would only show as a worker that died
        _working = partial(_refuse, error)


def _refuse(error: LitmusError, _: Any) -> Any:
    raise error


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(batch: Any) -> Any:
    assert _working is not None
    return _working(batch)
