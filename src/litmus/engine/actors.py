"""Batches through actors of Ray: one per worker, made anew where one of them, or its node, dies."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from textwrap import shorten
from typing import Any

import litmus
from litmus.engine.cluster import NoRay, connected
from litmus.engine.gpus import refuse_missing
from litmus.engine.processes import AHEAD, DEATHS, Batch, Result, Work, WorkerDied, cores
from litmus.errors import LitmusError
from litmus.wording import option

_EACH = 2  # batches at one actor: the one it works on, and the one on its way


def on_ray(
    make: Callable[[], Work[Batch, Result]],
    batches: Iterable[Batch],
    *,
    workers: int | None,
    engine: str,
    deaths: int = DEATHS,
    gpus: int | None = None,
) -> Iterator[Result]:
    """The result of every batch, in order; `make` runs once in each actor.

    `workers` are by default one per core of this machine, or per CPU of the cluster, or per GPU
    where these are asked for: then each has one for itself.
    """
    workers = workers or gpus
    with connected(engine, workers or cores()) as connection:
        options = connection.actor_options
        if gpus:
            found = int(connection.ray.cluster_resources().get("GPU", 0))
            refuse_missing(gpus, found, "Ray" if engine == "ray" else engine)
            options = {**options, "num_gpus": 1}
        crew = _Crew(connection.ray, options, make, workers or connection.cpus, deaths)
        try:
            yield from crew.results(batches)
        finally:
            crew.dismiss()


class _Worker:
    """Works on batches, wherever Ray puts it."""

    def __init__(self, make: Callable[[], Callable[[Any], Any]]) -> None:
        self._make = make
        self._work: Callable[[Any], Any] | None = None

    def version(self) -> str:
        return litmus.__version__

    def work(self, batch: Any) -> "_Outcome":
        # What `make` raises must come back as it is, not as an actor that was never born.
        try:
            if self._work is None:
                self._work = self._make()
            return _Outcome(self._work(batch))
        except LitmusError as error:  # Ray would wrap it
            return _Outcome(error=error)


@dataclass(frozen=True, slots=True)
class _Outcome:
    result: Any = None
    error: BaseException | None = None


@dataclass(eq=False, slots=True)
class _Job:
    """A batch until its result is given away."""

    batch: Any
    deaths: int = 0
    outcome: _Outcome | None = None


@dataclass(eq=False, slots=True)
class _Actor:
    handle: Any
    up: bool = False  # it may wait for a node until then
    jobs: list[_Job] = field(default_factory=list)

    def has_room(self, most: int) -> bool:
        return self.up and len(self.jobs) < most and not any(job.deaths for job in self.jobs)


class _Crew:
    """Actors and what they work on. Nothing is retried by Ray: it is done here, and counted."""

    def __init__(
        self,
        ray: Any,
        options: dict[str, Any],
        make: Callable[[], Work[Batch, Result]],
        workers: int,
        deaths: int,
    ) -> None:
        self._ray, self._workers, self._most_deaths = ray, workers, deaths
        self._class = ray.remote(_Worker).options(max_restarts=0, max_task_retries=0, **options)
        self._make = ray.put(make)
        self._actors: list[_Actor] = []
        self._awaited: dict[Any, tuple[_Actor, _Job | None]] = {}
        self._waiting: deque[_Job] = deque()  # not given to an actor yet
        self._stillborn = 0  # actors that died before they were up, since one was
        errors = ray.exceptions
        self._losses = (
            errors.RayActorError,
            errors.ObjectLostError,
            errors.NodeDiedError,
            errors.OutOfMemoryError,
            errors.WorkerCrashedError,
        )
        for _ in range(workers):
            self._add()

    def results(self, batches: Iterable[Batch]) -> Iterator[Any]:
        """In order; `AHEAD` batches of each worker are in the works."""
        jobs: deque[_Job] = deque()
        for batch in batches:
            jobs.append(_Job(batch))
            self._waiting.append(jobs[-1])
            if len(jobs) >= self._workers * AHEAD:
                yield self._result(jobs.popleft())
        while jobs:
            yield self._result(jobs.popleft())

    def dismiss(self) -> None:
        self._awaited.clear()
        if self._ray.is_initialized():
            for actor in self._actors:
                self._ray.kill(actor.handle)

    def _result(self, job: _Job) -> Any:
        with self._reaching():
            self._collect(wait=False)
            self._hand_out()
            while job.outcome is None:
                self._collect(wait=True)
                self._hand_out()
        if job.outcome.error is not None:
            raise job.outcome.error
        return job.outcome.result

    @contextmanager
    def _reaching(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:  # Ray raises a plain one where it is not connected any more
            if self._ray.is_initialized() and not isinstance(error, ConnectionError):
                raise
            raise NoRay(
                f"The connection to Ray was lost: {_last_line(error)}\n"
                "See whether its head still runs, and start again."
            ) from error

    def _add(self) -> None:
        actor = _Actor(self._class.remote(self._make))
        self._actors.append(actor)
        self._awaited[actor.handle.version.remote()] = actor, None

    def _hand_out(self) -> None:
        """The first batches to those who have least to do.

        One that was with a worker when it died is alone with the next one: if that dies too, it is
        known over which batch.
        """
        while self._waiting:
            room = 1 if self._waiting[0].deaths else _EACH
            free = [one for one in self._actors if one.has_room(room)]
            if not free:
                return
            actor, job = min(free, key=lambda one: len(one.jobs)), self._waiting.popleft()
            actor.jobs.append(job)
            self._awaited[actor.handle.work.remote(job.batch)] = actor, job

    def _collect(self, *, wait: bool) -> None:
        """What has happened, or the next thing to happen."""
        awaited = list(self._awaited)
        if wait:
            ready, _ = self._ray.wait(awaited, num_returns=1)
        elif awaited:
            ready, _ = self._ray.wait(awaited, num_returns=len(awaited), timeout=0)
        else:
            return
        for reference in ready:
            if reference in self._awaited:  # not of an actor found dead a moment ago
                self._take(reference)

    def _take(self, reference: Any) -> None:
        actor, job = self._awaited.pop(reference)
        try:
            found = self._ray.get(reference)
        except self._losses as error:
            self._replace(actor, error)
            return
        except self._ray.exceptions.RayTaskError as error:  # no error of ours: a mistake
            found = _Outcome(error=error)
        if job is None:
            _same_version(found)
            actor.up, self._stillborn = True, 0
        else:
            actor.jobs.remove(job)
            job.outcome = found

    def _replace(self, dead: _Actor, error: Exception) -> None:
        """What it had goes to others, and its death is counted."""
        self._actors.remove(dead)
        for reference in [one for one, (actor, _) in self._awaited.items() if actor is dead]:
            del self._awaited[reference]
        self._ray.kill(dead.handle)  # one that could only not be reached must not go on
        if not dead.up:
            self._stillborn += 1
            if self._stillborn >= DEATHS + self._workers:
                raise NoRay(
                    f"Workers do not start on Ray: {_last_line(error)}\n"
                    "Its nodes need the same litmus as this machine."
                ) from error
        for job in dead.jobs:
            job.deaths += 1
            if job.deaths >= self._most_deaths:
                job.outcome = _Outcome(error=_given_up(error, job.deaths))
        again = [job for job in dead.jobs if job.outcome is None]
        self._waiting.extendleft(reversed(again))
        self._add()


def _same_version(found: Any) -> None:
    if isinstance(found, _Outcome) and found.error is not None:
        raise found.error
    if found != litmus.__version__:
        raise NoRay(
            f"The nodes of Ray have litmus {found}, this machine has {litmus.__version__}; results "
            "could differ.\nInstall the same version everywhere."
        )


def _given_up(error: Exception, deaths: int) -> WorkerDied:
    died = WorkerDied(
        f"A worker died {deaths} times over the same part of the data (out of memory?).\n"
        f"Try fewer {option('workers')}."
    )
    died.__cause__ = error
    return died


def _last_line(error: Exception) -> str:
    """Ray's messages end with what happened, be it in a paragraph."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return shorten(lines[-1].strip(), 200, placeholder=" ...")
