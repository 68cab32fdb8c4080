"""Batches in, results out in order: on this machine's cores, or on Ray.

What is computed must depend on the batch alone. Then neither the engine, nor the number of workers,
nor a worker that dies half way can change a byte of the result.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec

from litmus.engine.actors import on_ray
from litmus.engine.processes import DEATHS, Batch, Result, Work, on_processes
from litmus.errors import MissingExtra, UnknownName

_ENGINES = ("local", "ray", "ray://HOST:PORT")
_ADDRESS = re.compile(r"ray://(\[[0-9a-fA-F:.]+\]|[^\s/:\[\]]+):\d{1,5}")


def map_batches(
    make: Callable[[], Work[Batch, Result]],
    batches: Iterable[Batch],
    *,
    workers: int | None = None,
    engine: str = "local",
    deaths: int = DEATHS,
    gpus: int | None = None,
) -> Iterator[Result]:
    """The result of every batch, in order.

    `make` runs once in each worker and returns what is done with a batch; it, the batches and the
    results must be picklable. `workers` are by default as many as there is use for: one per core
    (on this machine only if there is more to do than two seconds' work), or per CPU of a cluster.
    `engine` is `local`, `ray` for a Ray of our own on this machine, or `ray://HOST:PORT` for the
    cluster there. With `gpus` each worker sees one of so many GPUs; on Ray it has it for itself. A
    batch that `deaths` workers have died over is given up.
    """
    check_engine(engine)
    if engine == "local":
        return on_processes(make, batches, workers=workers, deaths=deaths, gpus=gpus)
    return on_ray(make, batches, workers=workers, engine=engine, deaths=deaths, gpus=gpus)


def map_with_batches(
    make: Callable[[], Work[Batch, Result]],
    batches: Iterable[Batch],
    *,
    workers: int | None = None,
    engine: str = "local",
) -> Iterator[tuple[Batch, Result]]:
    """The same, each result with its batch, which workers need not send back."""
    waiting: deque[Batch] = deque()

    def noted() -> Iterator[Batch]:
        for batch in batches:
            waiting.append(batch)
            yield batch

    for result in map_batches(make, noted(), workers=workers, engine=engine):
        yield waiting.popleft(), result


def check_engine(engine: str) -> None:
    """Refuses a name that is none, and Ray where it is not installed, before any work is done."""
    if engine == "local":
        return
    if engine != "ray" and not _ADDRESS.fullmatch(engine):
        raise UnknownName("engine", engine, _ENGINES)
    # A cluster is reached by gRPC, which plain Ray comes without.
    if not find_spec("ray") or (engine != "ray" and not find_spec("grpc")):
        raise MissingExtra("Ray", "ray")
