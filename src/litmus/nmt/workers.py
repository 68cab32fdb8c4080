"""Who runs a model: this process with all its threads, or several, each with the model."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from litmus.engine.batches import check_engine, map_batches
from litmus.engine.gpus import refuse_missing
from litmus.engine.processes import cores
from litmus.errors import DataError, UsageError, at_least
from litmus.nmt.model import Model, gpus_here, load_model, usable_device
from litmus.wording import option

Batch = TypeVar("Batch")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Workers:
    """How many processes, on what engine, on how many GPUs.

    None are as many as is best: one process without GPUs (its threads use all cores), one per GPU,
    one per CPU on Ray.
    """

    workers: int | None = 1
    engine: str = "local"
    gpus: int | None = None

    @property
    def alone(self) -> bool:
        """Whether it is this process that works."""
        return self.engine == "local" and self.workers == 1

    def settled(self, device: str) -> tuple["Workers", str]:
        """How many there are, and the device of each; a UsageError where it cannot be."""
        at_least(("workers", self.workers, 1), ("gpus", self.gpus, 1))
        check_engine(self.engine)
        local = self.engine == "local"
        if self.gpus is None:
            # A node may have GPUs that this machine has not; those are asked for by number.
            if local:
                return replace(self, workers=self.workers or 1), usable_device(device)
            return self, "cpu" if device == "auto" else device
        if device not in ("auto", "cuda"):
            raise UsageError(
                f"{option('gpus')} gives each worker its device; leave {option('device')} out."
            )
        workers = self.workers or self.gpus
        if workers < self.gpus or (workers > self.gpus and not local):
            raise UsageError(
                f"{option('gpus')} is {self.gpus}, {option('workers')} is {workers}: "
                + ("every GPU needs a worker." if local else "on Ray every worker has a GPU.")
            )
        if local:
            refuse_missing(self.gpus, gpus_here(), "this machine")
        return replace(self, workers=workers), "cuda"

    def map(
        self, make: Callable[[], Callable[[Batch], Result]], batches: Iterable[Batch]
    ) -> Iterator[Result]:
        """The result of every batch, in order."""
        return map_batches(make, batches, workers=self.workers, engine=self.engine, gpus=self.gpus)

    def threads(self) -> int | None:
        """What each process is to use of this machine's cores; None is as it finds things."""
        if self.engine != "local" or self.alone or "OMP_NUM_THREADS" in os.environ:
            return None
        return max(1, cores() // (self.workers or 1))


@dataclass(frozen=True)
class ModelThere:
    """A model as a worker loads it, once; it must be the one that is known here."""

    name: str
    languages: tuple[str, str]
    device: str
    between: str | None
    signature: str
    threads: int | None

    def load(self) -> Model:
        """The model, in this process."""
        if self.threads:
            import torch

            torch.set_num_threads(self.threads)
        model = load_model(self.name, self.languages, device=self.device, between=self.between)
        if model.signature != self.signature:
            raise DataError(
                f"A worker has loaded another model than this machine:\n  {model.signature}\n"
                f"  {self.signature}\nPut the same {self.name} on all machines."
            )
        return model


def model_here(
    name: str,
    languages: tuple[str, str],
    *,
    device: str,
    between: str | None,
    workers: Workers,
) -> tuple[Model, ModelThere]:
    """The model, and how workers load it. If they are to run it, it is here only to be asked."""
    where = device if workers.alone else "cpu"
    model = load_model(name, languages, device=where, between=between)
    there = ModelThere(name, languages, device, between, model.signature, workers.threads())
    return model, there
