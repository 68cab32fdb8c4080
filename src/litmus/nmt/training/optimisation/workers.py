"""The processes that train together: one, or as many as torchrun starts."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import torch

from litmus.errors import UsageError
from litmus.nmt.attention import any_shape
from litmus.wording import option

_PATIENCE = timedelta(hours=12)  # the others wait while the first one cuts text or translates


@dataclass(frozen=True)
class Workers:
    """This process among the others, and its device."""

    rank: int
    world: int
    device: Any

    @property
    def first(self) -> bool:
        """Whether this one writes."""
        return self.rank == 0

    def wait(self) -> None:
        """Goes on when all are here."""
        if self.world > 1:
            torch.distributed.barrier()

    def total(self, values: Any) -> Any:
        """The sum over all processes, in place."""
        if self.world > 1:
            torch.distributed.all_reduce(values)
        return values

    def shared(self, value: Any) -> Any:
        """The first process's value, in all of them."""
        if self.world == 1:
            return value
        box = [value]
        torch.distributed.broadcast_object_list(box, src=0, device=self.device)
        return box[0]


@contextmanager
def workers(device: str) -> Iterator[Workers]:
    """The processes that torchrun has started; this one alone if it has not."""
    world, rank = int(os.environ.get("WORLD_SIZE", "1")), int(os.environ.get("RANK", "0"))
    where = torch.device(_device(device, int(os.environ.get("LOCAL_RANK", "0"))))
    if where.type == "cuda":
        torch.cuda.set_device(where)
    if world == 1:
        yield Workers(0, 1, where)
        return
    backend = "nccl" if where.type == "cuda" else "gloo"
    torch.distributed.init_process_group(backend, timeout=_PATIENCE)
    try:
        yield Workers(rank, world, where)
    finally:
        torch.distributed.destroy_process_group()


def _device(wanted: str, local: int) -> str:
    if wanted == "auto":
        wanted = "cuda" if torch.cuda.is_available() else "cpu"
    if wanted == "cuda":
        if not torch.cuda.is_available():
            raise UsageError(
                f"torch found no usable GPU. Train on the CPU: {option('device', 'cpu')}"
            )
        return f"cuda:{local}"
    return wanted


@contextmanager
def settled(device: Any, deterministic: bool) -> Iterator[None]:
    """Seeds and switches of torch that are set here and put back after."""
    before = torch.are_deterministic_algorithms_enabled()
    if deterministic:
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
        torch.use_deterministic_algorithms(True)
    devices = [device] if device.type == "cuda" else []
    try:
        with torch.random.fork_rng(devices=devices), any_shape():
            yield
    finally:
        torch.use_deterministic_algorithms(before)
