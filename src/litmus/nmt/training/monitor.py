"""Losses and norms that stay on the device until somebody looks, and what is wrong with them."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from litmus.errors import LitmusError
from litmus.files import jsonl
from litmus.files.text import write_text
from litmus.nmt.training.data.examples import Group
from litmus.nmt.training.data.store import Store
from litmus.nmt.training.optimisation.workers import Workers
from litmus.wording import option

Tensor = Any
FAILED = "failed-batch.jsonl"
_SHOWN = 5  # lines that a message names


class NotANumber(LitmusError):
    """A loss or a gradient that is not finite: nothing can be learnt from here on."""


@dataclass(frozen=True)
class Seen:
    """Means per label since the last look; the norm is that of the last step."""

    epoch: int
    loss: float
    nll: float
    norm: float
    tokens: int


class Watch:
    """Keeps what belongs to every step since the last look."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._steps: list[tuple[int, Group, Tensor, Tensor]] = []

    def add(self, step: int, group: Group, sums: Tensor, norm: Tensor) -> None:
        """Loss and likelihood of each batch of a step, and the norm of its gradient."""
        self._steps.append((step, replace(group, batches=()), sums, norm))

    def read(self, store: Store, output: Path, *, keep: bool = False) -> Seen | None:
        """The means; None if there was no step. Raises NotANumber with the step and its lines.

        The next means are of later steps only, unless these are to `keep`.
        """
        if not self._steps:
            return None
        totals = self._workers.total(torch.stack([sums.sum(0) for _, _, sums, _ in self._steps]))
        norms = torch.stack([norm for *_, norm in self._steps])
        # Counts of labels are below 2**53: float64 keeps the sums of a window exact enough.
        values = torch.cat([totals.double(), norms.double()[:, None]], dim=1).cpu().numpy()
        wrong = np.flatnonzero(~np.isfinite(values).all(axis=1))
        steps, self._steps = self._steps, self._steps if keep else []
        if len(wrong):
            step, group, sums, _ = steps[int(wrong[0])]
            raise NotANumber(self._message(step, group, sums.cpu().numpy(), store, output))
        tokens = sum(group.tokens for _, group, _, _ in steps)
        loss, likelihood = values[:, :2].sum(axis=0) / tokens
        return Seen(steps[-1][1].epoch, float(loss), float(likelihood), values[-1, 2], tokens)

    def _message(self, step: int, group: Group, sums: Any, store: Store, output: Path) -> str:
        bad = ~np.isfinite(sums).all(axis=1)
        what = "loss" if bad.any() else "gradient"
        chosen = group.rows
        if self._workers.world == 1 and bad.any():
            chosen = tuple(rows for rows, is_bad in zip(group.rows, bad, strict=True) if is_bad)
        places = [place for rows in chosen for place in store.places(rows)]
        if self._workers.first:
            with write_text(output / FAILED) as out:
                for file, line in places:
                    out.write(jsonl.line({"step": step, "file": file, "line": line}) + "\n")
        shown = ", ".join(f"{file}:{line}" for file, line in places[:_SHOWN])
        more = f" and {len(places) - _SHOWN:,} more" if len(places) > _SHOWN else ""
        return (
            f"The {what} is not a number at step {step:,}, batch {group.number + 1} of "
            f"{group.of:,} in epoch {group.epoch}: {shown}{more} (all in {output / FAILED}).\n"
            "The last checkpoint is whole. Look at these lines, or lower learning_rate or raise "
            f"warm_up and start again with {option('overwrite', 'True')}."
        )
