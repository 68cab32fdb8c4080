"""Positions that start somewhere: a network trained so knows far positions as well as near ones.

Long windows are rare in text, so the far positions of a network with absolute positions see few
labels, and windows that reach them are read badly. If positions start at a random place, the
network can rely on distances alone, and learns all of them (SHAPE, Kiyono et al. 2021).
"""

from typing import Any

import torch

from litmus.errors import UsageError
from litmus.nmt.training.config import beyond_positions, cannot_shift
from litmus.nmt.training.settings import Config

_SINUSOIDAL = "M2M100SinusoidalPositionalEmbedding"


def check_shift(network: Any, config: Config, positions: int | None) -> None:
    """A UsageError if the positions of a network cannot start as far on as is wanted.

    Of a network that a recipe describes the configuration knows; a checkpoint has to be seen.
    """
    wanted = config.training.shift_positions
    if not wanted:
        return
    _sinusoids(network)
    if positions is not None and wanted > positions:
        wrong = beyond_positions(wanted, "the positions of the checkpoint", positions)
        raise UsageError(f"{config.path}: {wrong}.")


def shift_positions(network: Any, most: int) -> None:
    """While `network` trains, both sides of a batch start at positions drawn from 0 to `most`."""

    def shifted(module: Any, given: tuple[Any, ...]) -> tuple[Any, ...] | None:
        if not module.training:
            return None
        ids, embedded, *before = given
        # On the host, whose generator every step seeds anew: nothing waits for the device, and a
        # run that goes on draws what it would have drawn.
        start = int(torch.randint(most + 1, ()))
        return ids, embedded, sum(before) + start

    for module in _sinusoids(network):
        module.register_forward_pre_hook(shifted)


def _sinusoids(network: Any) -> list[Any]:
    found = [module for module in network.modules() if type(module).__name__ == _SINUSOIDAL]
    if not found:
        raise cannot_shift(network.config.model_type)
    return found
