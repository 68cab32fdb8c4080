"""Adam over weights that lie end to end; saved and loaded weight by weight."""

from collections.abc import Iterator, Mapping
from typing import Any

import torch

from litmus.nmt.training.optimisation.flat import Flat

Tensor = Any
_STEP, _FIRST, _SECOND = "step", "exp_avg", "exp_avg_sq"  # torch's names, which checkpoints have


class Adam:
    """Adam with decoupled weight decay, in one kernel.

    A weight that no gradient reaches stays as it is: neither update nor decay.
    """

    def __init__(self, flat: Flat, betas: tuple[float, ...], epsilon: float, decay: float) -> None:
        self._flat = flat
        self._settings = {"betas": betas, "eps": epsilon, "weight_decay": decay, "fused": True}
        self._moments = {kind: torch.zeros_like(flat.weights) for kind in (_FIRST, _SECOND)}
        self._counts = [0] * len(flat.units)  # updates of each
        self._reached: list[bool] = []  # what the optimiser was made for
        self._optimiser: Any = None

    def step(self, rate: float) -> None:
        """Updates the weights and forgets the gradient."""
        reached = self._flat.reached
        if reached != self._reached:
            self._reached = reached
            self._optimiser = self._made()
        for settings in self._optimiser.param_groups:
            settings["lr"] = rate
        self._optimiser.step()
        self._counts = [n + one for n, one in zip(self._counts, reached, strict=True)]
        self._flat.forget()

    def _made(self) -> Any:
        """torch's optimiser over what is reached: as a rule one stretch, all weights."""
        flat, stretches = self._flat, list(self._stretches())
        weights = [torch.nn.Parameter(flat.weights[part]) for part, _ in stretches]
        made = torch.optim.AdamW(weights, lr=0.0, **self._settings)
        for weight, (part, count) in zip(weights, stretches, strict=True):
            weight.grad = flat.gradient[part]
            # The count lives where torch keeps it: with the weights, since they are fused.
            made.state[weight] = {_STEP: torch.tensor(float(count), device=weight.device)} | {
                kind: moment[part] for kind, moment in self._moments.items()
            }
        return made

    def _stretches(self) -> Iterator[tuple[slice, int]]:
        """Neighbours that are reached and have as many updates behind them."""
        keys = [*zip(self._reached, self._counts, strict=True), None]
        first = 0
        for number, (key, after) in enumerate(zip(keys, keys[1:], strict=False)):
            if key != after:
                assert key is not None
                if key[0]:
                    yield self._flat.stretch(first, number), key[1]
                first = number + 1

    def state(self) -> dict[str, Tensor]:
        """What is remembered of every weight that was ever updated, by its name."""
        found = {}
        parts = {kind: self._flat.parts(moment) for kind, moment in self._moments.items()}
        for names, count in zip(self._flat.units, self._counts, strict=True):
            for name in names if count else ():
                found[f"{_STEP}.{name}"] = torch.tensor(float(count))
                for kind, moments in parts.items():
                    found[f"{kind}.{name}"] = moments[name].cpu().contiguous()
        return found

    def load(self, state: Mapping[str, Tensor]) -> None:
        """Takes back what `state` gave."""
        counts = [state.get(f"{_STEP}.{names[0]}") for names in self._flat.units]
        self._counts = [0 if count is None else int(count) for count in counts]
        for kind, moment in self._moments.items():
            for name, part in self._flat.parts(moment).items():
                if f"{kind}.{name}" in state:
                    part.copy_(state[f"{kind}.{name}"])
        self._reached = []
