"""One step: the gradients of its batches, in pieces if memory is short, and their norm."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from litmus.errors import LitmusError
from litmus.failures import out_of_memory
from litmus.nmt.training.checkpoints import State
from litmus.nmt.training.data.examples import Batch, Group
from litmus.nmt.training.optimisation.flat import Flat
from litmus.nmt.training.optimisation.joint import joint
from litmus.nmt.training.optimisation.objective import Objective, tensors
from litmus.nmt.training.optimisation.positions import shift_positions
from litmus.nmt.training.optimisation.precision import Halved, halves
from litmus.nmt.training.optimisation.workers import Workers
from litmus.nmt.training.settings import Config

Tensor = Any


@dataclass(frozen=True)
class Prepared:
    """A group whose batches are tensors on the host."""

    group: Group
    inputs: tuple[tuple[Tensor, ...], ...]


class Stepper:
    """Computes the gradients of a step: their sum over all labels of all processes, by count.

    `network` is the one that computes, which is not the one that learns if it has half precision;
    `flat` has the weights that learn, and their gradient.
    """

    def __init__(
        self,
        network: Any,
        config: Config,
        workers: Workers,
        state: State,
    ) -> None:
        self._config, self._workers = config, workers
        self._state = state
        if workers.world > 1:  # DDP will see to what computes, which may be a copy
            for weight in network.parameters():
                torch.distributed.broadcast(weight.data, 0)
        copied = halves(config, workers.device)
        self.flat = Flat(network, joint(network) if copied else ())
        self._halved = Halved(network, self.flat) if copied else None
        if not copied and workers.world == 1:
            self.flat.add_in_place()
        self.network = network if self._halved is None else self._halved.network
        if config.training.shift_positions:
            shift_positions(self.network, config.training.shift_positions)
        self.notes: list[str] = []  # for whoever writes the log
        objective = Objective(self.network, config.training.label_smoothing)
        self.objective: Any = objective
        if workers.world > 1:
            on_gpu = workers.device.type == "cuda"
            self.objective = torch.nn.parallel.DistributedDataParallel(
                objective,
                device_ids=[workers.device] if on_gpu else None,
                broadcast_buffers=False,
                gradient_as_bucket_view=True,
            )

    def prepared(self, group: Group) -> Prepared:
        """Done ahead, in the thread that makes batches."""
        pinned = self._workers.device.type == "cuda"
        return Prepared(group, tuple(tensors(batch, pinned=pinned) for batch in group.batches))

    def take(self, given: Prepared, step: int) -> tuple[Tensor, Tensor]:
        """Loss and negative log-likelihood of each batch here, and the norm of the gradient."""
        while True:
            # From the step alone, so that a run that goes on draws what it would have drawn.
            seed = np.random.SeedSequence([self._config.seed, step, self._workers.rank])
            torch.manual_seed(int(seed.generate_state(1, np.uint64)[0]) >> 1)
            too_large = None
            try:
                sums = [self._batch(given, number) for number in range(len(given.group.batches))]
            except (RuntimeError, MemoryError) as error:
                if not out_of_memory(error):
                    raise
                too_large = self._largest(given.group)
            if too_large is None:
                break
            self._shrink(too_large)
        if self._workers.world > 1:
            self.flat.gather()  # only now have the processes exchanged them
        return torch.stack(sums), self.flat.clip(self._config.training.clip)

    def follow(self) -> None:
        """After the optimiser's step: what computes takes after what has learnt."""
        if self._halved is not None:
            self._halved.follow()

    def _largest(self, group: Group) -> Batch:
        parts = [part for batch in group.batches for part in self._parts(batch)]
        return max(parts, key=lambda part: part.padded)

    def _shrink(self, batch: Batch) -> None:
        """Memory was short: what is as large as this goes in halves from now on."""
        if self._workers.world > 1:
            raise LitmusError(
                f"A GPU has no memory for a batch of {batch.padded:,} tokens.\n"
                "Several processes cannot halve it on their own: lower training.batch_tokens "
                "and raise accumulate."
            )
        if len(batch.rows) == 1:
            raise LitmusError(
                f"There is no memory for a single pair of {batch.padded:,} tokens.\n"
                "Drop long pairs with [cleaning] words, or use a smaller network."
            )
        self.flat.forget()
        if self._workers.device.type == "cuda":
            torch.cuda.empty_cache()
        if self._state.room is None:
            self.notes.append(
                f"out of memory with {batch.padded:,} tokens: larger batches are halved from "
                "here on; steps stay the same"
            )
        self._state.room = batch.padded // 2

    def _parts(self, batch: Batch) -> list[Batch]:
        if self._state.room is None or batch.padded <= self._state.room or len(batch.rows) == 1:
            return [batch]
        return [part for half in batch.halves() for part in self._parts(half)]

    def _batch(self, given: Prepared, number: int) -> Tensor:
        """Adds the gradients of one batch; its sums, on the device."""
        group, device = given.group, self._workers.device
        batch, last = group.batches[number], number + 1 == len(group.batches)
        parts = self._parts(batch)
        inputs = [given.inputs[number]]
        if len(parts) > 1:
            inputs = [tensors(part, pinned=False) for part in parts]
        # Processes average their gradients; the loss is a mean over the labels of all of them.
        scale = group.weights[number] * self._workers.world / group.tokens
        total = torch.zeros(2, device=device)
        for place, tensors_ in enumerate(inputs, start=1):
            moved = [tensor.to(device, non_blocking=True) for tensor in tensors_]
            with self._apart(not last or place < len(inputs)):
                share, sums = self.objective(*moved, scale)
                share.backward()
            if self._workers.world == 1:
                self.flat.gather()  # of every part: a sum in bfloat16 would lose some
            total += sums * group.weights[number]
        return total

    def _apart(self, unfinished: bool) -> AbstractContextManager[Any]:
        """Processes exchange gradients once a step."""
        if self._workers.world > 1 and unfinished:
            found: AbstractContextManager[Any] = self.objective.no_sync()
            return found
        return nullcontext()
