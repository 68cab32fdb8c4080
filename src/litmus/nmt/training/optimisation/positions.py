"""Positions that start somewhere: a network trained so knows far positions as well as near ones.

Long windows are rare in text, so the far positions of a network with absolute positions see few
labels, and windows that reach them are read badly. If positions start at a random place, the
network can rely on distances alone, and learns all of them (SHAPE, Kiyono et al. 2021).
"""

from typing import Any

import torch

from litmus.errors import UsageError

_SINUSOIDAL = "M2M100SinusoidalPositionalEmbedding"


def shift_positions(network: Any, most: int) -> None:
    """While `network` trains, both sides of a batch start at positions drawn from 0 to `most`."""
    found = [module for module in network.modules() if type(module).__name__ == _SINUSOIDAL]
    if not found:
        raise UsageError(
            f"shift_positions: a network of the family {network.config.model_type} learns its "
            "positions, or has another kind.\nLeave shift_positions out, or train a network of "
            'the family "transformer".'
        )

    def shifted(module: Any, given: tuple[Any, ...]) -> tuple[Any, ...] | None:
        if not module.training:
            return None
        ids, embedded, *before = given
        # On the host, whose generator every step seeds anew: nothing waits for the device, and a
        # run that goes on draws what it would have drawn.
        start = int(torch.randint(most + 1, ()))
        return ids, embedded, sum(before) + start

    for module in found:
        module.register_forward_pre_hook(shifted)
